"""The memory of a tree: its nodes, and room for the part of it that is promoted to a tree."""

from __future__ import annotations

from typing import Any

from game.engine.compile.compiler import Arrays

INTS, FLOATS = 6, 2  # fields of a node, as the kernels name them
NODE_BYTES = 2 * (INTS * 4 + FLOATS * 8) + 4  # two trees, for promotion, and the source list


class Nodes:
    """By numbers of nodes, `trunk` has an array for each whole field, `crown` for each other.

    Number 1 is the root; 0 is no node.  There is room for `capacity`, of NODE_BYTES each.
    """

    def __init__(self, make: Arrays, capacity: int) -> None:
        self._make, self._capacity = make, capacity
        self.trunk, self.crown = self._fields()
        self._spare: tuple[Any, Any, Any] | None = None  # what `promote` copies into

    def _fields(self) -> tuple[Any, Any]:
        ints = tuple(self._make.wide_ints(self._capacity) for _ in range(INTS))
        floats = tuple(self._make.wide_floats(self._capacity) for _ in range(FLOATS))
        return ints, floats

    def clear(self) -> None:
        """Leave a root of which nothing is known."""
        for ints in self.trunk:
            ints[1] = 0
        for floats in self.crown:
            floats[1] = 0.0

    def forget(self) -> None:
        """Give back the memory of what was searched."""
        self._spare = None
        self.trunk, self.crown = self._fields()

    def promote(self, code: Any, node: int) -> int:
        """Make `node` the root and forget what does not lie below it.

        `code` is the search's template, compiled or plain.  Returns the number of nodes in use.
        """
        if self._spare is None:
            self._spare = (*self._fields(), self._make.wide_ints(self._capacity))
        trunk, crown, source = self._spare
        used = code.promote(self.trunk, self.crown, trunk, crown, source, node)
        self._spare = (self.trunk, self.crown, source)
        self.trunk, self.crown = trunk, crown
        return int(used)
