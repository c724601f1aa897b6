"""Measures what handing work to Dask costs: one process alone, then clusters of one and of two workers.

    python python/benches/many.py MATCHES... [--plies N] [--trim]

MATCHES are records; the first 10, 100 and 1,000 are checked and analysed. What is printed is the time of the processor in all
processes together, which means something on a busy machine, too.
"""

import argparse
import time

import dask
from dask.distributed import Client, LocalCluster

import barpoint
from barpoint import distributed

COUNTS = (10, 100, 1000)


def spent(client=None):
    """Returns the seconds of the processor of this process and of all workers so far."""
    return time.process_time() + (sum(client.run(time.process_time).values()) if client else 0)


def timed(work, *args, client=None, **more):
    begin = spent(client)
    result = work(*args, client=client, **more)
    return spent(client) - begin, result


def warm():
    """Computes the bear-off tables of a process, which takes about half a second once."""
    return distributed.engine().cube("2G4bABDYbhsAAA", plies=0).action


def facts(analyses):
    return [analysis.to_dict() for each in analyses for analysis in each]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("matches", nargs="+")
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--trim", action="store_true", help="leave Dask's MALLOC_TRIM_THRESHOLD_ as it is")
    options = parser.parse_args()
    if not options.trim:
        dask.config.set({"distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1}})
    works = {
        "check": (distributed.check, lambda found: found),
        f"analyse, {options.plies}-ply": (lambda *args, **more: distributed.analyse(*args, plies=options.plies, **more), facts),
    }
    print(f"{'':<34}{'here':>10}{'1 worker':>10}{'2 workers':>10}", flush=True)
    warm()
    counts = [count for count in COUNTS if count <= len(options.matches)]
    here = {(what, count): timed(work, options.matches[:count]) for what, (work, _) in works.items() for count in counts}
    times = {key: [first] for key, (first, _) in here.items()}
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                client.run(warm)
                for (what, count), (_, expected) in here.items():
                    work, told = works[what]
                    seconds, found = timed(work, options.matches[:count], client=client)
                    assert told(found) == told(expected), (what, count)
                    times[what, count].append(seconds)
    for (what, count), each in times.items():
        print(f"{what + f', {count} matches':<34}" + "".join(f"{seconds:>9.2f}s" for seconds in each), flush=True)


if __name__ == "__main__":
    main()
