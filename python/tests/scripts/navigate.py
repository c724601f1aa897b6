"""A viewer: walks through a match, record by record and game by game."""


def place(*left):
    info = gnubg.posinfo()
    print("@@", gnubg.positionid(), info["turn"], info["dice"], info["gamestate"], *left)


gnubg.command('load match "%s"' % os.environ["MATCH"])
gnubg.navigate()
place()
for _ in range(12):
    left = gnubg.navigate(next=1)
    place(left)
gnubg.navigate()
place(gnubg.navigate(next=5))
for games in (1, -1, -2, 99):
    place(gnubg.navigate(game=games))
place(gnubg.navigate(2, 1))
gnubg.command("first game")
place()
