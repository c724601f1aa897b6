"""A dataset maker: random rolls from the start, as JSON lines of positions with their evaluations."""
import json

gnubg.command("set rng mersenne")
gnubg.command("set seed 42")
context = gnubg.evalcontext(0, 0, 1, 0, 0.0)
board = gnubg.positionfromid("4HPwATDgc/ABMA")
for number, dice in enumerate(gnubg.dicerolls(12)):
    play = gnubg.findbestmove(board, None, context, dice)
    chances = gnubg.evaluate(board, gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0), context)
    row = {"id": gnubg.positionid(board), "dice": dice, "chances": [round(chance, 4) for chance in chances]}
    assert json.loads(json.dumps(row))["id"] == row["id"]
    print("@@", number, row["dice"], len(play) % 2, len(chances), 0 < chances[0] < 1, chances[0] >= chances[1] >= chances[2])
    # What follows is the same in both programs only as far as dice go.
    board = gnubg.positionfromid("4HPwATDgc/ABMA")
