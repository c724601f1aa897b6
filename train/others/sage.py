#!/usr/bin/env python3
"""Plays barpoint at 0-ply and Open Sage against each other and themselves, from given positions.

    sage.py --games 150 --level 1ply < positions.txt

Standard input has Position IDs, one a line. Needs the packages barpoint, bgsage and numpy. Games are cubeless games for money,
with the same dice in the four pairings. For the player on roll first, and for the other player, it prints how many points a
game barpoint makes more than Open Sage would from the same place, with the standard error over the positions.
"""
import argparse
import random
import sys

import barpoint
import bgsage
import numpy


def outcome(board):
    """Returns the points that the player who has just played won, or None; `board` is from that player's view."""
    if any(checkers > 0 for checkers in board[1:26]):
        return None
    # Checkers on a bar are counted without a sign.
    left = board[0] + sum(-checkers for checkers in board[1:25] if checkers < 0)
    if left < 15:
        return 1
    return 3 if board[0] or any(checkers < 0 for checkers in board[1:7]) else 2


def flipped(boards):
    rows = numpy.array([bgsage.flip_board(board) for board in boards])
    rows[:, 0] = -abs(rows[:, 0])
    return rows


class Barpoint:
    def __init__(self):
        self.engine = barpoint.Engine(threads=1)

    def play(self, choices):
        """Returns the best board of each list of boards."""
        values = self.engine.evaluate(flipped([board for boards in choices for board in boards]))[:, 5]
        best, start = [], 0
        for boards in choices:
            best.append(boards[int(values[start : start + len(boards)].argmin())])
            start += len(boards)
        return best

    def plays(self, turns):
        return self.play([boards for _, _, boards in turns])


class Sage:
    def __init__(self, level):
        self.analyzer = bgsage.BgBotAnalyzer(eval_level=level, cubeful=False, parallel_threads=1)

    def plays(self, turns):
        return [list(self.analyzer.checker_play(board, *dice).moves[0].board) for board, dice, _ in turns]


def points(starts, games, players):
    """Returns what the player on roll first wins, by position and game."""
    won = numpy.zeros((len(starts), games))
    live = [(at, game, start, random.Random(f"{at}-{game}")) for at, start in enumerate(starts) for game in range(games)]
    turn = 0
    while live:
        sign = 1 - 2 * (turn % 2)
        after, turns, waiting = [], [], []
        for at, game, board, dice in live:
            roll = dice.randint(1, 6), dice.randint(1, 6)
            boards = bgsage.possible_moves(board, *roll) or [board]
            ends = [board for board in boards if outcome(board) is not None]
            if ends or len(boards) == 1:
                after.append((at, game, (ends or boards)[0], dice))
            else:
                turns.append((board, roll, boards))
                waiting.append((at, game, dice))
        chosen = players[turn % 2].plays(turns) if turns else []
        after += [(at, game, board, dice) for (at, game, dice), board in zip(waiting, chosen)]
        live = []
        for at, game, board, dice in after:
            end = outcome(board)
            if end is None:
                live.append((at, game, bgsage.flip_board(board), dice))
            else:
                won[at, game] = sign * end
        turn += 1
    return won


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=150, help="games of each pairing from each position")
    options.add_argument("--level", default="1ply", help="how Open Sage searches, in its own numbering: 1ply, 2ply, 3ply")
    given = options.parse_args()
    starts = []
    for line in sys.stdin:
        board = list(barpoint.Board(line.strip()).lanes[:26])
        board[0] = abs(board[0])
        starts.append(board)
    we, they = Barpoint(), Sage(given.level)
    pairings = {"barpoint, barpoint": (we, we), "Sage, Sage": (they, they), "barpoint, Sage": (we, they), "Sage, barpoint": (they, we)}
    won = {}
    for name, players in pairings.items():
        won[name] = points(starts, given.games, players).mean(axis=1)
        print(f"{name}: {won[name].mean():+.4f} points a game for the first player", flush=True)
    own, other, ours_first, ours_second = won.values()
    for name, gain in (("first", (ours_first - other + own - ours_second) / 2), ("second", (other - ours_second + ours_first - own) / 2)):
        print(f"barpoint instead of Sage as the {name} player: {gain.mean():+.4f} ± {gain.std(ddof=1) / len(gain) ** 0.5:.4f}")


if __name__ == "__main__":
    main()
