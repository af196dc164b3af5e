"""Root-parallel search: one tree for each thread, grown side by side, results merged.

Threads do not wait for one another: those that meet every few milliseconds are often put on one
core one after the other, so that a second core gives little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, NamedTuple, Protocol, TypeVar

from game.engine.kernels.slots import value_of
from game.engine.search.search_tree import NODE_BYTES, Child, SearchTree
from game.rules import State

PLAIN_CAPACITY = 150_000
LEAST_CAPACITY = 20_000
SEEDS_APART = 7919
OfTrees = TypeVar("OfTrees", bound=SearchTree)


class TreeConfig(NamedTuple):
    """How trees are made.

    With one thread and a seed a search is deterministic.  `hash_mb` megabytes are for all trees
    together; uncompiled there is one tree of a fixed size.
    """

    compiled: bool
    threads: int
    hash_mb: int
    seed: int


def trees_and_capacity(compiled: bool, threads: int, hash_mb: int) -> tuple[int, int]:
    """Return how many trees, and how many nodes each has: fewer trees where memory is short."""
    if not compiled:  # plain Python threads only take turns
        return 1, PLAIN_CAPACITY
    nodes = hash_mb * 2**20 // NODE_BYTES
    trees = max(1, min(threads, nodes // LEAST_CAPACITY))
    return trees, nodes // trees


class TreeWorker(Protocol):
    """A tree, which may be read while it grows."""

    def grow(self, iterations: int) -> int: ...

    def halt(self, wanted: bool) -> None:
        """Make `grow` end after the visit it is at, while it is wanted."""
        ...

    @property
    def visits(self) -> int: ...


class WorkerPool:
    """A thread for each tree.  From `work` to `rest` the trees may be read, nothing else."""

    def __init__(self, trees: Sequence[TreeWorker]) -> None:
        self._trees = trees
        self._pool = ThreadPoolExecutor(len(trees))
        self._running: list[Future[int]] = []
        self._counted = 0  # visits that have been told

    def work(self, seconds: float | None, most: int) -> int:
        """Let all trees grow for `seconds`, or until each has made `most` visits.

        Returns the visits since the last call; 0 only if all trees are proved.

        The trees grow on afterwards.  `most` counts from the beginning.
        """
        if not self._running:
            self._counted = self._visits()
            self._running = [self._pool.submit(tree.grow, most) for tree in self._trees]
        while True:
            going = wait(self._running, timeout=seconds).not_done
            made = self._made()
            if not going:
                self._running.clear()
            if made or not going:
                return made

    def rest(self) -> int:
        """Let no tree grow on; the visits made since the last time."""
        if not self._running:
            return 0
        for tree in self._trees:
            tree.halt(True)
        wait(self._running)
        self._running.clear()
        for tree in self._trees:
            tree.halt(False)
        return self._made()

    def close(self) -> None:
        self.rest()
        self._pool.shutdown()

    def _visits(self) -> int:
        return sum(tree.visits for tree in self._trees)

    def _made(self) -> int:
        before, self._counted = self._counted, self._visits()
        return self._counted - before


def make_trees(config: TreeConfig, make_tree: Callable[[int, int], OfTrees]) -> list[OfTrees]:
    """Make the trees of a search by `make_tree`, which takes a number of nodes and a seed."""
    count, size = trees_and_capacity(config.compiled, config.threads, config.hash_mb)
    return [make_tree(size, config.seed + SEEDS_APART * number) for number in range(count)]


class RootParallelSearch(Generic[OfTrees]):
    """Root-parallel search: trees of the same position, which know nothing of each other."""

    def __init__(self, trees: Sequence[OfTrees], compiled: bool) -> None:
        self.trees, self.compiled = trees, compiled
        self.threads = len(trees)
        self._workers = WorkerPool(trees) if self.threads > 1 else None

    def start(self, state: State) -> bool:
        """Search from `state`; True when all old trees held it and are used on."""
        found = [tree.start(state) for tree in self.trees]  # every one has to start
        return all(found)

    def forget(self) -> None:
        """Give back the memory of what was searched."""
        for tree in self.trees:
            tree.forget()

    def grow(self, iterations: int) -> int:
        """Visit every tree so often; the visits made by all of them together."""
        if self._workers is None:
            return self.trees[0].grow(iterations)
        return self._workers.work(None, iterations)

    def grow_for(self, seconds: float, most: int) -> int:
        """Let several threads work for so long; see `WorkerPool.work`."""
        assert self._workers is not None
        return self._workers.work(seconds, most)

    def rest(self) -> int:
        """Let no tree grow on; see `WorkerPool.rest`."""
        return 0 if self._workers is None else self._workers.rest()

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

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
        """Return the mean value of the root for side 0, or the proved one."""
        if self.proof:
            return value_of(self.proof)
        visits = self.visits
        return sum(tree.total for tree in self.trees) / visits if visits else 0.5

    def children(self) -> list[Child]:
        """Return the children of the root, merged over the trees."""
        if len(self.trees) == 1:
            return list(self.trees[0].children())
        found: dict[int, list[Child]] = {}
        for tree in self.trees:
            for child in tree.children():
                found.setdefault(child.code, []).append(child)
        return [merge_children(code, same) for code, same in found.items()]

    def ranked(self, side: int) -> list[Child]:
        """Return the children best first: proved wins, then by visits, proved losses last."""
        return sorted(self.children(), key=lambda child: child.rank(side), reverse=True)


def merge_children(code: int, same: Sequence[Child]) -> Child:
    """Return one child for those of all trees with the same code."""
    visits = sum(child.visits for child in same)
    proof = next((child.proof for child in same if child.proof), 0)
    value = sum(child.visits * child.value for child in same) / visits if visits else 0.5
    if proof:
        value = value_of(proof)
    return Child(0, code, visits, value, proof)
