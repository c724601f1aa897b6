"""A table of statistics from an analysed match, and all that `match()` knows."""
import json


for record in (os.environ["ANALYSED"], os.environ["MATCH"]):
    gnubg.command('load match "%s"' % record)
    for arguments in ((1, 1, 1, 1), (0, 0, 0, 0)):
        found = gnubg.match(*arguments)
        # GNU Backgammon has no winner if the last game was worth one point.
        print("@@", found["match-info"].pop("result") in (-1, 0, 1), json.dumps(found["match-info"]))
        for game in found["games"]:
            print("@@", json.dumps(game["info"]))
            for entry in game["game"]:
                print("@@", json.dumps(entry))
            for side, numbers in game.get("stats", {}).items():
                # GNU Backgammon gives player X's to both.
                if side == "O":
                    del numbers["dice"]["marked-rolls"]
                print("@@", side, json.dumps(numbers))
        if "stats" in found:
            del found["stats"]["O"]["dice"]["marked-rolls"]
        print("@@", json.dumps(found.get("stats")))
