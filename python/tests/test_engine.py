"""The engine: evaluations, hints, cube decisions, rollouts and analyses."""

import os
import pickle
import signal
import threading
import time

import pytest

import barpoint
from barpoint import Board, Engine, Position, Roll

numpy = pytest.importorskip("numpy")


def boards():
    return [play.after.flip() for roll in Roll.all() for play in Board().legal_plays(roll)]


def test_an_evaluation_is_a_distribution(engine):
    found = engine.evaluate(Board(), plies=1)
    assert 0.5 < found.win < 0.56 and found.plies == 1
    assert found.win_backgammon <= found.win_gammon <= found.win
    assert found == engine.evaluate("4HPwATDgc/ABMA", plies=1)
    for wrong in (4, -1, 300):
        with pytest.raises(ValueError):
            engine.evaluate(Board(), plies=wrong)


def test_a_batch_is_evaluated_as_its_positions_are(engine):
    all = boards()
    found = engine.evaluate(numpy.array([board.lanes for board in all], dtype=numpy.int8))
    assert found.shape == (len(all), 6) and found.dtype == numpy.float32
    for board, row in list(zip(all, found))[::17]:
        one = engine.evaluate(board, cubeful=False)
        expected = [one.win, one.win_gammon, one.win_backgammon, one.lose_gammon, one.lose_backgammon, one.cubeless]
        assert numpy.allclose(row, expected, atol=1e-6)
    # Whatever integers the array holds, however it lies in memory, with or without the checkers borne off.
    wide = numpy.array([board.lanes[:26] for board in all], dtype=numpy.int64)
    assert (engine.evaluate(wide) == found).all()
    assert (engine.evaluate(numpy.asfortranarray(wide), threads=3) == found).all()
    assert (engine.evaluate(wide[::-1])[::-1] == found).all()


def test_a_batch_can_be_searched_deeper(engine):
    all = boards()[:40]
    found = engine.evaluate(numpy.array([board.lanes for board in all]), plies=1)
    for board, row in zip(all, found):
        assert abs(engine.evaluate(board, plies=1, cubeful=False).cubeless - row[5]) < 1e-6


def test_a_batch_is_the_same_on_any_number_of_threads(engine):
    all = numpy.array([board.lanes for board in boards()])
    for plies, count in ((0, len(all)), (1, 60), (2, 5)):
        one = engine.evaluate(all[:count], plies=plies, threads=1)
        for threads in (2, 3, 7):
            assert (engine.evaluate(all[:count], plies=plies, threads=threads) == one).all()


def test_an_empty_batch_and_wrong_ones(engine):
    assert engine.evaluate(numpy.zeros((0, 26), numpy.int8)).shape == (0, 6)
    for wrong in (numpy.zeros((2, 5), int), numpy.zeros(26, int), numpy.zeros((2, 26))):
        with pytest.raises(ValueError):
            engine.evaluate(wrong)
    good = numpy.array([board.lanes for board in boards()])
    good[7][3] = 1000
    with pytest.raises(barpoint.IdError) as raised:
        engine.evaluate(good)
    assert raised.value.code == "position-invalid" and raised.value.place == 7


def test_hints_are_all_legal_plays_the_best_first(engine):
    found = engine.hint(Board(), "31")
    assert str(found[0].play) == found[0].text == "8/5 6/5" and found[0].loss == 0
    assert {candidate.play for candidate in found} == set(Board().legal_plays("31"))
    assert found[0].evaluation.plies == 2 and found[1].loss > 0
    assert len(engine.hint(Board(), "31", count=3, plies=0)) == 3
    position = Position.at(Board(), length=7, roll="65")
    assert engine.hint(position, plies=0)[0].evaluation.match_chance is not None
    with pytest.raises(TypeError):
        engine.hint(Board())


def test_cube_decisions(engine):
    found = engine.cube(Board(), plies=0)
    assert found.action == "no double, beaver" and not found.is_double and found.is_take and found.double_pass == 1
    assert found.match_chances is None
    # A bear-off that the mover leads by the roll.
    race = Position("2G4bABDYbhsAAA")
    assert engine.cube(race, plies=0).action in ("double, take", "double, pass")
    assert len(engine.cube(Position.at(Board(), length=5), plies=0).match_chances) == 3
    assert engine.cube(Position.at(Board(), length=5, score=(4, 1), crawford=True), plies=0).action == "not available"


def test_what_is_over_is_not_evaluated(engine):
    over = Board.from_lanes([0] * 26)
    race = Board.from_lanes([0, 1, *[0] * 24, 14, -15])
    won = Position.at(Board(), length=7, score=(7, 0), roll="31")
    beavered = Position("XGID=-b----E-C---eE---c-e----B-:1:1:1:B:0:0:3:0:10")
    asked = [
        lambda: engine.cube(over), lambda: engine.rollout(race), lambda: engine.rollout_cube(race.flip()),
        *(lambda position=position, ask=ask: ask(position)
          for position in (won, beavered) for ask in (engine.evaluate, engine.cube, engine.rollout)),
        lambda: engine.hint(won),
    ]  # fmt: skip
    for ask in asked:
        with pytest.raises(barpoint.BarpointError) as raised:
            ask()
        assert raised.value.code == "position-settled"
    assert engine.evaluate(race).win == 0


def test_a_score_beyond_every_table_is_an_error(engine):
    with pytest.raises(barpoint.UnknownScoreError) as raised:
        engine.cube(Position.at(Board(), length=100))
    assert raised.value.code == "score-unknown"


def test_rollouts_do_not_depend_on_threads_and_report_progress(engine):
    told = []
    question = dict(games=108, truncate=3, seed=7, plays=["8/5 6/5", "24/23 13/10"])
    one = engine.rollout(Board(), "31", threads=1, progress=lambda done, total: told.append((done, total)), **question)
    many = engine.rollout(Board(), "31", threads=3, **question)
    assert [candidate.evaluation for candidate in one] == [candidate.evaluation for candidate in many]
    assert one[0].evaluation.games == 108 and one[0].evaluation.error > 0 and one[1].loss > 0
    assert told[-1] == (108, 108) and told == sorted(told)
    assert len(engine.rollout(Board(), "31", games=36, truncate=1)) == 4
    assert engine.rollout(Board(), games=36, truncate=1)[0].text == "position"
    assert [each.text for each in engine.rollout(Board(), games=36, truncate=1, cube=True)] == ["no double", "double, take"]
    assert engine.rollout_cube(Board(), games=36, truncate=1).action == "no double, beaver"


@pytest.mark.parametrize(
    "question", [dict(roll="31", plays=["8/5 6/5", "24/20"]), dict(cube=True), dict(), dict(roll="66")], ids=str
)
def test_shares_of_a_rollout_merge_to_the_whole(engine, question):
    question = dict(question, games=40, truncate=3, seed=3)
    found = engine.rollout(Board(), **question)
    whole = engine.rollout(Board(), share=(1, 1), **question)
    assert whole.is_whole and whole.games == range(40) and whole.total == 40
    told = lambda candidates: [(each.text, each.play, each.evaluation, each.loss) for each in candidates]
    assert told(whole.candidates) == told(found)
    for parts in (1, 2, 3, 7):
        shares = [engine.rollout(Board(), share=(number, parts), **question) for number in range(1, parts + 1)]
        assert [number for share in shares for number in share.games] == list(range(40))
        again = [pickle.loads(pickle.dumps(share)) for share in reversed(shares)]
        assert again == shares[::-1]
        merged = barpoint.merge(again)
        assert merged == whole and merged.to_json() == whole.to_json()
        assert told(merged.candidates) == told(found)
    decision = barpoint.merge(again).decision
    assert (decision is None) != ("cube" in question)
    if decision is not None:
        assert repr(decision) == repr(engine.rollout_cube(Board(), games=40, truncate=3, seed=3))


def test_shares_report_their_own_progress(engine):
    told = []
    engine.rollout(Board(), games=40, truncate=1, share=(2, 2), progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told) and told[-1] == (20, 20) and told[0][0] <= 20


def test_shares_that_do_not_fit_are_not_merged(engine):
    share = lambda number, parts=2, **more: engine.rollout(
        Board(), share=(number, parts), **{**dict(games=36, truncate=1), **more}
    )
    one = share(1)
    for states, what in [
        ([], "no state to merge"),
        ([one], "no state has games 19 to 36 of 36"),
        ([one, one], "state 1 and state 2 both have games 1 to 18 of 36"),
        ([one, share(2, seed=4)], "state 2 doesn't fit state 1: it was made with another seed, 4 instead of 1"),
        ([one, share(2, games=72)], "another number of games in all, 72 instead of 36"),
        ([one, share(2, roll="31")], "another roll"),
    ]:
        with pytest.raises(barpoint.BarpointError, match=what) as raised:
            barpoint.merge(states)
        assert raised.value.code == "state-mismatch"
    for text in ("", "{}", one.to_json().replace(": 36", ": 37")):
        with pytest.raises(barpoint.BarpointError) as raised:
            barpoint.RolloutState.from_json(text)
        assert raised.value.code == "state-invalid"
    for wrong in (dict(share=(0, 2)), dict(share=(3, 2)), dict(share=(1, 37)), dict(share=(1, 2), error=0.1)):
        with pytest.raises(ValueError):
            engine.rollout(Board(), **{**dict(games=36), **wrong})
    with pytest.raises(TypeError):
        barpoint.merge([1])


def test_wrong_plays_are_not_rolled_out(engine):
    for wrong in ([], ["8/5 6/4"], [Board().legal_plays("66")[0]]):
        with pytest.raises(ValueError):
            engine.rollout(Board(), "31", plays=wrong, games=36)
    with pytest.raises(ValueError):
        engine.rollout(Board(), "31", games=0)


def test_no_argument_of_a_rollout_is_ignored(engine):
    with pytest.raises(TypeError):
        engine.rollout(Board(), plays=["8/5 6/5"], games=36)
    play = Board().legal_plays("31")[0]
    for wrong in (dict(cube=True, plays=[play]), dict(cube=True, roll="31"), *(dict(error=error) for error in (-1.0, 0.0, float("nan")))):
        with pytest.raises(ValueError):
            engine.rollout(Board(), games=36, truncate=1, **wrong)


def test_what_is_found_is_pickled(engine):
    decision = engine.cube(Position.at(Board(), length=5), plies=0)
    found = engine.rollout(Board(), "31", games=36, truncate=1)[1]
    again, decided = pickle.loads(pickle.dumps((found, decision)))
    assert (again, decided) == (found, decision) and again != engine.hint(Board(), "31", count=1)[0]
    told = lambda each: (each.match_chances, each.action, each.is_double, each.is_take)
    assert told(decided) == told(decision)
    evaluation = engine.evaluate(Position.at(Board(), length=5))
    assert pickle.loads(pickle.dumps(evaluation)) == evaluation and evaluation.match_chance is not None


def test_an_exception_in_progress_ends_the_rollout(engine):
    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.rollout(Board(), "31", games=100_000, truncate=4, progress=stop)


def test_ctrl_c_ends_the_work(engine):
    # In the background of a script the signal is ignored, and other tests leave handlers of their own.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            engine.rollout(Board(), "31", games=10_000_000)
        assert time.monotonic() - begin < 20
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            engine.evaluate(numpy.array([Board().lanes] * 2_000), plies=3, threads=1)
        assert time.monotonic() - begin < 60
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_run_during_the_work(engine):
    ticks = []
    is_over = threading.Event()

    def tick():
        while not is_over.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    engine.rollout(Board(), "31", games=144, truncate=6, threads=1)
    end = time.monotonic()
    is_over.set()
    thread.join()
    assert len([at for at in ticks if begin < at < end]) >= min(3, (end - begin) / 0.05)


def test_an_analysis_is_the_same_on_any_number_of_threads(engine, records):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    told = []
    one = engine.analyse(match, plies=0, threads=1, progress=lambda done, total: told.append(done / total))
    many = engine.analyse(match, plies=0, threads=4)
    assert one.match == many.match and one.match != match
    assert told and told[-1] == 1
    assert one.performance[0].pr > 0 and one.performance[0].decisions > 20
    told = one.to_dict()
    assert told["performance"][0]["pr"] == one.performance[0].pr and told["decisions"]
    again = barpoint.read(one.match.convert("sgf"))[0]
    assert len(again.games) == len(match.games) and b"A[" in one.match.convert("sgf")
    assert pickle.loads(pickle.dumps(one.match)).convert("sgf") == one.match.convert("sgf")
    again = pickle.loads(pickle.dumps(one))
    assert again == one == many and hash(again) == hash(one)
    assert again.to_dict() == one.to_dict() and repr(again) == repr(one)
    assert pickle.loads(pickle.dumps(one.performance)) == one.performance
    assert again.match == one.match and again.match.format == "mat" and again.match.findings == match.findings
    lines = lambda match: [decision.line for game in match for decision in game]
    assert lines(again.match) == lines(match)


def test_engines_are_pickled_and_used_from_threads(engine):
    again = pickle.loads(pickle.dumps(Engine(threads=2)))
    found = []
    threads = [threading.Thread(target=lambda: found.append(again.evaluate(Board(), plies=1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(each == engine.evaluate(Board(), plies=1) for each in found)


def test_arguments_out_of_range_are_value_errors(engine):
    wrong = [
        lambda: engine.evaluate(Board(), threads=-1), lambda: engine.evaluate(Board(), threads=0), lambda: Engine(threads=0),
        lambda: engine.evaluate(Board(), plies=2**70), lambda: engine.hint(Board(), "31", count=-1),
        *(lambda named=named: engine.rollout(Board(), **{"games": 36, **named})
          for named in (dict(games=-1), dict(truncate=70000), dict(seed=-1), dict(threads=-1), dict(share=(-1, 2)))),
        lambda: engine.rollout_cube(Board(), games=-1), lambda: Position.at(Board(), length=2**70),
        lambda: Board(checkers=2**70), lambda: Roll(2**70, 1), lambda: Roll(1, 2**70),
    ]  # fmt: skip
    for ask in wrong:
        with pytest.raises(ValueError):
            ask()
    with pytest.raises(TypeError):
        engine.rollout(Board(), seed="3")
    with pytest.raises(ValueError, match="named twice"):
        engine.rollout(Board(), "31", plays=["8/5 6/5", "6/5 8/5"], games=36)


def test_a_rollout_of_a_match_has_its_chances(engine):
    position = Position.at(Board(), length=7, score=(2, 3))
    short = dict(games=36, truncate=1)
    for found in (
        engine.rollout(position, **short)[0].evaluation,
        engine.rollout(position, "31", **short)[0].evaluation,
        engine.rollout(position, share=(1, 1), **short).candidates[0].evaluation,
        engine.rollout_cube(position, **short).evaluation,
        engine.cube(position, plies=0).evaluation,
    ):
        assert 0.3 < found.match_chance < 0.7
    assert engine.rollout(Board(), **short)[0].evaluation.match_chance is None
    assert engine.cube(Board(), plies=0).evaluation.match_chance is None


def test_without_a_cube_to_turn_the_position_is_rolled_out(engine):
    for position in (
        Position.at(Board(), length=5, score=(4, 1), crawford=True),
        Position.at(Board(), cube=2, owner="opponent"),
        Position("XGID=-b----E-C---eE---c-e----B-:2:1:1:00:0:0:3:0:2"),
    ):
        found = engine.rollout(position, cube=True, games=36, truncate=1)
        assert [each.text for each in found] == ["position"]
