"""The rulebook: pure rules of all four games behind one interface.

`parse_setup` makes a Game of a setup string; a new game is one module and one line in GAMES.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.base import Action, Game, State, Step, perft
from game.rules.errors import BoardError, IllegalAction, NotationError, RulesError, SetupError
from game.rules.events import Event, Outcome, Piece, Seat, fold
from game.rules.less import Less
from game.rules.libra import Libra
from game.rules.more_or_less import MoreOrLess
from game.rules.multiplicity import Multiplicity
from game.rules.setup import Options, split_setup
from game.rules.topology import Point, Topology

GAMES = (MoreOrLess, Less, Libra, Multiplicity)


def parse_setup(text: str, boards: Mapping[str, str] | None = None) -> Game:
    """The game of a setup string.  Raises SetupError or BoardError.

    `boards` may give the text of board files by path, as saved games carry them; other paths
    are read from disk.
    """
    key, words = split_setup(text)
    for game in GAMES:
        if game.key == key:
            return game.from_options(Options(key, words), boards)
    known = ", ".join(game.key for game in GAMES)
    raise SetupError("unknown-game", name=key, known=known)


__all__ = [
    "GAMES",
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
    "RulesError",
    "Seat",
    "SetupError",
    "State",
    "Step",
    "Topology",
    "fold",
    "parse_setup",
    "perft",
]
