"""A service on standard input: a line of JSON for each position, a line of JSON for each answer."""
import json

for line in ("set player 0 human", "set player 1 human", "set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0", "new match 5"):
    gnubg.command(line)
for line in sys.stdin:
    asked = json.loads(line)
    gnubg.command("set board " + asked["position"])
    gnubg.command("set dice %d %d" % tuple(asked["dice"]))
    found = gnubg.hint(3)
    print("@@", json.dumps({"asked": asked, "hinttype": found["hinttype"], "id": found["gnubgid"].split(":")[0], "plays": len(found["hint"]), "keys": sorted(found["hint"][0]),
                            "details": sorted(found["hint"][0]["details"]), "first": found["hint"][0]["move"] if asked["forced"] else None}))
