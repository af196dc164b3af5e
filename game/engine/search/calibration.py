"""Calibration: the conversion of a search's value to a chance of winning in games of experts.

A search assumes that the game continues like its own visits, so its values are too cautious or too
confident. The error depends on the share of the game that is over and on the number of visits. So
the log odds of a value are scaled, bent (large ones more than small ones) and shifted, with
coefficients for each share and number. Weaker players have calibrations of their own.
`python -m tools.calibration` fits the coefficients to games and writes the file;
docs/lab/calibration.md shows how well they fit.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from game.platform import untrusted
from game.platform.paths import ASSETS

FILE = ASSETS / "answers" / "chances.json"
SURE = 1e-4  # Chances that are not proved stay this far from 0 and 1.
LEVELS = (2, 5, 8)  # levels whose games were counted
VISITS = (200, 1_500, 20_000)  # visits of the searches whose values were counted


def odds(chance: float) -> float:
    """Return the log odds of a chance, which is first limited to SURE and 1 - SURE."""
    inside = min(max(chance, SURE), 1 - SURE)
    return math.log(inside / (1 - inside))


class ValueCalibration(NamedTuple):
    """A map of the log odds x of side 0 to slope * x + shift + bend * x * |x|.

    The coefficients belong to equally spaced points of the game's progress (0 to 1), with linear
    interpolation between them. All three lists have the same length.
    """

    slopes: tuple[float, ...] = (1.0,)
    shifts: tuple[float, ...] = (0.0,)
    bends: tuple[float, ...] = (0.0,)

    def chance(self, value: float, progress: float) -> float:
        """Return the calibrated chance of side 0 for its `value` (0 to 1)."""
        if self == AS_IT_IS:
            return value
        seen = odds(value)
        lead = sum(
            weight * ((self.slopes[at] + self.bends[at] * abs(seen)) * seen + self.shifts[at])
            for at, weight in between(progress, len(self.slopes))
        )
        return min(max(1 / (1 + math.exp(-lead)), SURE), 1 - SURE)

    def at(self, visits: int) -> ValueCalibration:
        """Return the calibration of a value from `visits`; this one ignores the number."""
        return self


AS_IT_IS = ValueCalibration()


class VisitsCalibration(NamedTuple):
    """Calibrations by ascending numbers of visits, interpolated linearly over their logarithms."""

    visits: tuple[int, ...]
    fits: tuple[ValueCalibration, ...]

    def at(self, visits: int) -> ValueCalibration:
        """Return the calibration of a value from `visits`."""
        knots = [math.log(one) for one in self.visits]
        wanted = min(max(math.log(max(1, visits)), knots[0]), knots[-1])
        for (low, one), (high, other) in pairwise(zip(knots, self.fits)):
            if wanted <= high:
                return _mixed(one, other, (wanted - low) / (high - low))
        return self.fits[-1]


SearchCalibration = ValueCalibration | VisitsCalibration


def _mixed(one: ValueCalibration, other: ValueCalibration, share: float) -> ValueCalibration:
    """Return the calibration between two, as the weighted mean of their coefficients."""
    return ValueCalibration(
        *(
            tuple(low + share * (high - low) for low, high in zip(first, second))
            for first, second in zip(one, other)
        )
    )


def between(progress: float, knots: int) -> tuple[tuple[int, float], ...]:
    """Return the knots on both sides of a progress (0 to 1), each with its weight."""
    place = min(max(progress, 0.0), 1.0) * (knots - 1)
    first = min(int(place), max(0, knots - 2))
    return ((first, first + 1 - place), (first + 1, place - first)) if knots > 1 else ((0, 1.0),)


def calibrated_as(key: str, seats: int) -> str:
    """Return the key of a game's calibrations; games of four seats have their own."""
    return key if seats <= 2 else f"{key}-{seats}"


def calibration(key: str, kind: str) -> ValueCalibration:
    """Return a game's calibration of `kind`: SEARCH-VISITS or `level-N` with N in LEVELS.

    The calibration of a level maps a chance between experts. For `key` see `calibrated_as`.
    """
    return _known().get(key, {}).get(kind, AS_IT_IS)


def search_calibration(key: str, kind: str) -> SearchCalibration:
    """Return the calibration by visits of a kind of search, `tree` or `turns`."""
    known = _known().get(key, {})
    counted = tuple(visits for visits in VISITS if f"{kind}-{visits}" in known)
    if not counted:
        return AS_IT_IS
    return VisitsCalibration(counted, tuple(known[f"{kind}-{visits}"] for visits in counted))


@cache
def _known() -> dict[str, dict[str, ValueCalibration]]:
    found = untrusted.read_json(FILE) if FILE.exists() else {}
    return {
        key: {kind: ValueCalibration(*map(tuple, numbers)) for kind, numbers in kinds.items()}
        for key, kinds in found.items()
    }
