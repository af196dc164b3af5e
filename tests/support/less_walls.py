"""Boards of Less that have exactly the walls a test names."""

from __future__ import annotations

from game.games.less.walls import edges_in_order


def walled(text: str, side: int = 6) -> str:
    """Return the digits for walls such as "c3c4 d2e2:2": two squares and, if not 1, a digit."""
    count = {}
    for word in text.split():
        edge, _colon, number = word.partition(":")
        count[frozenset((edge[:2], edge[2:]))] = number or "1"
    digits = []
    for column, row, way in edges_in_order(side):
        other = (column + 1, row) if way == "e" else (column, row + 1)
        ends = [f"{chr(ord('a') + c)}{side - r}" for c, r in ((column, row), other)]
        digits.append(count.get(frozenset(ends), "0"))
    return "".join(digits)
