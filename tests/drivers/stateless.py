"""Plays the first turns of a match with a process for each of them: what is known is a Position ID and a Match ID.

Usage: stateless.py PROGRAM...
"""

import re
import subprocess
import sys

IDS = re.compile(r"Position ID: (\S{14})\s+Match ID +: (\S{12})")
BEST = re.compile(r"^ +1\. Cube\S+ \d-ply +(.+?) +Eq\.:", re.M)
ROLLS = ((3, 1), (6, 4), (5, 5), (2, 1), (6, 3), (4, 4))


def run(*commands):
    """Returns what one process says to some commands."""
    before = (
        "set player 0 human",
        "set player 1 human",
        "set automatic roll off",
        "set evaluation chequer evaluation plies 0",
    )
    typed = "\n".join((*before, *commands)) + "\n"
    # A program asks whether the game that is played is to be left; a text that ends is leave enough.
    done = subprocess.run(sys.argv[1:], input=typed, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done
    return done.stdout


def main():
    # The opening decides whether somebody dances; a dance is no turn to drive.
    ids = IDS.findall(run("set rng mersenne", "set seed 5", "new match 3", "show board"))[-1]
    on_roll = None
    for dice in ROLLS:
        here = (f"set gnubgid {ids[0]}:{ids[1]}",)
        if on_roll is not None:
            roll = "set dice {} {}".format(*dice)
            here = (*here, roll, "roll")
        hint = run(*here, "hint")
        play = BEST.search(hint).group(1)
        said = run(*here, play, "show board")
        after = IDS.findall(said)[-1]
        assert "Illegal" not in said and after[0] != ids[0], (play, said)
        # The same IDs come back from a process that is given nothing else.
        again = IDS.findall(run(f"set matchid {after[1]}", f"set board {after[0]}", "show board"))[-1]
        assert again == after, (again, after)
        pips = re.search(r"The pip counts are: (\S+) (\d+), (\S+) (\d+)", run(f"set gnubgid {after[0]}:{after[1]}", "show pipcount"))
        assert pips and 2 * 167 - 24 * 6 <= int(pips.group(2)) + int(pips.group(4)) <= 2 * 167 + 100, pips
        ids, on_roll = after, dice
    print(f"{len(ROLLS)} turns")


main()
