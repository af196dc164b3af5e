"""Defaults of the functions that search templates call of a game; see `slots`."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables
from game.rules.kernel import P1_WIN, P2_WIN, SEAT, kernel


@kernel
def value_of(result: int) -> float:
    """Return the value of a result (P1_WIN, P2_WIN, DRAW or still RUNNING) for side 0."""
    if result == P1_WIN:
        return 1.0
    if result == P2_WIN:
        return 0.0
    return 0.5


@kernel
def mark_own(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Count an action for the same action of the same side only."""
    seen[s[SEAT] % 2 * codes + code] = stamp


@kernel
def mark_none(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Count no action for others: no RAVE."""


@kernel
def no_look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Prepare nothing for `prior`."""


@kernel
def no_prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    return -1.0


@kernel
def even(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0


@kernel
def in_order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    return 0


@kernel
def no_probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0
