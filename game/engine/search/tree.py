"""A search tree with its scratch space, and the compiled or plain template that grows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels import mcts
from game.engine.kernels.defaults import value_of
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.search.child import Child
from game.engine.search.nodes import Nodes
from game.engine.search.profile import Profile
from game.rules import Game, State

LONGEST = 400
FOLLOWED = 20_000  # positions looked at to find a new position in the old tree,
FOLLOWED_PLAIN = 500  # and uncompiled: some milliseconds either way


class ActionTree:
    """One tree from a root state.  Not safe for two threads at once.

    `capacity` is its number of nodes, NODE_BYTES each; when it is full it only counts on.  `seed`
    is any whole number.
    """

    def __init__(
        self,
        game: Game,
        profile: Profile,
        compiled: bool,
        capacity: int,
        seed: int,
    ) -> None:
        self.game, self.profile = game, profile
        bindings = profile.bindings(game, compiled)
        self.code = instance("engine/kernels/mcts", profile.key, compiled, bindings)
        self._make = make = Arrays(compiled)
        self.capacity = capacity
        self.t = make.tables(game.tables)
        self.x = make.tables(profile.own_tables(game, compiled))
        self.prm = make.settings(mcts.with_curve(profile.settings))
        self.rng = make.longs([seed % 0xFFFFFFFE + 1])
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
        self._nodes = Nodes(make, capacity)
        self._states = make.ints(mcts.DEEP * size)
        self.root: Any = None
        self.state: State = ()

    # -- the root --------------------------------------------------------------------------------

    def start(self, state: State) -> bool:
        """Search from `state`; True when the old tree held it and is used on."""
        if state == self.state:
            return True
        found = self._find(state) if self.state else 0
        self.state = state
        self.root = self._make.state(state)
        if self.profile.prepare:
            self.profile.prepare(self.game, self.root)
        self.box[mcts.META][mcts.DEEPEST] = 0
        if found:
            self.promote(found)
        else:
            self._clear()
        return bool(found)

    def forget(self) -> None:
        """Give back the memory of what was searched; the next `start` begins afresh."""
        if self.state:
            self.state = ()
            self._nodes.forget()

    def _clear(self) -> None:
        self._nodes.clear()
        self.box[mcts.META][mcts.USED] = 2

    def promote(self, node: int) -> None:
        """Make `node` the root and forget what does not lie below it."""
        self.box[mcts.META][mcts.USED] = self._nodes.promote(self.code, node)
        if not self._nodes.trunk[WIDTH][1]:  # proved without children: they are wanted now
            self._nodes.trunk[mcts.PROOF][1] = 0

    def _find(self, wanted: State) -> int:
        """Return the node of the position `wanted` below the root, or 0."""
        most = FOLLOWED if self._make.compiled else FOLLOWED_PLAIN
        root, aim = self._make.state(self.state), self._make.state(wanted)
        return int(
            self.code.find(self.t, self._nodes.trunk, self.box, root, aim, self._states, most)
        )

    # -- growing and reading ---------------------------------------------------------------------

    def grow(self, iterations: int) -> int:
        """Visit the tree; the number of visits made (fewer when the root is proved)."""
        return int(
            self.code.iterate(
                self.t,
                self.x,
                self.root,
                self._nodes.trunk,
                self._nodes.crown,
                self.box,
                self.prm,
                self.rng,
                iterations,
            )
        )

    def halt(self, wanted: bool) -> None:
        """As `Grower.halt`."""
        self.box[mcts.META][mcts.HALT] = int(wanted)

    def playouts(self, games: int) -> float:
        """Return the mean value for side 0 of so many playouts from the root."""
        return float(self.code.playouts(self.t, self.x, self.root, self.box, self.rng, games))

    def child_of(self, node: int) -> Child:
        return next(self._read(node, 1))

    def children(self, node: int = 1) -> Iterator[Child]:
        return self._read(int(self._nodes.trunk[FIRST][node]), int(self._nodes.trunk[WIDTH][node]))

    def _read(self, first: int, width: int) -> Iterator[Child]:
        """Nodes that lie together."""
        fields = (mcts.CODE, mcts.VISITS, mcts.PROOF)
        columns = [plain(self._nodes.trunk[field][first : first + width]) for field in fields]
        sums = plain(self._nodes.crown[mcts.SUM][first : first + width])
        for at, (code, visits, proof) in enumerate(zip(*columns)):
            value = sums[at] / visits if visits else 0.5
            yield Child(first + at, code, visits, value_of(proof) if proof else value, proof)

    @property
    def proof(self) -> int:
        return int(self._nodes.trunk[mcts.PROOF][1])

    @property
    def visits(self) -> int:
        return int(self._nodes.trunk[mcts.VISITS][1])

    @property
    def total(self) -> float:
        """The sum of the values of all visits, for side 0."""
        return float(self._nodes.crown[mcts.SUM][1])

    @property
    def depth(self) -> int:
        return int(self.box[mcts.META][mcts.DEEPEST])

    def best(self, node: int, side: int) -> Child | None:
        """Return the child to play: a proved win, else the most visited one not proved lost."""
        found = list(self.children(node))
        if not found:
            return None
        return max(found, key=lambda child: child.rank(side))


def plain(part: Any) -> Any:
    """Return a part of an array as a list, which is read much faster number by number."""
    return part if isinstance(part, list) else part.tolist()
