"""Asks a program that listens on a socket for its plays, and plays a game of both sides with them.

Usage: socket_client.py PROGRAM...
"""

import random
import re
import socket
import subprocess
import sys
import time


def connected(port):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            return socket.create_connection(("localhost", port), timeout=20)
        except ConnectionRefusedError:
            time.sleep(0.05)
    sys.exit("nobody listens")


def board(points, bars, off, dice):
    """Returns the line for the side on roll, whose checkers are positive and move from 24 to 1."""
    fields = ["board", "You", "Opp", 1, 0, 0, -bars[1], *points, bars[0], 1, *dice, *dice, 1, 1, 1, 0]
    fields += [1, -1, 0, 25, *off, 0, 0, 0, 0, 0, 0]
    return ":".join(map(str, fields))


def apply(play, points, bars, off):
    """Makes the legs of a play such as `bar/22 13/8(2) 6/4*/1`."""
    legs = 0
    for part in play.split():
        times = 1
        if counted := re.fullmatch(r"(.+)\((\d)\)", part):
            part, times = counted.group(1), int(counted.group(2))
        stops = [{"bar": 25, "off": 0}.get(stop.rstrip("*"), stop.rstrip("*")) for stop in part.lower().split("/")]
        stops = list(map(int, stops))
        for _ in range(times):
            for start, end in zip(stops, stops[1:]):
                legs += 1
                if start == 25:
                    bars[0] -= 1
                else:
                    assert points[start - 1] > 0, (play, points)
                    points[start - 1] -= 1
                if end == 0:
                    off[0] += 1
                    continue
                if points[end - 1] == -1:
                    points[end - 1] = 0
                    bars[1] += 1
                assert points[end - 1] >= 0, (play, points)
                points[end - 1] += 1
    assert legs > 0 and bars[0] >= 0, play


def main():
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    program.stdin.write(f"set evaluation chequer evaluation plies 0\nexternal localhost:{port}\n")
    program.stdin.flush()
    connection = connected(port)
    answers = connection.makefile()
    points = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
    bars, off, dice, plays = [0, 0], [0, 0], random.Random(5), 0
    while max(off) < 15:
        roll = (dice.randint(1, 6), dice.randint(1, 6))
        connection.sendall((board(points, bars, off, roll) + "\n").encode())
        answer = answers.readline().strip()
        if answer:
            apply(answer, points, bars, off)
        plays += 1
        assert plays < 500
        points = [-count for count in reversed(points)]
        bars.reverse()
        off.reverse()
    connection.close()
    program.stdin.close()
    program.terminate()
    program.wait(timeout=20)
    print(f"{plays} turns")


main()
