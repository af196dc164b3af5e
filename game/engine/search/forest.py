"""Trees of the same position grown side by side, one for each thread, that share what they see."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from game.engine.kernels.defaults import value_of
from game.engine.search.child import Child
from game.engine.search.profile import Profile
from game.engine.search.sharing import Sharing
from game.engine.search.tree import NODE_BYTES, Tree
from game.engine.search.turns import side_to_move
from game.rules import Action, Game, State

PLAIN_CAPACITY = 150_000
LEAST_CAPACITY = 20_000


class Forest:
    """Parallel search, deterministic for a seed when it is grown by the same steps.

    Near the root all trees know the same after each step, so that the first is read for all.

    `hash_mb` megabytes are for all trees together; uncompiled there is one tree of a fixed size.
    """

    def __init__(
        self,
        game: Game,
        profile: Profile,
        compiled: bool,
        threads: int,
        hash_mb: int,
        seed: int,
    ) -> None:
        self.game, self.compiled = game, compiled
        capacity = PLAIN_CAPACITY
        if compiled:
            capacity = max(LEAST_CAPACITY, hash_mb * 2**20 // NODE_BYTES // threads)
        else:
            threads = 1  # plain Python threads only take turns
        self.threads = threads
        self.trees = [
            Tree(game, profile, compiled, capacity, seed + 7919 * number)
            for number in range(threads)
        ]
        self._sharing = Sharing(self.trees)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def start(self, state: State) -> bool:
        """As `Tree.start`; True when every tree is used on."""
        if state == self.trees[0].state:
            return True
        found = [tree.start(state) for tree in self.trees]  # every one has to start
        if self._pool is not None:
            self._sharing.begin()
        return all(found)

    def grow(self, iterations: int) -> int:
        """Grow every tree by `iterations`; the visits made by all of them together."""
        if self._pool is None:
            return self.trees[0].grow(iterations)
        made: int = sum(self._pool.map(lambda tree: tree.grow(iterations), self.trees))
        self._sharing.share()
        return made

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def visits(self) -> int:
        return self.trees[0].visits

    @property
    def depth(self) -> int:
        return max(tree.depth for tree in self.trees)

    @property
    def proof(self) -> int:
        return next((tree.proof for tree in self.trees if tree.proof), 0)

    def value(self) -> float:
        """Mean value of the root for side 0, or the proved one."""
        return value_of(self.proof) if self.proof else self.trees[0].child_of(1).value

    def ranked(self, side: int) -> list[Child]:
        """First actions, best first: proved wins, then by visits, proved losses last."""
        return sorted(self.trees[0].children(), key=lambda child: child.rank(side), reverse=True)

    def line(self, state: State, longest: int, first: int | None = None) -> list[Action]:
        """The expected line from the root `state`: the best child of each node of the first tree.

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
