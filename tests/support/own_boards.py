"""Boards that players define in files."""

from __future__ import annotations

from typing import Any

LETTERS = "abcdefghijklmnop"
Board = dict[str, Any]


def grid(side: int, name: str = "club") -> Board:
    """Return a square board with lines in both directions through each point."""
    points = {
        f"{LETTERS[x]}{y + 1}": [1.4 * x / (side - 1) - 0.7, 1.4 * y / (side - 1) - 0.7]
        for y in range(side)
        for x in range(side)
    }
    rows = [[f"{LETTERS[x]}{y + 1}" for x in range(side)] for y in range(side)]
    lines = [*rows, *([row[x] for row in rows] for x in range(side))]
    return {"name": name, "points": points, "lines": lines, "centre": rows[side // 2][side // 2]}
