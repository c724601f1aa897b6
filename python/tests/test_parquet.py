"""Parquet files that the program writes, read by the libraries that they are for: the values are those of the lines of
JSON, row by row."""

import json
import math
import os
import subprocess
from pathlib import Path

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ["BARPOINT_PROGRAM"]) if os.environ.get("BARPOINT_PROGRAM") else None

pytestmark = pytest.mark.skipif(not PROGRAM, reason="BARPOINT_PROGRAM names the program")

VALID = "testdata/mat/valid"
ANALYSED = "testdata/analysis/match.sgf.gz"
INVALID = "testdata/mat/invalid"
# Larger than a group of rows: 32768.
MANY = 1 << 15


def run(*arguments, status=(0, 1)):
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in status, (arguments, done.returncode, done.stderr)
    return done


def lines(text):
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        assert row.pop("schema") == 1
    return rows


def readings(path):
    """Returns the rows of a file as each library reads them."""
    yield "PyArrow", pyarrow.parquet.read_table(path).to_pylist()
    yield "Polars", polars.read_parquet(path).to_dicts()
    answer = duckdb.sql(f"SELECT * FROM '{path}'")
    yield "DuckDB", [dict(zip(answer.columns, row)) for row in answer.fetchall()]


def agree(path, expected):
    assert expected
    for library, rows in readings(path):
        assert len(rows) == len(expected), library
        for number, (row, line) in enumerate(zip(rows, expected)):
            assert row == line, (library, number)


@pytest.mark.parametrize("records", [[VALID], [ANALYSED], [INVALID], [VALID, ANALYSED, "README.md"]])
def test_replay_has_the_values_of_its_lines(tmp_path, records):
    expected = lines(run("replay", *records, status=(0, 1, 2)).stdout)
    path = tmp_path / "decisions.parquet"
    assert run("replay", *records, "-o", path, status=(0, 1, 2)).stdout == ""
    agree(path, expected)


def test_losses_are_the_same_to_the_last_bit(tmp_path):
    path = tmp_path / "decisions.parquet"
    run("replay", ANALYSED, "-o", path)
    expected = lines(run("replay", ANALYSED).stdout)
    assert sum(row["play_loss"] is not None for row in expected) > 30
    for row, line in zip(pyarrow.parquet.read_table(path).to_pylist(), expected):
        for column in ("play_loss", "cube_loss", "luck"):
            pair = row[column], line[column]
            assert pair == (None, None) or math.copysign(1, pair[0]) == math.copysign(1, pair[1]) and pair[0] == pair[1]


def test_find_writes_what_it_prints(tmp_path):
    search = ["find", ANALYSED, VALID, "--loss", "0.02.."]
    expected = lines(run(*search, "--json").stdout)
    assert len(expected) > 5
    path = tmp_path / "found.parquet"
    assert run(*search, "-o", path).stdout == ""
    agree(path, expected)
    run(*search, "--limit", 3, "-o", tmp_path / "three.parquet")
    agree(tmp_path / "three.parquet", expected[:3])
    run(*search, "-o", tmp_path / "found.jsonl")
    assert lines((tmp_path / "found.jsonl").read_text()) == expected


def test_a_search_without_results_has_columns_without_rows(tmp_path):
    path = tmp_path / "none.parquet"
    run("find", VALID, "--player", "nobody", "-o", path)
    table = pyarrow.parquet.read_table(path)
    assert (table.num_rows, table.num_columns) == (0, 34)
    assert polars.read_parquet(path).shape == (0, 34)
    assert duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall() == [(0,)]


def test_analyse_writes_what_replay_finds_in_its_record(tmp_path):
    record = f"{VALID}/one-point.mat"
    path = tmp_path / "analysed.parquet"
    run("analyse", record, "--plies", 0, "-o", path)
    run("analyse", record, "--plies", 0, "-o", tmp_path / "analysed.json")
    rows = pyarrow.parquet.read_table(path).to_pylist()
    assert sum(row["play_loss"] is not None for row in rows) > 10
    expected = lines(run("replay", tmp_path / "analysed.json").stdout)
    for row in [*rows, *expected]:
        # The place in another file.
        del row["path"], row["line"]
    assert rows == expected


def test_the_database_writes_what_it_finds(tmp_path):
    database = ["db", "--db", tmp_path / "study.db"]
    run(*database, "add", VALID, "--plies", 0, "-q")
    for arguments, condition in [([], ""), ([1, 2], "1, 2")]:
        path = tmp_path / f"{len(arguments)}.parquet"
        run(*database, "export", *arguments, "-o", path)
        rows = pyarrow.parquet.read_table(path).to_pylist()
        where = f"WHERE match IN ({condition})" if condition else ""
        query = f"SELECT game, move, player, action, roll, play, play_loss, luck FROM decisions {where}"
        expected = [json.loads(line) for line in run(*database, "sql", query, "--json").stdout.splitlines()]
        assert len(rows) == len(expected) > 20
        key = lambda row: json.dumps(row, sort_keys=True)
        assert sorted(({name: row[name] for name in expected[0]} for row in rows), key=key) == sorted(expected, key=key)
    assert run(*database, "export", 99, "-o", tmp_path / "x.parquet", status=(2,)).stderr.startswith("error: there is no match 99")
    assert not (tmp_path / "x.parquet").exists()


def test_more_rows_than_a_group_are_read_in_their_order(tmp_path):
    (tmp_path / "archive").mkdir()
    record = (ROOT / VALID / "seven-points.mat").read_bytes()
    count = len(run("replay", f"{VALID}/seven-points.mat").stdout.splitlines())
    for number in range(MANY // count + 2):
        (tmp_path / "archive" / f"{number:05}.mat").write_bytes(record)
    path = tmp_path / "many.parquet"
    run("replay", tmp_path / "archive", "-o", path)
    assert pyarrow.parquet.ParquetFile(path).num_row_groups == 2
    expected = lines(run("replay", tmp_path / "archive").stdout)
    assert len(expected) > MANY
    table = pyarrow.parquet.read_table(path)
    assert table.column("path").to_pylist() == [row["path"] for row in expected]
    assert table.column("decision").to_pylist() == [row["decision"] for row in expected]


def test_types_are_those_of_the_published_schema(tmp_path):
    path = tmp_path / "decisions.parquet"
    run("replay", VALID, "-o", path)
    schema = pyarrow.parquet.read_schema(path)
    types = {"string": pyarrow.string(), "uint8": pyarrow.uint8(), "uint16": pyarrow.uint16()}
    for name, kind in [("path", "string"), ("side", "uint8"), ("length", "uint16")]:
        assert schema.field(name).type == types[kind]
    assert schema.field("line").type == pyarrow.uint64()
    assert schema.field("crawford").type == pyarrow.bool_()
    assert schema.field("luck").type == pyarrow.float64()
    published = (ROOT / "docs/schema/decision.parquet.txt").read_text()
    for field in schema:
        assert f" {field.name}" in published
        assert ("REQUIRED" in next(line for line in published.splitlines() if f" {field.name} " in line or f" {field.name};" in line)) != field.nullable


def test_no_file_is_replaced_unasked_and_no_half_of_one_is_left(tmp_path):
    path = tmp_path / "decisions.parquet"
    path.write_text("mine")
    assert "the file exists; `--force` replaces it" in run("replay", VALID, "-o", path, status=(2,)).stderr
    assert path.read_text() == "mine"
    run("replay", VALID, "-o", path, "--force")
    assert pyarrow.parquet.read_table(path).num_rows > 100
    refused = run("replay", VALID, "--format", "parquet", status=(2,)).stderr
    assert refused.startswith("error: Parquet is written to a file\nhint: `-o FILE` names it")
    assert "must end in .parquet or .jsonl" in run("find", VALID, "-o", tmp_path / "x.csv", status=(2,)).stderr
    run("replay", "nowhere.mat", "-o", tmp_path / "y.parquet", status=(2,))
    agree(tmp_path / "y.parquet", lines(run("replay", "nowhere.mat", status=(2,)).stdout))
