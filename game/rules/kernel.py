"""Shared parts of all games' kernels: the state header, the result codes and the mark `kernel`.

A *kernel* is a plain function over flat integer sequences, written in the subset of Python that
Numba compiles. The same function runs here on lists and tuples, and compiled in the engine on int
arrays. Importing Numba takes half a second, so no module of the rules imports it. `kernel` only
stores the function, and the engine registers all of `KERNELS` with Numba when it warms up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

KERNELS: list[Callable[..., Any]] = []

# Offsets that are valid in every game's state; a game's own fields start at HEADER.
SEAT = 0  # seat to move
RESULT = 1  # RUNNING, P1_WIN, P2_WIN or DRAW
TURNS = 2  # finished turns of all seats together, without the choice of a side
BEGUN = 3  # actions already played in the current turn
HEADER = 4

RUNNING, P1_WIN, P2_WIN, DRAW = 0, 1, 2, 3

# With `swap=on`, seat CHOOSER chooses a side at the end of the turn with the number `Game.choice`.
# So all later positions are the same as in a game without the choice. NO_CHOICE is a number that no
# turn has.
CHOOSER = 1
NO_CHOICE = -1


def kernel(function: Function) -> Function:
    """Mark `function` as one that the engine may compile, and return it unchanged."""
    KERNELS.append(function)
    return function
