"""Checks positions and trains of More or Less by the lines of the board alone.

Shares no code with what found them, nor with the rules: a board is its lines, lists of points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

Line = Sequence[str]
COUNTERS = 25
MOST_VISITS = 2  # of a point by the counter that moves, its start included


def threes(lines: Sequence[Line]) -> Iterator[tuple[str, str, str]]:
    """Return every point with the next and the next but one, along each line both ways."""
    for line in lines:
        for way in (line, line[::-1]):
            yield from zip(way, way[1:], way[2:])


def moves(lines: Sequence[Line], own: Collection[str], other: Collection[str]) -> list[str]:
    """Return jumps and slides that the side with `own` counters could begin with.

    None: it is stuck.
    """
    full = {*own, *other}
    jumps = [(a, over, to) for a, over, to in threes(lines) if over in full and to not in full]
    found = [f"{a}>{to}" for a, _over, to in jumps if a in own]
    for start in own:
        left = full - {start}
        ready = {a for a, over, to in threes(lines) if over in left and to not in left}
        for line in lines:
            for way in (line, line[::-1]):
                if start in way:
                    for stop in way[way.index(start) + 1 :]:
                        if stop in left:
                            break
                        if stop in ready:
                            found.append(f"{start}~{stop}")
    return found


def turned_by(lines: Sequence[Line], counters: Collection[str], train: Sequence[str]) -> set[str]:
    """Return the counters that lie turned over after a train through these points.

    `counters` are the others that lie.  Raises ValueError where the train breaks a rule.
    """
    if len({*counters}) != COUNTERS - 1 or train[0] in counters:
        raise ValueError(f"{COUNTERS} counters on points of their own are wanted")
    between = {(a, to): over for a, over, to in threes(lines)}
    turned: set[str] = set()
    for here, there in pairwise(train):
        over = between.get((here, there))
        if over not in counters or there in counters:
            raise ValueError(f"{here}>{there} is no jump")
        turned ^= {str(over)}
    if max(train.count(point) for point in train) > MOST_VISITS:
        raise ValueError("a point is visited too often")
    return turned
