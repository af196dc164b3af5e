"""High scores of people who play alone against the program: lists per game, kept per user.

"fastest" counts the turns of a won game (fewer is better); in the other lists more is better.
"margin" is the margin of a win. "train" counts the jumps of one turn, and "turned" the counters
that one turn left with their other side up. "train" and "turned" exist in games whose counters
turn; lost games count there, too.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from game.platform import codec, locks, storage, versioned
from game.table.match import Match
from game.table.seat_statistics import seat_statistics, solo_seat, strongest_engine

VERSION = 1
CUT_SHORT = ("resigned", "time", "agreed")  # reasons that end a game early
EASY = 3  # highest level that counts as easy
# Minimum values for an entry, by list: against levels up to `EASY`, and against higher levels.
LEAST = {"train": (6, 4), "turned": (6, 4), "margin": (3, 1)}
MAX_SCORES = 10  # maximum number of entries in each list
EVENING_HOURS = 12  # games of the last twelve hours belong to the same evening


@dataclass(frozen=True, slots=True)
class HighScore:
    """One entry of a list."""

    value: int
    level: int
    initials: str = field(default="AAA", metadata=codec.rule(length=3, lenient=True))
    date: str = ""


Table = Mapping[str, Mapping[str, tuple[HighScore, ...]]]  # game key, list, scores best first


def candidates(match: Match) -> dict[str, HighScore]:
    """Return the possible high scores of a finished solo match; {} for any other match.

    Only whole games count, played to the end without hints and take-backs.  Games from a custom
    position, lessons, puzzles and games for one person do not count.
    """
    seat, outcome = solo_seat(match), match.outcome
    whole = match.contest and match.spec.position is None and not match.helped
    # The strength of other programs is unknown.
    programs = any(one.program for one in match.spec.seats)
    if seat is None or outcome is None or not whole or programs or outcome.reason in CUT_SHORT:
        return {}
    facts, level = seat_statistics(match, seat), strongest_engine(match)
    values = {"train": facts.longest_train if facts.turned else 0, "turned": facts.most_turned}
    if facts.won:
        values |= {"fastest": facts.turns, "margin": outcome.margin}
    return {
        name: HighScore(value, level, date=match.date)
        for name, value in values.items()
        if value >= LEAST.get(name, (0, 0))[level > EASY]
    }


def better(name: str, one: HighScore, other: HighScore) -> bool:
    """Return whether `one` ranks before `other`; equal values are ordered by level."""
    if one.value != other.value:
        return one.value < other.value if name == "fastest" else one.value > other.value
    return one.level > other.level


def rank(table: Table, game: str, name: str, score: HighScore) -> int | None:
    """Return the rank (1 is best) of the score, or None if it does not enter the list."""
    entries = table.get(game, {}).get(name, ())
    place = 1 + sum(not better(name, score, entry) for entry in entries)
    return place if place <= MAX_SCORES else None


def entered(table: Table, game: str, name: str, score: HighScore, initials: str) -> Table:
    """Return the table with the score added."""
    place = rank(table, game, name, score)
    if place is None:
        return table
    entries = list(table.get(game, {}).get(name, ()))
    entries.insert(place - 1, replace(score, initials=initials[:3]))
    lists = {**table.get(game, {}), name: tuple(entries[:MAX_SCORES])}
    return {**table, game: lists}


@dataclass(frozen=True, slots=True)
class Champion:
    """The person with the most points: each game with an entry counts the level of its opponent."""

    initials: str
    points: int


def champion(table: Table, since: str) -> Champion | None:
    """Return the champion of all games since a date in ISO form; None if there is no game.

    If several have equal points, the alphabetically first is returned.
    """
    # One game may be in several lists; its date, to the second, identifies it.
    games = {
        (game, entry.initials, entry.date): max(1, entry.level)
        for game, lists in table.items()
        for entries in lists.values()
        for entry in entries
        if entry.date >= since
    }
    points = Counter[str]()
    for (_game, initials, _date), level in games.items():
        points[initials] += level
    found = sorted(points.items(), key=lambda one: (-one[1], one[0]))
    return Champion(*found[0]) if found else None


def tonight(now: datetime.datetime) -> str:
    """Return the date, in ISO form, from which on games belong to this evening."""
    return (now - datetime.timedelta(hours=EVENING_HOURS)).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Challenge:
    """The score in a list that somebody may try to beat next."""

    name: str
    score: HighScore


def challenge(table: Table, game: str, names: Sequence[str], since: str) -> Challenge | None:
    """Return the best score in the lists `names` of a game; None if there is no score.

    Scores since `since` come before older ones. The list of trains comes first, because people tell
    each other about trains.
    """
    ordered = sorted(names, key=lambda name: name != "train")
    lists = [(name, table.get(game, {}).get(name, ())) for name in ordered]
    recent = [(name, [one for one in entries if one.date >= since]) for name, entries in lists]
    found = ((name, entries[0]) for name, entries in (*recent, *lists) if entries)
    return next((Challenge(*one) for one in found), None)


def renamed(table: Table, game: str, date: str, initials: str) -> Table:
    """Return the table with these initials for all scores of the game that began at `date`."""
    lists = {
        name: tuple(
            replace(one, initials=initials[:3]) if one.date == date else one for one in entries
        )
        for name, entries in table.get(game, {}).items()
    }
    return {**table, game: lists}


def save_renamed(game: str, date: str, initials: str, path: Path | None = None) -> None:
    """Write the initials of a game whose scores are already saved.  Raises OSError."""
    path = path or scores_path()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        table = renamed(load_scores(path)[0], game, date, initials)
        versioned.write(path, VERSION, codec.write(HighScoresFile(table)))


@dataclass(frozen=True, slots=True)
class HighScoresFile:
    games: Table


def scores_path() -> Path:
    return storage.data_folder() / "scores.json"


def load_scores(path: Path | None = None) -> tuple[Table, str]:
    """Return the saved scores, and a message ("" if all is well).  Never raises."""
    return versioned.load(
        path or scores_path(), VERSION, lambda data: codec.read(HighScoresFile, data).games, {}
    )


def save_scores(table: Table, path: Path | None = None) -> None:
    """Write the scores, merged with those that other windows have saved.  Raises OSError."""
    path = path or scores_path()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        whole = merged(load_scores(path)[0], table)
        versioned.write(path, VERSION, codec.write(HighScoresFile(whole)))


def merged(one: Table, other: Table) -> Table:
    """Return all scores of both tables in order, without duplicates."""
    table = one
    for game, lists in other.items():
        for name, entries in lists.items():
            known = Counter(one.get(game, {}).get(name, ()))
            for score in (Counter(entries) - known).elements():
                table = entered(table, game, name, score, score.initials)
    return table
