"""What trees of one position tell each other about what lies near the root, between two calls.

All that a node counts is a sum over visits.  So what each tree has counted since they last spoke is
added to what all of them knew then, and afterwards all know the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from game.engine.kernels import mcts
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.search.tree import Tree

SHARE = 0.04  # of the visits of the root: nodes with so many tell each other of their children

Path = tuple[int, ...]  # places among the children, from the root on


class Sharing:
    """Keeps what the compiled `trees` knew in common when they last spoke."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.trees = trees
        self._common: dict[Path | None, list[Any]] = {}

    def begin(self) -> None:
        """The trees have another root: what was shared below an earlier one is the same in all."""
        self._common.clear()
        if self._agree(None, [slice(1, 2)] * len(self.trees)):
            self._agree_below((), [1] * len(self.trees))

    def share(self) -> None:
        """Let every tree know what all of them have seen."""
        self._add_up(None, [slice(1, 2)] * len(self.trees))
        self._share_below((), [1] * len(self.trees), SHARE * self.trees[0].visits)

    def _agree_below(self, path: Path, nodes: Sequence[int]) -> None:
        parts = self._children(nodes)
        if parts and self._agree(path, parts):
            for place in range(parts[0].stop - parts[0].start):
                self._agree_below((*path, place), [part.start + place for part in parts])

    def _share_below(self, path: Path, nodes: Sequence[int], least: float) -> None:
        """Share what is known of the children of a node, and below those with enough visits."""
        parts = self._children(nodes)
        if not parts:
            return
        self._add_up(path, parts)
        visits = self.trees[0].trunk[mcts.VISITS][parts[0]].tolist()
        for place, many in enumerate(visits):
            below = (*path, place)
            if many >= least or below in self._common:
                self._share_below(below, [part.start + place for part in parts], least)

    def _children(self, nodes: Sequence[int]) -> list[slice]:
        """Where the children of a node lie in each tree, if all have them."""
        parts = []
        for tree, node in zip(self.trees, nodes):
            first, width = int(tree.trunk[FIRST][node]), int(tree.trunk[WIDTH][node])
            if width == 0:
                return []
            parts.append(slice(first, first + width))
        return parts

    def _agree(self, path: Path | None, parts: Sequence[slice]) -> bool:
        """Do all trees know the same?  Then it is noted."""
        columns = list(self._columns(parts))
        alike = all((same == column[0]).all() for column in columns for same in column[1:])
        if alike:
            self._common[path] = [column[0].copy() for column in columns]
        return alike

    def _add_up(self, path: Path | None, parts: Sequence[slice]) -> None:
        common = self._common.setdefault(path, [0, 0, 0, 0])
        for number, column in enumerate(self._columns(parts)):
            common[number] = sum(column) - (len(column) - 1) * common[number]
            for own in column:
                own[:] = common[number]
        if path is not None:  # a proof of the root ends the search by itself
            proofs = [tree.trunk[mcts.PROOF][part] for tree, part in zip(self.trees, parts)]
            for proof in proofs[1:]:
                proofs[0] |= proof
            for proof in proofs[1:]:
                proof[:] = proofs[0]

    def _columns(self, parts: Sequence[slice]) -> Iterator[list[Any]]:
        """Of each number that nodes count, the parts of all trees, to be written to."""
        for field in (mcts.VISITS, mcts.AMAF):
            yield [tree.trunk[field][part] for tree, part in zip(self.trees, parts)]
        for field in (mcts.SUM, mcts.AMAF_SUM):
            yield [tree.crown[field][part] for tree, part in zip(self.trees, parts)]
