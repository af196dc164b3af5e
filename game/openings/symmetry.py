"""Symmetries: rotations, reflections and exchanges of colours that leave a game the same.

They are found by geometry and checked by the rules. Every game has at least the identity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from game.rules import Game, Point, RulesError, State
from game.rules.events import Piece
from game.rules.registry import parse_setup
from game.rules.topology import ways_of

WORD = re.compile(r"[a-z]+\d*|[A-Z]")  # a label, a word of a position, or the letter of a colour
TRIED = 10  # actions played on both boards to check a symmetry

Symmetry = Mapping[str, str]
"""Labels of points, and where colours are exchanged their words and letters, to those they become;
what is not in it stays."""


def symmetries(game: Game) -> Sequence[Symmetry]:
    """Return all symmetries of the game, the identity first."""
    return _symmetries(game.setup) if not _has_own_board(game.setup) else [{}]


def mapped(text: str, way: Symmetry) -> str:
    """Return an action, a turn or words of a position after applying a symmetry."""
    return WORD.sub(lambda found: way.get(found[0], found[0]), text)


def reverse(way: Symmetry) -> Symmetry:
    """Return the inverse of a symmetry."""
    return {there: here for here, there in way.items()}


def key_of(game: Game, state: State) -> tuple[str, Symmetry]:
    """Return a text shared by all symmetric positions, and the symmetry from this position to it.

    The position must be at the start of a turn; `Game.from_position` can read the text.

    Raises PositionError in the middle of a turn.
    """
    text = game.position_text(state)
    ways = symmetries(game)
    keys = [_laid(game, text, way) for way in ways]
    least = min(keys)
    return least, ways[keys.index(least)]


def ways_to(game: Game, state: State, key: str) -> list[Symmetry]:
    """Return all symmetries from a position to its key; several if the position is symmetric."""
    text = game.position_text(state)
    return [way for way in symmetries(game) if _laid(game, text, way) == key]


def _laid(game: Game, text: str, way: Symmetry) -> str:
    """Return a position's words after applying a symmetry; words and lists of points are sorted."""
    words = []
    for word in text.split():
        name, _equals, value = mapped(word, way).partition("=")
        values = value.split(",")
        if all(one in game.topology.index for one in values):
            values.sort()
        words.append(f"{name}={','.join(values)}")
    return " ".join(sorted(words))


@lru_cache(maxsize=256)
def _has_own_board(setup: str) -> bool:
    try:
        parse_setup(setup)
    except RulesError:
        return True
    return False


# -- finding them ----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _symmetries(setup: str) -> Sequence[Symmetry]:
    game = parse_setup(setup)
    exchange = _exchange(game)
    laid = list(ways_of(game.topology))
    exchanged = [{**way, **exchange} for way in laid] if exchange else []
    return [way for way in (*laid, *exchanged) if _same_game(game, way)]


def _exchange(game: Game) -> Symmetry:
    """Return the exchange of two colours without owners, for words and for letters of actions."""
    colours = [kind.colour for kind in game.kinds if kind.seat is None]
    if len(colours) != 2 or len(game.kinds) != 2:
        return {}
    one, other = colours
    first, second = one[0].upper(), other[0].upper()
    return {one: other, other: one, first: second, second: first}


def _same_game(game: Game, way: Symmetry) -> bool:
    """Return whether TRIED actions, mapped by the symmetry, give the same game.

    Pieces and legal actions are compared before each action.
    """
    if all(point == other for point, other in way.items()):
        return True
    here = there = game.start()
    for number in range(TRIED):
        pieces = _pieces(game.pieces(here), way)
        legal = {mapped(action.text, way): action for action in game.legal(here)}
        other = {action.text: action for action in game.legal(there)}
        if pieces != game.pieces(there) or set(legal) != set(other):
            return False
        if not legal:
            return True
        text = sorted(legal)[number * 7 % len(legal)]
        here, there = game.advance(here, legal[text]), game.advance(there, other[text])
    return True


def _pieces(lying: Mapping[Point, Piece], way: Symmetry) -> dict[Point, Piece]:
    return {
        way[point]: Piece(way.get(piece.colour, piece.colour), piece.seat, piece.mark)
        for point, piece in lying.items()
    }
