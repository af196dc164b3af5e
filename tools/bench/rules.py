"""Figures of the rules: legal actions and random games, plain and compiled, on one core.

The bar for legal actions is 1 ms plain (Less 5 ms). The bars for compiled random games a second are
12,000 for More or Less, 100,000 for Multiplicity size 5 and 150,000 for Libra size 5.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.rules import Game, State
from game.rules.registry import parse_setup

SETUPS = (
    "more-or-less",
    "less seed=5",
    "less seats=4 seed=5",
    "libra size=5 mode=target target=7",
    "multiplicity size=5",
)
BARS = {
    "more-or-less": 12_000,
    "libra size=5 mode=target target=7": 150_000,
    "multiplicity size=5": 100_000,
}
SECONDS = 0.6  # duration of the measurement of each figure
POSITIONS = 60


def run() -> Iterator[str]:
    yield "Processor seconds of one core, so that other programs do not count."
    for setup in SETUPS:
        yield from one_game(parse_setup(setup))


def one_game(game: Game) -> Iterator[str]:
    positions = sample(game, POSITIONS)
    plain = statistics.median(plain_legal_ms(game, state) for state in positions)
    yield f"{game.setup}"
    yield f"  legal actions, plain: {plain:.3f} ms a position (median of {len(positions)})"
    rate = per_second(lambda count: plain_games(game, count))
    yield f"  random games, plain: {rate:,.0f} a second"
    if not can_compile():
        yield "  compiled: Numba is not available"
        return
    code = instance(
        "random_games",
        game.key,
        True,
        {"legal": game.kernels.legal, "play": game.kernels.play},
        Path(__file__).parent,
    )
    fast = Fast(game, code)
    legal = statistics.median(fast.legal_ns(state) for state in positions)
    yield f"  legal actions, compiled: {legal:,.0f} ns a position"
    fast_rate = per_second(fast.games)
    bar = f", bar {BARS[game.setup]:,}" if game.setup in BARS else ""
    yield f"  random games, compiled: {fast_rate:,.0f} a second ({fast_rate / rate:,.0f}x{bar})"


def sample(game: Game, count: int) -> list[State]:
    """Return positions of random games, the same at every run."""
    dice = random.Random(1)
    found: list[State] = []
    state = game.start()
    while len(found) < count:
        if game.over(state):
            state = game.start()
        if dice.random() < 0.2:
            found.append(state)
        state = game.advance(state, dice.choice(game.legal(state)))
    return found


def plain_legal_ms(game: Game, state: State, times: int = 5) -> float:
    # The first call also creates the descriptions of the actions, which later calls reuse.
    game.legal(state)
    began = time.process_time()
    for _ in range(times):
        game._legal.clear()  # otherwise the cached actions would be measured
        game.legal(state)
    return 1000 * (time.process_time() - began) / times


def plain_games(game: Game, count: int) -> None:
    dice = random.Random(2)
    out, work = [0] * game.max_actions, [0] * game.work_size
    legal, play = game.kernels
    for _ in range(count):
        state = list(game.start())
        while number := legal(game.tables, state, out, work):
            play(game.tables, state, out[int(dice.random() * number)], work)


def per_second(job: Callable[[int], None]) -> float:
    """Return the rate of a job, increasing its count until it takes long enough."""
    job(1)
    count = 1
    while True:
        began = time.process_time()
        job(count)
        seconds = time.process_time() - began
        if seconds >= SECONDS / 2:
            return count / seconds
        count = max(count * 2, int(count * min(50.0, SECONDS / max(seconds, 1e-4))))


class Fast:
    """A game's compiled kernels with their arrays."""

    def __init__(self, game: Game, code: Any) -> None:
        make = Arrays(True)
        self.code = code
        self.make = make
        self.t = make.tables(game.tables)
        self.root = make.state(game.start())
        self.s = make.state(game.start())
        self.rng = make.longs([12345])
        self.out, self.work = make.ints(game.max_actions + 2), make.ints(game.work_size + 1)

    def games(self, count: int) -> None:
        self.code.random_games(self.t, self.root, self.s, self.rng, self.out, self.work, count)

    def legal_ns(self, state: State, times: int = 2000) -> float:
        s = self.make.state(state)
        self.code.legal_many(self.t, s, self.out, self.work, 1)
        began = time.process_time()
        self.code.legal_many(self.t, s, self.out, self.work, times)
        return 1e9 * (time.process_time() - began) / times


def median_ms(work: Callable[[], object], rounds: int) -> float:
    """Return the median milliseconds of a call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000
