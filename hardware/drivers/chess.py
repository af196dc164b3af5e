"""The common parts of drivers for chess boards: 8 x 8 squares, pieces of two colours.  Pure.

Their makers send squares from a8 to h8, then a7 to h7, and so on; our squares begin at a1.  Capital
letters are White's pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drivers.driver import Abilities
from hardware.wire.palette import Light

SIDE = 8
SQUARES = SIDE * SIDE
LAYOUT = f"squares-{SIDE}"
WHITE, BLACK = 1, 2  # states of a square
DARK = {Light.OFF, Light.LAST, Light.HOME}  # codes that lamps of one colour do not show


def abilities(sides: bool, ask_s: float, lights: bool = True) -> Abilities:
    """Return the abilities of such a board, which answers every request."""
    return Abilities(LAYOUT, SQUARES, sides, lights, ask_s=ask_s, answers=True)


def from_far_side(told: Sequence[int]) -> list[int]:
    """Reverse the order of the rows: from a8 first to a1 first, or back."""
    rows = [told[at : at + SIDE] for at in range(0, SQUARES, SIDE)]
    return [state for row in reversed(rows) for state in row]


def colour_of(letter: str) -> int:
    """Return the state of a square with the piece of this letter."""
    return WHITE if letter.isupper() else BLACK


def lit(codes: Sequence[int]) -> list[bool]:
    """Return whether each square is lit, from a8 on; squares without a code are dark."""
    known = [code not in DARK for code in codes[:SQUARES]]
    return [bool(one) for one in from_far_side([*known, *[False] * (SQUARES - len(known))])]


def row_bytes(squares: Sequence[bool], a_first: bool) -> bytes:
    """Return one byte per row, from the far one on; `a_first`: the highest bit is file a."""
    rows = [squares[at : at + SIDE] for at in range(0, SQUARES, SIDE)]
    places = range(SIDE - 1, -1, -1) if a_first else range(SIDE)
    return bytes(sum(on << place for on, place in zip(row, places)) for row in rows)
