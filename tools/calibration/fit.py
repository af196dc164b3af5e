"""The calibration that fits samples best, and how well any fits: by shares won, bin by bin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.engine.search.calibration import SURE, ValueCalibration
from tools.calibration.samples import ValueSample

ROUNDS = 50
PULL = 2.0  # samples' worth of a wish to leave things as they are
BINS = 10


class Bin(NamedTuple):
    """Positions shown as about as good: how many, what was shown, what was won, on average."""

    positions: int
    shown: float
    won: float


def fitted(samples: Sequence[ValueSample], even: bool = False) -> ValueCalibration:
    """Return slope and shift by logistic regression on the log odds (Newton's method).

    `even`: every sample counts as both sides see it, so that there is no shift.
    """
    if even:
        samples = [*samples, *(ValueSample(1 - one.value, 1 - one.result) for one in samples)]
    leads = [odds(sample.value) for sample in samples]
    slope, shift = 1.0, 0.0
    for _ in range(ROUNDS):
        toward = [PULL * (1 - slope), -PULL * shift]
        bend = [PULL, 0.0, PULL]
        for lead, sample in zip(leads, samples):
            chance = 1 / (1 + math.exp(-(slope * lead + shift)))
            miss, weight = sample.result - chance, chance * (1 - chance)
            toward[0] += miss * lead
            toward[1] += miss
            bend[0] += weight * lead * lead
            bend[1] += weight * lead
            bend[2] += weight
        room = bend[0] * bend[2] - bend[1] * bend[1]
        slope += (bend[2] * toward[0] - bend[1] * toward[1]) / room
        shift += (bend[0] * toward[1] - bend[1] * toward[0]) / room
        slope = min(max(slope, 0.1), 20.0)
        shift = min(max(shift, -3.0), 3.0)
    return ValueCalibration(round(slope, 2), round(shift, 2) + 0.0)


def odds(value: float) -> float:
    inside = min(max(value, SURE), 1 - SURE)
    return math.log(inside / (1 - inside))


def bins(samples: Sequence[ValueSample], calibration: ValueCalibration) -> list[Bin]:
    """Return the samples by what is shown of them for side 0, in tenths."""
    found: dict[int, list[tuple[float, float]]] = {}
    for sample in samples:
        shown = calibration.chance(sample.value)
        found.setdefault(min(BINS - 1, int(shown * BINS)), []).append((shown, sample.result))
    return [
        Bin(
            len(own),
            sum(shown for shown, _ in own) / len(own),
            sum(won for _, won in own) / len(own),
        )
        for _, own in sorted(found.items())
    ]


def error(found: Sequence[Bin]) -> float:
    """Return the mean difference between shown and won, weighted by positions."""
    total = sum(one.positions for one in found)
    return sum(one.positions * abs(one.shown - one.won) for one in found) / max(1, total)
