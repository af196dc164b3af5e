"""The most groups a full board of Libra can have, whatever its shape: exact, in plain Python.

The cells are filled one by one in a sweep over the board.  Of what is filled, only the frontier
matters to the rest: the cells that still have empty neighbours, their colours, and which of them
are connected.  Of all fillings that leave the same frontier, one with the most finished groups is
kept, so that at the end nothing better is possible.  Colours may change places: half of the
frontiers are mirrored into the other half.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from game.rules.topology import Point, Topology

SWEEPS = 6  # directions tried, 30 degrees apart
PARENT = 2  # bits of a trace below the number of the frontier it came from
FLIPPED, BLACK = 2, 1  # in a trace

Progress = Callable[[int, int, int], None]  # cells done, cells in all, frontiers kept now
Frontier = bytes  # for each of its cells twice a number of its group, plus 1 where it is black


@dataclass(frozen=True)
class MaximumFilling:
    """The maximum; the white cells of a board that has it, the others black; frontiers seen."""

    groups: int
    white: tuple[Point, ...]
    frontiers: int


@dataclass(frozen=True)
class SweepStep:
    """One step of the sweep, by places in the frontier with the new cell at its end."""

    touched: tuple[int, ...]  # neighbours of the new cell
    kept: tuple[int, ...]
    left: tuple[int, ...]  # cells that have no empty neighbour any more


def most_groups(
    board: Topology, blocked: Collection[Point] = (), told: Progress | None = None
) -> MaximumFilling:
    """Return the most groups on the cells of `board` that are not blocked."""
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
    """Return the most groups with no white stone, with one, with two, and so on."""
    order = best_order(board, blocked)
    counts: dict[tuple[Frontier, int], int] = {(b"", 0): 0}  # by frontier and white stones
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
    # Colours may have changed places on the way, so that either count is right.
    return [
        max(counts.get((b"", n), 0) for n in (white, len(order) - white))
        for white in range(len(order) + 1)
    ]


def fill(counts: dict[Frontier, int], step: SweepStep) -> tuple[dict[Frontier, int], array[int]]:
    """Return all frontiers after one more cell.

    Each with its most finished groups and the frontier it came from.
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

    Also the groups finished by it, and FLIPPED if colours changed.
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
    """Return what each cell of the sweep does to the frontier."""
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
    """Return the sweep, of some directions, whose frontiers are the shortest."""
    free = [point for point in board.points if point not in blocked]
    sweeps = [_sweep(board, free, math.pi * k / SWEEPS) for k in range(SWEEPS)]
    return min(sweeps, key=lambda order: sum(1 << len(s.kept) for s in steps(board, order)))


def _sweep(board: Topology, free: Collection[Point], angle: float) -> list[Point]:
    """Return the cells from one side of the board to the other, along lines across `angle`."""
    ahead, across = math.cos(angle), math.sin(angle)

    def place(cell: Point) -> tuple[float, float]:
        x, y = board.xy[cell]
        return round(ahead * x + across * y, 6), round(ahead * y - across * x, 6)

    return sorted(free, key=place)


def white_cells(order: Sequence[Point], traces: Sequence[array[int]]) -> list[Point]:
    """Return the white cells of a best filling, walking back from the last frontier."""
    flipped, number, white = 0, 0, []
    for cell, trace in zip(reversed(order), reversed(traces)):
        here = trace[number]
        flipped ^= (here & FLIPPED) // FLIPPED
        if (here & BLACK) ^ flipped == 0:
            white.append(cell)
        number = here >> PARENT
    return sorted(white)
