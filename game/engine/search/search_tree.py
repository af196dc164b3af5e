"""Base of the search trees: their nodes in memory, their root, what is read from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

from game.engine.compile.compiler import Arrays
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.search.profile import Profile
from game.rules import Game, State
from game.rules.kernel import DRAW, P1_WIN

INTS, FLOATS = 6, 2  # fields of a node, as the kernels name them
NODE_BYTES = 2 * (INTS * 4 + FLOATS * 8) + 4  # two trees, for promotion, and the source list


@dataclass(frozen=True, slots=True)
class Child:
    """An action, or a whole turn, from a node, as one tree sees it or several together."""

    node: int  # where it leads; 0 for several trees
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
    """The nodes of a tree, and room for the part of it that is promoted to a tree.

    Indexed by node numbers, `int_fields` has an array for each whole field and `float_fields` for
    each other one.  Number 1 is the root; 0 is no node.  There is room for `capacity` nodes of
    NODE_BYTES each.
    """

    def __init__(self, make: Arrays, capacity: int) -> None:
        self._make, self._capacity = make, capacity
        self.int_fields, self.float_fields = self._fields()
        self._spare: tuple[Any, Any, Any] | None = None  # what `promote` copies into

    def _fields(self) -> tuple[Any, Any]:
        ints = tuple(self._make.wide_ints(self._capacity) for _ in range(INTS))
        floats = tuple(self._make.wide_floats(self._capacity) for _ in range(FLOATS))
        return ints, floats

    def clear(self) -> None:
        """Leave a root of which nothing is known."""
        for ints in self.int_fields:
            ints[1] = 0
        for floats in self.float_fields:
            floats[1] = 0.0

    def forget(self) -> None:
        """Give back the memory of what was searched."""
        self._spare = None
        self.int_fields, self.float_fields = self._fields()

    def promote(self, code: Any, node: int) -> int:
        """Make `node` the root and forget what does not lie below it.

        `code` is the search's template, compiled or plain.  Returns the number of nodes in use.
        """
        if self._spare is None:
            self._spare = (*self._fields(), self._make.wide_ints(self._capacity))
        ints, floats, source = self._spare
        used = code.promote(self.int_fields, self.float_fields, ints, floats, source, node)
        self._spare = (self.int_fields, self.float_fields, source)
        self.int_fields, self.float_fields = ints, floats
        return int(used)


class SearchTree(ABC):
    """One tree from a root state.  Not safe for two threads at once.

    `capacity` is its number of nodes, NODE_BYTES each; when it is full it only counts on.  `seed`
    is any whole number.  A subclass fills `box`, whose first array is the template's META.
    """

    fields: ClassVar[ModuleType]  # the template, for its names of fields
    code: Any  # the template for this game, compiled or plain
    box: tuple[Any, ...]

    def __init__(
        self, game: Game, profile: Profile, compiled: bool, capacity: int, seed: int
    ) -> None:
        self.game, self.profile, self.capacity = game, profile, capacity
        self.make = make = Arrays(compiled)
        self.t = make.tables(game.tables)
        self.x = make.tables(profile.own_tables(game, compiled))
        self.rng = make.longs([seed % 0xFFFFFFFE + 1])
        self.nodes = Nodes(make, capacity)
        self.root: Any = None
        self.state: State = ()

    # -- the root --------------------------------------------------------------------------------

    def start(self, state: State) -> bool:
        """Search from `state`; True if the old tree held it and is used on."""
        if state == self.state:
            return True
        root = self.make.state(state)
        found = self._find(root) if self.state else 0
        self.state, self.root = state, self._prepared(root)
        self.box[0][self.fields.DEEPEST] = 0
        if found:
            self.promote(found)
        else:
            self.nodes.clear()
            self.box[0][self.fields.USED] = 2
        return bool(found)

    @abstractmethod
    def _find(self, wanted: Any) -> int:
        """Return the node of the position `wanted` in the tree, or 0."""

    def _prepared(self, root: Any) -> Any:
        """Return a new root as the search takes it."""
        return root

    def promote(self, node: int) -> None:
        """Make `node` the root and forget what does not lie below it."""
        self.box[0][self.fields.USED] = self.nodes.promote(self.code, node)

    def forget(self) -> None:
        """Give back the memory of what was searched; the next `start` begins afresh."""
        if self.state:
            self.state = ()
            self.nodes.forget()

    # -- growing and reading ---------------------------------------------------------------------

    @abstractmethod
    def grow(self, iterations: int) -> int:
        """Visit the tree; return the number of visits made (fewer when the root is proved)."""

    def halt(self, wanted: bool) -> None:
        """Make `grow` end after the visit it is at, while it is wanted."""
        self.box[0][self.fields.HALT] = int(wanted)

    @abstractmethod
    def children(self, node: int = 1) -> Iterator[Child]:
        """Yield the children of a node."""

    def best(self, node: int, side: int) -> Child | None:
        """Return the child to play: a proved win, else the most visited one not proved lost."""
        return max(self.children(node), key=lambda child: child.rank(side), default=None)

    def span(self, node: int) -> tuple[int, int]:
        """Return the number of the first child of a node, and how many there are."""
        return int(self.nodes.int_fields[FIRST][node]), int(self.nodes.int_fields[WIDTH][node])

    @property
    def proof(self) -> int:
        return int(self.nodes.int_fields[self.fields.PROOF][1])

    @property
    def visits(self) -> int:
        return int(self.nodes.int_fields[self.fields.VISITS][1])

    @property
    def total(self) -> float:
        """The sum of the values of all visits, for side 0."""
        return float(self.nodes.float_fields[self.fields.SUM][1])

    @property
    def depth(self) -> int:
        return int(self.box[0][self.fields.DEEPEST])
