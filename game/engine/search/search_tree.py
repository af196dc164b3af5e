"""Base of the search trees: their nodes in memory, their root, their threads, what is read of them.

All threads grow one tree without locks (Enzenberger and Müller, "A Lock-free Multithreaded
Monte-Carlo Tree Search Algorithm", 2009): nodes are reserved by an atomic addition, a child is seen
when all of it is written, and the few updates that are lost do not matter.
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

INTS, FLOATS = 6, 2  # fields of a node, as the kernels name them
NODE_BYTES = INTS * 4 + FLOATS * 8 + 4  # fields, and where a node moves
PLAIN_CAPACITY = 150_000
SEEDS_APART = 7919
THIN_NODE_S, PLAIN_NODE_S = 3e-8, 6e-6  # seconds to look at a node and to move it


class TreeConfig(NamedTuple):
    """How a tree is made.

    `capacity` is its number of nodes, NODE_BYTES each; a full tree only counts on until it is
    thinned.  `seed` is any whole number.  With one thread a search is deterministic; uncompiled
    there is one.
    """

    compiled: bool
    capacity: int
    seed: int
    threads: int = 1


def nodes_within(hash_mb: int, compiled: bool) -> int:
    """Return how many nodes fit into so many megabytes; uncompiled it is a fixed number."""
    return hash_mb * 2**20 // NODE_BYTES if compiled else PLAIN_CAPACITY


@dataclass(frozen=True, slots=True)
class Child:
    """An action, or a whole turn, from a node."""

    node: int  # where it leads
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

    Indexed by node numbers, `int_fields` has an array for each whole field and `float_fields` for
    each other one.  Number 1 is the root; 0 is no node.  There is room for `capacity` nodes of
    NODE_BYTES each.
    """

    def __init__(self, make: Arrays, capacity: int) -> None:
        self._make, self.capacity = make, capacity
        self.forget()

    def forget(self) -> None:
        """Take fresh arrays, which gives back the memory of what was searched."""
        make, capacity = self._make, self.capacity
        self.int_fields: Any = tuple(make.wide_ints(capacity) for _ in range(INTS))
        self.float_fields: Any = tuple(make.wide_floats(capacity) for _ in range(FLOATS))
        self._places = make.wide_ints(capacity)  # where nodes move

    def clear(self) -> None:
        """Leave a root of which nothing is known."""
        for ints in self.int_fields:
            ints[1] = 0
        for floats in self.float_fields:
            floats[1] = 0.0

    def promote(self, code: Any, node: int, used: int, room: int) -> int:
        """Make `node` the root and forget what does not lie below it.

        `code` is the search's template, compiled or plain; `used` nodes are in use.  Where more
        than `room` would stay, what was visited least is forgotten, too.  Returns how many stay.
        """
        fields = self.int_fields, self.float_fields, self._places
        return int(code.promote(*fields, node, used, room))


class TreeWorker:
    """What one thread has of its own: arrays as the template says, most in a box, and dice."""

    def __init__(self, tree: SearchTree, sizes: Sequence[int], seed: int) -> None:
        self._tree, make = weakref.proxy(tree), tree.make  # it is gone once nobody has it
        self.box = (tree.common, *(make.ints(size) for size in sizes))
        self.meta = self.box[tree.fields.META]
        tables = tree.profile.own_tables(tree.game, tree.compiled)
        self.x = make.tables(tables)  # kernels write there, too
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
    """A tree from a root state, which its threads grow together.

    From `grow_for` to `rest` it may be read, nothing else.
    """

    fields: ClassVar[ModuleType]  # the template, for its names of fields
    code: Any  # the template for this game, compiled or plain

    def __init__(
        self, game: Game, profile: Profile, config: TreeConfig, sizes: Sequence[int]
    ) -> None:
        """`sizes` are those of the arrays of a thread, META first."""
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
        """Return what a thread needs besides its box."""
        return ()

    @property
    def box(self) -> tuple[Any, ...]:
        """The box of the first thread, for what is done at rest."""
        return self.workers[0].box

    # -- the root --------------------------------------------------------------------------------

    def start(self, state: State) -> bool:
        """Search from `state`; True if the old tree held it and is used on."""
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
        """Return a new root as the search takes it."""
        return root

    def promote(self, node: int) -> None:
        """Make `node` the root and forget what does not lie below it."""
        self._promote(node, self.nodes.capacity)

    def _promote(self, node: int, room: int) -> None:
        used = min(int(self.common[self.fields.USED]), self.nodes.capacity)
        self.common[self.fields.USED] = self.nodes.promote(self.code, node, used, room)

    @property
    def thinning_s(self) -> float:
        """Seconds that `thin` takes at most, in which nothing else is done."""
        return self.nodes.capacity * (THIN_NODE_S if self.compiled else PLAIN_NODE_S)

    def thin(self) -> int:
        """Let the threads rest, and forget half of the nodes, those below what was visited least.

        Returns the visits made until then, as `rest` does.
        """
        made = self.rest()
        self._promote(1, self.nodes.capacity // 2)
        return made

    def forget(self) -> None:
        """Give back the memory of what was searched; the next `start` begins afresh."""
        if self.state:
            self.state = ()
            self.nodes.forget()

    # -- growing ---------------------------------------------------------------------------------

    @abstractmethod
    def visit(self, worker: TreeWorker, iterations: int) -> int:
        """Visit the tree; return the number of visits made (fewer when the root is proved)."""

    def grow(self, iterations: int) -> int:
        """Let each thread visit the tree so often; the visits made by all of them together."""
        if self._pool is None:
            return self.visit(self.workers[0], iterations)
        return self._pool.work(None, iterations)

    def grow_for(self, seconds: float, most: int) -> int:
        """Let several threads work for so long; see `WorkerPool.work`."""
        assert self._pool is not None
        return self._pool.work(seconds, most)

    def rest(self) -> int:
        """Let no thread work on; see `WorkerPool.rest`."""
        return 0 if self._pool is None else self._pool.rest()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    # -- reading ---------------------------------------------------------------------------------

    @abstractmethod
    def children(self, node: int = 1) -> Iterator[Child]:
        """Yield the children of a node."""

    def ranked(self, side: int) -> list[Child]:
        """Return the root's children: proved wins first, then by visits, proved losses last."""
        return sorted(self.children(), key=lambda child: child.rank(side), reverse=True)

    def best(self, node: int, side: int) -> Child | None:
        """Return the child to play: a proved win, else the most visited one not proved lost."""
        return max(self.children(node), key=lambda child: child.rank(side), default=None)

    def span(self, node: int) -> tuple[int, int]:
        """Return the number of the first child of a node, and how many there are."""
        width = int(self.nodes.int_fields[WIDTH][node])  # before the other, as it is written last
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
        """The share of the nodes that are used, 0 to 1."""
        return min(1.0, int(self.common[self.fields.USED]) / self.nodes.capacity)

    @property
    def depth(self) -> int:
        return max(int(worker.meta[self.fields.DEEPEST]) for worker in self.workers)
