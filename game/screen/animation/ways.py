"""Ways on the board that are pointed at.  No pygame: phones and browsers are told of them, too."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.topology import Point


@dataclass(frozen=True)
class Arrow:
    """A way that is advised or feared: `kind` is "hint" or "threat".

    `over`: it goes over a piece, which the arrow leaves free.
    """

    source: Point
    target: Point
    kind: str = "hint"
    over: bool = False
