"""Trees of the same position grown side by side, one for each thread, and read as one."""

from __future__ import annotations

from game.engine.kernels.defaults import value_of
from game.engine.search.child import Child
from game.engine.search.crew import Crew
from game.engine.search.nodes import NODE_BYTES
from game.engine.search.profile import Profile
from game.engine.search.tree import Tree
from game.engine.search.turns import side_to_move
from game.rules import Action, Game, State

PLAIN_CAPACITY = 150_000
LEAST_CAPACITY = 20_000


def shared_out(compiled: bool, threads: int, hash_mb: int) -> tuple[int, int]:
    """How many trees, and how many nodes each has: fewer trees where memory is short."""
    if not compiled:  # plain Python threads only take turns
        return 1, PLAIN_CAPACITY
    nodes = hash_mb * 2**20 // NODE_BYTES
    trees = max(1, min(threads, nodes // LEAST_CAPACITY))
    return trees, nodes // trees


class Forest:
    """Root-parallel search.  With one thread it is one tree and deterministic for a seed.

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
        self.threads, capacity = shared_out(compiled, threads, hash_mb)
        self.trees = [
            Tree(game, profile, compiled, capacity, seed + 7919 * number)
            for number in range(self.threads)
        ]
        self._crew = Crew(self.trees) if self.threads > 1 else None

    def start(self, state: State) -> bool:
        """As `Tree.start`; True when every tree is used on."""
        found = [tree.start(state) for tree in self.trees]  # every one has to start
        return all(found)

    def forget(self) -> None:
        """As `Tree.forget`, every tree."""
        for tree in self.trees:
            tree.forget()

    def grow(self, iterations: int) -> int:
        """Grow every tree by `iterations`; the visits made by all of them together."""
        if self._crew is None:
            return self.trees[0].grow(iterations)
        return self._crew.work(None, iterations)

    def grow_for(self, seconds: float, most: int) -> int:
        """As `Crew.work`, for several threads."""
        assert self._crew is not None
        return self._crew.work(seconds, most)

    def rest(self) -> int:
        """As `Crew.rest`."""
        return 0 if self._crew is None else self._crew.rest()

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()

    @property
    def visits(self) -> int:
        return sum(tree.visits for tree in self.trees)

    @property
    def depth(self) -> int:
        return max(tree.depth for tree in self.trees)

    @property
    def proof(self) -> int:
        return next((tree.proof for tree in self.trees if tree.proof), 0)

    def value(self) -> float:
        """Mean value of the root for side 0, or the proved one."""
        if self.proof:
            return value_of(self.proof)
        roots = [tree.child_of(1) for tree in self.trees]
        total = sum(root.visits for root in roots)
        return sum(root.visits * root.value for root in roots) / total if total else 0.5

    def children(self) -> list[Child]:
        """First actions, merged over the trees."""
        if len(self.trees) == 1:
            return list(self.trees[0].children())
        found: dict[int, list[Child]] = {}
        for tree in self.trees:
            for child in tree.children():
                found.setdefault(child.code, []).append(child)
        return [merge(code, same) for code, same in found.items()]

    def ranked(self, side: int) -> list[Child]:
        """First actions, best first: proved wins, then by visits, proved losses last."""
        return sorted(self.children(), key=lambda child: child.rank(side), reverse=True)

    def line(self, state: State, longest: int, first: int | None = None) -> list[Action]:
        """The expected line from the root `state`: the best child of each node of one tree.

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


def merge(code: int, same: list[Child]) -> Child:
    """One action over all trees."""
    visits = sum(child.visits for child in same)
    proof = next((child.proof for child in same if child.proof), 0)
    value = sum(child.visits * child.value for child in same) / visits if visits else 0.5
    if proof:
        value = value_of(proof)
    return Child(0, code, visits, value, proof)
