"""Check, convert, analyse and play backgammon.

>>> import barpoint
>>> board = barpoint.Board()
>>> board = board.push("8/5 6/5", "31")
>>> board.position_id
'sGfwATDgc/ABMA'
"""

from ._native import (
    Analysis,
    BarpointError,
    Board,
    Candidate,
    CubeDecision,
    Decision,
    DecisionTable,
    Engine,
    Evaluation,
    Finding,
    Fix,
    Game,
    IdError,
    IllegalPlayError,
    Match,
    Performance,
    Play,
    Position,
    RecordError,
    Roll,
    RolloutState,
    Tally,
    UnknownScoreError,
    __version__,
    check,
    decisions,
    merge,
    read,
    stats,
)

__all__ = [
    "Analysis",
    "BarpointError",
    "Board",
    "Candidate",
    "CubeDecision",
    "Decision",
    "DecisionTable",
    "Engine",
    "Evaluation",
    "Finding",
    "Fix",
    "Game",
    "IdError",
    "IllegalPlayError",
    "Match",
    "Performance",
    "Play",
    "Position",
    "RecordError",
    "Roll",
    "RolloutState",
    "Tally",
    "UnknownScoreError",
    "__version__",
    "check",
    "decisions",
    "merge",
    "read",
    "stats",
]
