"""`barpoint.gnubg` beside what GNU Backgammon's embedded module answered: every captured call, in one session.

Shapes, keys and types have to be equal everywhere, and values wherever the rules or the arguments determine them; numbers of the
engine are barpoint's own.
"""

import datetime
import json
import re
import sys

import pytest
from conftest import ROOT

from barpoint import gnubg

CALLS = json.loads((ROOT / "testdata/gnubg/python/calls.json").read_text())
# How the session was set up before the captured calls; the capture notes it in words.
BEGIN = ["set defaultnames Alice Bob", "set player 0 name Alice", "set player 1 name Bob", "set player 0 human", "set player 1 human"]
BEGIN += [f"set automatic {what} off" for what in ("game", "roll", "move", "bearoff")]
BEGIN += ["set rng mersenne", "set seed 7"]
# Before the last calls, which are asked in a money session without dice.
MONEY = ["set player 0 human", "set player 1 human", "set automatic roll off", "set automatic move off", "new session", "set turn 1"]
# Calls whose answers differ, each for a reason.
DIFFERENT = {
    12: "without a game GNU Backgammon's answer is what lies in memory; here it is an exception",
    252: "the Crawford flag between two games",
    261: "GNU Backgammon goes to a game that hasn't begun",
    262: "as before",
    263: "as before",
    253: "what hints have found and the luck of their rolls are kept as an analysis; the result is 0 after a game that is over",
    274: "the luck of a roll is kept after a hint",
}
# What follows from a game that both programs' engines play.
PLAYED = range(336, 341)
# What the engine determines: only the shape is compared.
OURS = re.compile(r"gnubg\.(evaluate|cfevaluate|findbestmove|hint)\(|mwc2eq|eq2mwc|gnubg\.matchchecksum|rolloutcontext\(\)|rolloutcontext\(1\)")
CASES = 0


def same_shape(expected, found):
    """Returns `True` if both have the same types, keys and lengths, whatever the numbers."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and list(expected) == list(found) and all(
            same_shape(expected[key], found[key]) for key in expected
        )
    if isinstance(expected, (tuple, list)):
        return type(expected) is type(found) and len(expected) == len(found) and all(map(same_shape, expected, found))
    return type(expected) is type(found)


def near(expected, found):
    """Returns `True` if both are equal but for the last digits of numbers."""
    if isinstance(expected, float):
        return isinstance(found, float) and (expected == found or abs(expected - found) < 1e-5 * max(1, abs(expected)))
    if isinstance(expected, dict):
        return list(expected) == list(found) and all(near(expected[key], found[key]) for key in expected)
    if isinstance(expected, (tuple, list)):
        return type(expected) is type(found) and len(expected) == len(found) and all(map(near, expected, found))
    return type(expected) is type(found) and expected == found


def answered(expression, names):
    try:
        return None, eval(expression, names)
    except Exception as error:
        return error, None


def differences():
    global CASES
    names = {"gnubg": gnubg, "swapboard": gnubg.swapboard, "pipcount": gnubg.pipcount, "inf": float("inf")}
    found = []
    for number, call in enumerate(CALLS):
        if call.get("note", "").startswith("settings: both humans"):
            for line in BEGIN:
                gnubg.command(line)
        if call.get("note", "").startswith("more: seed 7"):
            gnubg.command("set seed 7")
            gnubg.command("set variation standard")
        if call.get("note", "").startswith("money session, player 1"):
            for line in MONEY:
                gnubg.command(line)
        if "setup" in call:
            gnubg.command(call["setup"])
            names["B"] = [list(side) for side in gnubg.board() or ()]
        if "expr" not in call:
            continue
        CASES += 1
        expression = call["expr"]
        error, value = answered(expression, names)
        if number in DIFFERENT:
            continue
        if "crash" in call:
            # What ends GNU Backgammon raises an exception.
            if not isinstance(error, (TypeError, ValueError)):
                found.append((number, expression, "an exception", error or value))
        elif "error" in call:
            told = f"{type(error).__name__}: {error}"
            told = told.replace("barpoint.gnubg", "gnubg")
            if told.strip() != call["error"].strip():
                found.append((number, expression, call["error"], told if error else value))
        else:
            expected = eval(call["result"], {"inf": float("inf")})
            info = expected.get("match-info", expected) if isinstance(expected, dict) else {}
            if "date" in info:
                today = datetime.date.today()
                info["date"] = (today.day, today.month, today.year)
            is_equal = same_shape if OURS.search(expression) or number in PLAYED else near
            if error is not None or not is_equal(expected, value):
                found.append((number, expression, expected, error if error else value))
    return found


def test_every_captured_call(capfd):
    found = differences()
    assert CASES == 349
    told = [f"{number}: {expression}\n  GNU Backgammon: {expected!r:.300}\n  barpoint: {got!r:.300}" for number, expression, expected, got in found]
    assert not told, f"{len(told)} differ:\n" + "\n".join(told)


def lists(value):
    """Makes lists of tuples, as the dumps have them."""
    if isinstance(value, (tuple, list)):
        return [lists(each) for each in value]
    if isinstance(value, dict):
        return {key: lists(each) for key, each in value.items()}
    return value


@pytest.mark.parametrize("name", ["m01_00", "m03_02", "match01_std_00_noise0-0.full", "match03_std_00_noise0-0.full"])
def test_matches_are_dumped_as_there(name, capfd):
    dump, record = ROOT / f"testdata/gnubg/python/match-{name}.json", ROOT / f"testdata/gnubg/python/{name}.sgf"
    if not dump.exists():
        shared = ROOT.parent / "shared"
        dump, record = shared / f"gnubg/python/match-{name}.json", shared / f"data/matches/gnubg/{name}.sgf"
        if not dump.exists():
            pytest.skip("the large collections aren't here")
    gnubg.command(f'load match "{record}"')
    captured = json.loads(dump.read_text())
    arguments = {name: int(value) for name, value in re.findall(r"(\w+)=(\d)", captured["call"])}
    expected, found = captured["match"], lists(gnubg.match(**arguments))
    # A match that is over has its result here even where the file doesn't state it.
    for each in (expected, found):
        each["match-info"].pop("result")
    assert near(expected, found)


def test_rollouts_are_dumped_with_their_contexts(capfd):
    gnubg.command(f'load match "{ROOT / "testdata/sgf/valid/rollouts.sgf"}"')
    match = gnubg.match()
    usual = match["match-info"]["default-rollout-context"]
    assert (usual["seed"], usual["trials"], usual["n-truncation"], usual["late-eval"]) == (952549911, 0, 3, 0)
    analyses = [entry["analysis"] for entry in match["games"][0]["game"][:2]]
    assert "rollout-context" not in analyses[0]["moves"][0]
    other = {"late-eval": 1, "late-on-move-n": 1}
    assert analyses[1]["rollout-context"] == analyses[1]["moves"][0]["rollout-context"] == other


def test_every_number_of_the_table_of_bearoffs_has_a_side_of_its_own():
    sides = [gnubg.positionfrombearoff(number) for number in range(0, 54_264, 611)] + [gnubg.positionfrombearoff(54_263)]
    assert [gnubg.positionbearoff(side) for side in sides] == [*range(0, 54_264, 611), 54_263]
    for wrong in (54_264, -1):
        with pytest.raises(ValueError):
            gnubg.positionfrombearoff(wrong)


@pytest.mark.parametrize(
    ("ace", "deuce", "others", "found"),
    [(5, 4, 6, 10), (1, 8, 6, 10), (1, 9, 5, 10), (1, 9, 4, 9), (0, 9, 6, 10), (0, 10, 5, 9), (0, 0, 6, 9), (0, 0, 7, 10),
     (8, 1, 6, 10), (9, 0, 6, 9), (8, 2, 5, 9), (2, 7, 6, 10), (2, 8, 5, 9), (2, 1, 5, 9), (2, 1, 6, 10)],
)  # fmt: skip
def test_a_crashed_side_is_that_of_gnu_backgammon(ace, deuce, others, found):
    """What GNU Backgammon answered for a side with these checkers on its 1-point, on its 2-point and elsewhere, one of them on
    the bar."""
    side = [ace, deuce, 0, others - 1, *[0] * 20, 1]
    other = [0, 0, 0, 0, 0, 5, 0, 3, 2, 0, 0, 0, 5, *[0] * 12]
    assert gnubg.classifypos((other, side)) == gnubg.classifypos((side, other)) == found


NONE = "what parsemove refuses"


@pytest.mark.parametrize(
    ("text", "moves"),
    [("6/25", NONE), ("6/24", ((6, 24),)), ("0/5", NONE), ("bar/26", NONE), ("6/0/3", NONE), ("*", ()), ("8/5**", ((8, 5),)),
     ("8*/5", ((8, 5),)), ("8/5/*3", ((8, 5), (5, 3))), ("8 5", ((8, 5),)), ("8 5/3", ((8, 5), (5, 3))), ("8/5 6", NONE),
     ("8", NONE), ("8//5", NONE), ("8/", NONE), ("b/20", ((25, 20),)), ("6/O", ((6, 0),)), ("bear/20", NONE), ("6/offx", NONE),
     ("8/5bar/20", ((25, 20), (8, 5))), ("6/5 8/5", ((8, 5), (6, 5))), ("8/7/6(2)", ((8, 7), (8, 7), (7, 6), (7, 6))),
     ("8/5(2)/3", ((8, 5), (8, 5), (5, 3))), ("8/5(2)(2)", ((8, 5),) * 3), ("8/5( 2)", ((8, 5),) * 2), ("8/5(2", ((8, 5),) * 2),
     ("8/5(1)", NONE), ("8/5()", NONE), ("(2)", NONE), ("8/5(5)", NONE), ("8/5;6/5", NONE), ("8/5\xa06/5", NONE), ("\u0663/1", NONE),
     ("8 7 6 5 4 3 2 1", ((8, 7), (6, 5), (4, 3), (2, 1))), ("8/7/6/5/4/3", NONE)],
)  # fmt: skip
def test_plays_are_read_as_there(text, moves):
    """What GNU Backgammon answered."""
    if moves == NONE:
        with pytest.raises(SystemError):
            gnubg.parsemove(text)
    else:
        assert gnubg.parsemove(text) == moves


def test_what_is_over_is_answered_as_there():
    over = gnubg.positionfromid("HwAAAAAAAAAAAA")
    money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0)
    assert gnubg.cfevaluate(over, money) == (1.0, 1.0, 2.0, 1.0, 1, "Double, pass")
    assert gnubg.cfevaluate(over, {**money, "cube": 2, "cubeowner": 1}) == (1.0, 1.0, 2.0, 1.0, 8, "Redouble, pass")
    assert gnubg.findbestmove(over, money, gnubg.evalcontext(), (3, 1)) == ()
    won = {**gnubg.cubeinfo(1, -1, 1, 7, (6, 0), 0), "score": (7, 0)}
    assert gnubg.findbestmove(gnubg.positionfromid("4HPwATDgc/ABMA"), won, gnubg.evalcontext(), (3, 1)) == (8, 5, 6, 5)


def test_arguments_and_boards_that_are_none():
    with pytest.raises(SystemExit):
        gnubg.command("quit")
    with pytest.raises(SystemError):
        gnubg.evaluate(((9,) * 25, (9,) * 25))
    assert gnubg.positionid(gnubg.positionfromid("4HPkQSDgc/ABMA")) == "4HPkQSDgc/ABMA"


SESSION = ["set player 0 human", "set player 1 human", "set automatic roll off", "set confirm new off", "set variation standard"]


def begun(*lines):
    for line in (*SESSION, *lines):
        gnubg.command(line)


def test_the_session_says_whether_the_jacoby_rule_is_in_use(capfd):
    """What GNU Backgammon answered."""
    asked = (1, -1, 0, 0, (3, 3), 1, 2)
    for rule, jacoby, price in (("on", 1, 0.0), ("off", 0, 1.0)):
        begun(f"set jacoby {rule}", "new session")
        found = gnubg.cubeinfo(*asked)
        assert (found["jacoby"], found["score"], found["crawford"], found["bgv"]) == (jacoby, (0, 0), 0, 2)
        assert found["gammonprice"] == ((price, price), (price, price))
    begun("set jacoby on", "new session")
    assert gnubg.cubeinfo(2, 0, 1, 5)["score"] == (0, 0) and gnubg.cubeinfo(2, 0, 1)["jacoby"] == 1
    assert len(gnubg.met()[0]) == 64 and gnubg.met(0) == [[], [], []]
    with pytest.raises(TypeError, match="argument 5 must be 2-item sequence, not int"):
        gnubg.cubeinfo(1, -1, 0, 0, 0)


def test_the_table_of_the_session_is_used(tmp_path, capfd):
    row = "<row><me>0.5</me><me>0.9</me><me>0.95</me></row>"
    (tmp_path / "table.xml").write_text(
        "<met><info><name>x</name><length>3</length></info>"
        f"<pre-crawford-table>{row}{row}{row}</pre-crawford-table><post-crawford-table>{row}</post-crawford-table></met>"
    )
    begun("new match 3")
    start, score = gnubg.positionfromid("4HPhASLgc/ABMA"), (1, -1, 0, 3, (0, 0), 0)
    context = gnubg.evalcontext(1, 0, 1, 0, 0.0)

    def answers():
        info = gnubg.cubeinfo(*score)
        chance = gnubg.eq2mwc(0.2, info)
        return gnubg.met(3), info["gammonprice"], chance, gnubg.cfevaluate(start, info, context), gnubg.mwc2eq(chance, info)

    usual = answers()
    gnubg.command(f'set matchequitytable "{tmp_path / "table.xml"}"')
    changed = answers()
    gnubg.command(f'set matchequitytable "{ROOT / "src/core/engine/met/kazaross-xg2.xml"}"')
    assert near(changed[0][0][0], [gnubg._single(number) for number in (0.5, 0.9, 0.95)])
    assert all(one != other for one, other in zip(usual[:4], changed))
    assert changed[4] == pytest.approx(0.2, abs=1e-5) and answers() == usual


@pytest.mark.parametrize(
    ("play", "text"),
    [(((8, 5), (6, 5)), "8/5 6/5"), ([[8, 5], [6, 5]], "8/5 6/5"), (((8, 5), 6, 5), "8/5 6/5"), (((24, 18), (18, 13)), "24/13"),
     ((), ""), (((8, 5, 6, 5),), None), (((8,), (5,)), None), (((8, 5.0),), None), ((13, 7) * 5, None)],
)  # fmt: skip
def test_plays_are_written_flat_or_move_by_move(play, text):
    """What GNU Backgammon answered."""
    board = gnubg.positionfromid("4HPwATDgc/ABMA")
    if text is None:
        with pytest.raises(Exception, match="Invalid move tuple as argument"):
            gnubg.movetupletostring(play, board)
    else:
        assert gnubg.movetupletostring(play, board) == text


def test_a_match_states_its_rules(capfd):
    """What GNU Backgammon answered."""

    def rules(*lines):
        begun(*lines)
        return gnubg.match(0, 0)["match-info"].get("rules")

    assert rules("set jacoby on", "new session") == ("Jacoby",)
    assert rules("set jacoby off", "set cube use off", "new session") == ("NoCube",)
    assert rules("set automatic crawford on", "new match 3") == ("NoCube", "Crawford")
    assert rules("set cube use on", "set automatic crawford off", "new match 3") is None
    begun("set variation 2-chequer-hypergammon", "set automatic crawford on", "set jacoby on", "new session")
    assert gnubg.match(0, 0)["match-info"]["variation"] == "Hypergammon2"
    begun("new match 1")
    assert gnubg.match(0, 0)["games"][0]["info"]["crawford"] is False


if __name__ == "__main__":
    for number, expression, expected, got in differences():
        print(f"{number}: {expression}\n   {expected!r:.400}\n   {got!r:.400}", file=sys.stderr)
