"""Atomic operations for threads that grow one tree: plain Python here, instructions when compiled.

`compiler` defines the instructions. Uncompiled code runs in a single thread.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

Number = TypeVar("Number", int, float)


def fetch_add(numbers: MutableSequence[Number], place: int, amount: Number) -> Number:
    """Add to a number atomically, and return its value before the addition."""
    before = numbers[place]
    numbers[place] = before + amount
    return before


def swap_if(numbers: MutableSequence[int], place: int, old: int, new: int) -> bool:
    """Change a number from `old` to `new` atomically; return whether it was `old`."""
    was = numbers[place] == old
    if was:
        numbers[place] = new
    return was


def fence() -> None:
    """Order memory: other threads see all writes before this call before any write after it."""
