"""Random numbers that are the same compiled and plain: xorshift on 32 bits in one cell."""

from __future__ import annotations

from collections.abc import MutableSequence

from game.rules.kernel import kernel


@kernel
def draw(rng: MutableSequence[int], below: int) -> int:
    """A number from 0 to below - 1 (below at most 2 to the 20); rng[0] must not be 0."""
    x = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * below) >> 32
