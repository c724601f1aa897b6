"""A table of openings, and how many plays the first hints have."""
for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "new session"):
    gnubg.command(line)
board = gnubg.positionfromid("4HPwATDgc/ABMA")
context = gnubg.evalcontext(1, 0, 1, 0, 0.0)
for dice in ((3, 1), (4, 2), (6, 1), (6, 5), (5, 3)):
    play = gnubg.findbestmove(board, None, context, dice)
    print("@@", dice, gnubg.movetupletostring(play, board))
for dice in ((2, 1), (4, 1), (5, 1), (3, 2), (5, 2), (6, 2), (4, 3), (6, 3), (5, 4), (6, 4)):
    play = gnubg.findbestmove(board, None, context, dice)
    print("@@", dice, len(play), sum(play[::2]) - sum(play[1::2]) == sum(dice))
