"""Figures of the engine on one core: playouts, search iterations, start, stop.

The bars for search iterations a second are 80,000 for Multiplicity size 5 (opening included) and
60,000 for Less with its tables. Those for playouts a second are 100,000 for Libra size 5 and 20,000
for More or Less.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from game.engine.compile.compiler import can_compile, instance
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.search_tree import TreeConfig
from game.platform.processes import helper_command
from game.rules import Game, State
from game.rules.registry import parse_setup
from tools.bench.rules import per_second

SETUPS = (
    "more-or-less",
    "less seed=5",
    "less seats=4 seed=5",
    "libra size=5",
    "multiplicity size=5",
)
BARS = {
    "more-or-less": ("playouts", 20_000),
    "less seed=5": ("iterations", 60_000),
    "libra size=5": ("playouts", 100_000),
    "multiplicity size=5": ("iterations", 80_000),
}
CAPACITY = 1_000_000
SECONDS = 0.2  # seconds of search for each of 70 figures
STOPS = 20


def run() -> Iterator[str]:
    yield "Processor seconds of one core, so that other programs do not count."
    for setup in SETUPS:
        yield from one_game(parse_setup(setup))
    yield from start_and_stop()


def one_game(game: Game) -> Iterator[str]:
    yield game.setup
    rates: dict[tuple[str, bool], float] = {}
    for compiled in (True, False) if can_compile() else (False,):
        word = "compiled" if compiled else "plain"
        rates["playouts", compiled] = per_second(tree_of(game, compiled).playouts_only)
        for name, state in (("start", game.start()), ("middle", middle(game))):
            rate = iterations(game, state, compiled)
            rates[f"iterations from the {name}", compiled] = rate
        rates["nodes over a game", compiled] = statistics.harmonic_mean(
            [iterations(game, state, compiled) for state in quarters(game)]
        )
        for (what, fast), rate in rates.items():
            if fast == compiled:
                yield f"  {what}, {word}: {rate:,.0f} a second{bar_of(game, what, compiled)}"
    if can_compile():
        ratio = rates["iterations from the start", True] / rates["iterations from the start", False]
        yield f"  compiled against plain: {ratio:,.0f} times the iterations"


def bar_of(game: Game, what: str, compiled: bool) -> str:
    kind, bar = BARS.get(game.setup, ("", 0))
    return f" (bar {bar:,})" if compiled and kind and what.startswith(kind) else ""


class Measured(ActionTree):
    """A tree that can run playouts alone."""

    def playouts_only(self, count: int) -> None:
        compiled = self.make.compiled
        bindings = self.profile.bindings(self.game, compiled)
        code = instance("playouts", self.profile.key, compiled, bindings, Path(__file__).parent)
        worker = self.workers[0]
        code.playouts(self.t, worker.x, self.root, worker.box, worker.rng, count)


def tree_of(game: Game, compiled: bool) -> Measured:
    capacity = CAPACITY if compiled else 100_000
    tree = Measured(game, profile_of(game), TreeConfig(compiled, capacity, 7))
    tree.start(game.start())
    return tree


def iterations(game: Game, state: State, compiled: bool) -> float:
    """Return the iterations from one root per second of processor time."""
    tree = tree_of(game, compiled)
    tree.start(state)
    tree.grow(2)
    done, began = 0, time.process_time()
    chunk = 2000 if compiled else 20
    while (seconds := time.process_time() - began) < SECONDS:
        done += tree.grow(chunk)
        if tree.proof:
            break
    return done / max(seconds, 1e-9)


def middle(game: Game) -> State:
    """Return a position after a third of a random game."""
    dice = random.Random(4)
    for _ in range(40):
        states = random_game(game, dice)
        chosen = states[len(states) // 3]
        if len(game.legal(chosen)) > 1:
            return chosen
    return game.start()


def quarters(game: Game) -> list[State]:
    """Return a random game's positions at its start and after 1/4, 1/2 and 3/4 of its turns."""
    states = random_game(game, random.Random(4))
    return [states[len(states) * quarter // 4] for quarter in range(4)]


def random_game(game: Game, dice: random.Random) -> list[State]:
    """Return the positions of a random game before its end, at most 400."""
    state = game.start()
    states: list[State] = []
    while not game.over(state) and len(states) < 400:
        states.append(state)
        state = game.advance(state, dice.choice(game.legal(state)))
    return states


def start_and_stop() -> Iterator[str]:
    """Yield the wall seconds of a start with cached code, and of the answer to stop."""
    setup = "multiplicity size=5"
    seconds = []
    for number in range(3):
        began = time.monotonic()
        with engine(setup) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            ask(process, "ugi", "ugiok")
            first = time.monotonic() - began
            ask(process, "isready", "readyok")
            seconds.append(time.monotonic() - began)
            if number == 2:
                yield f"ugi to ugiok: {1000 * first:.0f} ms after the start of the process"
                yield f"start to readyok, compiled code in the cache: {min(seconds[1:]):.2f} s"
                yield from stops(process)
            process.stdin.write("quit\n")


def stops(process: subprocess.Popen[str]) -> Iterator[str]:
    waits = []
    assert process.stdin is not None
    for _ in range(STOPS):
        ask(process, "go infinite", "info")
        began = time.monotonic()
        ask(process, "stop", "bestmove")
        waits.append(1000 * (time.monotonic() - began))
    yield f"stop to bestmove: median {statistics.median(waits):.0f} ms, worst {max(waits):.0f} ms"


def engine(setup: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        helper_command("engine", *setup.split()),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def ask(process: subprocess.Popen[str], line: str, answer: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    for found in process.stdout:
        if found.startswith(answer):
            return
