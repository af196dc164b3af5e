"""Counters that rain and turn when a game is won, and then rest.  Pure: places at a time.

Places are shares of the window (0 to 1); nothing draws.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

FALL = 3.2  # seconds until the last counter has come to rest

# Where counters rest, as shares of width and height: above the words and at their sides.
ZONES = (
    ((0.08, 0.30), (0.02, 0.20)),
    ((0.30, 0.59), (0.02, 0.20)),
    ((0.0, 0.02), (0.15, 0.95)),
    ((0.555, 0.60), (0.35, 0.95)),
    ((0.42, 0.58), (0.03, 0.24)),
    ((0.975, 1.0), (0.05, 0.95)),
)


@dataclass(frozen=True, slots=True)
class Falling:
    """One counter: where it comes to rest, when it starts, how it turns."""

    x: float
    rest: float
    delay: float
    length: float
    size: float
    turns: float
    axis: float
    green: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """One counter at one moment: `flip` 0 to 1 is half a turn, `other` says the far side is up."""

    x: float
    y: float
    size: float
    flip: float
    axis: float
    other: bool


def rain(count: int, seed: int) -> tuple[Falling, ...]:
    """`count` counters that come to rest above and beside the words."""
    dice = random.Random(seed)
    corners = [ZONES[number % len(ZONES)] for number in range(count)]
    return tuple(
        Falling(
            x=dice.uniform(*corners[number][0]),
            rest=dice.uniform(*corners[number][1]),
            delay=dice.uniform(0.0, 1.2),
            length=dice.uniform(1.2, 2.0),
            size=dice.uniform(0.7, 1.5),
            turns=dice.uniform(1.0, 4.0),
            axis=dice.choice((0.2, 0.9, 1.6, 2.2, 2.8)),
            green=dice.random() < 0.5,
        )
        for number in range(count)
    )


def at(counter: Falling, time: float) -> Seen | None:
    """The counter at `time`, or None before it has started."""
    share = (time - counter.delay) / counter.length
    if share <= 0:
        return None
    share = min(1.0, share)
    eased = 1 - (1 - share) ** 2
    turned = counter.turns * eased
    return Seen(
        counter.x + 0.02 * (1 - eased),
        -0.08 + (counter.rest + 0.08) * eased,
        counter.size,
        turned % 1.0,
        counter.axis,
        int(turned) % 2 == 1,
    )
