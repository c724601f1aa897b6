"""Distribute records, matches and shares of a rollout to many machines with Dask.

Each process runs this package. The results are the same, to the bit, as on one machine, and in the order of the input.
`client` is a `dask.distributed.Client`, or any object with its `map` and `gather`; without a client, this process does the
work, one item after the other.

With `folder`, which all machines must share, each result is written to a file, completely or not at all, named by a hash of
the input, the settings, the version and the weights. To continue a run that was killed, start it again: results that have a
file aren't computed again. The files are pickles: use only folders that you trust.

>>> from barpoint import distributed
>>> found = distributed.check(["testdata/mat/tour/half-a-play.mat", "testdata/mat/valid/one-point.mat"])
>>> [[finding.code for finding in findings] for findings in found]
[['play-incomplete'], []]
>>> state = distributed.rollout("4HPwATDgc/ABMA", "31", shares=4, games=36, truncate=1, plays=["8/5 6/5", "24/20"])
>>> [candidate.text for candidate in state.candidates], state.is_whole
(['8/5 6/5', '24/20'], True)
"""

from __future__ import annotations

import functools
import hashlib
import io
import os
import pickle
import tempfile
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, Union, cast

from . import Analysis, BarpointError, Board, Engine, Finding, Match, Position, Roll, RolloutState, Tally, __version__
from . import check as check_record
from . import merge, read
from . import stats as count_record

__all__ = ["Client", "analyse", "check", "each", "engine", "rollout", "stats"]

Item = TypeVar("Item")
Result = TypeVar("Result")
Record = Union[str, "os.PathLike[str]", bytes]
Folder = Union[str, "os.PathLike[str]"]


class Client(Protocol):
    """The methods of a Dask client that are used here."""

    def map(self, function: Callable[..., Any], items: Any, /, *, pure: bool) -> Any:
        """Calls the function with each item on the cluster, and returns the futures."""

    def gather(self, futures: Any, /) -> Any:
        """Waits for the results."""


@functools.lru_cache(maxsize=None)
def engine() -> Engine:
    """Returns the engine of this process, which has one thread: a cluster runs as many processes as it has cores."""
    return Engine(threads=1)


def each(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    client: Client | None = None,
    folder: Folder | None = None,
) -> list[Result]:
    """Calls a function with each item, and returns the results in the order of the items.

    The function must be importable on the other machines, and the items must be picklable. It may be a `functools.partial`
    with arguments. The name of a result's file depends on the function's name, these arguments and the item; if the item
    is the path of a file, also on its content. If you change the function, use another folder. With `folder`, a function
    without a name of its own (a `lambda`, a nested function, a method of an object) raises `ValueError`.

    The first `BarpointError` or `OSError` is raised after all other items are done, so their results are kept.

    >>> from barpoint import Position
    >>> def best(position):
    ...     return distributed.engine().hint(position, plies=0)[0].text
    >>> from barpoint import distributed
    >>> distributed.each(best, [Position.at("4HPwATDgc/ABMA", roll=roll) for roll in ("31", "42", "61")])
    ['8/5 6/5', '8/4 6/4', '13/7 8/7']
    """
    shard = functools.partial(_shard, function, None if folder is None else os.fspath(folder))
    if folder is not None:
        _name(_parts(function)[0])
        Path(folder).mkdir(parents=True, exist_ok=True)
    # A function isn't pure for Dask: it would hash every item again, and answer equal ones together.
    results = [shard(item) for item in items] if client is None else client.gather(client.map(shard, list(items), pure=False))
    for result in results:
        if isinstance(result, _Failed):
            raise result.error
    return cast("list[Result]", results)


def check(
    records: Iterable[Record],
    *,
    client: Client | None = None,
    folder: Folder | None = None,
    pedantic: bool = False,
    fixes: bool = False,
    rules: Sequence[str] | None = None,
) -> list[list[Finding]]:
    """Checks records (paths or bytes), as `barpoint.check` does, and returns the findings of each."""
    function = functools.partial(_check, pedantic=pedantic, fixes=fixes, rules=rules)
    return each(function, records, client=client, folder=folder)


def analyse(
    records: Iterable[Record | Match],
    *,
    client: Client | None = None,
    folder: Folder | None = None,
    plies: int = 2,
    roller: bool = False,
    rules: Sequence[str] | None = None,
) -> list[list[Analysis]]:
    """Analyses records (paths or bytes) or single matches, as `Engine.analyse` does, and returns the analyses of each. One
    process analyses an item: of a file with many matches, pass the matches that `barpoint.read` returns. `rules` apply to
    records, as in `barpoint.read`; a match has its own."""
    function = functools.partial(_analyse, plies=plies, roller=roller, rules=rules)
    return each(function, records, client=client, folder=folder)


def stats(
    records: Iterable[Record],
    *,
    client: Client | None = None,
    folder: Folder | None = None,
    rules: Sequence[str] | None = None,
) -> Tally:
    """Counts the matches of records (paths or bytes), as `barpoint.stats` does, and adds up the tallies in the order of the
    records. It evaluates nothing: it sums the analyses in the records.

    >>> from barpoint import distributed
    >>> distributed.stats(["testdata/mat/valid/one-point.mat", "testdata/mat/valid/seven-points.mat"]).matches
    2
    """
    return Tally(each(functools.partial(_stats, rules=rules), records, client=client, folder=folder))


def rollout(
    position: Board | Position | str,
    roll: Roll | str | Sequence[int] | None = None,
    *,
    shares: int,
    client: Client | None = None,
    folder: Folder | None = None,
    **question: Any,
) -> RolloutState:
    """Rolls out a position in shares, and merges them into the state of one rollout of all games. The other arguments are
    those of `Engine.rollout`: `plays`, `cube`, `games`, `plies`, `seed`, `truncate`.

    >>> from barpoint import distributed
    >>> state = distributed.rollout("4HPwATDgc/ABMA", shares=2, games=36, truncate=1, cube=True)
    >>> state.decision.action
    'no double, beaver'
    """
    share = functools.partial(_rollout, position=position, roll=roll, **question)
    numbers = [(number, shares) for number in range(1, shares + 1)]
    return merge(each(share, numbers, client=client, folder=folder))


def _check(record: Record, *, pedantic: bool, fixes: bool, rules: Sequence[str] | None) -> list[Finding]:
    return check_record(record, pedantic=pedantic, fixes=fixes, rules=rules)


def _stats(record: Record, *, rules: Sequence[str] | None) -> Tally:
    return count_record(record, rules=rules)


def _analyse(record: Record | Match, *, plies: int, roller: bool, rules: Sequence[str] | None) -> list[Analysis]:
    matches = [record] if isinstance(record, Match) else read(record, rules=rules)
    return [engine().analyse(match, plies=plies, roller=roller) for match in matches]


def _rollout(share: tuple[int, int], **question: Any) -> RolloutState:
    return engine().rollout(question.pop("position"), question.pop("roll"), share=share, **question)


class _Failed:
    """An item that failed; the others are still done."""

    def __init__(self, error: Exception):
        self.error = error


def _shard(function: Callable[[Item], Result], folder: str | None, item: Item) -> Result | _Failed:
    """Does an item, unless its result is in the folder."""
    try:
        if folder is None:
            return function(item)
        path = Path(folder, f"{_digest(function, item)}.pickle")
        try:
            return cast("Result", pickle.loads(path.read_bytes()))
        except (FileNotFoundError, EOFError, pickle.UnpicklingError):
            # Nothing yet, or nothing of ours.
            pass
        result = function(item)
        _write(path, pickle.dumps(result))
        return result
    except (BarpointError, OSError) as error:
        return _Failed(error)


@functools.lru_cache(maxsize=None)
def _version() -> tuple[str, str]:
    """Returns what the numbers depend on beside the input."""
    return __version__, engine().weights


def _parts(function: Callable[..., Any]) -> tuple[Callable[..., Any], Any]:
    """Returns a function and the arguments that `functools.partial` gives it."""
    if isinstance(function, functools.partial):
        return function.func, (function.args, sorted(function.keywords.items()))
    return function, None


def _name(function: Callable[..., Any]) -> str:
    """Returns the name of a function, which no other has."""
    name = getattr(function, "__qualname__", "<object>")
    owner = getattr(function, "__self__", None)
    if "<" in name or not (owner is None or isinstance(owner, types.ModuleType)):
        message = "has no name of its own, by which its results could be found in a folder: take a function of a module"
        raise ValueError(f"{function!r} {message}")
    return f"{function.__module__}.{name}"


def _digest(function: Callable[..., Any], item: Any) -> str:
    """Returns the hash of all that a result depends on."""
    called, arguments = _parts(function)
    digest = hashlib.sha256()
    for part in (_version(), _name(called), arguments, item):
        digest.update(_bytes(part))
    if isinstance(item, (str, os.PathLike)) and os.path.isfile(item):
        digest.update(Path(item).read_bytes())
    return digest.hexdigest()


def _bytes(value: Any) -> bytes:
    """Returns a value as bytes, the same in every process: pickles refer to an object that came before, and which of the
    equal ones are the same object is chance, so that is left out."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=4)
    pickler.fast = True
    pickler.dump(value)
    return buffer.getvalue()


def _write(path: Path, content: bytes) -> None:
    """Writes a file as a whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
