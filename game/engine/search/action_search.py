"""Tree search by single actions: one tree with its template, and root-parallel trees of them."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, ClassVar

from game.engine.compile.compiler import instance
from game.engine.kernels import mcts
from game.engine.kernels.slots import value_of
from game.engine.search.profile import Profile
from game.engine.search.root_parallel import RootParallelSearch, TreeConfig, make_trees
from game.engine.search.search_tree import Child, SearchTree
from game.engine.search.turns import side_to_move
from game.rules import Action, Game, State

LONGEST = 400
FOLLOWED = 20_000  # positions looked at to find a new position in the old tree,
FOLLOWED_PLAIN = 500  # and uncompiled: some milliseconds either way


class ActionTree(SearchTree):
    """A tree of actions."""

    fields: ClassVar[ModuleType] = mcts

    def __init__(
        self, game: Game, profile: Profile, compiled: bool, capacity: int, seed: int
    ) -> None:
        super().__init__(game, profile, compiled, capacity, seed)
        bindings = profile.bindings(game, compiled)
        self.code = instance("engine/kernels/mcts", profile.key, compiled, bindings)
        make = self.make
        self.prm = make.settings(mcts.with_curve(profile.settings))
        codes, size = profile.codes(game), len(game.first)
        meta = make.ints(7)
        meta[mcts.CODES], meta[mcts.LONGEST], meta[mcts.CAPACITY] = codes, LONGEST, capacity
        self.box = (
            meta,
            make.ints(2 * codes),
            make.ints(size),
            make.ints(game.max_actions + 2),
            make.ints(profile.work_size(game)),
            make.ints(LONGEST + 2),
            make.ints(LONGEST + 2),
        )
        self._states = make.ints(mcts.DEEP * size)

    def _prepared(self, root: Any) -> Any:
        if self.profile.prepare:
            self.profile.prepare(self.game, root)
        return root

    def promote(self, node: int) -> None:
        super().promote(node)
        if not self.span(1)[1]:  # proved without children: they are wanted now
            self.nodes.int_fields[mcts.PROOF][1] = 0

    def _find(self, wanted: Any) -> int:
        most = FOLLOWED if self.make.compiled else FOLLOWED_PLAIN
        root, ints = self.make.state(self.state), self.nodes.int_fields
        return int(self.code.find(self.t, ints, self.box, root, wanted, self._states, most))

    def grow(self, iterations: int) -> int:
        fields = self.nodes.int_fields, self.nodes.float_fields
        search = self.t, self.x, self.root, *fields, self.box, self.prm, self.rng
        return int(self.code.iterate(*search, iterations))

    def children(self, node: int = 1) -> Iterator[Child]:
        first, width = self.span(node)
        fields = (mcts.CODE, mcts.VISITS, mcts.PROOF)
        columns = [plain(self.nodes.int_fields[field][first : first + width]) for field in fields]
        sums = plain(self.nodes.float_fields[mcts.SUM][first : first + width])
        for at, (code, visits, proof) in enumerate(zip(*columns)):
            value = sums[at] / visits if visits else 0.5
            yield Child(first + at, code, visits, value_of(proof) if proof else value, proof)


def plain(part: Any) -> Any:
    """Return a part of an array as a list, which is read much faster number by number."""
    return part if isinstance(part, list) else part.tolist()


class ActionSearch(RootParallelSearch[ActionTree]):
    """Searches one action after the other."""

    def __init__(self, game: Game, profile: Profile, config: TreeConfig) -> None:
        def make_tree(size: int, seed: int) -> ActionTree:
            return ActionTree(game, profile, config.compiled, size, seed)

        super().__init__(make_trees(config, make_tree), config.compiled)
        self.game = game

    def line(self, state: State, longest: int, first: int | None = None) -> list[Action]:
        """Return the expected line from the root `state`: the best child of each node of one tree.

        `first` is the code it begins with; None is the best one.
        """
        actions: list[Action] = []
        tree, node, here = self.trees[0], 1, state
        while len(actions) < longest:
            side = side_to_move(self.game, here)
            if node == 1:
                firsts = self.ranked(side) if first is None else []
                wanted = firsts[0].code if firsts else first
                child = next((one for one in tree.children() if one.code == wanted), None)
            else:
                child = tree.best(node, side)
            if child is None or (child.visits == 0 and node != 1):
                break
            actions.append(self.game.action(child.code))
            here = self.game.advance(here, actions[-1])
            node = child.node
        return actions
