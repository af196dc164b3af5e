"""What every game's kernels share: state header, result codes and the `kernel` mark.

A *kernel* is a plain function over flat integer sequences, written in the subset of Python that
Numba compiles.  The same function runs here on lists and tuples, and compiled in the engine on
int arrays.  Numba takes half a second to import, so nothing here imports it: `kernel` only
remembers the function, and the engine registers all of `KERNELS` with Numba when it warms up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

KERNELS: list[Callable[..., Any]] = []

# Offsets that hold in the state of every game; a game's own fields start at HEADER.
SEAT = 0  # seat to move
RESULT = 1  # RUNNING, P1_WIN, P2_WIN or DRAW
TURNS = 2  # finished turns of all seats together; a choice of a side is none
BEGUN = 3  # actions already played in the current turn
HEADER = 4

RUNNING, P1_WIN, P2_WIN, DRAW = 0, 1, 2, 3

# With `swap=on`, seat CHOOSER chooses a side in place of ending the turn that a game names, so that
# all later positions are those of a game without.  NO_CHOICE is the number of no turn.
CHOOSER = 1
NO_CHOICE = -1


def kernel(function: Function) -> Function:
    """Mark `function` as one that the engine may compile; it stays callable as it is."""
    KERNELS.append(function)
    return function
