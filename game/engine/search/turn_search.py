"""Trees of whole turns with their scratch space, and those of several threads read as one.

They are grown by `kernels/whole_turns` with what a room brings, its `TurnKernels`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels import whole_turns as whole
from game.engine.kernels.defaults import value_of
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.search.child import Child
from game.engine.search.nodes import Nodes
from game.engine.search.profile import Profile, TurnKernels
from game.engine.search.root_parallel import RootParallelSearch, TreeConfig, make_trees
from game.engine.search.turns import Turn, side_to_move
from game.rules import Game, State
from game.rules.kernel import BEGUN

MORE_BITS = 31  # of a turn's code, for the second of its numbers
FOLLOWED = 12  # turns, the most visited, below which a new position is looked for


class TurnTree:
    """One tree from the beginning of a movement turn.  Not safe for two threads at once."""

    def __init__(
        self, game: Game, profile: Profile, found: TurnKernels, compiled: bool, size: int, seed: int
    ) -> None:
        self.game = game
        bindings = found.bindings(profile, game, compiled)
        self._code: Any = instance("engine/kernels/whole_turns", profile.key, compiled, bindings)
        self._make = make = Arrays(compiled)
        self._t = make.tables(game.tables)
        self._x = make.tables(profile.own_tables(game, compiled))
        self._prm = make.settings(found.settings)
        self._rng = make.longs([seed % 0xFFFFFFFE + 1])
        meta = make.ints(6)
        meta[whole.CAPACITY], meta[whole.LONGEST] = size, found.longest
        self._box = (
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
        self._nodes = Nodes(make, size)
        self._root: Any = None
        self.state: State = ()

    def start(self, state: State) -> bool:
        """Search from `state`; True when the old tree held it and is used on."""
        if state == self.state:
            return True
        row = self._make.state(state)
        found = self._find(row) if self.state else 0
        if not self._nodes.trunk[WIDTH][found]:  # a leaf has nothing to be used on
            found = 0
        self.state, self._root = state, row
        self._box[whole.META][whole.DEEPEST] = 0
        if found:
            self.promote(found)
        else:
            self._nodes.clear()
            self._box[whole.META][whole.USED] = 2
        return bool(found)

    def promote(self, node: int) -> None:
        """Make `node` the root and forget what does not lie below it."""
        self._box[whole.META][whole.USED] = self._nodes.promote(self._code, node)

    def forget(self) -> None:
        """Give back the memory of what was searched; the next `start` begins afresh."""
        if self.state:
            self.state = ()
            self._nodes.forget()

    def _find(self, wanted: Any) -> int:
        """Return the node of a position one or two turns on, or 0."""
        below = sorted(self.children(), key=lambda child: child.visits, reverse=True)
        for above in (1, *(child.node for child in below[:FOLLOWED])):
            node = self._code.find(self._t, self._root, wanted, self._nodes.trunk, self._box, above)
            if node:
                return int(node)
        return 0

    def grow(self, iterations: int) -> int:
        """Visit the tree; the number of visits made (fewer when the root is proved)."""
        return int(
            self._code.search(
                self._t,
                self._x,
                self._root,
                self._nodes.trunk,
                self._nodes.crown,
                self._box,
                self._ends,
                self._worths,
                self._prm,
                self._rng,
                iterations,
            )
        )

    def halt(self, wanted: bool) -> None:
        """As `Grower.halt`."""
        self._box[whole.META][whole.HALT] = int(wanted)

    def after(self, state: State, code: int) -> State:
        """Return the position after a whole turn."""
        row = self._make.state(state)
        move, more = code >> MORE_BITS, code & (1 << MORE_BITS) - 1
        self._code.play_one(self._t, row, move, more, self._box[whole.WORK])
        return tuple(int(number) for number in row)

    def children(self, node: int = 1) -> Iterator[Child]:
        """Return the turns from a node; the code holds the two numbers of a turn."""
        ti, sums = self._nodes.trunk, self._nodes.crown[whole.SUM]
        first = int(ti[FIRST][node])
        for child in range(first, first + int(ti[WIDTH][node])):
            visits, proof = int(ti[whole.VISITS][child]), int(ti[whole.PROOF][child])
            value = float(sums[child]) / visits if visits else 0.5
            code = int(ti[whole.MOVE][child]) << MORE_BITS | int(ti[whole.MORE][child])
            yield Child(child, code, visits, value_of(proof) if proof else value, proof)

    @property
    def proof(self) -> int:
        return int(self._nodes.trunk[whole.PROOF][1])

    @property
    def visits(self) -> int:
        return int(self._nodes.trunk[whole.VISITS][1])

    @property
    def total(self) -> float:
        return float(self._nodes.crown[whole.SUM][1])

    @property
    def depth(self) -> int:
        return int(self._box[whole.META][whole.DEEPEST])


class WholeTurnSearch(RootParallelSearch[TurnTree]):
    """Searches whole turns.  The code of a child is only for `turn` and `line`."""

    def __init__(
        self, game: Game, profile: Profile, found: TurnKernels, growth: TreeConfig
    ) -> None:
        def plant(size: int, seed: int) -> TurnTree:
            return TurnTree(game, profile, found, growth.compiled, size, seed)

        super().__init__(make_trees(growth, plant), growth.compiled)
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
            best = max(
                tree.children(node) if node else (),
                key=lambda child: child.rank(side),
                default=None,
            )
            if best is None or (best.visits == 0 and not best.proof):
                return turns
            code = best.code

    def _way(self, here: State, after: State, code: int) -> Turn:
        return self._found.way(self.game, here, after, code >> MORE_BITS)
