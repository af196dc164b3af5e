"""What several threads that grow one tree need: plain Python here, instructions when compiled.

`compiler` says how they are compiled.  Uncompiled there is one thread.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

Number = TypeVar("Number", int, float)


def fetch_add(numbers: MutableSequence[Number], place: int, amount: Number) -> Number:
    """Add to a number so that no other thread comes between; return what it was."""
    before = numbers[place]
    numbers[place] = before + amount
    return before


def swap_if(numbers: MutableSequence[int], place: int, old: int, new: int) -> bool:
    """Change a number that is `old` to `new`; return whether it was, and no other thread did so."""
    was = numbers[place] == old
    if was:
        numbers[place] = new
    return was


def fence() -> None:
    """Let no other thread see what is written from here on before what was written until here."""
