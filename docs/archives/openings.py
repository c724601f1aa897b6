"""How the opening rolls of an archive were played: the same question asked of DuckDB, Polars and Apache Spark.

    openings.py duckdb DECISIONS.jsonl
    openings.py polars DECISIONS.jsonl
    openings.py spark  PATHS.txt   [--barpoint PROGRAM] [--kill-a-worker]
    openings.py spark-records RECORDS.jsonl [--barpoint PROGRAM]

DECISIONS is what `barpoint replay` writes; PATHS has the name of one record per line; RECORDS is what
`barpoint convert --to jsonl` writes. The answer is one CSV line for each roll and play, and a last one with the
number of records that couldn't be read.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time


def with_duckdb(path):
    import duckdb

    decisions = duckdb.sql(f"SELECT * FROM read_json('{path}', format='newline_delimited', sample_size=-1)")
    counts = duckdb.sql(
        "SELECT roll, play, count(*) FROM decisions WHERE decision = 1 AND action = 'play' GROUP BY roll, play"
    ).fetchall()
    bad = duckdb.sql("SELECT count(*) FROM decisions WHERE code LIKE 'source-%'").fetchall()
    return counts, bad[0][0]


def with_polars(path):
    import polars as pl

    # The first lines don't have a value for every key: all of them tell the types.
    decisions = pl.scan_ndjson(path, infer_schema_length=None)
    first = decisions.filter((pl.col("decision") == 1) & (pl.col("action") == "play"))
    counts = first.group_by("roll", "play").len().collect().rows()
    bad = decisions.filter(pl.col("code").str.starts_with("source-"))
    return counts, bad.select(pl.len()).collect().item()


def with_spark(path, program, kill_a_worker, whole_records):
    import pyspark
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two workers in processes of their own, one core and 512 MB each: a cluster on one machine.
    builder = SparkSession.builder.master("local-cluster[2,1,512]").appName("openings")
    builder = builder.config("spark.executor.memory", "512m").config("spark.ui.enabled", "false")
    spark = builder.getOrCreate()
    try:
        context = spark.sparkContext
        context.setLogLevel("OFF")
        lines = context.textFile(path, minPartitions=8)
        if whole_records:
            # Each line is a record: it goes to the program as it is.
            decisions = lines.pipe(f"{program} replay -")
        else:
            # Each line names a record that every worker can open.
            decisions = lines.pipe(f"{program} replay --files-from -")
        if kill_a_worker:
            threading.Thread(target=kill_one_executor, daemon=True).start()
            decisions = decisions.mapPartitions(slowly)
        counted = decisions.map(json.loads).flatMap(keys).countByValue()
    finally:
        spark.stop()
    bad = counted.pop("bad", 0)
    return [(roll, play, count) for (roll, play), count in counted.items()], bad


def keys(line):
    """What is counted of a decision."""
    if line["action"] == "play" and line["decision"] == 1:
        return [(line["roll"], line["play"])]
    return ["bad"] if (line["code"] or "").startswith("source-") else []


def slowly(lines):
    """Gives the one who kills a worker the time to do it in the middle of a partition."""
    for number, line in enumerate(lines):
        if number == 20:
            time.sleep(2)
        yield line


def kill_one_executor():
    """Kills the first worker process of the cluster, once it works."""
    while True:
        found = subprocess.run(
            ["pgrep", "-f", "CoarseGrainedExecutorBackend"], capture_output=True, text=True, check=False
        )
        if workers := found.stdout.split():
            time.sleep(3)
            os.kill(int(workers[0]), signal.SIGKILL)
            print(f"killed worker {workers[0]}", file=sys.stderr)
            return
        time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=["duckdb", "polars", "spark", "spark-records"])
    parser.add_argument("path")
    parser.add_argument("--barpoint", default="barpoint")
    parser.add_argument("--kill-a-worker", action="store_true")
    args = parser.parse_args()
    if args.engine == "duckdb":
        counts, bad = with_duckdb(args.path)
    elif args.engine == "polars":
        counts, bad = with_polars(args.path)
    else:
        records = args.engine == "spark-records"
        counts, bad = with_spark(args.path, args.barpoint, args.kill_a_worker, records)
    for roll, play, count in sorted(counts):
        print(f"{roll},{play},{count}")
    print(f"bad,,{bad}")


if __name__ == "__main__":
    main()
