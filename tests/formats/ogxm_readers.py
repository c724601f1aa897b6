"""Compares what libogxm and GammonView read of OGXM files with what was written.

Each file NAME.ogxm of a folder has a NAME.txt beside it: a line for each game, roll, double, pass and result.
"""

import pathlib
import sys

import gvformat
import ogxm


def points(text):
    """The checkers of one side of an OGID, by absolute points."""
    counts = [0] * 26
    for letter in text:
        counts[int(letter, 26)] += 1
    return counts


def board(ogid):
    white, black, cube = ogid.split(":")[:3]
    counts = [mine - theirs for mine, theirs in zip(points(white), points(black))]
    return ",".join(map(str, counts)), 2 ** int(cube[1:-1])


def told(document):
    lines = []
    score = [document.get("white_score_start", 0), document.get("black_score_start", 0)]
    length = document["match_length"]
    for game in document["games"]:
        lines.append(f"game {score[0]}-{score[1]}")
        for ply in game["plies"]:
            action = ply["action_id"]
            who = "W" if ply.get("color") == 1 else "B"
            if action <= 20:
                checkers, cube = board(ply["ogid_before"])
                lines.append(f"{who} {ply['d1']}{ply['d2']} {checkers} {cube}")
            elif action == 21:
                checkers, cube = board(ply["ogid_before"])
                lines.append(f"{who} double {checkers} {cube}")
            elif action == 23:
                lines.append(f"{who} drop")
        winner = game.get("winner", 255)
        if winner in (0, 1):
            won = game["points_won"]
            lines.append(f"won {'WB'[winner]} {won}")
            score[winner] += won if length == 0 else min(won, length - score[winner])
    return lines


def analyses(document):
    """The analyses, a line each: equities of the cube, the candidates of a play, the luck of a roll."""
    lines = []
    for game in document["games"]:
        for ply in game["plies"]:
            analysis = ply.get("analysis", {})
            cube = analysis.get("cube_decision", analysis)
            if "no_double_equity" in cube:
                lines.append(f"cube {cube['no_double_equity']:.6f} {cube['double_take_equity']:.6f}")
            if candidates := analysis.get("alternatives"):
                played = [f"{it['equity']:.6f}" for it in candidates if it["is_played"]] or ["-"]
                lines.append(f"play {len(candidates)} {candidates[0]['equity']:.6f} {played[0]}")
            if "roll" in analysis:
                lines.append(f"luck {analysis['roll']['luck']:.6f}")
    return lines


def gammonview(path):
    """Reads a file by GammonView."""
    return gvformat.read_gvab(path.read_bytes())


def main():
    wrong = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ogxm")):
        expected = path.with_suffix(".txt").read_text().splitlines()
        document = ogxm.binary_to_json(path.read_bytes())
        found = told(document)
        if not document.get("replay_complete", True):
            print(f"{path.name}: libogxm can't replay it")
            wrong += 1
        if found != expected:
            at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), -1)
            print(f"{path.name}: libogxm reads {found[at]!r} for {expected[at]!r} in line {at + 1}")
            wrong += 1
        if (said := path.with_suffix(".analyses")).exists():
            if ogxm.json_to_binary(document) != path.read_bytes():
                print(f"{path.name}: libogxm writes other bytes")
                wrong += 1
            pairs = list(zip(analyses(document), said.read_text().splitlines(), strict=True))
            for found, expected in pairs:
                if found != expected:
                    print(f"{path.name}: libogxm reads {found!r} for {expected!r}")
                    wrong += 1
                    break
        theirs = gammonview(path)
        games = [len(game["plies"]) for game in theirs["games"]]
        if games != [len(game["plies"]) for game in document["games"]]:
            print(f"{path.name}: GammonView reads {games} plies")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
