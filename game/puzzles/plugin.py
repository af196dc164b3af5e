"""What a game may bring to its puzzles, with a plain version of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from game.rules import Action, Game, State
from game.rules.registry import plugin_part

WIN_ONE, WIN_TWO, SAVE, TRAIN, HOME, LAST = KINDS = (
    "win-1",
    "win-2",
    "save",
    "train",
    "home",
    "last",
)
SACRIFICE, FORK, DRAWN = "sacrifice", "fork", "draw"  # themes of several games

Line = Sequence[Sequence[Action]]  # turns from a position on


@dataclass(frozen=True)
class PuzzlePlugin:
    """The puzzles of one game.

    `kinds`: those that make sense.
    `certain(game, state, side)`: is the game won for `side` though it goes on?  Only where the
    field `sign` + side of the state is 1.
    `turned(actions)`: counters that lie the other way after a turn.
    `way(game, state, side, compiled)`: at least so many moves must the side still make to come
    home, and `spent(state)` were made in all.
    `fits(game, state, kind)`: is it worth looking for such a puzzle here?
    `themes(game, state, line)`: tags of what happens in the turns of a solution.
    """

    kinds: tuple[str, ...]
    certain: Callable[[Game, State, int], bool] | None = None
    sign: int = 0
    turned: Callable[[Sequence[Action]], int] | None = None
    way: Callable[[Game, State, int, bool], int] | None = None
    spent: Callable[[State], int] = lambda state: 0
    fits: Callable[[Game, State, str], bool] = lambda game, state, kind: True
    themes: Callable[[Game, State, Line], list[str]] = lambda game, state, line: []


def puzzle_plugin(key: str) -> PuzzlePlugin:
    """Return the puzzle plugin of a game, or a plain one: wins by the rules alone."""
    own = cast(PuzzlePlugin | None, plugin_part(key, "puzzles"))
    return PuzzlePlugin((WIN_ONE, WIN_TWO, SAVE)) if own is None else own
