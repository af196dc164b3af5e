"""The largest product that so many stones can make on a board of Multiplicity.

Numbers that add up to a sum have the largest product when they are threes, with a four or two twos
for a rest of one, a two for a rest of two: `ceiling`.  Whether so many groups find room is another
matter; the file of answers keeps, for each side, the most threes that were laid apart from one
another, and some larger boards full of stones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache

from game.platform.paths import ASSETS
from game.rules.topology import Point, hexagon

FILE = ASSETS / "answers" / "multiplicity-products.json"
REST = (1, 4, 2)  # the factor besides threes, by what the number of stones leaves divided by 3

Groups = tuple[frozenset[Point], ...]


def ceiling(stones: int) -> int:
    """Return the largest product of so many stones on any board."""
    if stones < 2:
        return 1
    rest = REST[stones % 3]
    return int(rest * 3 ** ((stones - rest * (rest > 1)) // 3))


@cache
def _kept() -> dict[int, tuple[Groups, dict[int, Groups]]]:
    """Return by side: groups of three, and the groups of larger numbers of stones."""
    sides = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        int(side): (
            _read(kept["threes"]),
            {int(stones): _read(text) for stones, text in kept["more"].items()},
        )
        for side, kept in sides.items()
    }


def _read(text: str) -> Groups:
    return tuple(frozenset(word.split(".")) for word in text.split())


def best_groups(side: int, stones: int) -> Groups | None:
    """Return groups of `stones` stones whose product is the ceiling; None if unknown."""
    threes, more = _kept()[side]
    if stones in more:
        return more[stones]
    short = -stones % 3 if stones > 1 else 0  # stones taken from as many groups
    count = (stones + short) // 3
    if stones < 2:
        return (frozenset(sorted(threes[0])[:stones]),) if stones else ()
    if count > len(threes):
        return None
    near = hexagon(side).neighbours
    cut = [_two_of(group, near) for group in threes[:short]]
    return (*cut, *threes[short:count])


def _two_of(group: frozenset[Point], near: Mapping[Point, Sequence[Point]]) -> frozenset[Point]:
    """Return two stones of a group that touch."""
    first = min(group)
    return frozenset((first, next(other for other in near[first] if other in group)))


def most_stones(side: int) -> int:
    """Return the most stones for which `best_groups` knows groups."""
    threes, more = _kept()[side]
    return max([3 * len(threes), *more])
