"""What the rival knows of each game beyond its rules: how to play at random, who is ahead where."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables
from game.games.less import rules as less
from game.games.libra import rules as libra
from game.games.more_or_less import rules as more_or_less
from game.games.multiplicity import rules as multiplicity
from game.rules import Game
from game.rules.groups import product_of_groups
from game.rules.kernel import RESULT, RUNNING, SEAT, kernel

TRAINS = 40  # actions of a random game of More or Less after which the counters are counted
STEPS = 14  # of a game of Less in which everybody hurries home


@kernel
def to_the_end(t: Tables, s: Ints) -> int:
    return 1000


@kernel
def any_step(t: Tables, s: Ints, out: Ints, count: int, rng: Ints) -> int:
    return out[draw(rng, count)]


@kernel
def no_margin(t: Tables, s: Ints, work: Ints) -> float:
    return 0.0


@kernel
def product_margin(t: Tables, s: Ints, work: Ints) -> float:
    """By the ratio of the products."""
    cells, near = t[multiplicity.META][multiplicity.CELLS], t[multiplicity.NEIGHBOURS]
    white = product_of_groups(near, s, multiplicity.BOARD, cells, 1, work)
    black = product_of_groups(near, s, multiplicity.BOARD, cells, 2, work)
    return math.tanh(0.5 * math.log(float(white) / float(black)))


@kernel
def group_margin(t: Tables, s: Ints, work: Ints) -> float:
    """By groups more than in the other round, or than were bid; after one round, than are usual."""
    if t[libra.META][libra.MODE] == 0 and s[RESULT] == RUNNING:
        return math.tanh(0.7 * (0.9 * math.sqrt(t[libra.META][libra.FREE]) - s[libra.FIRST]))
    if t[libra.META][libra.MODE] == 0:
        return math.tanh(0.25 * (s[libra.GROUPS] - s[libra.FIRST]))
    ahead = math.tanh(0.25 * (s[libra.GROUPS] - s[libra.AIM]))
    return ahead if s[libra.MORE_SEAT] == 0 else -ahead


@kernel
def to_the_round(t: Tables, s: Ints) -> int:
    """Return a random game of Libra ends with the first round: the second says nothing about it."""
    if s[libra.ROUND] == 2 and s[libra.EMPTY] == t[libra.META][libra.FREE]:
        return 0
    return s[libra.EMPTY] if s[libra.BIDDING] == 0 else 1000


@kernel
def some_trains(t: Tables, s: Ints) -> int:
    return TRAINS


@kernel
def counter_margin(t: Tables, s: Ints, work: Ints) -> float:
    """By counters up: few are good, and very many."""
    black, green = s[more_or_less.COUNTS], s[more_or_less.COUNTS + 1]
    return math.tanh(0.3 * (green - black))


@kernel
def some_steps(t: Tables, s: Ints) -> int:
    return STEPS


@kernel
def way_left(t: Tables, square: int, seat: int) -> int:
    """Return steps from a square to the corner of a seat, walls not counted."""
    side = 6 if t[less.META][less.SEATS] == 2 else 8
    best = 99
    for at in range(4 * seat, 4 * seat + 4):
        goal = t[less.GOAL_SQUARES][at]
        steps = abs(goal % side - square % side) + abs(goal // side - square // side)
        best = min(best, steps)
    return best


@kernel
def homeward(t: Tables, s: Ints, out: Ints, count: int, rng: Ints) -> int:
    """Return the best of three actions at random by how much nearer home a piece comes."""
    best, nearest = 0, 99
    for _ in range(3):
        code = out[draw(rng, count)]
        if code == t[less.META][less.SQUARES] * 8:
            return code
        square = code // 8
        seat = s[less.BOARD + square] - 1
        target = less.target_of(t, code)
        gain = 2 * (way_left(t, target, seat) - way_left(t, square, seat))
        gain += less.cost_of(t, s, code)
        if gain < nearest:
            best, nearest = code, gain
    return best


@kernel
def race_margin(t: Tables, s: Ints, work: Ints) -> float:
    """By the steps that both sides still have to go, and have gone."""
    ahead = float(s[less.SPENT + 1] - s[less.SPENT])
    for square in range(t[less.META][less.SQUARES]):
        piece = s[less.BOARD + square]
        if piece > 0:
            steps = way_left(t, square, piece - 1)
            ahead += steps if piece % 2 == 0 else -steps
    if s[SEAT] % 2 == 0:
        ahead += 1.5
    else:
        ahead -= 1.5
    return math.tanh(0.2 * ahead)


@dataclass(frozen=True)
class Judging:
    """What fills the slots of `search` besides the rules; `codes`: no action has a higher code."""

    codes: Callable[[Game], int]
    step: Callable[..., int] = any_step
    margin: Callable[..., float] = no_margin
    longest: Callable[..., int] = to_the_end
    alike: bool = False  # does it not matter who plays an action?


def codes_of_trains(game: Game) -> int:
    """Placements, jumps, slides, stop and pass."""
    fields = (more_or_less.POINTS, more_or_less.JUMPS, more_or_less.SLIDES)
    return sum(game.tables[more_or_less.META][field] for field in fields) + 2


JUDGING = {
    "multiplicity": Judging(lambda game: len(game.topology), margin=product_margin),
    "libra": Judging(
        lambda game: 3 * len(game.topology) + 2,
        margin=group_margin,
        longest=to_the_round,
        alike=True,
    ),
    "more-or-less": Judging(codes_of_trains, margin=counter_margin, longest=some_trains),
    "less": Judging(lambda game: 8 * len(game.topology) + 1, homeward, race_margin, some_steps),
}
