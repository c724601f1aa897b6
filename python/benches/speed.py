"""Measures the package beside PyPI's `gnubg-nn`, and the check of many matches beside the command.

    python python/benches/speed.py POSITIONS [MATCHES COMMAND]
    python python/benches/speed.py POSITIONS EXAMPLE

POSITIONS is a file of Position IDs, MATCHES a folder of records, COMMAND the program `barpoint`; EXAMPLE is the library's example
`evaluate`, built with `--release`, beside which the evaluation of an array is measured. All on one thread.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import barpoint

SECONDS = 2.0


def rate(each, things, size=1):
    """Returns how many things a function does a second: the best of three runs."""
    best = 0.0
    for _ in range(3):
        begin, count = time.perf_counter(), 0
        while time.perf_counter() - begin < SECONDS:
            for thing in things:
                each(thing)
                count += size
                if time.perf_counter() - begin >= SECONDS:
                    break
        best = max(best, count / (time.perf_counter() - begin))
    return best


def once(each, things):
    """Returns how many things a function does a second in a single pass: gnubg-nn remembers what it has evaluated."""
    begin = time.perf_counter()
    for thing in things:
        each(thing)
    return len(things) / (time.perf_counter() - begin)


def say(what, *rates):
    print(f"{what:<34}" + "".join(f"{each:>16,.0f}" for each in rates), flush=True)


def speeds(ids):
    import gnubg_nn
    import numpy

    engine = barpoint.Engine(threads=1)
    boards = [barpoint.Board(id) for id in ids]
    theirs = [gnubg_nn.board_from_position_id(id) for id in ids]
    print(f"{'a second':<34}{'barpoint':>16}{'gnubg-nn':>16}")
    say("positions parsed", rate(barpoint.Board, ids), rate(gnubg_nn.board_from_position_id, ids))
    say("lists of legal plays, roll 31", rate(lambda board: board.legal_plays("31"), boards),
        rate(lambda board: gnubg_nn.moves(board, 3, 1), theirs))  # fmt: skip
    rows = numpy.array([board.lanes for board in boards], numpy.int8)
    # Both bear-off tables are computed here, and the nets are loaded.
    engine.evaluate(rows)
    engine.evaluate("AQAABAAAAAAAAA")
    gnubg_nn.probabilities(gnubg_nn.board_from_position_id("4HPwATDgc/ABMA"), 1)
    say("evaluations at 0-ply, one by one", rate(lambda board: engine.evaluate(board, cubeful=False), boards),
        once(lambda board: gnubg_nn.probabilities(board, 0), theirs))  # fmt: skip
    say("evaluations at 0-ply, as a batch", rate(engine.evaluate, [rows], len(rows)))
    say("evaluations at 1-ply, one by one", rate(lambda board: engine.evaluate(board, plies=1, cubeful=False), boards),
        once(lambda board: gnubg_nn.probabilities(board, 1), theirs[:1000]))  # fmt: skip
    say("evaluations at 1-ply, as a batch", rate(lambda rows: engine.evaluate(rows, plies=1), [rows], len(rows)))
    say("best plays of 31 at 2-ply", rate(lambda board: engine.hint(board, "31", cubeful=False), boards),
        rate(lambda board: gnubg_nn.best_move(board, 3, 1, 2), theirs))  # fmt: skip


def checks(folder, command):
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix in (".mat", ".sgf"))
    # The same files often enough to be 1,000.
    paths = (paths * (1000 // len(paths) + 1))[:1000]
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        for path in paths:
            barpoint.check(path)
        seconds.append(time.perf_counter() - begin)
    ours = min(seconds)
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run([command, "check", "--jobs", "1", *map(str, paths)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - begin)
    size = sum(os.path.getsize(path) for path in paths)
    print(f"{len(paths)} records, {size:,} bytes: from Python {ours:.3f} s, the command {min(seconds):.3f} s")


def beside(ids, example):
    """Measures the evaluation of an array and the library's own, in turns, and prints the best of five of each."""
    import numpy

    engine = barpoint.Engine(threads=1)
    rows = numpy.array([barpoint.Board(id).lanes for id in ids], numpy.int8)
    engine.evaluate(rows)
    ours, theirs = [], []
    for _ in range(5):
        begin = time.perf_counter()
        engine.evaluate(rows)
        ours.append(len(rows) / (time.perf_counter() - begin))
        told = subprocess.run([example], input="\n".join(ids), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
        theirs.append(float(told.stderr.split()[0]))
    print(f"evaluations at 0-ply a second: {max(ours):,.0f} as an array, {max(theirs):,.0f} in Rust: {max(ours) / max(theirs):.0%}")


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text().split()
    if len(sys.argv) == 3:
        beside([line for line in lines if len(line) == 14], sys.argv[2])
        sys.exit()
    speeds([line for line in lines if len(line) == 14])
    if len(sys.argv) > 3:
        checks(sys.argv[2], sys.argv[3])
