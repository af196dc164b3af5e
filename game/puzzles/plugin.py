"""What a game may bring to its puzzles, with a plain version of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import cast

from game.rules import Action, Game, Piece, Point, State, Topology
from game.rules.groups import groups_of
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


# -- themes of stones ------------------------------------------------------------------------------

ALONE, EXTENDS, JOINS, CUTS = "alone", "extends", "joins", "cuts"
CLOSES, SHARED_EXIT, LIVING = "closes", "shared-exit", "living-group"
ALIVE = 2  # empty cells around a group that lives


def what_happens(
    board: Topology, pieces: Mapping[Point, Piece], point: Point, colour: str
) -> list[str]:
    """Return the themes of a stone of `colour` put on `point` among `pieces`.

    A stone cuts when it touches two groups of the other colour.  It closes a group of the other
    colour whose last empty neighbour, its exit, it takes; where a group of the stone's colour had
    its last exit there, too, they shared it.  Its group lives that keeps two exits.
    """
    around = set(board.neighbours[point])
    stones = {p: piece for p, piece in pieces.items() if piece.colour in ("white", "black")}
    own: list[Set[Point]] = []
    other: list[Set[Point]] = []
    for group in groups_of(board, stones):
        if group & around:
            (own if stones[next(iter(group))].colour == colour else other).append(group)

    def exits(group: Set[Point]) -> set[Point]:
        return {near for p in group for near in board.neighbours[p]} - set(pieces) - {point}

    closed = any(not exits(group) for group in other)
    said = {
        (ALONE, EXTENDS)[len(own)] if len(own) < 2 else JOINS: True,
        CUTS: len(other) > 1,
        CLOSES: closed,
        SHARED_EXIT: closed and any(not exits(group) for group in own),
        LIVING: bool(own) and len(exits({point}.union(*own))) >= ALIVE,
    }
    return [theme for theme, true in said.items() if true]
