"""How the engine's process uses its time: games on small clocks, the end of a movetime.

There are two figures: wall time as the other side of the pipe sees it, and wall time without the
time for which the engine was ready to run but had no core. On a busy machine, too long a turn is
mainly due to such waiting.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from game.platform.processes import own_command
from game.rules import Game
from game.rules.registry import parse_setup
from tools.bench.engine import SETUPS

MOST_TURNS = 300
# Returns the limits of a command, given the seconds left to both sides.
Go = Callable[[list[float]], str]


def run() -> Iterator[str]:
    yield "Milliseconds; (without waiting for a core)."
    for setup in SETUPS:
        game = parse_setup(setup)
        yield f"{setup}"
        yield f"  a clock of 50 ms for the game: {small_clock(game, 0.05)}"
        yield f"  p1time 50 p2time 50 each turn: {longest(game, 'p1time 50 p2time 50')}"
        for movetime in (50, 200):
            yield f"  movetime {movetime}: {longest(game, f'movetime {movetime}')}"


def small_clock(game: Game, seconds: float) -> str:
    """Play a game on a clock without increment; return the time left, not counting waiting."""
    left = [seconds, seconds]
    for number, (side, _wall, own) in enumerate(turns(game, clocks), start=1):
        left[side] -= own
        if left[side] < 0:
            return f"ran out in turn {number}"
    return f"{1000 * left[0]:.0f} and {1000 * left[1]:.0f} ms left"


def clocks(left: list[float]) -> str:
    return " ".join(f"p{side}time {1000 * own:.0f}" for side, own in enumerate(left, start=1))


def longest(game: Game, limits: str) -> str:
    walls, owns = zip(*((wall, own) for _side, wall, own in turns(game, lambda left: limits)))
    return (
        f"median {1000 * statistics.median(walls):.1f} ({1000 * statistics.median(owns):.1f}), "
        f"longest {1000 * max(walls):.1f} ({1000 * max(owns):.1f})"
    )


def turns(game: Game, go: Go) -> Iterator[tuple[int, float, float]]:
    """Yield (side, wall seconds, seconds without waiting) of each turn of a self-played game."""
    with subprocess.Popen(
        own_command("engine"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: str, answer: str) -> list[str]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line + "\n")
            for found in process.stdout:
                if found.startswith(answer):
                    return found.split()
            raise EOFError(f"the engine ended at {line!r}")

        ask(f"setoption name Setup value {game.setup}\nisready", "readyok")
        state, played, left = game.start(), list[str](), [0.05, 0.05]
        while not game.over(state) and len(played) < MOST_TURNS:
            side = game.to_move(state) % 2
            position = " ".join(["position startpos", *(["moves", *played] if played else [])])
            waited, began = waiting(process.pid), time.perf_counter()
            turn = ask(f"{position}\ngo {go(left)}", "bestmove")[1]
            wall = time.perf_counter() - began
            own = max(0.0, wall - (waiting(process.pid) - waited))
            left[side] = max(0.0, left[side] - own)
            yield side, wall, own
            for action in game.parse_turn(state, turn):
                state = game.advance(state, action)
            played.append(turn)
        process.stdin.write("quit\n")


def waiting(pid: int) -> float:
    """Return for how many seconds threads of a process were ready to run but waited.

    0 where that is unknown.
    """
    found = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        found += int(task.read_text(encoding="ascii").split()[1]) / 1e9
    return found
