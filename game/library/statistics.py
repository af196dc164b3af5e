"""Numbers for plots.

Wins by seat and by level, lengths of games, jumps of trains, time per turn, and the course of a
rating.

A `game` of "" means all games. Each function makes one query to the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from sqlite3 import Row

from game.library.database import Database
from game.library.rating import shown
from game.library.search import KnownPlayer
from game.table.opponents import OPPONENTS
from game.table.win_loss import EngineGame

GAME = "(? = '' OR games.game = ?)"
TURNS_PER_BAR = 10  # turns in one bar
MAX_BARS = 12  # the last bar includes all larger numbers
SECONDS = (2, 5, 10, 20, 30, 60, 120)  # upper limits of the bars of time


@dataclass(frozen=True, slots=True)
class PlotBar:
    """One bar of a plot: its label, and its parts from the bottom."""

    label: str
    parts: tuple[int, ...]

    @property
    def whole(self) -> int:
        return sum(self.parts)


def results(database: Database) -> list[EngineGame]:
    """Return the finished games of one person against engines, the last begun first."""
    rows = database.rows(
        "SELECT games.id, games.game, games.turns, games.reason, seatings.seat, seatings.points,"
        " seatings.level, players.key FROM games"
        " JOIN seatings ON seatings.game = games.id JOIN players ON players.id = player"
        " WHERE people = 1 AND result <> ''"
        " ORDER BY begun DESC, games.id DESC, seatings.level"
    )
    found = []
    for _number, group in groupby(rows, key=lambda row: row["id"]):
        person, *others = group
        against = [row for row in others if row["seat"] % 2 != person["seat"] % 2]
        if against and against[-1]["level"]:  # the strength of another program is unknown
            found.append(_result(person, against[-1]))
    return found


def _result(person: Row, strongest: Row) -> EngineGame:
    declared = person["reason"] in ("resigned", "time")
    key = strongest["key"]
    return EngineGame(
        game=person["game"],
        opponent=key if key in OPPONENTS else "",
        level=strongest["level"],
        points=person["points"] / 2,
        turns=0 if declared else person["turns"],
    )


def by_seat(database: Database, game: str) -> tuple[int, int, int]:
    """Return how many games the first side won, were drawn, and the second side won."""
    found = database.rows(
        f"SELECT result, count(*) AS n FROM games WHERE {GAME} GROUP BY result", (game, game)
    )
    counts = {row["result"]: row["n"] for row in found}
    return counts.get("p1win", 0), counts.get("draw", 0), counts.get("p2win", 0)


def by_level(database: Database, game: str) -> list[PlotBar]:
    """Return one person's games against engines, by the strongest level: won, drawn, lost."""
    found = database.rows(
        "SELECT games.level, points, count(*) AS n FROM games"
        " JOIN seatings ON seatings.game = games.id"
        f" WHERE {GAME} AND people = 1 AND games.level > 0 AND seatings.level = 0"
        " AND points IS NOT NULL GROUP BY games.level, points",
        (game, game),
    )
    counts: dict[int, list[int]] = {}
    for row in found:
        counts.setdefault(row["level"], [0, 0, 0])[2 - row["points"]] = row["n"]
    return [PlotBar(str(level), tuple(counts.get(level, (0, 0, 0)))) for level in range(1, 11)]


def lengths(database: Database, game: str) -> list[PlotBar]:
    """Return the numbers of finished games by their number of turns."""
    found = database.rows(
        f"SELECT turns / {TURNS_PER_BAR} AS bar, count(*) AS n FROM games"
        f" WHERE {GAME} AND result <> '' GROUP BY bar",
        (game, game),
    )
    bars = _bars((row["bar"], row["n"]) for row in found)
    return [PlotBar(_span(n, len(bars)), (count,)) for n, count in enumerate(bars)]


def trains(database: Database, game: str) -> list[PlotBar]:
    """Return the numbers of games by the length of the longest train, in jumps."""
    found = database.rows(
        f"SELECT train, count(*) AS n FROM games WHERE {GAME} AND train > 0 GROUP BY train",
        (game, game),
    )
    bars = _bars((row["train"] - 1, row["n"]) for row in found)
    more = len(bars) == MAX_BARS
    return [
        PlotBar(f"{n + 1}+" if more and n + 1 == MAX_BARS else str(n + 1), (count,))
        for n, count in enumerate(bars)
    ]


def paces(database: Database, game: str) -> list[PlotBar]:
    """Return the numbers of games of people by their average seconds per turn."""
    ends = " ".join(
        f"WHEN seatings.seconds / seatings.turns < {end} THEN {n}" for n, end in enumerate(SECONDS)
    )
    found = database.rows(
        f"SELECT CASE {ends} ELSE {len(SECONDS)} END AS bar, count(*) AS n FROM seatings"
        " JOIN games ON games.id = seatings.game JOIN players ON players.id = player"
        f" WHERE {GAME} AND kind = 'person' AND seatings.turns > 0 AND seatings.seconds > 0"
        " GROUP BY bar",
        (game, game),
    )
    counts = {row["bar"]: row["n"] for row in found}
    labels = [f"< {end} s" for end in SECONDS] + [f"> {SECONDS[-1]} s"]
    return [PlotBar(label, (counts.get(n, 0),)) for n, label in enumerate(labels)] if counts else []


def rated_people(database: Database, game: str, most: int = 12) -> list[KnownPlayer]:
    """Return the people with a rating in that game, those with most games first."""
    rows = database.rows(
        "SELECT players.*, ratings.games AS games FROM ratings"
        " JOIN players ON players.id = ratings.player WHERE ratings.game = ?"
        " ORDER BY ratings.games DESC, players.id LIMIT ?",
        (game, most),
    )
    return [
        KnownPlayer(row["id"], row["kind"], row["key"], row["name"], row["games"]) for row in rows
    ]


def course(database: Database, game: str, player: int) -> list[int]:
    """Return a person's shown rating after each rated game, in order."""
    rows = database.rows(
        "SELECT mean, deviation FROM seatings JOIN games ON games.id = seatings.game"
        " WHERE player = ? AND games.game = ? AND mean IS NOT NULL ORDER BY begun, games.id",
        (player, game),
    )
    return [shown((row["mean"], row["deviation"])) for row in rows]


def _bars(counts: Iterable[Sequence[int]]) -> list[int]:
    """Return counts by number without gaps; the last bar includes everything beyond it."""
    bars: list[int] = []
    for number, count in counts:
        place = min(number, MAX_BARS - 1)
        bars += [0] * (place + 1 - len(bars))
        bars[place] += count
    return bars


def _span(bar: int, count: int) -> str:
    """Return the label of a bar: its range of turns."""
    if bar + 1 == MAX_BARS == count:
        return f"{bar * TURNS_PER_BAR}+"
    return str(bar * TURNS_PER_BAR)
