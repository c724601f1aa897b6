"""Boards, rolls, plays and positions."""

import pickle

import pytest

import barpoint
from barpoint import Board, Play, Position, Roll


def test_rolls_compare_hash_and_iterate():
    assert Roll("31") == Roll(1, 3) == Roll((3, 1)) == Roll([1, 3]) == Roll("1-3")
    assert len({Roll("31"), Roll("13"), Roll("66")}) == 2
    assert list(Roll("13")) == [3, 1]
    assert sorted(Roll.all())[0] == Roll("11") and len(Roll.all()) == 21
    assert pickle.loads(pickle.dumps(Roll("65"))) == Roll("65")


@pytest.mark.parametrize("wrong", ["7", "70", "", "311", "ab"])
def test_a_roll_that_is_none_raises(wrong):
    with pytest.raises(barpoint.BarpointError) as raised:
        Roll(wrong)
    assert raised.value.code == "roll-invalid" and raised.value.place is None


def test_a_roll_of_another_type_is_a_type_error():
    for wrong in (None, 31, [3], (3, 1, 1), [3.0, 1.0], {3, 1}):
        with pytest.raises(TypeError):
            Roll(wrong)
    with pytest.raises(barpoint.BarpointError):
        Roll(300, -1)


def test_boards_are_values():
    board = Board()
    assert board == Board("4HPwATDgc/ABMA") and hash(board) == hash(Board("4HPwATDgc/ABMA"))
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.flip() == board
    assert (board.pips, board.opponent_pips, board[6], board[24], board[25], board[0]) == (167, 167, 5, 2, 0, 0)
    assert len(list(board)) == len(board) == 26
    for point in (-1, 26):
        with pytest.raises(IndexError):
            board[point]
    after = board.push("8/5 6/5", "31")
    assert board == Board() and after != board


def test_hypergammon_survives_pickling_and_repr():
    board = Board.start("hypergammon-3")
    assert board.checkers == 3
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board)) == board
    assert eval(repr(Board())) == Board()


def test_the_number_of_checkers_is_kept_or_refused():
    start = Board.start("hypergammon-3")
    assert Board(start.position_id, checkers=3) == start and Board(checkers=15) == Board()
    for checkers in (0, 16, -1, 300):
        for make in (lambda: Board("AAAAAAAAAAAAAA", checkers=checkers), lambda: Position("AAAAAAAAAAAAAA", checkers=checkers)):
            with pytest.raises(ValueError, match="a side has 1 to 15"):
                make()
    with pytest.raises(ValueError, match="Board.start"):
        Board(checkers=3)


def test_an_unknown_variant_is_named_with_the_known_ones():
    with pytest.raises(barpoint.BarpointError, match='unknown variant "foo": standard, nackgammon, ') as raised:
        Board.start("foo")
    assert raised.value.code == "variant-unknown"


def test_lanes_round_trip_and_are_checked():
    board = Board().push("24/18 13/11", "62")
    assert Board.from_lanes(board.lanes) == board
    assert Board.from_lanes(board.lanes[:26]) == board
    assert list(memoryview(bytes(board)).cast("b")) == board.lanes
    for wrong in ([0] * 5, [1] + [0] * 25, [0] * 25 + [-1], [16] * 26, [128] * 26):
        with pytest.raises(barpoint.IdError) as raised:
            Board.from_lanes(wrong)
        assert raised.value.code == "position-invalid"


def test_all_plays_of_all_rolls_can_be_read_back_and_pushed():
    boards = [Board(), Board.start("nackgammon"), Board().push("24/18 13/11", "62")]
    count = 0
    for board in boards:
        for roll in Roll.all():
            for play in board.legal_plays(roll):
                count += 1
                assert board.parse_play(str(play), roll) == play
                assert board.push(play) == play.after.flip() == board.push(str(play), roll)
                assert pickle.loads(pickle.dumps(play)) == play and hash(play) == hash(board.parse_play(str(play), roll))
                assert sum(a - b for a, b in play) <= sum(roll) * (2 if roll.is_doublet else 1)
    assert count > 1000


def test_no_play_is_a_dance():
    closed = Board.from_lanes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, -2, 1, 14, -3])
    assert closed.legal_plays("65") == []
    assert closed.push("", "65") == closed.flip()
    with pytest.raises(barpoint.IllegalPlayError):
        Board().push("", "65")


@pytest.mark.parametrize(
    ("play", "code", "place"),
    [("8/5 6/4", "play-illegal", 2), ("8/5 x", "play-syntax", 5), ("13/8", "play-illegal", None), ("24/18", "play-illegal", 1)],
)
def test_an_illegal_play_says_why_and_where(play, code, place):
    with pytest.raises(barpoint.IllegalPlayError) as raised:
        Board().push(play, "31")
    assert raised.value.code == code
    if place is not None:
        assert raised.value.place == place
    assert isinstance(raised.value, ValueError)


def test_a_play_of_another_board_is_refused():
    play = Board.start("nackgammon").legal_plays("31")[0]
    with pytest.raises(barpoint.IllegalPlayError) as raised:
        Board().push(play)
    assert raised.value.code == "play-board"
    play = Board().legal_plays("31")[0]
    assert Board().push(play, "13") == Board().push(play)
    with pytest.raises(barpoint.IllegalPlayError) as raised:
        Board().push(play, "42")
    assert raised.value.code == "play-board"


def test_ids_are_constructors_and_properties():
    position = Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10")
    assert (position.length, position.score, position.cube, position.cube_owner) == (7, (2, 1), 1, None)
    assert position.roll == Roll("31") and position.board == Board()
    for text in (position.gnubg_id, position.xgid, position.ogid):
        again = Position(text)
        assert (again.board, again.roll, again.score, again.length) == (Board(), Roll("31"), (2, 1), 7)
    assert Position(position.position_id).board == Board()
    assert pickle.loads(pickle.dumps(position)) == position


def test_a_position_is_put_together():
    position = Position.at(Board(), length=5, score=(4, 2), crawford=True)
    assert position.crawford and position.score == (4, 2) and position.roll is None
    assert position.with_roll("65").roll == Roll("65") and position.with_roll(None) == position
    owned = Position.at(Board(), cube=4, owner="opponent", jacoby=False)
    assert (owned.cube, owned.cube_owner, owned.jacoby) == (4, "opponent", False)
    for wrong in ({"cube": 3}, {"length": 3, "score": (5, 0)}, {"crawford": True}, {"length": 100_000}, {"score": (70_000, 0)}):
        with pytest.raises(barpoint.IdError) as raised:
            Position.at(Board(), **wrong)
        assert raised.value.code == "id-impossible"
    for wrong in ({"length": -1}, {"score": (0, -1)}, {"cube": -1}, {"cube": 1 << 40}):
        with pytest.raises(ValueError):
            Position.at(Board(), **wrong)


@pytest.mark.parametrize(
    "text",
    ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cInlABAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10",
     "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:8"],
)  # fmt: skip
def test_a_position_is_what_its_repr_says(text):
    position = Position(text)
    assert eval(repr(position)) == position


@pytest.mark.parametrize(("text", "code"), [("", "id-missing"), ("hello", "id-length"), ("4HPwATDgc/ABM", "id-length"), ("////////////AA", "id-invalid")])
def test_what_is_no_id_raises(text, code):
    with pytest.raises(barpoint.IdError) as raised:
        Position(text)
    assert raised.value.code == code


def test_pictures_and_drawings():
    position = Position.at(Board(), length=7, roll="31")
    for shown in (Board(), position, Board().legal_plays("31")[0]):
        assert shown._repr_svg_().startswith("<svg xmlns=")
    assert "Position ID: 4HPwATDgc/ABMA" in str(Board()) and "Match ID" in str(position)


def test_plays_do_not_depend_on_the_order_of_steps():
    assert Play("13/8/2", Board(), "65") == Play("13/7/2", Board(), "65")
    assert Play("24/18/13", Board(), "65") != Play("24/18 13/8", Board(), "65")


def test_boards_with_unequal_numbers_of_checkers_can_be_pickled():
    lanes = list(Board().lanes)
    lanes[6] -= 1
    for board in (Board.from_lanes(lanes), Board.from_lanes(lanes).flip()):
        for position in (Position.at(board), Position.at(board, length=7, roll="31")):
            assert pickle.loads(pickle.dumps(position)) == position and position.board == board
            assert repr(position)


def test_a_beaver_in_a_match_is_refused():
    with pytest.raises(barpoint.IdError, match="a beaver in a match to 7"):
        Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:0:7:10")
