"""Tree search by whole turns: one tree with its template, and root-parallel trees of them.

The trees are grown by `kernels/whole_turns` with what a game brings, its `TurnKernels`.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, ClassVar

from game.engine.compile.compiler import instance
from game.engine.kernels import whole_turns as whole
from game.engine.kernels.slots import value_of
from game.engine.search.profile import Profile, TurnKernels
from game.engine.search.root_parallel import RootParallelSearch, TreeConfig, make_trees
from game.engine.search.search_tree import Child, SearchTree
from game.engine.search.turns import Turn, side_to_move
from game.rules import Game, State
from game.rules.kernel import BEGUN

MORE_BITS = 31  # of a turn's code, for the second of its numbers
FOLLOWED = 12  # turns, the most visited, below which a new position is looked for


class TurnTree(SearchTree):
    """A tree of turns from the beginning of a movement turn."""

    fields: ClassVar[ModuleType] = whole

    def __init__(
        self, game: Game, profile: Profile, found: TurnKernels, compiled: bool, size: int, seed: int
    ) -> None:
        super().__init__(game, profile, compiled, size, seed)
        bindings = found.bindings(profile, game, compiled)
        self.code = instance("engine/kernels/whole_turns", profile.key, compiled, bindings)
        make = self.make
        self._prm = make.settings(found.settings)
        meta = make.ints(6)
        meta[whole.CAPACITY], meta[whole.LONGEST] = size, found.longest
        self.box = (
            meta,
            make.ints(len(game.first)),
            make.ints(game.max_actions + 2),
            make.ints(profile.work_size(game)),
            make.ints(2 * profile.codes(game)),
            make.ints(found.longest + 2),
            make.ints(found.longest + 2),
        )
        sizes = (*[found.most] * 3, 2, *found.spaces(game))
        self._ends = tuple(make.blank(count) for count in sizes)
        self._worths = make.floats(found.most)

    def _find(self, wanted: Any) -> int:
        """Return the node of a position one or two turns on, or 0; a leaf is of no use."""
        below = sorted(self.children(), key=lambda child: child.visits, reverse=True)
        for above in (1, *(child.node for child in below[:FOLLOWED])):
            tree = self.nodes.int_fields, self.box
            node = int(self.code.find(self.t, self.root, wanted, *tree, above))
            if node:
                return node if self.span(node)[1] else 0
        return 0

    def grow(self, iterations: int) -> int:
        fields = self.nodes.int_fields, self.nodes.float_fields
        search = self.t, self.x, self.root, *fields, self.box
        return int(
            self.code.search(*search, self._ends, self._worths, self._prm, self.rng, iterations)
        )

    def after(self, state: State, code: int) -> State:
        """Return the position after a whole turn."""
        row = self.make.state(state)
        move, more = code >> MORE_BITS, code & (1 << MORE_BITS) - 1
        self.code.play_one(self.t, row, move, more, self.box[whole.WORK])
        return tuple(int(number) for number in row)

    def children(self, node: int = 1) -> Iterator[Child]:
        """Yield the turns from a node; the code holds the two numbers of a turn."""
        ints, sums = self.nodes.int_fields, self.nodes.float_fields[whole.SUM]
        first, width = self.span(node)
        for child in range(first, first + width):
            visits, proof = int(ints[whole.VISITS][child]), int(ints[whole.PROOF][child])
            value = float(sums[child]) / visits if visits else 0.5
            code = int(ints[whole.MOVE][child]) << MORE_BITS | int(ints[whole.MORE][child])
            yield Child(child, code, visits, value_of(proof) if proof else value, proof)


class WholeTurnSearch(RootParallelSearch[TurnTree]):
    """Searches whole turns.  The code of a child is only for `turn` and `line`."""

    def __init__(
        self, game: Game, profile: Profile, found: TurnKernels, config: TreeConfig
    ) -> None:
        def make_tree(size: int, seed: int) -> TurnTree:
            return TurnTree(game, profile, found, config.compiled, size, seed)

        super().__init__(make_trees(config, make_tree), config.compiled)
        self.game, self._found = game, found

    def knows(self, state: State) -> bool:
        """Return whether this is the beginning of a turn that is searched as a whole."""
        return not state[BEGUN] and not self.game.over(state) and self._found.knows(state)

    def after(self, code: int) -> State:
        """Return the position after a turn from the root."""
        tree = self.trees[0]
        return tree.after(tree.state, code)

    def turn(self, code: int) -> Turn:
        """Return the actions of a turn from the root."""
        return self._way(self.trees[0].state, self.after(code), code)

    def line(self, code: int, longest: int) -> list[Turn]:
        """Return the turn with this code and those expected after it, at most `longest`."""
        tree = self.trees[0]
        here, turns, node = tree.state, list[Turn](), 1
        while True:
            after = tree.after(here, code)
            turns.append(self._way(here, after, code))
            if len(turns) == longest or self.game.over(after):
                return turns
            node = next((child.node for child in tree.children(node) if child.code == code), 0)
            here, side = after, side_to_move(self.game, after)
            best = tree.best(node, side) if node else None
            if best is None or (best.visits == 0 and not best.proof):
                return turns
            code = best.code

    def _way(self, here: State, after: State, code: int) -> Turn:
        return self._found.way(self.game, here, after, code >> MORE_BITS)
