"""Scripts of the kinds that people publish, run by the program with `-p`, and by GNU Backgammon where it is installed.

Both have to print the same lines with `@@`, which say what the rules and the records determine, and exit with the same status.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT

SCRIPTS = sorted((ROOT / "python/tests/scripts").glob("*.py"))
PROGRAM = os.path.abspath(os.environ["BARPOINT_PROGRAM"]) if os.environ.get("BARPOINT_PROGRAM") else None
FOUND = shutil.which("gnubg") or ("/usr/games/gnubg" if os.path.exists("/usr/games/gnubg") else None)
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
STANDARD_INPUT = "".join(
    json.dumps({"position": position, "dice": dice, "forced": forced}) + "\n"
    for position, dice, forced in (
        ("4HPwATDgc/ABMA", [3, 1], True),
        ("4HPhASLgc/ABMA", [6, 4], False),
        ("AQAAXH03AAAAAA", [2, 1], False),
    )
)

pytestmark = pytest.mark.skipif(not PROGRAM, reason="BARPOINT_PROGRAM names the program")


def environment():
    return {
        **os.environ,
        "BARPOINT_PYTHON": sys.executable,
        "ANALYSED": str(ROOT / "python/tests/analysed.sgf"),
        "MATCH": str(ROOT / "testdata/gnubg/python/m03_02.sgf"),
        "RECORD": str(ROOT / "testdata/mat/valid/random-agents.mat"),
    }


def ran(command, folder, text):
    folder.mkdir()
    done = subprocess.run(
        [*command], cwd=folder, input=text, env=environment(), capture_output=True, text=True, timeout=300, check=False
    )
    lines = [line[line.index("@@") :] for line in done.stdout.splitlines() if "@@" in line]
    return lines, done.returncode, done.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script, tmp_path):
    text = STANDARD_INPUT if script.stem == "service" else ""
    lines, status, errors = ran([PROGRAM, "session", "--compat", "-t", "-q", "-r", "-p", str(script)], tmp_path / "ours", text)
    assert lines and "Traceback" not in errors, errors
    if not FOUND:
        if os.environ.get("BARPOINT_REQUIRE_GNUBG"):
            pytest.fail("GNU Backgammon isn't installed")
        pytest.skip("GNU Backgammon isn't installed")
    theirs, their_status, errors = ran([FOUND, "-t", "-q", "-r", "-p", str(script)], tmp_path / "theirs", text)
    assert "Traceback" not in errors, errors
    assert [NUMBER.sub("#", line) for line in lines] == [NUMBER.sub("#", line) for line in theirs]
    for ours, other in zip(lines, theirs):
        for one, two in zip(NUMBER.findall(ours), NUMBER.findall(other)):
            # Sums of single-precision numbers differ in their last digits.
            assert float(one) == pytest.approx(float(two), rel=2e-4, abs=2e-5), (ours, other)
    assert status == their_status


def said(text, *arguments):
    command = [PROGRAM, "session", "-r", *arguments]
    return subprocess.run(command, input=text, env=environment(), capture_output=True, text=True, timeout=120, check=False)


def test_the_example_of_the_page(tmp_path):
    page = (ROOT / "docs/python.md").read_text().split("### Run by the program")[1]
    block = page.split("```console\n")[1].split("```")[0].splitlines()
    end = next(number for number, line in enumerate(block) if number and line.startswith("$ "))
    (tmp_path / block[0].removeprefix("$ cat ")).write_text("\n".join(block[1:end]))
    command = block[end].removeprefix("$ barpoint ").split()
    done = subprocess.run([PROGRAM, *command], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines(), done.returncode) == (block[end + 1 :], 0), done.stderr


def test_lines_of_python_in_a_session():
    done = said("new match 3\n> x = gnubg.cubeinfo()['matchto']\n> print('length', x)\n> gnubg.command('set player 0 name Ann')\nshow score\n")
    assert "length 3\n" in done.stdout and "Ann 0" in done.stdout
    assert done.returncode == 0, done.stderr


def test_a_prompt_reads_the_lines_of_the_session():
    done = said(">\nfor i in range(2):\n    print('number', i)\n\n")
    assert "number 0\nnumber 1\n" in done.stdout and done.stderr.startswith("Python 3")


def test_ctrl_c_ends_code_and_nothing_else():
    command = [PROGRAM, "session", "-r"]
    session = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True)

    def typed(line):
        session.stdin.write(line + "\n")
        session.stdin.flush()

    try:
        typed("> import os, signal, time; signal.signal(signal.SIGINT, signal.default_int_handler); print(os.getpid(), flush=True)")
        python = int(session.stdout.readline())
        # While Python waits for code, nothing of it is interrupted.
        time.sleep(0.3)
        os.kill(python, signal.SIGINT)
        typed("> print('alive', flush=True)")
        assert session.stdout.readline() == "alive\n"
        typed("> print('asleep', flush=True); time.sleep(100)")
        assert session.stdout.readline() == "asleep\n"
        os.kill(python, signal.SIGINT)
        typed("> print(gnubg.positionid(), flush=True)")
        assert session.stdout.readline() == "AAAAAAAAAAAAAA\n"
        _, errors = session.communicate(timeout=60)
        assert errors.count("KeyboardInterrupt") == 1 and "an exception ended the Python code" in errors
    finally:
        session.kill()


def test_exceptions_and_statuses(tmp_path):
    wrong, exits = tmp_path / "wrong.py", tmp_path / "exits.py"
    wrong.write_text("x = 1\nraise ValueError(x)\n")
    exits.write_text("import os\nos._exit(7)\n")
    done = said("", "-p", str(wrong))
    assert done.returncode == 1 and f'File "{wrong}", line 2, in <module>' in done.stderr and "python.py" not in done.stderr
    assert said("", "--compat", "-p", str(wrong)).returncode == 0
    assert said("", "-p", str(exits)).returncode == 7
    assert said("> import sys; sys.exit(4)\nshow version\n").returncode == 4
    missing = said("", "-p", str(tmp_path / "none.py"))
    assert missing.returncode == 2 and missing.stderr.startswith("error: cannot read")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\nprint('h\xe9')\n".encode("cp1252"), 2, "'utf-8' codec can't decode byte 0xe9"),
        (b"x = 1\ny = '\0'\n", 2, "null bytes"),
        ("x = 1\n".encode("utf-16"), 1, "null bytes"),
    ],
)
def test_a_script_that_is_not_utf_8_is_refused_with_its_line(tmp_path, text, line, reason):
    script = tmp_path / "script.py"
    script.write_bytes(text)
    done = said("", "-p", str(script))
    assert f'File "{script}", line {line}\n' in done.stderr and reason in done.stderr, done.stderr
    assert done.returncode == 1


def test_a_script_that_names_its_encoding_is_read_in_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_bytes("# coding: cp1252\nprint(ascii('h\xe9'))\n".encode("cp1252"))
    assert said("", "-p", str(script)).stdout == "'h\\xe9'\n"


def test_a_python_without_the_package_is_named():
    done = subprocess.run(
        [PROGRAM, "session", "-r"], input="> 1\n", env={**environment(), "BARPOINT_PYTHON": "/nowhere/python3"}, capture_output=True, text=True, check=False
    )
    assert done.stderr.startswith("there is no /nowhere/python3: install Python, or name it in BARPOINT_PYTHON") and done.returncode == 1
