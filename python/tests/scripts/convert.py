"""A batch converter that exits with a status of its own."""
source = os.environ["RECORD"]
gnubg.command('import mat "%s"' % source)
for command, name in (("save match", "out.sgf"), ("export match mat", "out.mat"), ("export game gam", "out.gam")):
    gnubg.command('%s "%s"' % (command, name))
    print("@@", name, os.path.exists(name) and os.path.getsize(name) > 100)
gnubg.command('load match "out.sgf"')
first = gnubg.match(0, 1)
gnubg.command('import mat "out.mat"')
again = gnubg.match(0, 1)
print("@@", [game["info"] for game in first["games"]] == [game["info"] for game in again["games"]])
print("@@", [record["action"] for record in first["games"][0]["game"]] == [record["action"] for record in again["games"][0]["game"]])
sys.exit(3)
