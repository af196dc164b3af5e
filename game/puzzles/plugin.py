"""The parts that a game may provide for its puzzles, with a default for each."""

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
SACRIFICE, FORK, DRAWN = "sacrifice", "fork", "draw"  # themes that several games have

Line = Sequence[Sequence[Action]]  # consecutive turns from a position


@dataclass(frozen=True)
class PuzzlePlugin:
    """The puzzles of one game.

    - `kinds` are the kinds that make sense.
    - `certain(game, state, side)` returns whether `side` is sure to win although the game
      continues. It can only be True where the state's field number `sign` + side is 1.
    - `turned(actions)` returns the number of counters that show their other side after a turn.
    - `way(game, state, side, compiled)` returns a lower bound of the moves that the side still
      needs to come home, and `spent(state)` the moves made so far.
    - `fits(game, state, kind)` returns whether searching for such a puzzle here is worthwhile.
    - `themes(game, state, line)` returns tags for the turns of a solution.
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
    """Return the puzzle plugin of a game, or a default one: wins by the rules alone."""
    own = cast(PuzzlePlugin | None, plugin_part(key, "puzzles"))
    return PuzzlePlugin((WIN_ONE, WIN_TWO, SAVE)) if own is None else own


# -- themes of stones ------------------------------------------------------------------------------

ALONE, EXTENDS, JOINS, CUTS = "alone", "extends", "joins", "cuts"
CLOSES, SHARED_EXIT, LIVING = "closes", "shared-exit", "living-group"
ALIVE = 2  # minimum number of exits of a living group


def what_happens(
    board: Topology, pieces: Mapping[Point, Piece], point: Point, colour: str
) -> list[str]:
    """Return the themes of a stone of `colour` put on `point` among `pieces`.

    A stone cuts if it touches two groups of the other colour. An exit is an empty neighbour of a
    group. A stone closes a group of the other colour by taking its last exit. The exit was shared
    if it was also the last exit of a group of the stone's own colour. The stone's group lives if it
    keeps two exits.
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
