"""GNU Backgammon's embedded Python module, for scripts that were written for it.

The functions have the names, the arguments, the shapes of results and the errors of the module `gnubg` in GNU Backgammon 1.07;
the evaluations come from barpoint's engine. The whole process shares one session, and `command` runs a line of its command
language.

>>> from barpoint import gnubg
>>> gnubg.positionid(gnubg.positionfromid("4HPwATDgc/ABMA"))
'4HPwATDgc/ABMA'
>>> gnubg.findbestmove(gnubg.positionfromid("4HPwATDgc/ABMA"), None, gnubg.evalcontext(1, 0, 1, 0, 0.0), (3, 1))
(8, 5, 6, 5)
>>> gnubg.parsemove("24/18*/13")
((24, 18), (18, 13))
"""

from __future__ import annotations

import base64
import binascii
import datetime
import functools
import getpass
import hashlib
import itertools
import json
import operator
import re
import struct
import sys
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Callable, Dict, List, Literal, NoReturn, Optional, Sequence, Tuple

from . import _native

__all__ = [
    "board", "calcgammonprice", "cfevaluate", "classifypos", "command", "cubeinfo", "dicerolls", "eq2mwc", "eq2mwc_stderr",
    "errorrating", "evalcontext", "evaluate", "findbestmove", "getevalhintfilter", "gnubgid", "hint", "luckrating", "match",
    "matchchecksum", "matchid", "met", "movetupletostring", "mwc2eq", "mwc2eq_stderr", "navigate", "nextturn", "parsemove",
    "pipcount", "posinfo", "positionbearoff", "positionfrombearoff", "positionfromid", "positionfromkey", "positionid",
    "positionkey", "rolloutcontext", "setevalhintfilter", "show", "swapboard", "updateui",
]  # fmt: skip

Side = Tuple[int, ...]
Board = Tuple[Side, Side]
Info = Dict[str, Any]


def _single(number: float) -> float:
    """Rounds to single precision, as all numbers of the module are."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _null(name: str) -> NoReturn:
    """Raises what the embedded module gives for a wrong type."""
    raise SystemError(f"<built-in function {name}> returned NULL without setting an exception")


@functools.lru_cache(maxsize=None)
def _engine() -> _native.Engine:
    return _native.Engine()


@functools.lru_cache(maxsize=8)
def _read_table(text: str) -> _native.MatchEquities:
    return _native.MatchEquities(text)


def _table(points: int) -> _native.MatchEquities:
    """Returns the session's match equity table for a score at which a player needs this many points."""
    return _read_table(_ask("table", points=points))


@functools.lru_cache(maxsize=8)
def _engine_with(table: _native.MatchEquities) -> _native.Engine:
    return table.engine(_engine())


def _engine_at(position: _native.Position) -> _native.Engine:
    """Returns the engine with the session's match equity table, if it is one of a match."""
    return _engine_with(_table(position.length - min(position.score))) if position.length else _engine()


@functools.lru_cache(maxsize=None)
def _own() -> Callable[[str], str]:
    """Begins the session of this process."""
    today = datetime.date.today()
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "user"
    return _native.Session(_engine(), user, (today.year, today.month, today.day)).ask


_attached: Optional[Callable[[Info], Any]] = None


def _attach(ask: Callable[[Info], Any]) -> None:
    """Lets a function answer about the session; a session that runs a script calls this."""
    global _attached
    _attached = ask


def _ask(about: str, **request: Any) -> Any:
    """Asks the session."""
    request["ask"] = about
    answer = _attached(request) if _attached else json.loads(_own()(json.dumps(request)))
    if isinstance(answer, dict) and "error" in answer:
        raise Exception(answer["error"])
    return answer


def _told(line: str) -> Tuple[str, str, bool]:
    """Lets the session take a command, and returns what it printed to both streams, and whether it is over."""
    said = _ask("command", line=line)
    return said["out"], said["err"], said["is_over"]


def _facts() -> Info:
    facts: Info = _ask("facts")
    for key in ("dice", "score", "plays", "cubes"):
        facts[key] = tuple(facts[key])
    return facts


# The session


def command(*line: str) -> None:
    """Takes a line of the command language; what it prints goes to standard output. `quit` raises `SystemExit`."""
    if len(line) != 1:
        raise TypeError(f"command() takes exactly 1 argument ({len(line)} given)")
    if not isinstance(line[0], str):
        raise TypeError(f"command() argument 1 must be str, not {type(line[0]).__name__}")
    # A script that redirects the descriptors gets all of it and nothing else.
    sys.stdout.flush()
    out, err, is_over = _told(line[0])
    sys.stdout.write(out)
    sys.stdout.flush()
    sys.stderr.write(err)
    sys.stderr.flush()
    if is_over:
        raise SystemExit(0)


def show(*what: str) -> str:
    """Returns what the command `show` prints for an argument. An unknown one raises `ValueError`."""
    if len(what) != 1:
        raise TypeError(f"argument() takes exactly 1 argument ({len(what)} given)")
    if not isinstance(what[0], str):
        raise TypeError(f"argument() argument 1 must be str, not {type(what[0]).__name__}")
    if what[0].split()[:1] == ["board"]:
        return ""
    out, err, _ = _told(f"show {what[0]}")
    if re.match(r"Unknown|Incomplete|You must specify", err or out):
        raise ValueError(f"show {what[0]}: {(err or out).strip()}")
    return out.rstrip("\n")


def board() -> Optional[Board]:
    """Returns the board, or `None` without a game. `board()[1]` is the side on roll."""
    facts = _facts()
    return _sides(facts["lanes"]) if facts["is_shown"] else None


def nextturn(*_: Any) -> None:
    """Lets the side on roll act if a computer plays it."""
    if _facts()["is_playing"]:
        _told("play")


def updateui(*_: Any) -> None:
    """Does nothing: there is no window."""


def navigate(*given: int, **named: int) -> Optional[Tuple[int, int]]:
    """Moves by `next` records, or by `game` games, and puts the dice of the next play on the board; without arguments to the
    start of the match.

    Returns two numbers, or `None` if both are 0: the records left over, and for games GNU Backgammon's difference of those
    wanted and those left over, with the sign of `game` only in the former.
    """
    for name in named:
        if name not in ("next", "game"):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
    steps = given[0] if given else named.get("next", 0)
    games = given[1] if len(given) > 1 else named.get("game", 0)
    if steps < 0:
        raise ValueError("negative next record")
    if not _ask("place")["lengths"]:
        return None
    if not given and not named:
        _told("first game")
        _told("first move")
        _ask("view", with_dice=False)
        return None
    left_games = 0
    if games:
        place = _ask("place")
        now = place["game"]
        wanted = min(max(now + games, 0), len(place["lengths"]) - 1)
        left_games = abs(games - abs(now + games - wanted))
        for _ in range(abs(wanted - now)):
            _told("next game" if wanted > now else "previous game")
        if wanted == now:
            _told("first move")
    left = 0
    if steps:
        place = _ask("place")
        possible = min(steps, place["lengths"][place["game"]] - place["at"])
        left = steps - possible
        if possible:
            _told(f"next {possible}")
    _ask("view", with_dice=True)
    return (left, left_games) if left or left_games else None


# Positions


def _sides(lanes: Sequence[int]) -> Board:
    mover = tuple(max(lanes[point], 0) for point in range(1, 26))
    opponent = tuple(max(-lanes[25 - point], 0) for point in range(1, 26))
    return opponent, mover


def _board_of(board: Any, name: str) -> Board:
    """Takes any two sequences of 25 numbers."""
    try:
        opponent, mover = (tuple(operator.index(count) for count in side) for side in board)
    except (TypeError, ValueError):
        _null(name)
    if len(opponent) != 25 or len(mover) != 25:
        _null(name)
    return opponent, mover


def _native_board(board: Board, name: str) -> _native.Board:
    opponent, mover = board
    lanes = [-opponent[24]] + [mover[point - 1] - opponent[24 - point] for point in range(1, 25)] + [mover[24]]
    if any(mover[point - 1] and opponent[24 - point] for point in range(1, 25)):
        _null(name)
    total = max(15 if sum(mover) > 3 or sum(opponent) > 3 else max(sum(mover), sum(opponent)), sum(mover), sum(opponent))
    try:
        return _native.Board.from_lanes(lanes + [total - sum(mover), sum(opponent) - total])
    except ValueError:
        _null(name)


def _bits(board: Board) -> bytes:
    """Lays the checkers out as the Position ID does; what is more than 80 bits is left out."""
    bits = [bit for side in board for count in side for bit in [1] * count + [0]][:80]
    bits += [0] * (80 - len(bits))
    return bytes(sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, 80, 8))


def _from_bits(key: Sequence[int]) -> Board:
    counts = [0]
    for byte in key:
        for place in range(8):
            if byte >> place & 1:
                counts[-1] += 1
            else:
                counts.append(0)
    counts = (counts + [0] * 50)[:50]
    return tuple(counts[:25]), tuple(counts[25:])


def _current() -> Board:
    facts = _facts()
    return _sides(facts["lanes"]) if facts["is_begun"] else ((0,) * 25, (0,) * 25)


def positionid(board: Any = None) -> str:
    """Returns the Position ID of a board, or of the current one."""
    of = _current() if board is None else _board_of(board, "positionid")
    return base64.b64encode(_bits(of)).decode().rstrip("=")


def positionfromid(id: Optional[str] = None) -> Board:
    """Returns the board of a Position ID. What is missing at its end counts as zeros."""
    if id is None:
        return _current()
    text = id[:14].ljust(14, "A")
    try:
        board = _from_bits(base64.b64decode(text + "==", validate=True))
    except binascii.Error:
        raise ValueError("invalid positionid") from None
    opponent, mover = board
    both = any(mover[point] and opponent[23 - point] for point in range(24))
    if both or sum(mover) > 15 or sum(opponent) > 15:
        raise ValueError("invalid positionid")
    return board


def positionkey(board: Any = None) -> Tuple[int, ...]:
    """Returns the ten bytes of the Position ID of a board, which is a list, or of the current one."""
    if board is None:
        return tuple(_bits(_current()))
    if not isinstance(board, list):
        raise TypeError(f"positionkey() argument 1 must be list, not {type(board).__name__}")
    return tuple(_bits(_board_of(board, "positionkey")))


def positionfromkey(key: Optional[List[int]] = None) -> Board:
    """Returns the board of ten bytes."""
    if key is None:
        return (0,) * 25, (0,) * 25
    if not isinstance(key, list):
        raise TypeError(f"positionfromkey() argument 1 must be list, not {type(key).__name__}")
    return _from_bits([key[place] & 255 for place in range(10)])


def positionbearoff(side: Any = None, points: int = 6, checkers: int = 15) -> int:
    """Returns the number of a side in the table of bear-offs; its checkers outside are left aside."""
    own = _current()[1] if side is None else side
    try:
        counts = [operator.index(count) for count in own]
    except TypeError:
        _null("positionbearoff")
    if len(counts) != 25:
        _null("positionbearoff")
    # Sides with fewer checkers come first; of those with as many, the ones with more on lower points.
    left = sum(counts[:points])
    number = _fewer(left, points)
    for point in range(points - 1):
        number += sum(comb(left - more + points - point - 2, points - point - 2) for more in range(counts[point] + 1, left + 1))
        left -= counts[point]
    return number


def _fewer(checkers: int, points: int) -> int:
    """Counts the sides that have fewer checkers than this on a number of points."""
    return comb(checkers - 1 + points, points) if checkers else 0


def positionfrombearoff(*given: int) -> Side:
    """Returns the side that has a number in the table of bear-offs of six points and 15 checkers.

    More arguments raise `TypeError`; they end GNU Backgammon.
    """
    if len(given) > 1:
        raise TypeError(f"positionfrombearoff() takes at most 1 argument ({len(given)} given)")
    number = given[0] if given else 0
    if not 0 <= number < _fewer(16, 6):
        raise ValueError(f"there is no position {number} in the table of bear-offs")
    checkers = next(count for count in range(16) if number < _fewer(count + 1, 6))
    same = combinations_with_replacement(range(6), checkers)
    points = next(itertools.islice(same, number - _fewer(checkers, 6), None))
    return tuple(points.count(point) for point in range(25))


def classifypos(board: Any = None, variation: int = 0) -> int:
    """Returns the class of a position: 0 over, 1 to 3 hypergammon, 4 and 6 bear-offs, 8 a race, 9 crashed, 10 contact."""
    if not 0 <= variation <= 4:
        raise Exception("Variation unknown \n")
    opponent, mover = _current() if board is None else _board_of(board, "classifypos")
    if not sum(opponent) or not sum(mover):
        return 0
    if variation >= 2:
        return variation - 1
    rear = [max(point for point in range(25) if side[point]) for side in (opponent, mover)]
    if sum(rear) > 22:
        return 9 if _is_crashed(opponent) or _is_crashed(mover) else 10
    if max(rear) > 5:
        return 8
    return 4 if sum(opponent) <= 6 and sum(mover) <= 6 else 6


def _is_crashed(side: Side) -> bool:
    """Returns `True` if few checkers are in play apart from those on the 1- and 2-points: the rule of `crashed` in
    docs/phases.md."""
    on_board, ace, deuce = sum(side), side[0], side[1]
    if ace >= 2:
        return on_board - ace <= 6 or (deuce >= 2 and on_board - ace - deuce <= 5)
    return on_board <= 6 or (deuce >= 1 and on_board - deuce <= 5)


def swapboard(board: Sequence[Side]) -> List[Side]:
    """Returns the board from the view of the other player."""
    return [board[1], board[0]]


def pipcount(board: Sequence[Side]) -> List[int]:
    """Returns the pips of the opponent and of the side on roll."""
    return [sum((point + 1) * count for point, count in enumerate(side)) for side in board]


# The state of the game


def posinfo(*given: Any) -> Info:
    """Returns turn, resignation, double, state and dice; what isn't given is the game's."""
    facts = _facts()
    if not facts["is_begun"] and len(given) < 5:
        raise Exception("error in SetPosInfo\n")
    own = [facts["turn"], facts["resigned"], facts["doubled"], facts["gamestate"], facts["dice"]]
    turn, resigned, doubled, state, dice = [*given, *own[len(given) :]][:5]
    dice = tuple(dice)
    if turn not in (0, 1) or not 0 <= resigned <= 3 or doubled not in (0, 1) or not 0 <= state <= 4:
        raise Exception("error in SetPosInfo\n")
    if len(dice) != 2 or any(not 0 <= die <= 6 for die in dice):
        raise Exception("error in SetPosInfo\n")
    return {"dice": dice, "turn": turn, "resigned": resigned, "doubled": doubled, "gamestate": state}


def _own_cube(facts: Info) -> List[Any]:
    return [facts[key] for key in ("cube", "owner", "move", "matchto", "score", "crawford")]


def cubeinfo(*given: Any) -> Info:
    """Returns cube, owner, player on roll, match length, score, Crawford game and variation; what isn't given is the game's.

    The session says whether the Jacoby rule is in use. More arguments raise `TypeError`, where they end GNU Backgammon.
    """
    if len(given) > 7:
        raise TypeError(f"cubeinfo() takes at most 7 arguments ({len(given)} given)")
    for value in (*given[:4], *given[5:]):
        operator.index(value)
    if len(given) > 4 and (not isinstance(given[4], (list, tuple)) or len(given[4]) != 2):
        what = f"sequence of length 2, not {len(given[4])}" if isinstance(given[4], (list, tuple)) else (
            f"2-item sequence, not {type(given[4]).__name__}")
        raise TypeError(f"cubeinfo() argument 5 must be {what}")
    facts = _facts()
    if not facts["is_begun"] and len(given) < 4:
        raise Exception("error in SetCubeInfo\n")
    own = [*_own_cube(facts), facts["bgv"]]
    cube, owner, move, length, score, crawford, variation = [*given, *own[len(given) :]]
    jacoby = 0 if length else facts["jacoby"]
    if not length:
        score, crawford = (0, 0), 0
    info = {
        "cube": cube, "cubeowner": owner, "move": move, "matchto": length, "score": tuple(score), "crawford": crawford,
        "jacoby": jacoby, "beavers": 0, "gammonprice": ((0.0, 0.0), (0.0, 0.0)), "bgv": variation,
    }  # fmt: skip
    return calcgammonprice(info)


def calcgammonprice(*given: Any) -> Info:
    """Returns a copy of a cube-info with the gammon prices that follow from the rest."""
    if len(given) != 1:
        raise TypeError(f"gnubg.calcgammonprice() takes exactly one argument ({len(given)} given)")
    info = given[0]
    if not isinstance(info, dict):
        raise Exception("error in SetCubeInfo\n")
    variation = info.get("bgv", 0)
    info = {**_MONEY, **info, "gammonprice": ()}
    del info["bgv"]
    info["bgv"] = variation
    cube, owner, move, length, score = (info[key] for key in ("cube", "cubeowner", "move", "matchto", "score"))
    if owner not in (-1, 0, 1) or move not in (0, 1) or len(score) != 2:
        raise Exception("error in SetCubeInfo\n")
    if length and any(not 0 <= points < length for points in score):
        raise Exception("error in SetCubeInfo\n")
    if not length:
        price = 0.0 if info["jacoby"] and owner == -1 else 1.0
        info["gammonprice"] = ((price, price), (price, price))
    else:
        table = _table(length - min(score))
        info["gammonprice"] = tuple(
            tuple(max(0.0, price) for price in table.gammon_prices(own, other, bool(info["crawford"]), cube))
            for own, other in ((length - score[0], length - score[1]), (length - score[1], length - score[0]))
        )
    return info


_MONEY: Info = {
    "cube": 1, "cubeowner": -1, "move": 1, "matchto": 0, "score": (0, 0), "crawford": 0, "jacoby": 0, "beavers": 0,
    "gammonprice": ((1.0, 1.0), (1.0, 1.0)), "bgv": 0,
}  # fmt: skip


def _match_id(info: Info, pos: Info) -> str:
    """Encodes a Match ID: the fields in GNU Backgammon's order, from the lowest bit on."""
    bits = 0
    at = 0
    cube = info["cube"].bit_length() - 1
    dice = pos["dice"]
    fields = [
        (cube, 4), (info["cubeowner"] & 3, 2), (info["move"], 1), (int(bool(info["crawford"])), 1), (pos["gamestate"], 3),
        (pos["turn"], 1), (pos["doubled"], 1), (pos["resigned"], 2), (dice[0], 3), (dice[1], 3), (info["matchto"], 15),
        (info["score"][0], 15), (info["score"][1], 15), (int(not info["jacoby"]), 1),
    ]  # fmt: skip
    for value, width in fields:
        bits |= (value & ((1 << width) - 1)) << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def matchid(*given: Any) -> str:
    """Returns the Match ID of a cube-info and a pos-info, or of the game."""
    if not given:
        facts = _facts()
        if not facts["is_shown"]:
            raise ValueError("no current position available")
        return str(facts["match_id"])
    if len(given) != 2 or not all(isinstance(each, dict) for each in given):
        raise TypeError(
            "a cube-info argument requires a pos-info dictionary as an argument (see gnubg.matchid() for an example)"
        )
    return _match_id(*given)


def gnubgid(*given: Any) -> str:
    """Returns both IDs with a colon between them, of a board, a cube-info and a pos-info, or of the game."""
    if not given:
        facts = _facts()
        if not facts["is_shown"]:
            raise ValueError("no current position available")
        return f"{facts['position_id']}:{facts['match_id']}"
    if len(given) != 3:
        raise TypeError(
            "requires 0 or exactly 3 arguments (Board, Cube-Info dict, Pos-Info dict). "
            "(see gnubg.board(), gnubg.cubeinfo(), gnubg.posinfo() for examples)"
        )
    return f"{positionid(given[0])}:{_match_id(given[1], given[2])}"


# The engine


def evalcontext(*given: Any) -> Info:
    """Returns how positions are evaluated: cubeful, plies, deterministic, prune, noise; fewer are as set."""
    if len(given) > 5:
        raise TypeError(f"function takes at most 5 arguments ({len(given)} given)")
    for value in given[:4]:
        operator.index(value)
    own: Tuple[Any, ...] = _facts()["plays"]
    cubeful, plies, deterministic, prune, noise = [*given, *own[len(given) :]]
    if given:
        prune = int(bool(prune) and plies > 0)
    return {
        "cubeful": int(cubeful), "plies": min(int(plies), 7), "deterministic": int(deterministic), "prune": int(prune),
        "noise": _single(noise),
    }  # fmt: skip


def _position(board: Any, info: Any, name: str) -> _native.Position:
    native = _native_board(_current() if board is None else _board_of(board, name), name)
    facts = _facts() if info is None else None
    if info is None:
        info = cubeinfo() if facts and facts["is_begun"] else dict(_MONEY)
    info = {**_MONEY, **info}
    move, length, score = info["move"], info["matchto"], info["score"]
    owner: Optional[Literal["mover", "opponent"]] = None
    if info["cubeowner"] != -1:
        owner = "mover" if info["cubeowner"] == move else "opponent"
    if length and max(score) >= length:
        # GNU Backgammon evaluates at a score that ends the match, too.
        length, score = 0, (0, 0)
    return _native.Position.at(
        native, length=length, score=(score[move], score[1 - move]), cube=info["cube"], owner=owner,
        crawford=bool(info["crawford"]), jacoby=bool(info["jacoby"]),
    )  # fmt: skip


def _context(context: Any) -> Info:
    return {**evalcontext(), **(context or {})}


def evaluate(*given: Any, **named: Any) -> Tuple[float, ...]:
    """Returns the chances to win, to win a gammon, a backgammon, to lose a gammon, a backgammon, and the cubeless equity."""
    if named:
        raise TypeError("evaluate() takes no keyword arguments")
    if given and given[0] is None:
        _null("evaluate")
    if not given and not _facts()["is_begun"]:
        return 0.0, 0.0, 0.0, 0.0, 0.0, -1.0
    board, info, context = [*given, None, None, None][:3]
    position = _position(board, info, "evaluate")
    if position.board.is_over:
        return 0.0, 0.0, 0.0, 0.0, 0.0, -1.0
    found = _engine_at(position).evaluate(position, plies=min(_context(context)["plies"], 3), cubeful=False)
    chances = found.win, found.win_gammon, found.win_backgammon, found.lose_gammon, found.lose_backgammon
    return (*chances, found.cubeless)


_CODES = {
    "double, take": (0, 7, "Double, take", "Redouble, take"),
    "double, beaver": (0, 7, "Double, take", "Redouble, take"),
    "double, pass": (1, 8, "Double, pass", "Redouble, pass"),
    "no double, take": (2, 9, "No double, take", "No redouble, take"),
    "too good, take": (3, 10, "Too good to double, take", "Too good to redouble, take"),
    "too good, pass": (4, 11, "Too good to double, pass", "Too good to redouble, pass"),
    "no double, beaver": (6, 12, "No double, beaver", "No redouble, beaver"),
    "optional, take": (16, 17, "Optional double, take", "Optional redouble, take"),
}


def cfevaluate(*given: Any) -> Tuple[Any, ...]:
    """Returns the best equity, those of no double, of double and take, of double and pass, and what is right, as a code and words."""
    if not given and not _facts()["is_begun"]:
        raise Exception("no position is set: begin a game, or give a board")
    board, info, context = [*given, None, None, None][:3]
    position = _position(board, info, "cfevaluate")
    if position.board.is_over:
        value = _engine().evaluate(position, cubeful=False).cubeless
        lost = "no double, take" if value < 0 else "optional, take"
        action = lost if value <= 0 else "double, pass" if value == 1 else "too good, pass"
        return (value, value, 2 * value, 1.0, *_CODES[action][position.cube_owner is not None :: 2])
    found = _engine_at(position).cube(position, plies=min(_context(context)["plies"], 3))
    action = found.action
    beavers = bool({**_MONEY, **(info or {})}.get("beavers"))
    if not beavers:
        action = action.replace("beaver", "take")
    if action == "not available":
        is_owned = position.cube_owner == "opponent"
        never = "Never redouble" if position.cube_owner else "Never double"
        code, words = (15, "Unknown cube decision") if is_owned else (
            (14 if position.cube_owner else 13), f"{never}, take (dead cube)")
        return found.no_double, found.no_double, found.double_take, 1.0, code, words
    single, again, words, words_again = _CODES[action]
    is_again = position.cube_owner is not None
    best = found.no_double if not found.is_double else min(found.double_take, found.double_pass)
    code, words = (again, words_again) if is_again else (single, words)
    return best, found.no_double, found.double_take, found.double_pass, code, words


def findbestmove(*given: Any) -> Tuple[int, ...]:
    """Returns the points of the best play, from and to of each step; `()` if there is none."""
    board, info, context, dice = [*given, None, None, None, None][:4]
    if dice is None:
        facts = _facts()
        dice = facts["dice"] if facts["is_begun"] else (0, 0)
    if len(given) == 2 and not isinstance(info, dict) and info is not None or not all(dice):
        raise Exception("What? No dice?\n")
    position = _position(board, info, "findbestmove")
    context = _context(context)
    best = _engine_at(position).hint(
        position, (dice[0], dice[1]), plies=min(context["plies"], 3), cubeful=bool(context["cubeful"]), count=1
    )[0]
    return tuple(place for step in _steps(best.play) for place in step)


def _steps(play: Any) -> List[Tuple[int, int]]:
    """Puts single steps in GNU Backgammon's order: the larger die first, where that leads to the same position."""
    if play.roll.is_doublet or len(play) < 2:
        return sorted(play.steps, reverse=True)
    after = play.after.lanes
    for first, second in (play.roll, tuple(play.roll)[::-1]):
        for one, lanes in _moved(play.board.lanes, first):
            for other, last in _moved(lanes, second):
                if last == after:
                    return [one, other]
    return list(play.steps)


def _moved(lanes: List[int], die: int) -> List[Tuple[Tuple[int, int], List[int]]]:
    """Lists the steps of a die, from the highest point on, each with the lanes after it."""
    found = []
    for point in range(25, 0, -1):
        to = max(point - die, 0)
        if lanes[point] <= 0 or (lanes[25] and point < 25) or (to and lanes[to] < -1):
            continue
        if not to and any(lanes[above] > 0 for above in range(7, 26)):
            continue
        if point < die and any(lanes[above] > 0 for above in range(point + 1, 26)):
            continue
        now = list(lanes)
        now[point] -= 1
        if not to:
            now[26] += 1
        elif now[to] < 0:
            now[to], now[0] = 1, now[0] - 1
        else:
            now[to] += 1
        found.append(((point, to), now))
    return found


def hint(*given: Any, **named: Any) -> Info:
    """Returns the best plays of the dice, `n` at most, as the command `hint` finds them."""
    if named:
        raise TypeError("hint() takes no keyword arguments")
    # No plays are ten plays there; fewer than none are all.
    count = (operator.index(given[0]) or 10) if given else -1
    facts = _facts()
    if not facts["is_playing"]:
        raise Exception("You must set up a board first.")
    if facts["resigned"]:
        raise Exception("Hints for resignations not yet implemented")
    if facts["doubled"]:
        raise Exception("Hints for take actions not yet implemented")
    if not all(facts["dice"]):
        raise Exception("Hints for cube actions not yet implemented")
    shown: List[Info] = []
    context = evalcontext()
    position = _position(None, None, "hint")
    found = _engine_at(position).hint(
        position, tuple(facts["dice"]), plies=min(context["plies"], 3), cubeful=bool(context["cubeful"])
    )
    plays = [each for each in found if each.play and not each.play.is_dance]
    for number, each in enumerate(plays[: count if count > 0 else None], 1):
        of = each.evaluation
        probs = of.win, of.win_gammon, of.win_backgammon, of.lose_gammon, of.lose_backgammon
        shown.append(
            {
                "movenum": number, "type": "eval", "move": each.text, "equity": of.equity,
                "eqdiff": _single(of.equity - plays[0].evaluation.equity), "context": {**context, "plies": of.plies},
                "details": {"probs": probs, "score": of.equity},
            }  # fmt: skip
        )
    return {"hinttype": "chequer", "gnubgid": gnubgid(), "hint": shown}


def getevalhintfilter() -> List[Info]:
    """Returns the move filters of hints, as GNU Backgammon begins with them."""
    rough, fine, skipped = (0, 8, 0.16), (0, 2, 0.04), (-1, 0, 0.0)
    rows = [[rough], [rough, skipped], [rough, skipped, fine], [rough, skipped, fine, skipped]]
    return [
        {"ply": ply, "level": level, "acceptmoves": accept, "extramoves": extra, "threshold": _single(threshold)}
        for ply, row in enumerate(rows, 1)
        for level, (accept, extra, threshold) in enumerate(row)
    ]


def setevalhintfilter(*given: Any) -> None:
    """Refuses what it is given, as GNU Backgammon's own does; the command `set evaluation movefilter` sets filters."""
    if len(given) != 1:
        raise Exception("requires 1 argument: a list of move filters (see gnubg.getevalhintfilter() for an example))")
    if isinstance(given[0], list) and len(given[0]) == 1 and isinstance(given[0][0], list):
        raise SystemError("<built-in function setevalhintfilter> returned a result with an exception set")
    _null("setevalhintfilter")


_ROLLOUT = (
    ("cubeful", 1), ("variance-reduction", 1), ("initial-position", 0), ("quasi-random-dice", 1), ("late-eval", 0),
    ("truncated-rollouts", 0), ("n-truncation", 10), ("truncate-bearoff2", 1), ("truncate-bearoffOS", 1), ("stop-on-std", 0),
    ("trials", 1296), ("seed", 0), ("minimum-games", 324), ("stop-on-jsd", 0), ("late-on-move-n", 5),
    ("minimum-jsd-games", 324), ("std-limit", 0.01), ("jsd-limit", 2.33),
)  # fmt: skip


def rolloutcontext(*given: Any) -> Info:
    """Returns how positions are rolled out; fewer arguments than 18 are as GNU Backgammon begins with."""
    if len(given) > len(_ROLLOUT):
        raise TypeError(f"function takes at most {len(_ROLLOUT)} arguments ({len(given)} given)")
    values = [*given, *(value for _, value in _ROLLOUT[len(given) :])]
    pairs = zip((name for name, _ in _ROLLOUT), values)
    return {name: _single(value) if isinstance(value, float) else int(value) for name, value in pairs}


# Scores


_LONGEST = 64  # points of the match equity table


def met(*given: Any) -> List[Any]:
    """Returns the match equity table: the rows before the Crawford game, and those of both players after it.

    Without an argument it has as many points as the match, or all.
    """
    length = operator.index(given[0]) if given else _facts()["matchto"] or _LONGEST
    if not 0 <= length <= _LONGEST:
        raise ValueError("invalid matchlength")
    table = _table(length)
    before = [[table.chance(own, other, False) for other in range(1, length + 1)] for own in range(1, length + 1)]
    after = [table.chance(own, 1, True) for own in range(1, length + 1)]
    return [before, after, list(after)]


def _score(info: Any) -> Optional[Tuple[int, int, bool, int]]:
    if info is None:
        facts = _facts()
        info = cubeinfo() if facts["is_begun"] else _MONEY
    move, length, score = info["move"], info["matchto"], info["score"]
    if not length:
        return None
    return length - score[move], length - score[1 - move], bool(info["crawford"]), info["cube"]


def _at(score: Tuple[int, int, bool, int]) -> _native.MatchEquities:
    return _table(max(score[:2]))


def eq2mwc(equity: float = 0.0, info: Any = None) -> float:
    """Turns an equity of the player on roll into the chance to win the match; 1.0 for money."""
    score = _score(info)
    return 1.0 if score is None else _at(score).chance_of(*score, equity)


def mwc2eq(chance: float = 0.0, info: Any = None) -> float:
    """Turns a chance of the player on roll to win the match into an equity; `-inf` for money."""
    score = _score(info)
    return float("-inf") if score is None else _at(score).equity_of(*score, chance)


def eq2mwc_stderr(error: float = 0.0, info: Any = None) -> float:
    """Turns a standard error of an equity into one of the chance to win the match."""
    score = _score(info)
    return 1.0 if score is None else _single(_at(score).chance_of(*score, error) - _at(score).chance_of(*score, 0.0))


def mwc2eq_stderr(error: float = 0.0, info: Any = None) -> float:
    """Turns a standard error of the chance to win the match into one of the equity."""
    score = _score(info)
    return float("-inf") if score is None else _single(_at(score).equity_of(*score, error) - _at(score).equity_of(*score, 0.0))


def _one(given: Tuple[Any, ...]) -> float:
    if len(given) != 1:
        raise TypeError(f"function takes exactly 1 argument ({len(given)} given)")
    if not isinstance(given[0], (int, float)):
        raise TypeError(f"must be real number, not {type(given[0]).__name__}")
    return _single(given[0])


def luckrating(*given: Any) -> int:
    """Returns how lucky a mean luck per play is: 0 to 4, 2 for none, with the limits of the words of `show statistics`."""
    luck = _one(given)
    return 4 if luck > 0.06 else 3 if luck > 0.03 else 0 if luck < -0.06 else 1 if luck < -0.03 else 2


def errorrating(*given: Any) -> int:
    """Returns how well a mean error per play is played: 7 the best, 0 the worst."""
    error = _one(given)
    limits = (0.002, 0.005, 0.008, 0.012, 0.018, 0.026, 0.035)
    return 7 - sum(error >= _single(limit) for limit in limits)


def dicerolls(*given: Any) -> Tuple[Tuple[int, int], ...]:
    """Draws `n` rolls from the session's dice."""
    if len(given) != 1:
        raise TypeError(f"dicerolls() takes exactly 1 argument ({len(given)} given)")
    if operator.index(given[0]) <= 0:
        raise ValueError("number of rolls must be greater than 0")
    return tuple((first, second) for first, second in _ask("dice", count=given[0]))


# Plays

# The words of a play. Spaces, commas, closing brackets and the marks of hits only separate them; any other character is a word.
_WORDS = re.compile(r"\d+|b(?:ar?)?|o(?:ff?)?|\(\s*\d*(?![^\s,*)])|[^\s,*)]", re.ASCII)


def parsemove(*given: Any) -> Tuple[Tuple[int, int], ...]:
    """Reads a play and returns its moves, those of the rear checkers first; legality isn't checked."""
    if len(given) != 1:
        raise TypeError(f"moves() takes exactly 1 argument ({len(given)} given)")
    if not isinstance(given[0], str):
        raise TypeError(f"moves() argument 1 must be str, not {type(given[0]).__name__}")
    moves: List[Tuple[int, int]] = []
    chain: List[int] = []  # the points that slashes join
    is_joined = is_open = False  # after a slash; after a point that no checker has left yet
    for word in _WORDS.findall(given[0].lower()):
        if word in "/-":
            if not chain or is_joined:
                _null("parsemove")
            is_joined = True
        elif word[0] == "(":
            count = int(word[1:].strip() or 0)
            if is_joined or len(chain) < 2 or count < 2:
                _null("parsemove")
            moves += list(zip(chain, chain[1:])) * (count - 1)
        elif word[0] in "0123456789bo":
            point = 25 if word[0] == "b" else 0 if word[0] == "o" else int(word)
            if point > 25:
                _null("parsemove")
            if is_joined or is_open:
                if chain[-1] == 0 or point == 25:
                    _null("parsemove")
                moves.append((chain[-1], point))
            chain, is_open = (chain, False) if is_joined else ([], not is_open)
            chain.append(point)
            is_joined = False
        else:
            _null("parsemove")
    if is_joined or is_open or len(moves) > 4:
        _null("parsemove")
    return tuple(sorted(moves, reverse=True))


def movetupletostring(*given: Any) -> str:
    """Writes a play as GNU Backgammon does: a flat tuple of points, or one of moves; the board shows what is hit."""
    message = "requires 2 arguments (MoveTuple, Board). (see gnubg.findbestmove() and gnubg.board() for examples)"
    if len(given) != 2 or not isinstance(given[0], (list, tuple)):
        raise TypeError(message)
    flat: List[Any] = []
    for part in given[0]:
        if isinstance(part, (list, tuple)) and len(part) == 2:
            flat.extend(part)
        else:
            flat.append(part)
    if not all(isinstance(place, int) for place in flat) or len(flat) > 8:
        raise Exception("Invalid move tuple as argument")
    opponent, _ = _board_of(given[1], "movetupletostring")
    steps = sorted((step for step in zip(flat[::2], flat[1::2]) if step != (0, 0)), reverse=True)
    blots = {24 - point for point in range(24) if opponent[point] == 1}
    chains: List[List[int]] = []
    for one, to in steps:
        # A checker that moves on is one move, unless it hits on the way.
        open_chain = next((chain for chain in chains if chain[-1] == one and one not in blots), None)
        (open_chain.append(to) if open_chain else chains.append([one, to]))
    # Longer moves take shorter ones into themselves.
    moves = [(chain[0], chain[-1]) for chain in chains]
    words: List[str] = []
    hit = set()
    for move in dict.fromkeys(sorted(moves, reverse=True)):
        text = f"{'bar' if move[0] == 25 else move[0]}/{move[1] or 'off'}"
        if move[1] in blots and move[1] not in hit:
            hit.add(move[1])
            text += "*"
        many = moves.count(move)
        words.append(text + (f"({many})" if many > 1 else ""))
    return " ".join(words)


# The record

_PARTS = ("analysis", "boards", "statistics", "verbose")


def match(*given: Any, **named: Any) -> Optional[Info]:
    """Returns the match that is played or loaded, game by game; `None` without one.

    `X` is player 0 and `O` player 1, as in GNU Backgammon. The arguments say what is in it: `analysis` (1 if left out), `boards` (1),
    `statistics` (0) and `verbose` (0), which adds cubeless equities to cube decisions.
    """
    if len(given) > 4:
        raise TypeError(f"function takes at most 4 arguments ({len(given)} given)")
    for name in named:
        if name not in _PARTS:
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
    wanted = {"analysis": 1, "boards": 1, "statistics": 0, "verbose": 0, **dict(zip(_PARTS, given)), **named}
    found = _ask("match", **{name: bool(value) for name, value in wanted.items()})
    if found is None:
        return None
    dump: Info = {key: _tuples(value) if key == "games" else value for key, value in found.items()}
    info = dump["match-info"]
    for key in ("date", "rules"):
        if key in info:
            info[key] = tuple(info[key])
    return dump


def _tuples(value: Any) -> Any:
    """Makes tuples of lists, as far down as there are any."""
    if isinstance(value, list):
        return tuple(_tuples(each) for each in value)
    if isinstance(value, dict):
        return {key: _tuples(each) for key, each in value.items()}
    return value


def matchchecksum() -> str:
    """Returns 32 hexadecimal digits that depend on the players and the actions; they aren't GNU Backgammon's."""
    found = match(0, 1, 0, 0)
    return hashlib.md5(json.dumps(found, sort_keys=True).encode()).hexdigest()
