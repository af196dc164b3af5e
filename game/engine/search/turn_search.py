"""Tree search by whole turns.

`kernels/whole_turns` grows the tree, with the game's `TurnKernels` in its slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, ClassVar

from game.engine.compile.compiler import instance
from game.engine.kernels import whole_turns as whole
from game.engine.kernels.slots import value_of
from game.engine.search.profile import Profile, TurnKernels
from game.engine.search.search_tree import Child, SearchTree, TreeConfig, TreeWorker
from game.engine.search.turns import Turn, side_to_move
from game.rules import Game, State
from game.rules.kernel import BEGUN

MORE_BITS = 31  # number of low bits in a turn's code that hold the turn's second number
# Only replies to this many of the most visited turns are compared to find a new root.
FOLLOWED = 12


class TurnTree(SearchTree):
    """A tree of turns from the beginning of a movement turn.

    The code of a child is only meaningful to `turn`, `line` and `after`.
    """

    fields: ClassVar[ModuleType] = whole

    def __init__(
        self, game: Game, profile: Profile, found: TurnKernels, config: TreeConfig
    ) -> None:
        self._found = found
        path = found.longest + 2
        sizes = (
            6,
            len(game.first),
            game.max_actions + 2,
            profile.work_size(game),
            2 * profile.codes(game),
            path,
            path,
            path,
            whole.MET_PLACES,
        )
        super().__init__(game, profile, config, sizes)
        for worker in self.workers:
            worker.meta[whole.LONGEST] = found.longest
        bindings = found.bindings(profile, game, config.compiled)
        self.code = instance("engine/kernels/whole_turns", profile.key, config.compiled, bindings)
        self._prm = self.make.settings(found.settings)

    def key(self, state: State) -> int:
        """Return the key, as from `recurring`, of a position at the start of a turn."""
        return int(self._found.recurring(self.game.tables, state))

    def recall(self, keys: Iterable[int]) -> None:
        """Store the keys of the game's earlier positions."""
        keys = {*keys} - {0}
        for worker in self.workers:
            met = worker.box[whole.MET]
            for place in range(whole.MET_PLACES):
                met[place] = 0
            for key in keys:
                place = key % whole.MET_PLACES
                while met[place]:
                    place = (place + 1) % whole.MET_PLACES
                met[place] = key

    def _find(self, wanted: Any) -> int:
        """Return the node of a position one or two turns later, or 0; ignore a leaf."""
        below = sorted(self.children(), key=lambda child: child.visits, reverse=True)
        for above in (1, *(child.node for child in below[:FOLLOWED])):
            tree = self.nodes.int_fields, self.box
            node = int(self.code.find(self.t, self.root, wanted, *tree, above))
            if node:
                return node if self.span(node)[1] else 0
        return 0

    def own_arrays(self) -> tuple[Any, ...]:
        """Return arrays for the ends of a turn and for their values."""
        sizes = (*[self._found.most] * 3, 2, *self._found.spaces(self.game))
        ends = tuple(self.make.blank(size) for size in sizes)
        return ends, self.make.floats(self._found.most)

    def visit(self, worker: TreeWorker, iterations: int) -> int:
        fields = self.nodes.int_fields, self.nodes.float_fields
        search = self.t, worker.x, self.root, *fields, worker.box, *worker.own
        return int(self.code.search(*search, self._prm, worker.rng, iterations))

    def after(self, state: State, code: int) -> State:
        """Return the position after a whole turn."""
        row = self.make.state(state)
        move, more = code >> MORE_BITS, code & (1 << MORE_BITS) - 1
        self.code.play_one(self.t, row, move, more, self.box[whole.WORK])
        return tuple(int(number) for number in row)

    def children(self, node: int = 1) -> Iterator[Child]:
        """Yield the turns from a node; each code combines the two numbers of a turn."""
        ints, sums = self.nodes.int_fields, self.nodes.float_fields[whole.SUM]
        first, width = self.span(node)
        for child in range(first, first + width):
            visits, proof = int(ints[whole.VISITS][child]), int(ints[whole.PROOF][child])
            value = float(sums[child]) / visits if visits else 0.5
            code = int(ints[whole.MOVE][child]) << MORE_BITS | int(ints[whole.MORE][child])
            yield Child(child, code, visits, value_of(proof) if proof else value, proof)

    def knows(self, state: State) -> bool:
        """Return whether the turn that begins here is searched as a whole."""
        return not state[BEGUN] and not self.game.over(state) and self._found.knows(state)

    def turn(self, code: int) -> Turn:
        """Return the actions of a turn from the root."""
        return self._way(self.state, self.after(self.state, code), code)

    def line(self, code: int, longest: int) -> list[Turn]:
        """Return the turn with this code and the expected turns after it, at most `longest`."""
        here, turns, node = self.state, list[Turn](), 1
        while True:
            after = self.after(here, code)
            turns.append(self._way(here, after, code))
            if len(turns) == longest or self.game.over(after):
                return turns
            node = next((child.node for child in self.children(node) if child.code == code), 0)
            here, side = after, side_to_move(self.game, after)
            best = self.best(node, side) if node else None
            if best is None or (best.visits == 0 and not best.proof):
                return turns
            code = best.code

    def _way(self, here: State, after: State, code: int) -> Turn:
        return self._found.way(self.game, here, after, code >> MORE_BITS)
