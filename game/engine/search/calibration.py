"""The chance that a value of the search has meant: between experts, and between weaker players.

A search thinks that the game goes on as its own visits do, which is too modest, or too sure, and
not alike at the start of a game and at its end, after few visits and after many.  So its log odds
are stretched, bent (large ones more than small ones) and shifted, by numbers that change with the
share of the game that is over, and with the visits that the value is the mean of.
`python -m tools.calibration` fits them to games and writes the file; docs/lab/calibration.md shows
how well they fit.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from game.platform import untrusted
from game.platform.paths import ASSETS

FILE = ASSETS / "answers" / "chances.json"
SURE = 1e-4  # no chance that is not proved is nearer to 0 or 1
LEVELS = (2, 5, 8)  # whose games have been counted
VISITS = (200, 1_500, 20_000)  # with which positions have been looked at


def odds(chance: float) -> float:
    """Return the logarithm of the odds, that of SURE at most."""
    inside = min(max(chance, SURE), 1 - SURE)
    return math.log(inside / (1 - inside))


class ValueCalibration(NamedTuple):
    """Log odds x of side 0 become slope * x + shift + bend * x * |x|.

    The numbers are those at equal steps of the game's progress (0 to 1), straight between; there
    are as many of each.
    """

    slopes: tuple[float, ...] = (1.0,)
    shifts: tuple[float, ...] = (0.0,)
    bends: tuple[float, ...] = (0.0,)

    def chance(self, value: float, progress: float) -> float:
        """Return the chance of side 0 that its `value`, 0 to 1, has meant."""
        if self == AS_IT_IS:
            return value
        seen = odds(value)
        lead = sum(
            weight * ((self.slopes[at] + self.bends[at] * abs(seen)) * seen + self.shifts[at])
            for at, weight in between(progress, len(self.slopes))
        )
        return min(max(1 / (1 + math.exp(-lead)), SURE), 1 - SURE)

    def at(self, visits: int) -> ValueCalibration:
        """Return the calibration of a value from so many visits: the same for all."""
        return self


AS_IT_IS = ValueCalibration()


class VisitsCalibration(NamedTuple):
    """Calibrations of values from so many visits, ascending; straight between their logarithms."""

    visits: tuple[int, ...]
    fits: tuple[ValueCalibration, ...]

    def at(self, visits: int) -> ValueCalibration:
        """Return the calibration of a value from so many visits."""
        knots = [math.log(one) for one in self.visits]
        wanted = min(max(math.log(max(1, visits)), knots[0]), knots[-1])
        for (low, one), (high, other) in pairwise(zip(knots, self.fits)):
            if wanted <= high:
                return _mixed(one, other, (wanted - low) / (high - low))
        return self.fits[-1]


SearchCalibration = ValueCalibration | VisitsCalibration


def _mixed(one: ValueCalibration, other: ValueCalibration, share: float) -> ValueCalibration:
    """Return the calibration between two, whose log odds are the means of theirs."""
    return ValueCalibration(
        *(
            tuple(low + share * (high - low) for low, high in zip(first, second))
            for first, second in zip(one, other)
        )
    )


def between(progress: float, knots: int) -> tuple[tuple[int, float], ...]:
    """Return the knots around a progress (0 to 1), each with its weight."""
    place = min(max(progress, 0.0), 1.0) * (knots - 1)
    first = min(int(place), max(0, knots - 2))
    return ((first, first + 1 - place), (first + 1, place - first)) if knots > 1 else ((0, 1.0),)


def calibrated_as(key: str, seats: int) -> str:
    """Return the key of a game's calibrations: four seats have their own."""
    return key if seats <= 2 else f"{key}-{seats}"


def calibration(key: str, kind: str) -> ValueCalibration:
    """Return the calibration of a game: of `KIND-VISITS` of search, or of `level-N`, of LEVELS.

    That of a level is of the chance between experts.  `key`: see `calibrated_as`.
    """
    return _known().get(key, {}).get(kind, AS_IT_IS)


def search_calibration(key: str, kind: str) -> SearchCalibration:
    """Return the calibration of a kind of search, `tree` or `turns`, by its visits."""
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
