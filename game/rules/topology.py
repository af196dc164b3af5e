"""Boards as data: labelled points with coordinates, neighbours and straight lines.

Only geometry: no game rules, no files. In the coordinates, y points up, and the board is inside the
unit circle round its centre.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

Point = str

HEX_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SQUARE_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left


@dataclass(frozen=True, eq=False)
class Topology:
    """A board: `points` in wire order, `xy` and `neighbours` by label, `lines` of labels.

    `kind` is "lines", "squares" or "hexagon"; `size` is the number of points, squares or cells
    along one side (0 if that has no meaning); `centre` is the label of the central point.
    """

    name: str
    kind: str
    size: int
    points: tuple[Point, ...]
    xy: Mapping[Point, tuple[float, float]]
    neighbours: Mapping[Point, tuple[Point, ...]]
    lines: tuple[tuple[Point, ...], ...] = ()
    centre: Point | None = None
    rim: tuple[Point, ...] = field(default=())

    @cached_property
    def index(self) -> dict[Point, int]:
        """The index in `points` by label: the number that kernels, sensors and lights use."""
        return {label: number for number, label in enumerate(self.points)}

    def __len__(self) -> int:
        return len(self.points)

    def distance_to(self, point: Point) -> Callable[[Point], float]:
        """Return a function that returns a point's distance from `point`, for sorting."""
        here = self.xy[point]
        return lambda other: math.dist(self.xy[other], here)


def hexagon(side: int) -> Topology:
    """Return a hexagon of `side` cells with flat tops.

    The cell with axial coordinates (q, r) has letter number q + side - 1 and the number r + side.
    """
    axial = [
        (q, r) for q in range(1 - side, side) for r in range(1 - side, side) if abs(q + r) < side
    ]
    label = {(q, r): f"{chr(ord('a') + q + side - 1)}{r + side}" for q, r in axial}
    unit = max(1.0, math.sqrt(3) * (side - 1))
    xy = {label[q, r]: (1.5 * q / unit, math.sqrt(3) * (r + q / 2) / unit) for q, r in axial}
    return Topology(
        name=f"hexagon-{side}",
        kind="hexagon",
        size=side,
        points=tuple(label[cell] for cell in axial),
        xy=xy,
        neighbours={label[cell]: _present(label, cell, HEX_DIRECTIONS) for cell in axial},
        centre=label[0, 0],
    )


def squares(side: int) -> Topology:
    """Return a square board: files a, b, ... from the left, ranks 1, 2, ... upwards.

    The points are listed rank by rank.
    """
    cells = [(column, row) for row in range(side) for column in range(side)]
    label = {(column, row): f"{chr(ord('a') + column)}{row + 1}" for column, row in cells}
    middle, unit = (side - 1) / 2, math.sqrt(2) * (side - 1) / 2
    return Topology(
        name=f"squares-{side}",
        kind="squares",
        size=side,
        points=tuple(label[cell] for cell in cells),
        xy={label[c, r]: ((c - middle) / unit, (r - middle) / unit) for c, r in cells},
        neighbours={label[cell]: _present(label, cell, SQUARE_DIRECTIONS) for cell in cells},
    )


def _present(
    label: Mapping[tuple[int, int], Point],
    cell: tuple[int, int],
    directions: Iterable[tuple[int, int]],
) -> tuple[Point, ...]:
    steps = ((cell[0] + dx, cell[1] + dy) for dx, dy in directions)
    return tuple(label[step] for step in steps if step in label)


def adjacent_along(lines: Sequence[Sequence[Point]]) -> dict[Point, tuple[Point, ...]]:
    """Return the neighbours of each point along the lines, in the order of the lines."""
    found: dict[Point, list[Point]] = {}
    for line in lines:
        for one, other in pairwise(line):
            for here, there in ((one, other), (other, one)):
                if there not in found.setdefault(here, []):
                    found[here].append(there)
    return {point: tuple(others) for point, others in found.items()}


def ways_of(board: Topology) -> Iterator[Mapping[Point, Point]]:
    """Yield the symmetries of the points: rotations about the centre, and with reflection."""
    at = {point: complex(x, y) for point, (x, y) in board.xy.items()}
    where = {_place(z): point for point, z in at.items()}
    far = max(at, key=lambda point: abs(at[point]), default=None)
    if far is None or not abs(at[far]):
        yield {}
        return
    alike = [z for z in at.values() if math.isclose(abs(z), abs(at[far]), abs_tol=1e-6)]
    for mirrored in (False, True):
        start = at[far].conjugate() if mirrored else at[far]
        for target in sorted(alike, key=lambda z: z != at[far]):
            turn = target / start
            way = {
                point: where.get(_place((z.conjugate() if mirrored else z) * turn))
                for point, z in at.items()
            }
            if None not in way.values():
                yield {point: other for point, other in way.items() if other is not None}


def _place(z: complex) -> tuple[int, int]:
    return round(z.real * 1e4), round(z.imag * 1e4)
