"""The ratings of all players, computed game by game in the order in which games were begun.

The newest game is rated immediately. An older game that is added later makes the ratings of its
kind stale, and `update_ratings` computes them again from the start.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from game.library import rating
from game.library.database import Database
from game.library.entry import DRAW, WIN, GameRow
from game.library.rating import Rating

STALE = "stale ratings: "  # prefix of a fact's name, before the key of a game

RATED = """
    SELECT games.id, games.game, games.begun, seatings.seat, seatings.player, seatings.level,
           seatings.points, players.kind
    FROM games
    JOIN seatings ON seatings.game = games.id
    JOIN players ON players.id = seatings.player
    WHERE games.game = ? AND games.result <> '' AND games.people > 0
    ORDER BY games.begun, games.id, seatings.seat
"""


def rate_new_game(connection: sqlite3.Connection, number: int, entry: GameRow) -> None:
    """Rate a new game if it is the latest of its kind; otherwise mark the ratings as stale."""
    if not entry.rated:
        return
    late = connection.execute(
        "SELECT 1 FROM games WHERE game = ? AND result <> '' AND people > 0 AND begun > ? LIMIT 1",
        (entry.game, entry.begun),
    ).fetchone()
    if late or is_stale(connection, entry.game):
        make_stale(connection, entry.game)
        return
    rows = connection.execute(
        "SELECT seatings.*, players.kind FROM seatings JOIN players ON players.id = player"
        " WHERE game = ? ORDER BY seat",
        (number,),
    ).fetchall()
    known = _known(connection, entry.game)
    _write(connection, number, rows, rated(rows, known))
    _write_ratings(connection, entry.game, entry.begun, rows, known)


def make_stale(connection: sqlite3.Connection, game: str) -> None:
    """Mark the ratings of this game as stale."""
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, '')", (STALE + game,))


def is_stale(connection: sqlite3.Connection, game: str) -> bool:
    found = connection.execute("SELECT 1 FROM facts WHERE name = ?", (STALE + game,))
    return found.fetchone() is not None


def update_ratings(database: Database) -> None:
    """Compute all stale ratings again. Raises DatabaseError."""
    for row in database.rows("SELECT name FROM facts WHERE name LIKE ?", (STALE + "%",)):
        game = row["name"].removeprefix(STALE)
        with database.transaction() as connection:
            _rate_all(connection, game)
            connection.execute("DELETE FROM facts WHERE name = ?", (STALE + game,))


def rated(rows: Sequence[sqlite3.Row], known: dict[int, Rating]) -> list[Rating]:
    """Return the ratings after a game, seat by seat; update `known` for people."""
    before = [_before(row, known) for row in rows]
    sides = [[seat for seat in range(len(rows)) if seat % 2 == side] for side in (0, 1)]
    points = [max(rows[seat]["points"] for seat in side) for side in sides]
    ranks = [0, 0] if DRAW in points else [int(one != WIN) for one in points]
    found = rating.after([[before[seat] for seat in side] for side in sides], ranks)
    results = list(before)
    for side, values in zip(sides, found):
        for seat, value in zip(side, values):
            if rows[seat]["kind"] == "person":
                results[seat] = known[rows[seat]["player"]] = value
    return results


def _before(row: sqlite3.Row, known: dict[int, Rating]) -> Rating:
    if row["kind"] == "engine":
        return rating.engine_rating(row["level"]) if row["level"] else rating.NEW
    return known.get(row["player"], rating.NEW)


def _known(connection: sqlite3.Connection, game: str) -> dict[int, Rating]:
    rows = connection.execute("SELECT * FROM ratings WHERE game = ?", (game,))
    return {row["player"]: (row["mean"], row["deviation"]) for row in rows}


def _write(
    connection: sqlite3.Connection, game: int, rows: Sequence[sqlite3.Row], found: list[Rating]
) -> None:
    connection.executemany(
        "UPDATE seatings SET mean = ?, deviation = ? WHERE game = ? AND seat = ?",
        [(*one, game, row["seat"]) for row, one in zip(rows, found)],
    )


def _write_ratings(
    connection: sqlite3.Connection,
    game: str,
    begun: str,
    rows: Iterable[sqlite3.Row],
    known: dict[int, Rating],
) -> None:
    connection.executemany(
        "INSERT INTO ratings VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (player, game) DO UPDATE SET"
        " mean = excluded.mean, deviation = excluded.deviation, games = games + 1,"
        " until = excluded.until",
        [
            (row["player"], game, *known[row["player"]], begun)
            for row in rows
            if row["kind"] == "person"
        ],
    )


def _rate_all(connection: sqlite3.Connection, game: str) -> None:
    """Rate all games of a kind, from the first on."""
    connection.execute("DELETE FROM ratings WHERE game = ?", (game,))
    known: dict[int, Rating] = {}
    counts: dict[int, tuple[int, str]] = {}
    for rows in _games(connection, game):
        players = [row["player"] for row in rows]
        if len(set(players)) < len(players) or len(players) < 2:
            continue
        _write(connection, rows[0]["id"], rows, rated(rows, known))
        for player in players:
            counts[player] = counts.get(player, (0, ""))[0] + 1, rows[0]["begun"]
    connection.executemany(
        "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)",
        [(player, game, *found, *counts[player]) for player, found in known.items()],
    )


def _games(connection: sqlite3.Connection, game: str) -> Iterable[list[sqlite3.Row]]:
    """Yield the seatings of each game that may count for ratings."""
    rows: list[sqlite3.Row] = []
    for row in connection.execute(RATED, (game,)).fetchall():
        if rows and row["id"] != rows[0]["id"]:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
