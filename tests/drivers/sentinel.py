"""Drives a program through pipes: after each command it asks for the delay and reads up to the answer.

Usage: sentinel.py PROGRAM...
"""

import re
import subprocess
import sys

END = "The delay is set to "


class Piped:
    """A program between two pipes."""

    def __init__(self, program):
        self.child = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
        )

    def ask(self, command):
        self.child.stdin.write(f"{command}\nshow delay\n")
        self.child.stdin.flush()
        lines = []
        for line in self.child.stdout:
            if END in line:
                # The line before may lack its end.
                return "".join(lines) + line.partition(END)[0]
            lines.append(line)
        sys.exit(f"the program ended after `{command}': {lines}")

    def close(self):
        self.child.stdin.close()
        self.child.stdout.read()
        assert self.child.wait(timeout=20) == 0, self.child.returncode


def main():
    program = Piped(sys.argv[1:])
    for command in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off"):
        assert "nknown" not in program.ask(command), command
    assert "A new 5 points match has been started." in program.ask("new match 5")
    board = program.ask("set board 4HPwATDgc/ABMA")
    assert "Position ID: 4HPwATDgc/ABMA" in board, board
    assert "Position ID" in program.ask("set turn root") + program.ask("show board")
    assert program.ask("set dice 3 1") is not None
    counts = [program.ask("show pipcount") for _ in range(50)]
    assert set(counts) == {counts[0]} and re.search(r"167.*167", counts[0]), counts[:2]
    assert "Position ID: 4HPwATDgc/ABMA" not in program.ask("8/5 6/5")
    refused = program.ask("8/1")
    assert "Illegal" in refused or "roll" in refused, refused
    doubled = program.ask("double")
    assert "offers a double" in doubled or "doubles" in doubled or "Cube" in doubled, doubled
    dropped = program.ask("drop")
    assert "refuses the cube and gives up 1 point" in dropped, dropped
    score = program.ask("show score")
    assert re.search(r"after 1 game.*[01], .*[01] \(match to 5 points", score), score
    for wrong in ("set dice 7 7", "set board nonsense", "new match x", "load match missing.sgf", "frobnicate"):
        assert program.ask(wrong).strip(), wrong
    program.close()
    print(f"{len(counts) + 19} commands")


main()
