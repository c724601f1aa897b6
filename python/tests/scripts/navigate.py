"""A viewer: walks through a match, record by record and game by game."""
gnubg.command('load match "%s"' % os.environ["MATCH"])
gnubg.navigate()
print("@@", gnubg.positionid(), gnubg.posinfo()["turn"])
for _ in range(12):
    left = gnubg.navigate(next=1)
    print("@@", gnubg.positionid(), gnubg.posinfo()["turn"], left)
gnubg.navigate()
print("@@", gnubg.navigate(next=5), gnubg.positionid())
