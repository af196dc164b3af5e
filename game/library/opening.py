"""The opening of a game, normalized for the symmetries of the board, and its name.

A symmetric board may look the same after a rotation, a reflection or an exchange of colours. Two
games then begin the same way if such a symmetry maps one beginning to the other. The notation used
is the alphabetically first of all equivalent ones. The notation of a shorter opening is its prefix,
so that openings can be found by their first turns. Actions of a turn that may come in any order are
sorted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from game.library.database import Database
from game.openings.naming import MOST_PARTS, game_of, name_of
from game.openings.symmetry import Symmetry, mapped, symmetries
from game.rules import Action, Game, RulesError, State

OPENING_TURNS = 6  # turns that make an opening


def opening_of(game: Game, state: State, turns: Sequence[Sequence[Action]]) -> str:
    """Return the first turns from a position: actions separated by commas, turns by blanks."""
    played: list[tuple[list[str], bool]] = []
    for actions in turns[:OPENING_TURNS]:
        after = _after(game, state, actions)
        loose = len(actions) > 1 and _after(game, state, actions[::-1]) == after
        played.append(([action.text for action in actions], loose))
        assert after is not None
        state = after
    return " ".join(min([_turn(*turn, way) for turn in played] for way in symmetries(game)))


def read_opening(game: Game, words: str) -> str:
    """Return the normalized opening of turns typed by a person.  Raises RulesError."""
    state, turns = game.start(), []
    for text in words.split():
        actions = list(game.parse_turn(state, text))
        for action in actions:
            state = game.play(state, action).state
        turns.append(actions)
    return opening_of(game, game.start(), turns)


def normalized(game: Game, opening: str) -> str:
    """Return a stored opening in today's form; older forms did not exchange colours."""
    if any(kind.seat is not None for kind in game.kinds) or not game.kinds:
        return opening
    turns = opening.split()
    return " ".join(min([mapped(turn, way) for turn in turns] for way in symmetries(game)))


def _turn(actions: Sequence[str], loose: bool, way: Symmetry) -> str:
    other = [mapped(text, way) for text in actions]
    return ",".join(sorted(other) if loose else other)


def _after(game: Game, state: State, actions: Sequence[Action]) -> State | None:
    """Return the position after these actions, or None if one of them is illegal."""
    for action in actions:
        if action not in game.legal(state):
            return None
        state = game.advance(state, action)
    return state


# -- names of games that have none -----------------------------------------------------------------


BATCH_SIZE = 1000  # games in one transaction


def update_opening_names(database: Database) -> None:
    """Name the openings of all games that have no name yet. Raises DatabaseError."""
    asked = "SELECT id, setup, opening FROM games WHERE named IS NULL LIMIT ?"
    while rows := database.rows(asked, (BATCH_SIZE,)):
        named = [(*_named(row), row["id"]) for row in rows]
        with database.transaction() as connection:
            connection.executemany("UPDATE games SET opening = ?, named = ? WHERE id = ?", named)


def _named(row: sqlite3.Row) -> tuple[str, str]:
    """Return the opening and its name.

    The name is "" for a game from another position, or on a board that this program does not have.
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
