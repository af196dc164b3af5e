"""The words by which a game is found: all that any language shows of it.

Written with the game; `update_search_words` writes them for games that have none, after an upgrade.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.library.database import Database
from game.library.display_names import listed, result_words
from game.library.search import names_of
from game.openings.naming import in_words
from game.platform.i18n import LANGUAGES, in_language
from game.rules.registry import titles

BATCH_SIZE = 1000  # games in one transaction


def search_words(
    game: str,
    setup: str,
    begun: str,
    players: Sequence[str],
    opening: tuple[str, str],
    result: tuple[str, int],
) -> tuple[str, str, str]:
    """Return the columns `names`, `setup` and `rest` of the table `words`.

    `players` are the name or key of each seat, `opening` its turns and its name, `result` with the
    margin.
    """
    names = dict.fromkeys(filter(None, players))
    rest = {titles().get(game, game): None, begun.replace("T", " "): None, opening[0]: None}
    for language in LANGUAGES:
        with in_language(language):
            names |= dict.fromkeys(listed(players))
            rest[in_words(game, opening[1])] = None
            rest[result_words(*result, ("",) * len(players))] = None
    return " ".join(names), setup, " ".join(filter(None, rest))


def update_search_words(database: Database) -> None:
    """Write the words of all games that have none.  Raises DatabaseError."""
    asked = "SELECT * FROM games WHERE id NOT IN (SELECT rowid FROM words) LIMIT ?"
    while rows := database.rows(asked, (BATCH_SIZE,)):
        players = names_of(database, [row["id"] for row in rows])
        found = [
            (
                row["id"],
                *search_words(
                    row["game"],
                    row["setup"],
                    row["begun"],
                    players.get(row["id"], []),
                    (row["opening"], row["named"] or ""),
                    (row["result"], row["margin"]),
                ),
            )
            for row in rows
        ]
        with database.transaction() as connection:
            connection.executemany(
                "INSERT INTO words (rowid, names, setup, rest) VALUES (?, ?, ?, ?)", found
            )
