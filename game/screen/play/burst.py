"""Counters that rain and turn when a game is won, and then rest.  Pure: places at a time.

Places are shares of the window (0 to 1); nothing draws.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

FALL = 3.2  # seconds until the last counter has come to rest

Zone = tuple[tuple[float, float], tuple[float, float]]  # (left, right), (top, bottom)


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


def rain(count: int, seed: int, zones: Sequence[Zone]) -> tuple[Falling, ...]:
    """`count` counters that come to rest in the zones, in turn."""
    dice = random.Random(seed)
    corners = [zones[number % len(zones)] for number in range(count)]
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
