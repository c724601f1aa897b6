"""Plays a match to one point in a terminal, as scripts with an `expect` do: waits for the prompt, types, reads.

Usage: terminal.py PROGRAM...
"""

import os
import pty
import re
import select
import sys
import time

PROMPT = re.compile(r"\((?:No game|[^()\r\n]+)\) $")
MARKS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x07")


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, program):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(program[0], program)

    def answer(self, limit=20):
        """Returns what the program writes up to its next prompt, or to its end."""
        text, end = "", time.monotonic() + limit
        while time.monotonic() < end:
            if not select.select([self.terminal], [], [], 0.2)[0]:
                continue
            try:
                read = os.read(self.terminal, 65536)
            except OSError:
                return text
            if not read:
                return text
            text = MARKS.sub("", text + read.decode("utf-8", "replace"))
            if PROMPT.search(text):
                return text
        sys.exit(f"no prompt within {limit} s: {text!r}")

    def ask(self, line):
        os.write(self.terminal, (line + "\r").encode())
        return self.answer()


def best(hint):
    """Returns the first play of a list of plays."""
    found = re.search(r"(?:^|\r) +1\. (?:Cubeful|Cubeless|Rollout)?.*?ply +(.+?) +Eq\.: ", hint, re.M)
    return found and found.group(1)


def main():
    program = Terminal(sys.argv[1:])
    program.answer()
    for line in (
        "set player 0 gnubg",
        "set player 1 human",
        "set player 0 chequer evaluation plies 0",
        "set player 0 cubedecision evaluation plies 0",
        "set evaluation chequer evaluation plies 0",
        "set evaluation cubedecision evaluation plies 0",
        "set rng mersenne",
        "set seed 11",
    ):
        said = program.ask(line)
        assert "Unknown" not in said and "Illegal" not in said, said
    said = program.ask("new match 1")
    assert "GNU Backgammon  Position ID: " in said, said
    plays = 0
    for _ in range(300):
        if "wins the match" in said or "has won the match" in said:
            break
        hint = program.ask("hint")
        play = best(hint)
        if play is None:
            # Before the roll, or the other side gives up.
            said = program.ask("accept" if "esign" in hint else "roll")
            continue
        said = program.ask(play)
        assert "Illegal" not in said, (play, said)
        plays += 1
    else:
        sys.exit("the match has no end")
    assert plays >= 8, plays
    score = program.ask("show score")
    assert re.search(r"The score \(after 1 game\) is: .* \d, .* \d \(match to 1 point(?:, post-Crawford play)?\)", score), score
    program.ask("save match played.sgf")
    assert os.path.getsize("played.sgf") > 300
    os.write(program.terminal, b"quit\r")
    # A program may ask whether it is to quit; this match has ended, so it doesn't.
    assert os.waitpid(program.child, 0)[1] == 0
    print(f"{plays} plays")


main()
