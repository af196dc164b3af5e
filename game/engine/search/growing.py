"""What grows: trees of one position that are searched side by side and read as one."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.engine.search.child import Child
from game.rules import State


class Growth(NamedTuple):
    """How a forest is made: as in `Forest`."""

    compiled: bool
    threads: int
    hash_mb: int
    seed: int


class Growing(Protocol):
    """A forest, of actions or of whole turns."""

    compiled: bool
    threads: int

    def start(self, state: State) -> bool:
        """Search from `state`; True when the old trees held it and are used on."""
        ...

    def forget(self) -> None:
        """Give back the memory of what was searched."""
        ...

    def grow(self, iterations: int) -> int:
        """Visit every tree so often; the visits made by all of them together."""
        ...

    def grow_for(self, seconds: float, most: int) -> int:
        """Several threads visit their trees for so long, or `most` times, and go on; the visits
        made since the last time."""
        ...

    def rest(self) -> int:
        """No tree grows on; the visits made since the last time."""
        ...

    @property
    def visits(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def proof(self) -> int: ...

    def value(self) -> float:
        """Chance of side 0, or the proved result."""
        ...

    def ranked(self, side: int) -> list[Child]:
        """What can be played, best first for the side that chooses."""
        ...
