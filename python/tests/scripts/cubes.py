"""A cube trainer: what is right in positions in which there is no doubt."""
money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)
for id, about in (("4HPwATDgc/ABMA", "the start"), ("2+4OAADs7hsAAA", "far ahead in a bear-off"), ("7O4bAADb7g4AAA", "far behind in one"),
                  ("4HPhASLgc/ABMA", "after 43")):
    found = gnubg.cfevaluate(gnubg.positionfromid(id), money, gnubg.evalcontext(1, 0, 1, 0, 0.0))
    print("@@", about, len(found), found[4], found[5], found[3], found[1] == found[0] or found[4] in (0, 1))
for cube in ((1, -1, 0, 5, (0, 0), 0), (2, 0, 0, 5, (3, 1), 0), (1, -1, 0, 5, (4, 1), 1), (4, 1, 1, 7, (2, 3), 0)):
    info = gnubg.cubeinfo(*cube)
    print("@@", sorted(info.items()))
