"""What a search is asked and what it answers: limits, analyses, the stop signal.

Plain data only: no search, no process, no clock.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

from game.engine.search.turns import Turn
from game.rules import Action
from game.rules.kernel import DRAW, P1_WIN


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How long to think about one turn.  Without any limit: until stopped.

    Times are in seconds.  `clock` and `increment` are what the two sides have left and gain for
    each turn.
    """

    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: tuple[float, float] | None = None
    increment: tuple[float, float] = (0.0, 0.0)

    @property
    def infinite(self) -> bool:
        return (
            self.movetime is None
            and self.nodes is None
            and self.depth is None
            and self.clock is None
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action the search considers: how good (0 to 1) and its share of the search (0 to 1).

    `line` is what is expected after it: the rest of this turn first, with the action, then whole
    turns; empty where nobody has asked for it.
    """

    action: Action
    value: float
    share: float
    proof: str = ""
    line: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The state of a search.

    `value` is the chance (0 to 1) that the side to move wins, a draw counting half.  `proof` is
    "win", "loss" or "draw" for the side to move when that is certain, else "".  `pv` is the line
    expected: the rest of this turn first, then whole turns.  `best` is its first turn.
    `candidates` are the first actions, best first.  `book`: it was not searched but looked up in
    the book of openings.  `fullness` is the share of the tree's memory that is used (0 to 1).
    """

    depth: int
    nodes: int
    seconds: float
    value: float
    pv: tuple[Turn, ...] = ()
    proof: str = ""
    done: bool = False
    candidates: tuple[Candidate, ...] = ()
    book: bool = False
    fullness: float = 0.0

    @property
    def best(self) -> Turn:
        return self.pv[0] if self.pv else ()


Report = Callable[[Analysis], None]


class StopSignal(threading.Event):
    """A stop request that a search in another thread looks at, or waits for."""

    stop = threading.Event.set

    @property
    def stopped(self) -> bool:
        return self.is_set()


def proof_word(proof: int, side: int) -> str:
    """Return "win", "loss" or "draw" for `side` of a proved result, "" for 0."""
    if proof == 0:
        return ""
    if proof == DRAW:
        return "draw"
    return "win" if proof == P1_WIN + side else "loss"


def squash(advantage: float) -> float:
    """Return the chance (0 to 1) for an advantage in units of one clear step."""
    return 1 / (1 + math.exp(-advantage))
