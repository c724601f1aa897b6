"""Text of commands, caught by exchanging the descriptors around them."""
import re
import tempfile


def text_of(line):
    with tempfile.TemporaryFile() as file:
        sys.stdout.flush()
        saved = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            gnubg.command(line)
            sys.stdout.flush()
        finally:
            os.dup2(saved, 1)
            os.close(saved)
        file.seek(0)
        return file.read().decode()


for line in ("set player 0 human", "set player 1 human", "set rng mersenne", "set seed 3", "new match 5", "set board 4HPhASLgc/ABMA", "set dice 6 4"):
    text_of(line)
board = text_of("show board")
print("@@", re.search(r"Position ID: (\S+)", board)[1], board.count("\n") > 10)
hints = text_of("hint")
print("@@", len(re.findall(r"(?m)^ +\d+\. ", hints)) > 3, "ply" in hints)
print("@@", repr(text_of("show pipcount")))
print("@@", repr(gnubg.show("pipcount")))
