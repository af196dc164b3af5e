"""Speed of the library: a hundred thousand made-up games, searched in every way."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from game.library import collection
from game.library.database import Database
from game.library.entry import GameRow, LibraryPlayer, Seating
from game.library.search import Query, count, page, players
from game.rules.registry import GAMES
from tools.bench.rules import median_ms

GAMES_MADE = 100_000
ROUNDS = 15
FIRST = ("An", "Ben", "Car", "Dor", "Em", "Fri", "Gus", "Han", "Ida", "Jan")
LAST = ("na", "jamin", "la", "ian", "ma", "da", "tav", "nah", "lia", "us", "ek", "o")
ENDS = ("p1win", "p2win", "draw", "p1win", "p2win", "")
PARTS = ("centre", "inner", "halfway", "edge", "corner")  # words in names of openings
QUERIES = {
    "everything": Query(),
    "a common word": Query(words="libra"),
    "two words": Query(words="anna libra"),
    "a rare pair": Query(words="frida janek 2017"),
    "one letter": Query(words="a"),
    "no such word": Query(words="zzzz"),
    "a game": Query(game="less"),
    "not finished": Query(result="open"),
    "a month": Query(since="2017-03", until="2017-03"),
    "long games": Query(shortest=190),
    "a setup": Query(game="libra", setup="size=5 mode=bid"),
    "an opening": Query(game="libra", opening="a1"),
    "a name of openings": Query(game="libra", named="corner"),
    "everything at once": Query(
        words="an",
        game="libra",
        result="p1win",
        since="2012",
        until="2020",
        shortest=20,
        longest=150,
    ),
}


def run() -> Iterator[str]:
    """Yield lines with the milliseconds of counting the games found and showing the first page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.sqlite"
        with Database(path) as database:
            began = time.perf_counter()
            make_games(database, GAMES_MADE)
            took = time.perf_counter() - began
            yield f"{GAMES_MADE} games entered in {took:.0f} s, {path.stat().st_size >> 20} MB"
        yield f"opening the library: {median_ms(lambda: Database(path).close(), ROUNDS):.1f} ms"
        with Database(path) as database:
            yield from _searches(database)


def _counted_page(database: Database, query: Query) -> None:
    count(database, query)
    page(database, query)


def _searches(database: Database) -> Iterator[str]:
    best = players(database)[0]
    queries = QUERIES | {"a player who won": Query(player=best.id, own="won")}
    for name, query in queries.items():
        found = count(database, query)
        took = median_ms(partial(_counted_page, database, query), ROUNDS)
        yield f"{name} ({found}): {took:.1f} ms"
    deep = median_ms(lambda: page(database, Query(), GAMES_MADE - 100), ROUNDS)
    yield f"the last page of all: {deep:.1f} ms"
    yield f"players by name: {median_ms(lambda: players(database, 'an'), ROUNDS):.1f} ms"


def make_games(database: Database, number: int) -> None:
    """Enter made-up games, the same every time."""
    dice = random.Random(1)
    with database.transaction() as connection:
        for game in range(number):
            entry = _entry(dice, game)
            collection.write(connection, f"{entry.begun}-{game}.json", game, entry)


def _entry(dice: random.Random, number: int) -> GameRow:
    key = dice.choice([game.key for game in GAMES])
    level, alone = dice.randint(1, 10), dice.random() < 0.5
    begun = (
        f"20{dice.randint(10, 29)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
        f"T{dice.randint(0, 23):02}:{dice.randint(0, 59):02}:{dice.randint(0, 59):02}"
    )
    people = [dice.choice(FIRST) + dice.choice(LAST) for _seat in range(2)]
    opponent = LibraryPlayer("engine", f"level-{level}", "") if alone else _person(people[1])
    seats = (
        Seating(0, _person(people[0]), 0, 2, 10, 60.0, 3),
        Seating(1, opponent, level * alone, 0, 10, 60.0, 3),
    )
    opening = " ".join(f"{dice.choice('abcdefghi')}{dice.randint(1, 9)}" for _turn in range(6))
    return GameRow(
        digest=f"{number:032}",
        played=f"{number:032}",
        game=key,
        board="hexagon-5",
        setup=f"{key} size={dice.randint(3, 8)} mode={dice.choice(('duel', 'bid'))}",
        begun=begun,
        turns=dice.randint(5, 200),
        result=dice.choice(ENDS),
        reason="more",
        margin=1,
        opening=opening,
        named=f"{dice.choice(PARTS)} {dice.choice(PARTS)}",
        seconds=300.0,
        train=dice.randint(0, 8),
        people=2 - alone,
        level=level * alone,
        seats=seats,
    )


def _person(name: str) -> LibraryPlayer:
    return LibraryPlayer("person", name.casefold(), name)
