"""The grid copper is laid on, and which net has which of its nodes.

A node is one number: layer, row and column.  Far from pads only every other row and column serves.
A node is free, or a net's: of a track, of the rim
that a wide track or a pad keeps clear, or closed to all.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator

from hardware.fabrication.pcb.footprints import Rect, Spot
from hardware.fabrication.pcb.placement import GRID, Placement

THIN, BROAD = 0.22, 0.8  # mm: tracks of signals and of supplies
VIA, VIA_DRILL = 0.6, 0.3
CLEAR = 0.2
RIM = CLEAR + THIN / 2  # from a pad to the middle of the next track
HOLE_CLEAR = 0.4
EDGE_CLEAR = 0.7  # from the carrier's edge to the middle of a track
FREE, CLOSED = 0, 65535
LAYERS = 2


class Lattice:
    """Owners of all nodes of both layers: `owner[node]` is a net's number, FREE or CLOSED."""

    def __init__(self, placement: Placement) -> None:
        box = placement.outline
        self.left, self.top = math.floor(box.left / GRID) - 1, math.floor(box.top / GRID) - 1
        self.columns = math.ceil(box.right / GRID) + 2 - self.left
        self.rows = math.ceil(box.bottom / GRID) + 2 - self.top
        self.layer = self.columns * self.rows
        self.owner = array("H", [CLOSED]) * (LAYERS * self.layer)
        for node in self._within(box.grown(-EDGE_CLEAR), range(LAYERS)):
            self.owner[node] = FREE
        for x, y in placement.holes:
            self._close(x, y, 1.6 + HOLE_CLEAR + THIN / 2)
        self.fine = bytearray(LAYERS * self.layer)  # where every node serves
        self.usable = bytearray(LAYERS * self.layer)
        for layer in range(LAYERS):
            for row in range(0, self.rows, 2):
                start = layer * self.layer + row * self.columns
                self.usable[start : start + self.columns : 2] = b"\x01" * -(-self.columns // 2)
        self.pads: dict[int, int] = {}  # nodes that pads keep, with their net

    def spot(self, node: int) -> Spot:
        """Return where a node lies, in mm."""
        row, column = divmod(node % self.layer, self.columns)
        return (column + self.left) * GRID, (row + self.top) * GRID

    def keep_pad(self, rect: Rect, layers: Iterable[int], net: int) -> None:
        """Keep a pad's surroundings for its net; where two pads' meet, nobody passes."""
        for node in self._within(rect.grown(RIM + 0.005), layers):
            had = self.pads.get(node, net)
            value = net if had == net and self.owner[node] != CLOSED else CLOSED
            self.pads[node] = self.owner[node] = value

    def refine(self, rect: Rect, by: float) -> None:
        """Let every node serve near a pad."""
        for node in self._within(rect.grown(by), range(LAYERS)):
            row, column = divmod(node % self.layer, self.columns)
            self.fine[node] = 1 if row % 2 or column % 2 else 2
            self.usable[node] = 1

    def entries(self, rect: Rect, layers: Iterable[int], net: int) -> list[int]:
        """Return nodes on the copper of a pad, or the nearest one with a short track to it."""
        inner = [node for node in self._within(rect.grown(-0.1), layers) if self._mine(node, net)]
        if inner:
            return inner
        x, y = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2
        near = [node for node in self._within(rect.grown(RIM), layers) if self._mine(node, net)]
        return sorted(near, key=lambda node: (math.dist(self.spot(node), (x, y)), node))[:1]

    def _mine(self, node: int, net: int) -> bool:
        return self.owner[node] == net

    def _within(self, rect: Rect, layers: Iterable[int]) -> Iterator[int]:
        first = max(0, math.ceil(rect.left / GRID - 1e-9) - self.left)
        last = min(self.columns - 1, math.floor(rect.right / GRID + 1e-9) - self.left)
        upper = max(0, math.ceil(rect.top / GRID - 1e-9) - self.top)
        lower = min(self.rows - 1, math.floor(rect.bottom / GRID + 1e-9) - self.top)
        for layer in layers:
            for row in range(upper, lower + 1):
                start = layer * self.layer + row * self.columns
                yield from range(start + first, start + last + 1)

    def _close(self, x: float, y: float, radius: float) -> None:
        box = Rect(x - radius, y - radius, x + radius, y + radius)
        for node in self._within(box, range(LAYERS)):
            if math.dist(self.spot(node), (x, y)) <= radius:
                self.owner[node] = CLOSED
