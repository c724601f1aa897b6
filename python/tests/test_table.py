"""Decisions as an Arrow table, read by the libraries that it is for."""

import gc
import json
import pickle

import duckdb
import polars
import pyarrow
import pytest
from conftest import ROOT

import barpoint


@pytest.fixture(scope="module")
def matches(records):
    return [match for path in sorted((records / "mat/valid").glob("*.mat")) for match in barpoint.read(path)]


def id_of(position, kind):
    """Returns an ID; `None` where the position has none of that kind."""
    try:
        return None if position is None else getattr(position, kind)
    except barpoint.IdError:
        return None


def expected(match, decision):
    """Returns what a row has of a decision."""
    position, after = decision.position, decision.after
    return {
        "path": match.path,
        "match": match.number,
        "game": decision.game,
        "decision": decision.number,
        "line": decision.line,
        "action": decision.action,
        "side": decision.side,
        "player": decision.player,
        "opponent": decision.opponent,
        "length": match.length,
        "cube": decision.cube,
        "offered": decision.offered,
        "roll": None if decision.roll is None else str(decision.roll),
        **{kind: id_of(position, kind) for kind in ("position_id", "match_id", "xgid", "ogid")},
        "resulting_position_id": None if after is None else after.flip().position_id,
        "points": decision.points,
    }


def test_the_columns_are_the_keys_of_the_command():
    schema = json.loads((ROOT / "docs/schema/decision.schema.json").read_text())
    keys = [key for key in schema["required"] if key not in ("schema", "code", "message")]
    table = barpoint.decisions([])
    assert table.columns == keys and len(table) == 0
    types = {field.name: field for field in pyarrow.table(table).schema}
    of_json = {"integer": pyarrow.types.is_integer, "number": pyarrow.types.is_floating}
    of_json |= {"string": pyarrow.types.is_large_string, "boolean": pyarrow.types.is_boolean}
    for key in keys:
        kinds = schema["properties"][key]["type"]
        kinds = [kinds] if isinstance(kinds, str) else kinds
        assert of_json[kinds[0]](types[key].type) and types[key].nullable == ("null" in kinds), key


def test_a_row_is_a_decision(matches):
    table = barpoint.decisions(matches)
    decisions = [(match, decision) for match in matches for game in match for decision in game]
    rows = pyarrow.table(table).to_pylist()
    assert len(rows) == len(table) == len(decisions) > 300
    for row, (match, decision) in zip(rows, decisions):
        wanted = expected(match, decision)
        assert {key: row[key] for key in wanted} == wanted
        assert (row["play"] is None) == (decision.play is None)
        if decision.play:
            # GNU Backgammon's notation is another spelling of the same play.
            assert barpoint.Play(row["play"], decision.board, decision.roll).after == decision.after
            game = match.games[[game.number for game in match].index(decision.game)]
            assert sorted([row["score"], row["opponent_score"]]) == sorted(game.score)
            assert row["crawford"] == game.is_crawford


def test_polars_and_duckdb_read_the_same(matches):
    decided = barpoint.decisions(matches)
    rows = pyarrow.table(decided).to_pylist()
    assert polars.DataFrame(decided).to_dicts() == rows
    assert duckdb.sql("FROM decided").pl().to_dicts() == rows
    plays = sum(decision.action == "play" for match in matches for game in match for decision in game)
    assert duckdb.sql("SELECT count(*) FROM decided WHERE action = 'play'").fetchall() == [(plays,)]


def test_losses_are_those_of_the_analysis(engine, records):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    bare = polars.DataFrame(barpoint.decisions(match))
    losses = ["best_play", "play_loss", "play_mark", "best_cube", "cube_loss", "cube_mark", "luck"]
    assert all(bare[loss].is_null().all() for loss in losses)
    analysis = engine.analyse(match, plies=0)
    rows = {(row["game"], row["decision"]): row for row in polars.DataFrame(barpoint.decisions(analysis)).to_dicts()}
    found = analysis.to_dict()
    for decision in found["decisions"]:
        row = rows[decision["game"], decision["act"] + 1]
        assert row["position_id"] == decision["position_id"] and row["side"] == decision["player"]
        for loss in ("play", "cube"):
            lost = decision[f"{loss}_lost"]
            assert row[f"{loss}_loss"] == (None if lost is None else pytest.approx(lost["equity"], abs=1e-9))
            assert row[f"{loss}_mark"] == decision[f"{loss}_mark"]
        assert row["luck"] == (None if decision["luck"] is None else pytest.approx(decision["luck"]["equity"], abs=1e-9))
        if row["best_play"] is not None:
            assert row["best_play"] == decision["best"]
    for side, statistics in enumerate(found["statistics"]):
        lost = sum(row["play_loss"] or 0 for row in rows.values() if row["side"] == side)
        assert lost == pytest.approx(statistics["plays_lost"]["equity"], abs=1e-5)
    # The analysis that a record contains counts too.
    again = barpoint.decisions(barpoint.read(analysis.match.convert("json")))
    count = sum(decision["play_lost"] is not None for decision in found["decisions"])
    assert polars.DataFrame(again)["play_loss"].is_not_null().sum() == count > 0


def test_a_table_outlives_what_it_was_made_of_and_is_read_twice(records):
    table = barpoint.decisions(barpoint.read(records / "mat/valid/one-point.mat"))
    unread = table.__arrow_c_stream__()
    first, second = pyarrow.table(table), pyarrow.table(table)
    rows, frame = first.to_pylist(), polars.DataFrame(table)
    # The very buffers, not copies.
    addresses = [one.column("cube").chunk(0).buffers()[1].address for one in (first, second)]
    assert addresses[0] == addresses[1]
    del table, unread, first
    gc.collect()
    assert second.to_pylist() == rows == frame.to_dicts()


def test_many_matches_come_in_several_batches(records):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    size = sum(len(game) for game in match)
    table = barpoint.decisions(iter([match] * 1_000))
    assert len(table) == 1_000 * size > 1 << 16
    read = pyarrow.table(table)
    assert read.num_rows == len(table) and read.column("action").num_chunks == 2
    assert repr(table) == f"<DecisionTable {len(table)} rows, 32 columns>"
    counts = duckdb.sql("SELECT decision, count(*) AS n FROM read GROUP BY decision").fetchall()
    assert all(count == 1_000 for _, count in counts) and len(counts) == size


def test_a_table_is_pickled(matches):
    table = barpoint.decisions(matches)
    again = pickle.loads(pickle.dumps(table))
    assert again == table != barpoint.decisions(matches[:1])
    assert pyarrow.table(again).equals(pyarrow.table(table))
    assert pickle.loads(pickle.dumps(barpoint.decisions([]))) == barpoint.decisions([])
    restore, (columns, [(rows, packed), *_]) = table.__reduce__()
    with pytest.raises(ValueError, match="another version"):
        restore(columns[1:], [])
    for wrong in [(rows + 1, packed), (rows, packed[1:]), (rows, [(None, [b""])] * len(packed))]:
        with pytest.raises(ValueError):
            restore(columns, [wrong])


@pytest.mark.parametrize("wrong", [5, "match.mat", [5], barpoint.Board(), None])
def test_what_is_no_match_has_no_decisions(wrong):
    with pytest.raises(TypeError, match="Match"):
        barpoint.decisions(wrong)


def test_an_exception_of_the_iterable_is_raised():
    def broken():
        yield from ()
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        barpoint.decisions(broken())
