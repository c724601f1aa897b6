"""Records: read, checked, converted."""

import errno
import gzip
import os
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import barpoint


def test_a_match_has_games_and_decisions(records):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    assert (match.format, match.length, match.is_legal, len(match)) == ("mat", 7, True, 1)
    assert [game.number for game in match] == [1]
    assert match.games[0] is match[0] and match[-1] is match[0]
    with pytest.raises(IndexError):
        match[1]
    for game in match:
        board = None
        for decision in game:
            if decision.play is not None:
                assert decision.board.push(decision.play) == decision.after.flip()
                if board is not None:
                    assert decision.board == board
                board = decision.after.flip()
                assert decision.position.roll == decision.roll
        assert game.decisions[-1].action == "result" and game.decisions[-1].points == game.points
    assert sum(game.points for game in match if game.winner == 0) >= match.score[0]


def test_the_examples_of_findings_are_found(records):
    """Each invalid record says in its first lines which findings it has, and where."""
    count = 0
    for path in sorted((records / "mat/invalid").glob("*.mat")):
        head = path.read_bytes().split(b"\n")
        expected = [line.split()[2:5:2] for line in head if line.startswith(b"; expect:")]
        expected = [(code.decode(), *map(int, place.split(b":"))) for code, place in expected if b":" in place]
        if any(line.startswith(b"; rules:") for line in head):
            continue
        found = [(finding.code, finding.line, finding.column) for finding in barpoint.check(path, pedantic=True)]
        for each in expected:
            assert each in found, path.name
            count += 1
    assert count > 50


def test_findings_are_values(records):
    finding = barpoint.check(records / "mat/tour/half-a-play.mat")[0]
    assert pickle.loads(pickle.dumps(finding)) == finding and hash(finding)
    assert (finding.code, finding.severity, finding.line, finding.game) == ("play-incomplete", "error", 7, 1)
    assert finding.help and finding.text and str(finding).endswith(finding.message)


def test_fixes_are_searched_for_on_request(records):
    path = records / "mat/tour/wrong-score.mat"
    finding = barpoint.check(path, fixes=True)[0]
    [fix] = finding.fixes
    assert fix.is_safe and fix.evidence and "safe" in repr(fix)
    assert pickle.loads(pickle.dumps(finding)) == finding and pickle.loads(pickle.dumps(fix)) == fix and hash(fix)
    [(start, end, text)] = fix.edits
    data = path.read_bytes()
    mended = data[:start] + text.encode() + data[end:]
    assert finding.code not in [found.code for found in barpoint.check(mended, name="a.mat")]
    assert not any(found.fixes for found in barpoint.check(path))


def test_bytes_packed_bytes_and_paths_are_the_same(records):
    path = records / "mat/valid/seven-points.mat"
    matches = [barpoint.read(given)[0] for given in (path, str(path), path.read_bytes(), gzip.compress(path.read_bytes()))]
    assert all(match == matches[0] and hash(match) == hash(matches[0]) for match in matches)


@pytest.mark.parametrize("name", ["sgf", "json", "xg", "mat", "ogxm"])
def test_what_is_converted_is_read_back(records, name):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    losses: list = []
    again = barpoint.read(match.convert(name, losses=losses))[0]
    assert (again.score, again.players, len(again)) == (match.score, match.players, len(match))
    assert [decision.board for game in again for decision in game if decision.play] == [
        decision.board for game in match for decision in game if decision.play
    ]
    assert all(isinstance(loss, str) for loss in losses)


def test_what_the_other_format_cannot_state_is_lost(records):
    match = barpoint.read(records / "mat/invalid/mat-row-number-gap.mat")[0]
    losses: list = []
    match.convert("sgf", losses=losses)
    assert losses == ["mat-row-number"]


def test_errors_have_codes_and_are_of_their_kind(records, tmp_path):
    with pytest.raises(FileNotFoundError):
        barpoint.read(tmp_path / "none.mat")
    with pytest.raises(barpoint.RecordError) as raised:
        barpoint.read(b"Dear Anna, nothing here is a match.")
    assert raised.value.code == "record-missing"
    with pytest.raises(barpoint.BarpointError) as raised:
        barpoint.read(records / "mat/valid/seven-points.mat")[0].convert("doc")
    assert raised.value.code == "format-unknown" and "sgf" in str(raised.value)
    with pytest.raises(TypeError):
        barpoint.read(5)


def test_an_exception_of_the_system_is_that_of_open(tmp_path):
    for function in (barpoint.read, barpoint.check, barpoint.stats):
        with pytest.raises(FileNotFoundError) as raised:
            function(tmp_path / "none.mat")
        error = raised.value
        assert (error.errno, error.strerror) == (errno.ENOENT, os.strerror(errno.ENOENT))
        assert error.filename == str(tmp_path / "none.mat")
    with pytest.raises(OSError) as raised:
        barpoint.read(tmp_path)
    assert raised.value.errno and raised.value.filename == str(tmp_path)


def test_no_more_is_read_than_a_match_may_have(tmp_path):
    for name, code in [("zeros", "record-missing"), ("zeros.mat", "record-too-large"), ("zeros.xg", "record-too-large")]:
        with open(tmp_path / name, "wb") as file:
            file.truncate(3 << 30)
        with pytest.raises(barpoint.RecordError) as raised:
            barpoint.read(tmp_path / name)
        assert raised.value.code == code
        os.unlink(tmp_path / name)
    if os.path.exists("/dev/zero"):
        with pytest.raises(barpoint.RecordError) as raised:
            barpoint.read("/dev/zero")
        assert raised.value.code == "record-missing"


def lines(match):
    return [decision.line for game in match for decision in game]


def test_a_pickled_match_is_at_its_place(records):
    second = barpoint.read(records / "bgammon/valid/two-matches.match")[1]
    assert lines(pickle.loads(pickle.dumps(second))) == lines(second) == [15, 16, 14, 14]
    count = 0
    for path in sorted(records.glob("*/*valid/*")):
        if path.suffix == ".expect" or path.stat().st_size > 50_000:
            continue
        try:
            matches = barpoint.read(path)
        except (barpoint.RecordError, OSError):
            continue
        for match in matches[:3]:
            again = pickle.loads(pickle.dumps(match))
            assert again == match and again.findings == match.findings, path
            assert (again.path, again.format, again.number) == (match.path, match.format, match.number), path
            assert lines(again) == lines(match), path
            count += 1
    assert count > 200


def test_what_was_pickled_is_known_again_or_refused(records):
    match = barpoint.read(records / "mat/valid/one-point.mat")[0]
    restore, (content, (name, _, number), place, analysed, rules) = match.__reduce__()
    assert restore(content, (name, "mat", number), place, analysed, rules) == match
    for wrong in [(content, (name, "doc", number), place, None), (content, (name, "mat", number), place, b"{}")]:
        with pytest.raises(barpoint.RecordError) as raised:
            restore(*wrong, rules)
        assert raised.value.code == "record-unreadable"


def test_a_tally_is_of_the_rules_that_are_given(records):
    path = records / "mat/valid/one-point.mat"
    assert barpoint.stats(path, rules=["variant=nackgammon"]) != barpoint.stats(path)
    with pytest.raises(ValueError):
        barpoint.stats(path, rules=["variant=chess"])


def test_tallies_are_added_one_by_one_and_all_at_once(records):
    paths = sorted((records / "sgf/valid").glob("*.sgf"))
    tallies = [barpoint.stats(path) for path in paths]
    whole = barpoint.Tally(iter(tallies))
    assert whole == sum(tallies, barpoint.Tally()) and whole.analysed and whole.games > 10
    assert whole == barpoint.Tally([barpoint.Tally(tallies[:3]), barpoint.Tally(tallies[3:])])
    assert barpoint.Tally() == barpoint.Tally([]) and barpoint.Tally().to_dicts()
    for wrong in (tallies[0], [1], 5):
        with pytest.raises(TypeError):
            barpoint.Tally(wrong)


def test_the_level_of_the_tests_is_a_chance(records):
    tally = barpoint.stats(records / "mat/valid/one-point.mat")
    for wrong in (-1, 0, 1, 2, float("nan")):
        with pytest.raises(ValueError):
            tally.to_dicts(alpha=wrong)
    assert tally.to_dicts(alpha=0.01)


def test_matches_are_pickled(records):
    match = barpoint.read(records / "mat/valid/seven-points.mat")[0]
    again = pickle.loads(pickle.dumps(match))
    assert again == match and again.path == match.path and again.findings == match.findings
    assert match._repr_svg_().startswith("<svg")


def test_games_and_decisions_are_values(records):
    for name in ("mat/valid/seven-points.mat", "mat/invalid/play-backwards-step.mat", "sgf/valid/resignations.sgf"):
        match, again = (barpoint.read(records / name)[0] for _ in range(2))
        for game, other in zip(match, again):
            assert game == other == pickle.loads(pickle.dumps(game)) and hash(game) == hash(other)
            assert game.decisions == other.decisions == pickle.loads(pickle.dumps(game.decisions))
            assert len(set(game.decisions + other.decisions)) == len(game.decisions)
            assert game.decisions[0] != game.decisions[1]
    analysed = barpoint.Engine().analyse(match, plies=0).match
    game = pickle.loads(pickle.dumps(analysed[0]))
    assert game == analysed[0] != match[0] and barpoint.decisions(analysed).columns
    assert match[0] != 1 and match[0].decisions[0] != 1


def test_pictures_name_the_players(records):
    match = barpoint.read(records / "mat/valid/random-agents.mat")[0]
    pictures = [match._repr_svg_()] + [decision._repr_svg_() for decision in match.games[0].decisions[:2]]
    assert all("Alice, " in picture and "Bob, " in picture for picture in pictures)


def test_threads_check_side_by_side(records):
    paths = sorted((records / "mat/valid").glob("*.mat"))
    alone = [barpoint.check(path) for path in paths]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(barpoint.check, paths)) == alone
    assert len(paths) > 10


def test_rules_may_be_given_for_a_record():
    rows = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  1) 61: 24/18 23/22\n"
    data, rules = rows.encode(), ["variant=nackgammon"]
    assert any(finding.severity == "error" for finding in barpoint.check(data, name="a.mat"))
    assert not any(finding.severity == "error" for finding in barpoint.check(data, name="a.mat", rules=rules))
    (match,) = barpoint.read(data, name="a.mat", rules=rules)
    assert match.is_legal and match.games[0].decisions[0].board == barpoint.Board.start("nackgammon")
    again = pickle.loads(pickle.dumps(match))
    assert again == match and again.is_legal
    (converted,) = barpoint.read(match.convert("sgf"))
    assert converted.is_legal
    with pytest.raises(ValueError):
        barpoint.read(data, name="a.mat", rules=["variant=chess"])
