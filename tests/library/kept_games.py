"""Short games for the tests of the library, which are quickly played."""

from __future__ import annotations

import random
from pathlib import Path

from game.library.collection import GameCollection
from game.library.database import Database
from game.rules.proposals import Resign
from game.table import record_files
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec

SETUP = "libra size=2 mode=target target=3"


def played(
    date: str,
    names: tuple[str, ...] = ("Ann", "Ben"),
    setup: str = SETUP,
    actions: int = 10_000,
    loser: int | None = None,
    level: int = 0,
) -> Match:
    """Return a random game, cut after `actions`; with a `level`, an engine has the second seat."""
    seats = [SeatSpec(name=name) for name in names]
    if level:
        seats[1] = SeatSpec("engine", level)
    match = Match(MatchSpec(setup, tuple(seats)), date=date)
    dice = random.Random(date)
    while not match.over and len(match.entries) < actions:
        match.play(dice.choice(match.legal()))
    match.times[:] = [2.0] * len(match.times)
    if loser is not None and not match.over:
        match.submit_or_raise(Resign(loser))
    return match


def kept(folder: Path, *matches: Match) -> list[Path]:
    """Save the records of these games in a folder, and return their paths."""
    return [record_files.save_match(match, match.date, folder) for match in matches]


def collection_of(folder: Path, *matches: Match) -> GameCollection:
    """Return a library of these games in a folder of its own."""
    games = folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    kept(games, *matches)
    collection = GameCollection(Database(folder / "library.sqlite"), games)
    collection.catch_up()
    return collection
