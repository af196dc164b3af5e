"""The interface of a game, and everything that the rules of all games share. It names no game.

`game.rules.registry` knows all games and makes a Game from a setup string.
"""

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
from game.rules.setup import SetupOptions
from game.rules.topology import Point, Topology

__all__ = [
    "Action",
    "BoardError",
    "Event",
    "Game",
    "IllegalAction",
    "NotationError",
    "Outcome",
    "Piece",
    "Point",
    "PositionError",
    "RulesError",
    "Seat",
    "SetupError",
    "SetupOptions",
    "State",
    "Step",
    "Topology",
    "fold",
    "perft",
]
