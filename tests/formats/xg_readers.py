"""Compares what bgsage and GammonView read of .xg files with what was written.

Each file NAME.xg of a folder has a NAME.txt beside it: a line for each game, roll, double, pass and result. White is
player 1; NAME.names has both names, NAME.analyses a line for each analysis.
"""

import pathlib
import struct
import sys

import gvformat
from bgsage import xg_file

from ogxm_readers import told


def exchanged(lines):
    """The same lines with the players exchanged."""
    for line in lines:
        words = line.split(" ")
        if words[0] == "game":
            words[1] = "-".join(reversed(words[1].split("-")))
        else:
            place = 1 if words[0] == "won" else 0
            words[place] = "B" if words[place] == "W" else "W"
            if len(words) == 4:
                words[2] = ",".join(str(-int(count)) for count in reversed(words[2].split(",")))
        yield " ".join(words)


def board(lanes):
    """Player 1's checkers by absolute points, of a position as player 1 sees it."""
    return ",".join(str(lanes[25 - at]) for at in range(26))


def low_first(line):
    words = line.split(" ")
    if words[0] in ("W", "B") and words[1].isdigit():
        words[1] = "".join(sorted(words[1]))
    return " ".join(words)


def number(data, at):
    return struct.unpack_from("<i", data, at)[0]


def of_bgsage(path):
    """The lines, and whether GammonView reads the file: it takes plays from analysed candidates alone, and reads no
    variants, automatic doubles, illegal plays and unfinished games."""
    archive = xg_file.XgArchive.load(path)
    data = archive.get("temp.xg")
    assert archive.get("temp.xgi") == xg_file.rebuild_xgi(data), "temp.xgi"
    assert xg_file.parse_header(data)["version"] == 30
    lines, doubles, is_plain = [], 0, number(data, 96) == 0
    for at, kind in xg_file.iter_records(data):
        if kind == xg_file.TS_HEADER_GAME:
            head = xg_file.parse_game_header(data, at)
            doubles = number(data, at + 64)
            is_plain = is_plain and doubles == 0
            lines.append(f"game {head['score1']}-{head['score2']}")
        elif kind == xg_file.TS_CUBE:
            cube = xg_file.parse_cube_record(data, at)
            if cube["double"] == 1:
                who = "W" if cube["actif"] == 1 else "B"
                value = 2 ** (abs(cube["cube_b"]) + doubles)
                lines.append(f"{who} double {board(cube['position_raw'])} {value}")
                answers = [number(data, at + field) for field in (20, 24, 28)]
                if 0 in answers:
                    other = "B" if who == "W" else "W"
                    lines.append(f"{who if answers[1] == 0 else other} drop")
        elif kind == xg_file.TS_MOVE and number(data, at + 2480) == 2:
            is_plain = False
        elif kind == xg_file.TS_MOVE:
            move = xg_file.parse_move_record(data, at)
            is_dance = number(data, at + 68) < 0
            is_plain = is_plain and (is_dance or move["n_moves"] > 0 or data[at + 2308] == 0)
            who = "W" if move["actif"] == 1 else "B"
            high, low = move["dice"]
            value = 2 ** (abs(move["cube_a"]) + doubles)
            lines.append(f"{who} {low}{high} {board(move['position_raw'])} {value}")
        elif kind == xg_file.TS_FOOTER_GAME:
            winner, points = number(data, at + 24), number(data, at + 28)
            lines.append(f"won {'W' if winner == 1 else 'B'} {points << doubles}")
    ends = [kind for _, kind in xg_file.iter_records(data)]
    is_whole = ends.count(xg_file.TS_HEADER_GAME) == ends.count(xg_file.TS_FOOTER_GAME)
    return lines, is_plain and is_whole


def analyses_of_bgsage(path):
    data = xg_file.XgArchive.load(path).get("temp.xg")
    for at, kind in xg_file.iter_records(data):
        if kind == xg_file.TS_CUBE:
            cube = xg_file.parse_cube_record(data, at)
            if cube["flag_double"] != -100:
                yield ["double" if cube["double"] == 1 else "cube", cube["equity_nd"], cube["equity_dt"]]
        elif kind == xg_file.TS_MOVE:
            move = xg_file.parse_move_record(data, at)
            if move["n_moves"]:
                end = xg_file.read_position(data, at + xg_file._MOVE_POSITION_END)
                end = xg_file.norm_bars(end)
                equities = [play["eval"][6] for play in move["moves"]]
                is_played = [play["board"] == end for play in move["moves"]]
                played = equities[is_played.index(True)] if True in is_played else "-"
                yield ["play", move["n_moves"], equities[0], played]


def analyses_of_gammonview(document):
    """Plays and doubles: the decisions not to double have no ply of their own there."""
    for game in document["games"]:
        for ply in game["plies"]:
            found = ply.get("analysis") or {}
            if found.get("alternatives"):
                yield ["play", None, found["best_equity"], found["played_equity"]]
            elif found.get("correct_action") and "double" in found["played_action"]:
                yield ["double", found["no_double_equity"], found["double_take_equity"]]


def agrees(found, expected, most):
    """Returns True if an analysis is the one of a line, but for what is unknown and differences of this size.

    Of a roll that wasn't played GammonView says that the best play was.
    """
    words = expected.split(" ")
    if len(words) != len(found) or words[0] != found[0]:
        return False
    for word, number in zip(words[1:], found[1:]):
        if number is None or word == number or (word == "-" and found[1] is None):
            continue
        if "-" in (word, number) or abs(float(word) - number) > most:
            return False
    return True


def main():
    wrong = both = analyses = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.xg")):
        expected = path.with_suffix(".txt").read_text().splitlines()
        names = path.with_suffix(".names").read_text().splitlines()
        lines, is_plain = of_bgsage(path)
        told_analyses = path.with_suffix(".analyses").read_text().splitlines()
        analysed = [("bgsage", list(analyses_of_bgsage(path)), told_analyses, 1e-6)]
        readings = [("bgsage", lines)]
        if is_plain:
            document = gvformat.convert_xg(path.read_bytes())
            theirs = [low_first(line) for line in told(document)]
            if document["player_white"] != names[0]:
                theirs = list(exchanged(theirs))
            both += 1
            readings.append(("GammonView", theirs))
            plies = [line for line in told_analyses if not line.startswith("cube")]
            analysed.append(("GammonView", list(analyses_of_gammonview(document)), plies, 6e-5))
        for who, found, expected_analyses, most in analysed:
            analyses += len(found)
            pairs = list(zip(found, expected_analyses))
            bad = [pair for pair in pairs if not agrees(*pair, most)]
            if bad or len(found) != len(expected_analyses):
                print(f"{path.name}: {who} has {len(found)} analyses of {len(expected_analyses)}; {bad[:2]}")
                wrong += 1
        for who, found in readings:
            if found != expected:
                lines = zip(found + [""], expected + [""])
                at, (a, b) = next((i, pair) for i, pair in enumerate(lines) if pair[0] != pair[1])
                print(f"{path.name}: {who} reads {a!r} for {b!r} in line {at + 1}")
                wrong += 1
    print(f"{both} files read by GammonView, too; {analyses} analyses compared")
    sys.exit(1 if wrong else 0)


main()
