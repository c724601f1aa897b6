"""Work on a cluster of several processes: the results are those of one machine, also where a worker or all of it is killed."""

import functools
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import barpoint
from barpoint import distributed

dask = pytest.importorskip("dask.distributed")

OPENING = "4HPwATDgc/ABMA"
PROGRAM = os.path.abspath(os.environ["BARPOINT_PROGRAM"]) if os.environ.get("BARPOINT_PROGRAM") else None


@pytest.fixture(scope="module")
def client():
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with dask.Client(cluster) as client:
            yield client


def wait_for(what):
    end = time.monotonic() + 120
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def results(folder):
    return sorted(folder.glob("*.pickle"))


def test_checks_are_those_of_one_process(client, records):
    paths = sorted(str(path) for path in (records / "mat/invalid").glob("*.mat"))[:40]
    found = distributed.check(paths, client=client)
    assert found == [barpoint.check(path) for path in paths] == distributed.check(paths)
    assert sum(map(len, found)) > 20
    pedantic = distributed.check([b"x" + open(path, "rb").read() for path in paths[:3]], client=client, pedantic=True)
    assert len(pedantic) == 3


def test_the_rules_given_are_those_of_one_process(client, tmp_path):
    # Without its header the record is backgammon, and its second play moves a checker that isn't there.
    record = b" 3 point match\n\n Game 1\n Ann : 0                       Bob : 0\n  1) 61: 13/7 8/7              42: 23/21 24/20\n"
    rules = ["variant=nackgammon"]
    for where in ({}, {"client": client}, {"folder": tmp_path}):
        found = distributed.check([record], rules=rules, **where)
        assert found == [barpoint.check(record, rules=rules)] != distributed.check([record], **where)
        assert distributed.stats([record], rules=rules, **where) == barpoint.stats(record, rules=rules)
        [[analysis]] = distributed.analyse([record], rules=rules, plies=0, **where)
        assert analysis.match.is_legal


@pytest.mark.skipif(not PROGRAM, reason="BARPOINT_PROGRAM names the program")
def test_tallies_add_up_to_those_of_the_command(client, records, tmp_path):
    # In one folder, which is one source of dice.
    for path in [*(records / "mat/valid").glob("*-points*.mat"), *records.glob("analysis/*.sgf.gz")]:
        shutil.copy(path, tmp_path)
    paths = sorted(str(path) for path in tmp_path.iterdir())
    tally = distributed.stats(paths, client=client, folder=tmp_path / "kept")
    assert tally == distributed.stats(paths) == pickle.loads(pickle.dumps(tally)) and tally.analysed > 1
    half = len(paths) // 2
    assert tally == distributed.stats(paths[:half]) + distributed.stats(paths[half:])
    told = subprocess.run([PROGRAM, "stats", "--json", "--quiet", tmp_path], capture_output=True, text=True)
    expected = [line for line in map(json.loads, told.stdout.splitlines()) if line["scope"] != "source"]
    found = tally.to_dicts()
    # The command takes names that differ in case as one, and leaves duplicates out: there are none here.
    assert [line["name"] for line in found] == [line["name"] for line in expected]
    assert found == expected
    with pytest.raises(barpoint.BarpointError, match="version 7"):
        barpoint.Tally._restored('{"version":7}', 0)


def test_analyses_are_those_of_one_process(client, records, engine, tmp_path):
    paths = [records / "mat/valid" / name for name in ("one-point.mat", "seven-points.mat")]
    found = distributed.analyse(paths, client=client, folder=tmp_path, plies=0)
    matches = [match for path in paths for match in barpoint.read(path)]
    expected = [engine.analyse(match, plies=0) for match in matches]
    for again in (found, distributed.analyse(paths, folder=tmp_path, plies=0), [distributed.analyse(matches, plies=0)[0]]):
        for one, other in zip([analysis for each in again for analysis in each], expected):
            assert one.match.convert("sgf") == other.match.convert("sgf")
            assert one.to_dict() == other.to_dict()
            for side in (0, 1):
                mine, theirs = one.performance[side], other.performance[side]
                assert (mine.pr, mine.decisions, mine.lost) == (theirs.pr, theirs.decisions, theirs.lost)
    assert [len(each) for each in found] == [1, 1] and len(results(tmp_path)) == 2


@pytest.mark.parametrize("shares", [1, 2, 3, 7])
def test_a_rollout_in_shares_is_that_of_one_process(client, engine, shares):
    question = dict(plays=["8/5 6/5", "24/20"], games=40, truncate=3, seed=3)
    whole = engine.rollout(OPENING, "31", share=(1, 1), **question)
    assert distributed.rollout(OPENING, "31", shares=shares, client=client, **question).to_json() == whole.to_json()


def test_a_killed_worker_changes_nothing(client, engine, tmp_path):
    question = dict(games=360, seed=5, cube=True)
    found, killed = [], list(client.run(os.getpid).values())[0]
    work = functools.partial(distributed.rollout, OPENING, shares=12, client=client, folder=tmp_path, **question)
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    wait_for(lambda: len(results(tmp_path)) >= 2)
    os.kill(killed, signal.SIGKILL)
    assert len(results(tmp_path)) < 12
    thread.join(300)
    assert found[0].to_json() == engine.rollout(OPENING, share=(1, 1), **question).to_json()
    assert len(results(tmp_path)) == 12
    wait_for(lambda: len(client.scheduler_info()["workers"]) == 2)
    assert killed not in client.run(os.getpid).values()


def test_a_run_that_was_killed_is_gone_on_with(engine, tmp_path):
    question = dict(games=360, seed=5)
    script = f"""
from barpoint import distributed
distributed.rollout({OPENING!r}, shares=12, folder={str(tmp_path)!r}, **{question!r})
"""
    process = subprocess.Popen([sys.executable, "-c", script])
    wait_for(lambda: len(results(tmp_path)) >= 2)
    process.kill()
    process.wait()
    before = {path: path.stat().st_mtime_ns for path in results(tmp_path)}
    assert 2 <= len(before) < 12
    state = distributed.rollout(OPENING, shares=12, folder=tmp_path, **question)
    assert state.to_json() == engine.rollout(OPENING, share=(1, 1), **question).to_json()
    assert len(results(tmp_path)) == 12
    assert all(path.stat().st_mtime_ns == at for path, at in before.items())
    # Another question is another shard.
    distributed.rollout(OPENING, shares=12, folder=tmp_path, **{**question, "games": 36, "truncate": 1})
    assert len(results(tmp_path)) == 24


DONE = []


def count_matches(path):
    DONE.append(path)
    return len(barpoint.read(path))


@pytest.mark.parametrize("function", [lambda item: 1, (lambda: lambda item: 2)(), [].count, functools.partial(lambda item: 3)])
def test_a_function_without_a_name_of_its_own_has_no_folder(function, tmp_path):
    assert distributed.each(function, [5]) == [function(5)]
    with pytest.raises(ValueError, match="has no name of its own"):
        distributed.each(function, [5], folder=tmp_path / "results")


def test_what_fails_keeps_the_rest(tmp_path):
    good, bad = tmp_path / "good.mat", tmp_path / "missing.mat"
    good.write_text(" 1 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5\n")
    done, read = DONE, count_matches
    folder = tmp_path / "results"
    for _ in range(2):
        with pytest.raises(OSError):
            distributed.each(read, [bad, good], folder=folder)
    # What failed is tried again, and what was done isn't.
    assert done == [bad, good, bad] and len(results(folder)) == 1
    bad.write_text(good.read_text())
    assert distributed.each(read, [bad, good], folder=folder) == [1, 1]
    assert done == [bad, good, bad, bad] and not list(folder.glob(".*"))
    # What isn't a result is replaced.
    for path in results(folder):
        path.write_bytes(b"")
    assert distributed.each(read, [good], folder=folder) == [1] and done[-1] == good
