"""A match walker that prints the blunders of an analysed match, with what would have been better."""
gnubg.command('load match "%s"' % os.environ["ANALYSED"])
match = gnubg.match(analysis=1, boards=1, statistics=0, verbose=0)
for number, game in enumerate(match["games"], 1):
    for place, record in enumerate(game["game"], 1):
        found = record.get("analysis", {})
        if "skill" not in found:
            continue
        line = [number, place, record["player"], record["action"], found["skill"], record.get("board")]
        if "moves" in found:
            best, played = found["moves"][0], found["moves"][found["imove"]]
            text = gnubg.movetupletostring(tuple(point for step in best["move"] for point in step), gnubg.positionfromid(record["board"]))
            line += [text, round(best["score"] - played["score"], 4)]
        print("@@", *line)
