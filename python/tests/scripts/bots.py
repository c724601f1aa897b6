"""Two bots play a match: each move is chosen from the hints, and the state is followed from outside."""
for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic move off", "set automatic game off",
             "set evaluation chequerplay evaluation plies 0", "set rng mersenne", "set seed 11", "new match 1"):
    gnubg.command(line)
turns = 0
while gnubg.posinfo()["gamestate"] == 1 and turns < 500:
    if gnubg.posinfo()["dice"] == (0, 0):
        gnubg.command("roll")
        if gnubg.posinfo()["dice"] == (0, 0):
            turns += 1
            continue
    before, pips, mover = gnubg.board(), sum(pipcount(gnubg.board())), gnubg.posinfo()["turn"]
    found = gnubg.hint(1)["hint"]
    if not found:
        print("@@ no hint for", gnubg.gnubgid())
        break
    gnubg.command("move " + found[0]["move"])
    turns += 1
    if gnubg.posinfo()["gamestate"] == 1:
        assert gnubg.board() != before and gnubg.posinfo()["turn"] != mover, found[0]["move"]
match = gnubg.match(0, 1)
played = [record for record in match["games"][0]["game"] if record["action"] == "move"]
info = match["games"][0]["info"]
print("@@", gnubg.posinfo()["gamestate"], match["match-info"]["match-length"], info["points-won"] in (1, 2, 3), info["winner"] in "XO")
print("@@", len(match["games"]), 15 < turns < 500, abs(len(played) - turns) <= 1, "dice" in played[0])
