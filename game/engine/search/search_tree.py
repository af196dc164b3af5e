"""Base class of the search trees: nodes in memory, the root, threads, and reading of results.

All threads grow one tree without locks (Enzenberger and Müller, "A Lock-free Multithreaded
Monte-Carlo Tree Search Algorithm", 2009). An atomic addition reserves nodes. A child becomes
visible when it is completely written. The few lost updates do not matter.
"""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from game.engine.compile.compiler import Arrays
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.kernels.slots import value_of
from game.engine.search.profile import Profile
from game.engine.search.worker_pool import WorkerPool
from game.rules import Game, State
from game.rules.kernel import DRAW, P1_WIN

INTS, FLOATS = 6, 2  # int and float fields of a node; the kernels name them
NODE_BYTES = INTS * 4 + FLOATS * 8 + 4  # the fields, and the new place of a node that moves
PLAIN_CAPACITY = 150_000
SEEDS_APART = 7919
THIN_NODE_S, PLAIN_NODE_S = 3e-8, 6e-6  # seconds to check and move a node, compiled and uncompiled


class TreeConfig(NamedTuple):
    """Settings for a new tree.

    `capacity` is its number of nodes, of NODE_BYTES each. A full tree gets no new nodes until it is
    thinned. `seed` is any whole number. A search with one thread is deterministic; an uncompiled
    search has only one thread.
    """

    compiled: bool
    capacity: int
    seed: int
    threads: int = 1


def nodes_within(hash_mb: int, compiled: bool) -> int:
    """Return how many nodes fit into `hash_mb` megabytes; a fixed number if uncompiled."""
    return hash_mb * 2**20 // NODE_BYTES if compiled else PLAIN_CAPACITY


@dataclass(frozen=True, slots=True)
class Child:
    """An action or a whole turn that leads on from a node."""

    node: int  # the node that it leads to
    code: int
    visits: int
    value: float  # chance (0 to 1) of side 0
    proof: int  # P1_WIN, P2_WIN or DRAW when that is certain, else 0

    def rank(self, side: int) -> tuple[int, int, float]:
        """Return the sorting key for the side that chooses: proved wins highest, losses lowest."""
        own = self.value if side == 0 else 1 - self.value
        certain = 0 if self.proof in (0, DRAW) else 1 if self.proof == P1_WIN + side else -1
        return (certain, self.visits, own)


class Nodes:
    """The nodes of a tree.

    `int_fields` has an array for each integer field and `float_fields` for each float field,
    indexed by node numbers. Number 1 is the root; 0 is no node. There is room for `capacity` nodes
    of NODE_BYTES each.
    """

    def __init__(self, make: Arrays, capacity: int) -> None:
        self._make, self.capacity = make, capacity
        self.forget()

    def forget(self) -> None:
        """Replace the arrays by new ones, which frees the memory of the old nodes."""
        make, capacity = self._make, self.capacity
        self.int_fields: Any = tuple(make.wide_ints(capacity) for _ in range(INTS))
        self.float_fields: Any = tuple(make.wide_floats(capacity) for _ in range(FLOATS))
        self._places = make.wide_ints(capacity)  # new places of nodes that move

    def clear(self) -> None:
        """Leave only a root without any results."""
        for ints in self.int_fields:
            ints[1] = 0
        for floats in self.float_fields:
            floats[1] = 0.0

    def promote(self, code: Any, node: int, used: int, room: int) -> int:
        """Make `node` the root, and discard all nodes that are not below it.

        `code` is the search's template, compiled or plain; `used` nodes are in use. If more
        nodes would stay than `room`, the subtrees of the least visited nodes are discarded, too.
        Returns how many nodes stay.
        """
        fields = self.int_fields, self.float_fields, self._places
        return int(code.promote(*fields, node, used, room))


class TreeWorker:
    """The data of one thread: arrays, most of them in the template's box, and a random state."""

    def __init__(self, tree: SearchTree, sizes: Sequence[int], seed: int) -> None:
        self._tree, make = weakref.proxy(tree), tree.make  # weak, so that an unused tree is freed
        self.box = (tree.common, *(make.ints(size) for size in sizes))
        self.meta = self.box[tree.fields.META]
        tables = tree.profile.own_tables(tree.game, tree.compiled)
        self.x = make.tables(tables)  # a copy per thread, because kernels also write to it
        self.own = tree.own_arrays()
        self.rng = make.blank(1)
        self.rng[0] = seed % 0xFFFFFFFE + 1

    def grow(self, iterations: int) -> int:
        return int(self._tree.visit(self, iterations))

    def halt(self, wanted: bool) -> None:
        self.meta[self._tree.fields.HALT] = int(wanted)

    @property
    def visits(self) -> int:
        return int(self.meta[self._tree.fields.STAMP])


class SearchTree(ABC):
    """A search tree that starts from a root state; several threads grow it together.

    Between `grow_for` and `rest`, the tree may only be read.
    """

    fields: ClassVar[ModuleType]  # the template, which names the fields
    code: Any  # the template for this game, compiled or plain

    def __init__(
        self, game: Game, profile: Profile, config: TreeConfig, sizes: Sequence[int]
    ) -> None:
        """Make the tree; `sizes` are the sizes of a thread's arrays, META first."""
        self.game, self.profile, self.compiled = game, profile, config.compiled
        self.threads = config.threads if config.compiled else 1
        self.make = make = Arrays(config.compiled)
        self.t = make.tables(game.tables)
        self.nodes = Nodes(make, config.capacity)
        self.common = make.ints(1)
        self.workers = [
            TreeWorker(self, sizes, config.seed + SEEDS_APART * number)
            for number in range(self.threads)
        ]
        for worker in self.workers:
            worker.meta[self.fields.CAPACITY] = config.capacity
            worker.meta[self.fields.LOSS] = int(self.threads > 1)
        self._pool = WorkerPool(self.workers) if self.threads > 1 else None
        self.root: Any = None
        self.state: State = ()

    def own_arrays(self) -> tuple[Any, ...]:
        """Return a thread's further arrays, which are not in its box."""
        return ()

    @property
    def box(self) -> tuple[Any, ...]:
        """The box of the first thread, used while no thread is growing the tree."""
        return self.workers[0].box

    # -- the root --------------------------------------------------------------------------------

    def start(self, state: State) -> bool:
        """Search from `state`; return True if the old tree contained it and could be used."""
        if state == self.state:
            return True
        root = self.make.state(state)
        found = self._find(root) if self.state else 0
        self.state, self.root = state, self._prepared(root)
        for worker in self.workers:
            worker.meta[self.fields.DEEPEST] = 0
        if found:
            self.promote(found)
        else:
            self.nodes.clear()
            self.common[self.fields.USED] = 2
        return bool(found)

    @abstractmethod
    def _find(self, wanted: Any) -> int:
        """Return the node of the position `wanted` in the tree, or 0."""

    def _prepared(self, root: Any) -> Any:
        """Return a new root state after the changes that the search needs."""
        return root

    def promote(self, node: int) -> None:
        """Make `node` the root, and discard all nodes that are not below it."""
        self._promote(node, self.nodes.capacity)

    def _promote(self, node: int, room: int) -> None:
        used = min(int(self.common[self.fields.USED]), self.nodes.capacity)
        self.common[self.fields.USED] = self.nodes.promote(self.code, node, used, room)

    @property
    def thinning_s(self) -> float:
        """The longest time in seconds that `thin` takes; the search pauses meanwhile."""
        return self.nodes.capacity * (THIN_NODE_S if self.compiled else PLAIN_NODE_S)

    def thin(self) -> int:
        """Stop the threads; discard children of the least visited nodes, half of all nodes.

        Returns the visits made until then, like `rest`.
        """
        made = self.rest()
        self._promote(1, self.nodes.capacity // 2)
        return made

    def forget(self) -> None:
        """Free the memory of the nodes; the next `start` begins with an empty tree."""
        if self.state:
            self.state = ()
            self.nodes.forget()

    # -- growing ---------------------------------------------------------------------------------

    @abstractmethod
    def visit(self, worker: TreeWorker, iterations: int) -> int:
        """Visit the tree; return the number of visits made (fewer when the root is proved)."""

    def grow(self, iterations: int) -> int:
        """Let each thread visit the tree `iterations` times; return the visits of all threads."""
        if self._pool is None:
            return self.visit(self.workers[0], iterations)
        return self._pool.work(None, iterations)

    def grow_for(self, seconds: float, most: int) -> int:
        """Let several threads work for `seconds`; see `WorkerPool.work`."""
        assert self._pool is not None
        return self._pool.work(seconds, most)

    def rest(self) -> int:
        """Stop all threads; see `WorkerPool.rest`."""
        return 0 if self._pool is None else self._pool.rest()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    # -- reading ---------------------------------------------------------------------------------

    @abstractmethod
    def children(self, node: int = 1) -> Iterator[Child]:
        """Yield the children of a node."""

    def ranked(self, side: int) -> list[Child]:
        """Return the root's children: proved wins first, proved losses last, others by visits."""
        return sorted(self.children(), key=lambda child: child.rank(side), reverse=True)

    def best(self, node: int, side: int) -> Child | None:
        """Return the child to play: a proved win, else the most visited one not proved lost."""
        return max(self.children(node), key=lambda child: child.rank(side), default=None)

    def span(self, node: int) -> tuple[int, int]:
        """Return the number of the first child of a node, and how many there are."""
        # Read WIDTH before FIRST, because it is written last.
        width = int(self.nodes.int_fields[WIDTH][node])
        return int(self.nodes.int_fields[FIRST][node]), max(0, width)

    @property
    def proof(self) -> int:
        return int(self.nodes.int_fields[self.fields.PROOF][1])

    @property
    def visits(self) -> int:
        return int(self.nodes.int_fields[self.fields.VISITS][1])

    def value(self) -> float:
        """Return the mean value of the root for side 0, or the proved one."""
        proof, visits = self.proof, self.visits
        if proof:
            return value_of(proof)
        total = float(self.nodes.float_fields[self.fields.SUM][1])
        return total / visits if visits else 0.5

    @property
    def fullness(self) -> float:
        """The share of the nodes in use, 0 to 1."""
        return min(1.0, int(self.common[self.fields.USED]) / self.nodes.capacity)

    @property
    def depth(self) -> int:
        return max(int(worker.meta[self.fields.DEEPEST]) for worker in self.workers)
