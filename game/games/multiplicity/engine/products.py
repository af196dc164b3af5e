"""The largest product that a number of stones can make on a board of Multiplicity.

Of all numbers with the same sum, threes have the largest product. A remainder of one becomes a four
or two twos, and a remainder of two becomes a two. `ceiling` computes this product. The board may
have too little room for these groups. So the file of answers has, for each side, the most separate
threes that were found, and some fillings with more stones on larger boards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache

from game.platform.paths import ASSETS
from game.rules.topology import Point, hexagon

FILE = ASSETS / "answers" / "multiplicity-products.json"
REST = (1, 4, 2)  # factor that is multiplied with the threes, by the number of stones modulo 3

Groups = tuple[frozenset[Point], ...]


def ceiling(stones: int) -> int:
    """Return the largest product of this many stones on any board."""
    if stones < 2:
        return 1
    rest = REST[stones % 3]
    return int(rest * 3 ** ((stones - rest * (rest > 1)) // 3))


@cache
def _kept() -> dict[int, tuple[Groups, dict[int, Groups]]]:
    """Return for each side: groups of three, and groups for the larger numbers of stones."""
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
    """Return groups of `stones` stones in total whose product is the ceiling; None if unknown."""
    threes, more = _kept()[side]
    if stones in more:
        return more[stones]
    short = -stones % 3 if stones > 1 else 0  # groups of three that lose one stone each
    count = (stones + short) // 3
    if stones < 2:
        return (frozenset(sorted(threes[0])[:stones]),) if stones else ()
    if count > len(threes):
        return None
    near = hexagon(side).neighbours
    cut = [_two_of(group, near) for group in threes[:short]]
    return (*cut, *threes[short:count])


def _two_of(group: frozenset[Point], near: Mapping[Point, Sequence[Point]]) -> frozenset[Point]:
    """Return two neighbouring stones of a group."""
    first = min(group)
    return frozenset((first, next(other for other in near[first] if other in group)))


def most_stones(side: int) -> int:
    """Return the highest number of stones for which `best_groups` knows groups."""
    threes, more = _kept()[side]
    return max([3 * len(threes), *more])
