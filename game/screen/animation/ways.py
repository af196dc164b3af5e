"""Arrows along moves on the board. Free of pygame, because phones and browsers get them, too."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.topology import Point


@dataclass(frozen=True)
class Arrow:
    """An arrow along a move, which is advised ("hint") or feared ("threat"), as `kind` says.

    With `over` the move jumps over a piece, which the arrow leaves uncovered.
    """

    source: Point
    target: Point
    kind: str = "hint"
    over: bool = False
