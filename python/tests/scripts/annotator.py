"""A position annotator: pips, class, and the IDs of a list of positions."""
for id in ("4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "4HPhASLgc/ABMA", "/8sBAAD4FwAAAA", "AQAAXH03AAAAAA", "mHPhAyDg84MDIA"):
    board = gnubg.positionfromid(id)
    print("@@", id, pipcount(board), gnubg.classifypos(board), gnubg.positionid(swapboard(board)))
    print("@@", gnubg.positionkey([list(side) for side in board]))
for text in ("8/5 6/5", "bar/24 13/8", "6/off(2)", "24/18*/13"):
    print("@@", text, gnubg.parsemove(text))
for number in (-0.4, -0.05, 0.0, 0.05, 0.4):
    print("@@", number, gnubg.luckrating(number), gnubg.errorrating(abs(number) / 10))
