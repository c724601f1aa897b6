"""Analyses a folder of records by scripts of commands, and reads the statistics and the files that they write.

Usage: batch.py PROGRAM... (beside *.mat)
"""

import glob
import os
import re
import subprocess
import sys

SCRIPT = """set automatic game off
set analysis chequerplay evaluation plies 0
set analysis cubedecision evaluation plies 0
set output output off
import mat "{record}"
analyse match
set output output on
show statistics match
export match text "{stem}.txt"
save match "{stem}.sgf"
export match mat "{stem}-again.mat"
"""


def numbers(name, said):
    """Returns the two players' numbers of a row of the statistics."""
    found = re.search(rf"^{re.escape(name)} +(\S+) +(\S+)", said, re.M)
    assert found, (name, said)
    return found.group(1), found.group(2)


def main():
    records = sorted(glob.glob("*.mat"))
    for record in records:
        stem = record[:-4]
        with open("commands", "w") as script:
            script.write(SCRIPT.format(record=record, stem=stem))
        done = subprocess.run([*sys.argv[1:], "-c", "commands"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done
        said = done.stdout
        moves = numbers("Total moves", said)
        counted = [numbers(name, said) for name in ("Unforced moves", "Moves marked bad", "Moves marked very bad")]
        assert all(int(one) <= int(all_) for row in counted for one, all_ in zip(row, moves)), said
        assert any(int(count) > 0 for count in moves), said
        assert "Overall rating" in said or "Overall" in said, said
        for written in (f"{stem}.sgf", f"{stem}-again.mat"):
            assert os.path.getsize(written) > 200, written
        # A text has a file a game; the first one has the name that was given.
        assert "Match equity" in open(f"{stem}.txt").read() or os.path.getsize(f"{stem}.txt") > 1000
        print(record, *moves)


main()
