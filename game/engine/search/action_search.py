"""Tree search by single actions, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, ClassVar

from game.engine.compile.compiler import instance
from game.engine.kernels import mcts
from game.engine.kernels.slots import value_of
from game.engine.search.profile import Profile
from game.engine.search.search_tree import Child, SearchTree, TreeConfig, TreeWorker
from game.engine.search.turns import side_to_move
from game.rules import Action, Game, State
from game.rules.kernel import P1_WIN

LONGEST = 400
# Maximum number of old nodes compared to find a new root, which takes some milliseconds.
FOLLOWED = 20_000
FOLLOWED_PLAIN = 500  # the same when uncompiled


class ActionTree(SearchTree):
    """A tree of actions."""

    fields: ClassVar[ModuleType] = mcts

    def __init__(self, game: Game, profile: Profile, config: TreeConfig) -> None:
        codes, size = profile.codes(game), len(game.first)
        work, path = profile.work_size(game), LONGEST + 2
        sizes = 7, 2 * codes, size, game.max_actions + 2, work, path, path
        super().__init__(game, profile, config, sizes)
        for worker in self.workers:
            worker.meta[mcts.CODES], worker.meta[mcts.LONGEST] = codes, LONGEST
        bindings = profile.bindings(game, config.compiled)
        self.code = instance("engine/kernels/mcts", profile.key, config.compiled, bindings)
        self.prm = self.make.settings(mcts.with_curve(profile.settings))
        # Codes of the root's children whose proofs were set by `mark`.
        self._marked: set[int] = set()
        self._states = self.make.ints(mcts.DEEP * size)

    def _prepared(self, root: Any) -> Any:
        if self.profile.prepare:
            self.profile.prepare(self.game, root)
        return root

    def promote(self, node: int) -> None:
        super().promote(node)
        # A proved node may have no children, but the root needs children.
        if not self.span(1)[1]:
            self.nodes.int_fields[mcts.PROOF][1] = 0

    def _find(self, wanted: Any) -> int:
        most = FOLLOWED if self.make.compiled else FOLLOWED_PLAIN
        root, ints = self.make.state(self.state), self.nodes.int_fields
        return int(self.code.find(self.t, ints, self.box, root, wanted, self._states, most))

    def visit(self, worker: TreeWorker, iterations: int) -> int:
        fields = self.nodes.int_fields, self.nodes.float_fields
        search = self.t, worker.x, self.root, *fields, worker.box, self.prm, worker.rng
        return int(self.code.iterate(*search, iterations))

    def children(self, node: int = 1) -> Iterator[Child]:
        first, width = self.span(node)
        fields = (mcts.CODE, mcts.VISITS, mcts.PROOF)
        columns = [plain(self.nodes.int_fields[field][first : first + width]) for field in fields]
        sums = plain(self.nodes.float_fields[mcts.SUM][first : first + width])
        for at, (code, visits, proof) in enumerate(zip(*columns)):
            value = sums[at] / visits if visits else 0.5
            yield Child(first + at, code, visits, value_of(proof) if proof else value, proof)

    def mark(self, code: int, proof: int) -> None:
        """Treat an action of the root as proved until `unmark`, so that the tree visits others."""
        for child in self.children():
            if child.code == code and not child.proof:
                self.nodes.int_fields[mcts.PROOF][child.node] = proof
                self._marked.add(code)

    def unmark(self, side: int) -> None:
        """Remove the marked proofs, and the root's proof if they may have caused it.

        A win of `side` at the root stays.
        """
        proofs = self.nodes.int_fields[mcts.PROOF]
        for child in self.children():
            if child.code in self._marked:
                proofs[child.node] = 0
        if self._marked and proofs[1] != P1_WIN + side:
            proofs[1] = 0
        self._marked.clear()

    def line(self, state: State, longest: int, first: int | None = None) -> list[Action]:
        """Return the expected line from the root `state`: the best child of each node.

        `first` is the code of the line's first action; None means the best action.
        """
        actions: list[Action] = []
        node, here = 1, state
        while len(actions) < longest:
            if node == 1 and first is not None:
                child = next((one for one in self.children() if one.code == first), None)
            else:
                child = self.best(node, side_to_move(self.game, here))
            if child is None or (child.visits == 0 and node != 1):
                break
            actions.append(self.game.action(child.code))
            here = self.game.advance(here, actions[-1])
            node = child.node
        return actions


def plain(part: Any) -> Any:
    """Return a part of an array as a list, because reading single numbers from a list is faster."""
    return part if isinstance(part, list) else part.tolist()
