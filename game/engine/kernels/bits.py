"""Single bits of numbers; compiled to single instructions, see `compile.compiler`."""

from __future__ import annotations


def lowest(bits: int) -> int:
    """Return the place of the lowest bit of a number above 0."""
    return (bits & -bits).bit_length() - 1
