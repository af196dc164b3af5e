"""The rulebook: pure rules of all games behind one interface.

`parse_setup` makes a Game of a setup string; a new game is one module and one line in GAMES.
Games of one's own need not even that: LESS_IS_MORE_GAMES names modules, separated by commas,
each with its game in `GAME`.  Every process of the program, the engine's too, then knows them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module

from game.rules import (
    less_position,
    libra_position,
    more_or_less_position,
    multiplicity_position,
)
from game.rules.base import Action, Game, State, Step, perft
from game.rules.errors import (
    BoardError,
    IllegalAction,
    NotationError,
    PositionError,
    RulesError,
    SetupError,
)
from game.rules.events import Event, Outcome, Piece, Seat, fold
from game.rules.less import Less
from game.rules.libra import Libra
from game.rules.more_or_less import MoreOrLess
from game.rules.multiplicity import Multiplicity
from game.rules.setup import Options, split_setup
from game.rules.topology import Point, Topology

GAMES: list[type[Game]] = [MoreOrLess, Less, Libra, Multiplicity]  # in the order of the menus
# Positions as text stand beside the rules and know them, so they are handed over here.
MoreOrLess.positions = more_or_less_position.POSITIONS
Less.positions = less_position.POSITIONS
Libra.positions = libra_position.POSITIONS
Multiplicity.positions = multiplicity_position.POSITIONS

OWN_GAMES = "LESS_IS_MORE_GAMES"


def game_class(key: str) -> type[Game]:
    """The game with this key.  Raises SetupError."""
    for game in GAMES:
        if game.key == key:
            return game
    raise SetupError("unknown-game", name=key, known=", ".join(game.key for game in GAMES))


def folder_of(key: str) -> str:
    """The name of the folders in which screen and engine have the room of a game."""
    return key.replace("-", "_")


def titles() -> dict[str, str]:
    """The title of every game by its key, in the order of the menus."""
    return {game.key: game.title for game in GAMES}


def usual_setup(key: str, lot: int = 1) -> str:
    """A setup string to play at once; `lot` is what is drawn by lot.  Raises SetupError."""
    drawn = game_class(key).drawn
    return f"{key} {drawn[0]}={lot}" if drawn else key


def with_lot(setup: str, lot: int) -> str:
    """The setup with `lot` for what it leaves open, such as a layout.  Raises SetupError."""
    key, words = split_setup(setup)
    drawn, given = game_class(key).drawn, {word.partition("=")[0] for word in words}
    return setup if not drawn or given & set(drawn) else f"{setup} {drawn[0]}={lot}"


def parse_setup(text: str, boards: Mapping[str, str] | None = None) -> Game:
    """The game of a setup string.  Raises SetupError or BoardError.

    `boards` may give the text of board files by path, as saved games carry them; other paths
    are read from disk.
    """
    key, words = split_setup(text)
    return game_class(key).from_options(Options(key, words), boards)


def first_reading(text: str) -> str:
    """A setup string from before the second reading of the rules, as one that means the same now.

    Raises SetupError for a game there is not.
    """
    return f"{text} {game_class(split_setup(text)[0]).first_reading}".rstrip()


def add_own_games() -> None:
    """Put the games that LESS_IS_MORE_GAMES names behind ours; those there already stay."""
    for name in filter(None, os.environ.get(OWN_GAMES, "").split(",")):
        game: type[Game] = import_module(name).GAME
        if game not in GAMES:
            GAMES.append(game)


__all__ = [
    "GAMES",
    "OWN_GAMES",
    "Action",
    "BoardError",
    "Event",
    "Game",
    "IllegalAction",
    "Less",
    "Libra",
    "MoreOrLess",
    "Multiplicity",
    "NotationError",
    "Options",
    "Outcome",
    "Piece",
    "Point",
    "PositionError",
    "RulesError",
    "Seat",
    "SetupError",
    "State",
    "Step",
    "Topology",
    "add_own_games",
    "first_reading",
    "fold",
    "folder_of",
    "game_class",
    "parse_setup",
    "perft",
    "titles",
    "usual_setup",
    "with_lot",
]

add_own_games()
