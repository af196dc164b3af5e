"""Is the game won in this turn: a template without slots, for callers outside of a search."""

from __future__ import annotations

from game.engine.games.more_or_less.trains import probe
from game.engine.kernels.slots import Ints, Tables

ENTRIES = ("seen_result",)


def seen_result(t: Tables, s: Ints, work: Ints) -> int:
    """The result of the game if it is seen at once, else 0; see `probe`."""
    return probe(t, t, s, work)
