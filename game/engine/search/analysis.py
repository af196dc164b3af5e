"""Requests to a search and the answers: limits, analyses, the stop signal.

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
    """How long to think about one turn. Without any limit: until stopped.

    Times are in seconds. `clock` is the time left to each of the two sides, and `increment` the
    time each side gains per turn.
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
    """A first action, with its value (0 to 1) and its share of the search (0 to 1).

    `line` is the expected line: first the rest of this turn, beginning with the action, then whole
    turns. It is empty if only one line is requested.
    """

    action: Action
    value: float
    share: float
    proof: str = ""
    line: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The state of a search.

    `value` is the chance (0 to 1) that the side to move wins, a draw counting half. `proof` is
    "win", "loss" or "draw" for the side to move when that is certain, else "". `pv` is the expected
    line: first the rest of this turn, then whole turns. `best` is the line's first turn.
    `candidates` are the first actions, best first. `book` means that the turn comes from the
    opening book, without a search. `fullness` is the share of the tree's memory in use (0 to 1).
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
    """A stop request that a search in another thread checks or waits for."""

    stop = threading.Event.set

    @property
    def stopped(self) -> bool:
        return self.is_set()


def proof_word(proof: int, side: int) -> str:
    """Return a proved result as "win", "loss" or "draw" for `side`; "" for 0."""
    if proof == 0:
        return ""
    if proof == DRAW:
        return "draw"
    return "win" if proof == P1_WIN + side else "loss"


def squash(advantage: float) -> float:
    """Return the chance (0 to 1) of an advantage; 1.0 is the advantage of one clear step."""
    return 1 / (1 + math.exp(-advantage))
