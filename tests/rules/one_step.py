"""Single steps by the rules, a template for `test_compiled` that is cached like engine code."""

from __future__ import annotations

from game.engine.kernels.slots import Ints, Tables, legal, play

ENTRIES = ("legal_once", "play_once")


def legal_once(t: Tables, s: Ints, out: Ints, work: Ints) -> int:
    """Write the codes of the legal actions into `out` and return their number."""
    return legal(t, s, out, work)


def play_once(t: Tables, s: Ints, code: int, work: Ints) -> None:
    """Play an action in `s`."""
    play(t, s, code, work)
