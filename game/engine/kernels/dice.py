"""Random numbers, equal in compiled and plain code: a 32-bit xorshift with its state in rng[0]."""

from __future__ import annotations

from collections.abc import MutableSequence

from game.rules.kernel import kernel


@kernel
def shaken(x: int) -> int:
    """Return the generator's state after `x`.

    It is for loops that keep the state in a local variable, which is faster than rng[0].
    """
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    return x


@kernel
def draw(rng: MutableSequence[int], below: int) -> int:
    """Return a number from 0 to below - 1 (below at most 2 to the 20); rng[0] must not be 0."""
    rng[0] = shaken(rng[0])
    return (rng[0] * below) >> 32
