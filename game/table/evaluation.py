"""What the engine thinks of a position, kept with a game.  A value only."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.base import Action


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The engine's evaluation of a position.

    `chance` is that of the side to move, 0 to 1, a draw counting half.  `line` holds the expected
    turns, the best one first.
    """

    chance: float
    line: tuple[tuple[Action, ...], ...] = ()
