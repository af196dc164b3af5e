"""What the rival's search calls of a game besides `engine.kernels.slots`: names to be filled in."""

from __future__ import annotations

from game.engine.kernels.slots import Ints, Tables


def margin(t: Tables, s: Ints, work: Ints) -> float:
    """Return how clearly side 0 is ahead where a random game stopped, -1 to 1."""
    raise NotImplementedError


def step(t: Tables, s: Ints, out: Ints, count: int, rng: Ints) -> int:
    """Return the action of a random game, of `count` legal ones in `out`."""
    raise NotImplementedError


def longest(t: Tables, s: Ints) -> int:
    """Return actions of a random game before it is judged as it lies."""
    raise NotImplementedError
