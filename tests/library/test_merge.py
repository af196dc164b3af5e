"""Two records of the same game are merged into one; two different games stay two."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.library.collection import GameCollection
from game.library.database import MIGRATIONS, Database, number_of
from game.library.import_export import ImportReport, import_games
from game.library.import_words import import_words
from game.table.match import Match
from game.table.record import load, to_record
from tests.library.kept_games import collection_of, played

Change = Callable[[dict[str, Any]], object]
DATE = "2026-01-01T20:00:00"


def named(record: dict[str, Any], *names: str) -> None:
    for player, name in zip(record["players"], names):
        player["name"] = name


def imported(collection: GameCollection, folder: Path, *changes: Change) -> ImportReport:
    """Import copies of the library's game, one for each change."""
    away = folder / "away"
    away.mkdir(exist_ok=True)
    for number, change in enumerate(changes):
        record = json.loads(json.dumps(to_record(game())))
        change(record)
        (away / f"{number}.json").write_text(json.dumps(record))
    return import_games(collection, [away])


def game() -> Match:
    return played(DATE, actions=5)


def all_records(collection: GameCollection) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(collection.folder.glob("*.json"))]


NOTE = {"at": 2, "comment": "Better is c3.", "marks": {"b2": "good"}}
WON = {"result": "p1win", "winners": [0], "reason": "resigned", "margin": 5}


@pytest.mark.parametrize(
    ("change", "part", "field", "wanted"),
    [
        (lambda r: r.update(notes=[NOTE]), "notes", "notes", [NOTE]),
        (lambda r: r.update(result=WON), "result", "result", WON),
        (lambda r: named(r, "Ann Smith", "Ben"), "names", "players", "Ann Smith"),
    ],
)
def test_what_another_record_of_the_game_has_is_added(
    change: Change, part: str, field: str, wanted: object, tmp_path: Path
) -> None:
    collection = collection_of(tmp_path, game())
    report = imported(collection, tmp_path, change)
    assert ([parts for _file, parts in report.merged], report.taken) == ([(part,)], [])
    (record,) = all_records(collection)
    found = record[field][0]["name"] if field == "players" else record[field]
    assert found == wanted
    again = import_games(collection, [tmp_path / "away"])
    assert (again.known, again.merged, again.taken) == (1, [], [])
    assert collection.catch_up() == 0


def test_notes_of_both_are_kept(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, game())
    imported(collection, tmp_path, lambda r: r.update(notes=[{"at": 2, "comment": "Mine."}]))
    imported(collection, tmp_path, lambda r: r.update(notes=[NOTE]))
    (record,) = all_records(collection)
    assert record["notes"] == [NOTE | {"comment": "Mine.\nBetter is c3."}]


def test_variations_of_both_are_kept(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, game())
    start = game().game.start()
    first, second = [str(action) for action in game().game.legal(start)][-2:]
    imported(
        collection,
        tmp_path,
        lambda r: r.update(variations=[{"after": 0, "turn": first}]),
        lambda r: r.update(variations=[{"after": 0, "turn": second}]),
    )
    (record,) = all_records(collection)
    assert [one["turn"] for one in record["variations"]] == [first, second]


def test_of_two_ends_that_differ_the_other_is_noted(tmp_path: Path) -> None:
    lost = {"result": "p2win", "winners": [1], "reason": "time", "margin": 5}
    collection = collection_of(tmp_path)
    report = imported(collection, tmp_path, lambda r: r.update(result=WON))
    assert len(report.taken) == 1
    report = imported(collection, tmp_path, lambda r: r.update(result=lost))
    assert [parts for _file, parts in report.merged] == [("result",)]
    (record,) = all_records(collection)
    assert record["result"] == WON
    assert "Ben wins" in record["notes"][0]["comment"]
    again = import_games(collection, [tmp_path / "away"])
    assert (again.known, again.merged) == (1, [])


@pytest.mark.parametrize(
    "change",
    [
        lambda r: named(r, "Cleo", "Dan"),
        lambda r: named(r, "Ann", "Dan"),
        lambda r: r["players"][1].update(kind="engine", level=3, name=""),
        lambda r: r.update(clock={"total": 300, "increment": 0}, left=[300, 300]),
        lambda r: r.update(turns=r["turns"][:4], times=r["times"][:4]),
    ],
)
def test_two_games_of_the_same_second_are_two(change: Change, tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played(DATE))
    first = imported(collection, tmp_path, lambda r: None)
    assert len(first.taken) == 1
    report = imported(collection, tmp_path, change)
    assert (len(report.taken), report.merged) == (1, [])
    assert len(all_records(collection)) == 3
    assert [path.name for path in sorted(collection.folder.iterdir())] == sorted(
        str(row["file"]) for row in collection.database.rows("SELECT file FROM games")
    )


def test_notes_that_are_too_long_together_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, game())
    imported(collection, tmp_path, lambda r: r.update(notes=[{"at": 1, "comment": "a" * 1500}]))
    before = all_records(collection)
    report = imported(
        collection, tmp_path, lambda r: r.update(notes=[{"at": 1, "comment": "b" * 1500}])
    )
    assert len(report.refused) == 1
    assert all_records(collection) == before


def test_the_words_of_an_import_have_their_plurals() -> None:
    merged = [("one.json", ("notes", "names"))]
    assert import_words(1, 0, []) == "1 game imported"
    assert import_words(2, 3, []) == "2 games imported, 3 already in the library"
    assert import_words(0, 1, merged) == (
        "0 games imported, 1 game completed (notes, names), 1 already in the library"
    )


def test_an_older_library_is_brought_up_to_whole_records(tmp_path: Path) -> None:
    """Game numbers and ratings stay; the files are read again."""
    older = tmp_path / "older"
    older.mkdir()
    for step in sorted(MIGRATIONS.glob("[0-9]*.sql")):
        if number_of(step) < 7:
            shutil.copy(step, older)
    collection = collection_of(tmp_path, game(), played("2026-01-02", loser=0, actions=3))
    told = "SELECT id, file, result FROM games ORDER BY id"
    before = [tuple(row) for row in collection.database.rows(told)]
    asked = "SELECT file, digest FROM games ORDER BY id"
    digests = [tuple(row) for row in collection.database.rows(asked)]
    with collection.database.transaction() as connection:  # as an older program left it
        connection.execute("UPDATE games SET digest = played")
        connection.execute("DROP INDEX games_by_played")
        connection.execute("ALTER TABLE games DROP COLUMN played")
        connection.execute("PRAGMA user_version = 6")
    collection.database.close()
    with Database(tmp_path / "library.sqlite", older) as database:
        assert database.value("PRAGMA user_version") == 6
    migrated = GameCollection(Database(tmp_path / "library.sqlite"), collection.folder)
    assert migrated.catch_up() == 2
    assert [tuple(row) for row in migrated.database.rows(told)] == before
    assert [tuple(row) for row in migrated.database.rows(asked)] == digests
    assert migrated.catch_up() == 0
    assert isinstance(migrated.database.rows(told)[0], sqlite3.Row)
    assert load(json.dumps(all_records(migrated)[0])).date == DATE
