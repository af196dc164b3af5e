"""Finding games by words, player, game, setup, result, date, length and opening.

Lists are read along one index, newest first, which contains the columns of most filters. So a page
is found immediately even among very many games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from game.library.database import Database
from game.library.display_names import listed, result_words
from game.library.entry import DRAW, LOSS, WIN
from game.openings.naming import in_words
from game.platform.i18n import LANGUAGES, in_language
from game.rules.registry import titles

RESULTS = ("p1win", "p2win", "draw", "open")  # "open": unfinished
OWN_RESULTS = {"won": WIN, "drawn": DRAW, "lost": LOSS}  # results of the requested player
LAST = "\N{REPLACEMENT CHARACTER}"  # sorts after every continuation of a prefix


@dataclass(frozen=True, slots=True)
class Query:
    """The filters of a search; an empty field filters nothing.

    - `words` are beginnings of words in names, title, setup, date or opening; `names` in names
      only.
    - `player` is the number of a player, `own` that player's result: a key of OWN_RESULTS.
    - `setup` are words of the setup; `since` and `until` are ISO dates, both included.
    - `shortest` and `longest` are numbers of turns; `level` is the level of the strongest engine.
    - `opening` are first turns in the form of `opening`, `named` the first parts of an opening's
      name; both need `game`.
    """

    words: str = ""
    names: str = ""
    game: str = ""
    board: str = ""
    setup: str = ""
    player: int | None = None
    own: str = ""
    result: str = ""
    since: str = ""
    until: str = ""
    shortest: int = 0
    longest: int = 0
    level: int = 0
    opening: str = ""
    named: str = ""
    oldest_first: bool = False

    def with_(self, **changes: Any) -> Query:
        """Return a copy with some fields replaced."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of a list; `names` are by seat, with a key such as "level-7" for an engine."""

    id: int
    file: str
    game: str
    board: str
    setup: str
    begun: str
    turns: int
    result: str
    reason: str
    margin: int
    opening: str
    named: str
    train: int
    names: tuple[str, ...]


SHOWN = [field.name for field in fields(ListedGame) if field.name not in ("names", "named")]


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the library, with the number of the player's games."""

    id: int
    kind: str
    key: str
    name: str
    games: int


def count(database: Database, query: Query) -> int:
    """Return the number of games that match. Raises DatabaseError."""
    asked = conditions(query)
    if len(asked.sets) == 1 and not asked.tests:
        return int(database.value(f"SELECT count(*) FROM ({asked.sets[0]})", asked.values))
    source = f"SELECT count(*) FROM games INDEXED BY games_by_date{asked.where}"
    return int(database.value(source, asked.values))


def page(database: Database, query: Query, first: int = 0, most: int = 50) -> list[ListedGame]:
    """Return the matching games from number `first` on. Raises DatabaseError."""
    asked = conditions(query)
    way = "ASC" if query.oldest_first else "DESC"
    found = database.rows(
        f"SELECT id FROM games INDEXED BY games_by_date{asked.where}"
        f" ORDER BY begun {way}, id {way} LIMIT ? OFFSET ?",
        [*asked.values, most, first],
    )
    return games(database, [row["id"] for row in found])


def longest_train(database: Database, since: str) -> ListedGame | None:
    """Return the game with the longest train among those begun since a date.

    Among equals this is the first game; None if no train has two jumps. Raises DatabaseError.
    """
    found = database.rows(
        "SELECT id FROM games INDEXED BY games_by_date WHERE begun >= ? AND train > 1"
        " ORDER BY train DESC, begun, id LIMIT 1",
        (since,),
    )
    return next(iter(games(database, [row["id"] for row in found])), None)


def names_of(database: Database, games: Sequence[int]) -> dict[int, list[str]]:
    """Return the name or key of each seat's player, by the game's number."""
    marks = ", ".join("?" * len(games))
    found: dict[int, list[str]] = {}
    for row in database.rows(
        "SELECT seatings.game, players.key, players.name FROM seatings"
        " JOIN players ON players.id = seatings.player"
        f" WHERE seatings.game IN ({marks}) ORDER BY seatings.game, seat",
        games,
    ):
        found.setdefault(row["game"], []).append(row["name"] or row["key"])
    return found


def games(database: Database, ids: Sequence[int]) -> list[ListedGame]:
    """Return the games with these numbers in this order, without games that no longer exist."""
    marks = ", ".join("?" * len(ids))
    names = names_of(database, ids)
    found = {
        row["id"]: ListedGame(
            names=tuple(names.get(row["id"], ())),
            named=row["named"] or "",
            **{name: row[name] for name in SHOWN},
        )
        for row in database.rows(f"SELECT * FROM games WHERE id IN ({marks})", ids)
    }
    return [found[number] for number in ids if number in found]


def players(database: Database, words: str = "", most: int = 50) -> list[KnownPlayer]:
    """Return the players with most games whose names begin with `words`. Raises DatabaseError."""
    rows = database.rows(
        "SELECT players.*, count(*) AS games FROM players"
        " JOIN seatings ON seatings.player = players.id"
        " WHERE players.key >= ? AND players.key < ?"
        " GROUP BY players.id ORDER BY games DESC, players.id LIMIT ?",
        (words.casefold(), words.casefold() + LAST, most),
    )
    return [KnownPlayer(*(row[name] for name in KnownPlayer.__slots__)) for row in rows]


@dataclass(frozen=True, slots=True)
class Conditions:
    """A query as SQL.

    `sets` select numbers of games, `tests` compare columns of the index by date; `values` are the
    parameters of both, in this order.
    """

    sets: tuple[str, ...]
    tests: tuple[str, ...]
    values: tuple[Any, ...]

    @property
    def where(self) -> str:
        """Return the WHERE clause; "" without conditions."""
        parts = [*(f"id IN ({one})" for one in self.sets), *self.tests]
        return f" WHERE {' AND '.join(parts)}" if parts else ""


def conditions(query: Query) -> Conditions:
    """Return a query as SQL."""
    sets, tests = [*_sets(query)], [*_tests(query)]
    values = [value for _sql, given in (*sets, *tests) for value in given]
    return Conditions(
        tuple(sql for sql, _given in sets), tuple(sql for sql, _given in tests), tuple(values)
    )


def _sets(query: Query) -> Iterator[tuple[str, tuple[Any, ...]]]:
    matching = " ".join(
        filter(None, (_match(query.words), _names_match(query.names), _setup_match(query.setup)))
    )
    if matching:
        yield "SELECT rowid FROM words WHERE words MATCH ?", (matching,)
    if query.player is not None and query.own:
        given = (query.player, OWN_RESULTS[query.own])
        yield "SELECT game FROM seatings WHERE player = ? AND points = ?", given
    elif query.player is not None:
        yield "SELECT game FROM seatings WHERE player = ?", (query.player,)
    if query.opening:
        yield (
            "SELECT id FROM games WHERE game = ? AND opening >= ? AND opening < ?",
            (query.game, query.opening, query.opening + LAST),
        )
    if query.named:
        yield (
            "SELECT id FROM games INDEXED BY games_by_name"
            " WHERE game = ? AND named >= ? AND named < ?",
            (query.game, query.named, query.named + LAST),
        )


def _tests(query: Query) -> Iterator[tuple[str, tuple[Any, ...]]]:
    asked: tuple[tuple[str, Any], ...] = (
        ("game = ?", query.game),
        ("board = ?", query.board),
        ("begun >= ?", query.since),
        ("begun < ?", query.until and query.until + LAST),
        ("turns >= ?", query.shortest),
        ("turns <= ?", query.longest),
        ("level = ?", query.level),
    )
    yield from ((test, (value,)) for test, value in asked if value)
    if query.result:
        yield "result = ?", ("" if query.result == "open" else query.result,)


def _match(words: str) -> str:
    """Return the FTS expression in which every word is a prefix."""
    return " ".join(f'"{word}"*' for word in re.findall(r"[\w=]+", words))


def _names_match(names: str) -> str:
    return " ".join(f'names : "{word}"*' for word in re.findall(r"\w+", names))


def _setup_match(setup: str) -> str:
    """Return the FTS expression for each whole word of a setup, such as size=5."""
    words = re.findall(r"[\w=]+", setup)
    return " ".join(f'setup : "{word}"' for word in words)


# -- the words of a game ---------------------------------------------------------------------------
# The searchable words of a game: all words that any language shows for it. They are written
# together with the game; after an upgrade, `update_search_words` adds them to games without words.

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

    `players` has the name or key of each seat, `opening` its turns and its name, and `result` the
    result and the margin.
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
