"""The highest number of groups on a full board of Libra of any shape: exact, in plain Python.

A sweep over the board fills the cells one by one. The rest of the sweep depends only on the
frontier: the filled cells that still have empty neighbours, their colours, and which of them are
connected. For each frontier, only one filling with the most finished groups is kept, so the end
result is optimal. Exchanging the colours maps half of the frontiers to the other half, so only one
half is stored.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from game.rules.topology import Point, Topology

SWEEPS = 6  # number of directions that are tried for the sweep, 30 degrees apart
PARENT = 2  # bit offset of the previous frontier's number in an entry of a trace
FLIPPED, BLACK = 2, 1  # flags in an entry of a trace

# called with the cells done, all cells, and the present number of frontiers
Progress = Callable[[int, int, int], None]
Frontier = bytes  # for each cell, twice the number of its group, plus 1 if it is black


@dataclass(frozen=True)
class MaximumFilling:
    """The highest number of groups, the white cells of such a filling, the frontiers counted."""

    groups: int
    white: tuple[Point, ...]
    frontiers: int


@dataclass(frozen=True)
class SweepStep:
    """A step of the sweep, as indices in the frontier, to whose end the new cell is added."""

    touched: tuple[int, ...]  # neighbours of the new cell
    kept: tuple[int, ...]
    left: tuple[int, ...]  # cells without any empty neighbour left


def most_groups(
    board: Topology, blocked: Collection[Point] = (), told: Progress | None = None
) -> MaximumFilling:
    """Return a filling with the most groups on the cells of `board` that are not blocked."""
    order = best_order(board, blocked)
    counts: dict[Frontier, int] = {b"": 0}
    traces: list[array[int]] = []
    for number, step in enumerate(steps(board, order), start=1):
        counts, trace = fill(counts, step)
        traces.append(trace)
        if told is not None:
            told(number, len(order), len(counts))
    groups = counts[b""]
    return MaximumFilling(groups, tuple(white_cells(order, traces)), sum(map(len, traces)))


def most_groups_by_white(board: Topology, blocked: Collection[Point] = ()) -> list[int]:
    """Return the highest number of groups for each number of white stones, from 0 on."""
    order = best_order(board, blocked)
    # Keys are the frontier and the number of white stones.
    counts: dict[tuple[Frontier, int], int] = {(b"", 0): 0}
    for placed, step in enumerate(steps(board, order), start=1):
        ways = {(f, c): put(f, c, step) for f in {f for f, _ in counts} for c in (0, BLACK)}
        after: dict[tuple[Frontier, int], int] = {}
        for (frontier, white), finished in counts.items():
            for colour in (0, BLACK):
                there, more, flipped = ways[frontier, colour]
                number = white + 1 - colour
                key = there, placed - number if flipped else number
                after[key] = max(after.get(key, 0), finished + more)
        counts = after
    # The colours may have been exchanged on the way, so the count of either colour may match.
    return [
        max(counts.get((b"", n), 0) for n in (white, len(order) - white))
        for white in range(len(order) + 1)
    ]


def fill(counts: dict[Frontier, int], step: SweepStep) -> tuple[dict[Frontier, int], array[int]]:
    """Return all frontiers after one more cell, and the trace of the step.

    Each frontier has its most finished groups. The trace has the previous frontier of each.
    """
    numbers: dict[Frontier, int] = {}
    best: list[int] = []
    trace = array("I")
    for parent, (frontier, finished) in enumerate(counts.items()):
        for colour in (0, BLACK):
            after, more, flipped = put(frontier, colour, step)
            here = parent << PARENT | flipped | colour
            number = numbers.setdefault(after, len(best))
            if number == len(best):
                best.append(finished + more)
                trace.append(here)
            elif best[number] < finished + more:
                best[number] = finished + more
                trace[number] = here
    return dict(zip(numbers, best)), trace


def put(frontier: Frontier, colour: int, step: SweepStep) -> tuple[Frontier, int, int]:
    """Return the frontier after a stone of `colour`.

    Also return the number of groups it finishes, and FLIPPED if the colours were exchanged.
    """
    new = bytes((254 | colour,))
    for place in step.touched:
        group = frontier[place]
        if group & 1 == colour and group < 254:
            frontier = frontier.replace(frontier[place : place + 1], new)
    frontier += new
    kept = bytes([frontier[place] for place in step.kept])
    finished = 0
    if step.left:
        finished = len({frontier[place] for place in step.left}.difference(kept))
    flip = kept[0] & 1 if kept else 0
    names: dict[int, int] = {}
    for group in kept:
        if group not in names:
            names[group] = len(names) << 1 | (group ^ flip) & 1
    return bytes([names[group] for group in kept]), finished, flip * FLIPPED


def steps(board: Topology, order: Sequence[Point]) -> Iterator[SweepStep]:
    """Yield the change of the frontier for each cell of the sweep."""
    when = {cell: number for number, cell in enumerate(order)}
    near = {cell: [other for other in board.neighbours[cell] if other in when] for cell in order}
    frontier: list[Point] = []
    for number, cell in enumerate(order):
        places = {other: place for place, other in enumerate(frontier)}
        touched = tuple(places[other] for other in near[cell] if other in places)
        frontier.append(cell)
        open_ = [max((when[o] for o in near[other]), default=0) > number for other in frontier]
        kept = tuple(place for place, still in enumerate(open_) if still)
        left = tuple(place for place, still in enumerate(open_) if not still)
        yield SweepStep(touched, kept, left)
        frontier = [frontier[place] for place in kept]


def best_order(board: Topology, blocked: Collection[Point]) -> list[Point]:
    """Return the cells in the order of the sweep that has the shortest frontiers."""
    free = [point for point in board.points if point not in blocked]
    sweeps = [_sweep(board, free, math.pi * k / SWEEPS) for k in range(SWEEPS)]
    return min(sweeps, key=lambda order: sum(1 << len(s.kept) for s in steps(board, order)))


def _sweep(board: Topology, free: Collection[Point], angle: float) -> list[Point]:
    """Return the cells from one side of the board to the other, in lines across `angle`."""
    ahead, across = math.cos(angle), math.sin(angle)

    def place(cell: Point) -> tuple[float, float]:
        x, y = board.xy[cell]
        return round(ahead * x + across * y, 6), round(ahead * y - across * x, 6)

    return sorted(free, key=place)


def white_cells(order: Sequence[Point], traces: Sequence[array[int]]) -> list[Point]:
    """Return the white cells of an optimal filling, tracing back from the last frontier."""
    flipped, number, white = 0, 0, []
    for cell, trace in zip(reversed(order), reversed(traces)):
        here = trace[number]
        flipped ^= (here & FLIPPED) // FLIPPED
        if (here & BLACK) ^ flipped == 0:
            white.append(cell)
        number = here >> PARENT
    return sorted(white)
