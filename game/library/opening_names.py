"""Gives games their opening's name that were taken in before openings had names."""

from __future__ import annotations

import sqlite3

from game.library.database import Database
from game.library.opening import normalized
from game.openings.naming import MOST_PARTS, game_of, name_of
from game.rules import Game, RulesError

BATCH_SIZE = 1000  # games in one transaction


def update_opening_names(database: Database) -> None:
    """Name all that are not named yet.  Raises DatabaseError."""
    asked = "SELECT id, setup, opening FROM games WHERE named IS NULL LIMIT ?"
    while rows := database.rows(asked, (BATCH_SIZE,)):
        named = [(*_told(row), row["id"]) for row in rows]
        with database.transaction() as connection:
            connection.executemany("UPDATE games SET opening = ?, named = ? WHERE id = ?", named)


def _told(row: sqlite3.Row) -> tuple[str, str]:
    """Return the opening and its name.

    The name is "" for a game from another position, or on a board that is not here.
    """
    game = game_of(row["setup"])
    if game is None:
        return row["opening"], ""
    opening = normalized(game, row["opening"])
    return opening, name_of(game, opening.split()) if _begins(game, opening) else ""


def _begins(game: Game, opening: str) -> bool:
    """Return whether these turns are legal from the start of the game."""
    state = game.start()
    try:
        for turn in opening.split()[: MOST_PARTS + 1]:
            for action in game.parse_turn(state, turn):
                state = game.advance(state, action)
    except RulesError:
        return False
    return True
