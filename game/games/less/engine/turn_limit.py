"""Evaluation of the limit of turns of Less: who comes home too late.

The end itself is exact by the rules; this is a glance at positions some turns before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Tables
from game.games.less.rules import (
    BLOCK,
    BOARD,
    HOME,
    LEFT,
    META,
    MOVES,
    READING,
    SQUARES,
    START,
    TURN_LIMIT,
)
from game.rules.kernel import SEAT, TURNS, kernel

LATE = 0.06  # chance of a side that comes home too late, when the other does not
CAUGHT = 0.12  # of a side that will hardly leave its corner in time, when the other has
MOVES_OUT = 2  # that a piece needs to leave its corner, about


@kernel
def moves_left(s: Sequence[int], side: int) -> int:
    """Return the moves the side can still make before the limit of turns."""
    turns = TURN_LIMIT - s[TURNS]
    mover = s[SEAT] % 2
    if s[HOME + 1 - side] == 0:  # the sides take turns
        turns = (turns + 1) // 2 if mover == side else turns // 2
    return turns * MOVES - (MOVES - s[LEFT] if mover == side else 0)


@kernel
def waiting_at_home(t: Tables, s: Sequence[int], side: int) -> int:
    """Return pieces of the side in corners where it began."""
    count = 0
    for square in range(t[META][SQUARES]):
        start, piece = t[START][square], s[BOARD + square]
        if start > 0 and piece > 0 and (start - 1) % 2 == side and (piece - 1) % 2 == side:
            count += 1
    return count


@kernel
def caught(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether the side is unlikely to leave its corners before the limit."""
    waiting = waiting_at_home(t, s, side)
    return waiting > 0 and waiting * MOVES_OUT > moves_left(s, side)


@kernel
def chance_at_limit(t: Tables, s: Sequence[int], late: bool, other_late: bool) -> float:
    """Return the chance of side 0 if `late` (side 0) or `other_late` come home after the limit.

    At least one of them does.
    """
    if t[META][READING] == 1:
        return 0.5
    if late != other_late:
        return LATE if late else 1.0 - LATE
    if t[META][BLOCK] == 1:
        own, other = caught(t, s, 0), caught(t, s, 1)
        if own != other:
            return CAUGHT if own else 1.0 - CAUGHT
    return 0.5
