"""Arrows along moves on the board. No pygame, because phones and browsers also receive arrows."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.topology import Point


@dataclass(frozen=True)
class Arrow:
    """An arrow along a move; by its `kind`, the move is advised ("hint") or feared ("threat").

    With `over` the move jumps over a piece, which the arrow leaves uncovered.
    """

    source: Point
    target: Point
    kind: str = "hint"
    over: bool = False
