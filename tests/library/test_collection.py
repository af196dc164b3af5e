"""The files of the collection are authoritative, and the database follows them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from game.library import rating, ratings
from game.library.collection import GameCollection
from game.library.database import Database
from game.platform import locks, storage, untrusted
from game.table import record_files
from game.table.match import Match
from game.table.record import to_record
from tests.library.kept_games import collection_of, kept, played


def files(collection: GameCollection) -> list[str]:
    return [row["file"] for row in collection.database.rows("SELECT file FROM games ORDER BY file")]


def shown(collection: GameCollection, name: str) -> int:
    row = collection.database.rows(
        "SELECT mean, deviation FROM ratings JOIN players ON players.id = player WHERE key = ?",
        (name,),
    )[0]
    return rating.shown((row["mean"], row["deviation"]))


def test_what_lies_in_the_folder_is_in_the_collection(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path, played("2026-01-01T10:00:00"), played("2026-01-02", actions=2)
    )
    (over, open_) = collection.database.rows("SELECT * FROM games ORDER BY begun")
    assert (over["game"], over["board"], over["people"]) == ("libra", "hexagon-2", 2)
    assert over["result"] in ("p1win", "p2win")
    assert over["seconds"] == 2.0 * over["turns"]
    assert (open_["result"], open_["turns"]) == ("", 2)
    assert collection.catch_up() == 0


def test_games_that_come_and_go_come_and_go_in_the_collection(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"), played("2026-01-02"))
    (path,) = kept(collection.folder, played("2026-01-03"))
    (collection.folder / "2026-01-01-libra.json").unlink()
    assert collection.catch_up() == 1
    assert files(collection) == ["2026-01-02-libra.json", path.name]
    assert collection.database.value("SELECT count(*) FROM seatings") == 4
    assert collection.database.value("SELECT count(*) FROM words") == 2


def test_a_file_that_is_no_record_is_read_once_and_named(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    bad = collection.folder / "2026-01-02-libra.json"
    bad.write_text('{"format": "less-is-more game"')
    assert collection.catch_up() == 1
    assert collection.catch_up() == 0
    (row,) = collection.database.rows("SELECT * FROM refused")
    assert row["file"] == bad.name
    assert bad.name in row["why"]
    storage.write_json(bad, to_record(played("2026-01-02")))
    assert collection.catch_up() == 1
    assert len(files(collection)) == 2
    assert collection.database.rows("SELECT * FROM refused") == []


def test_a_running_game_is_not_in_the_collection(tmp_path: Path) -> None:
    collection = collection_of(tmp_path)
    for name in ("running.json", "running-2.json"):
        storage.write_json(collection.folder / name, to_record(played("2026-01-01", actions=2)))
    assert collection.catch_up() == 0


def test_notes_beside_a_game_change_neither_its_number_nor_ratings(tmp_path: Path) -> None:
    first, second = played("2026-01-01"), played("2026-01-02")
    collection = collection_of(tmp_path, first, second)
    before = collection.database.rows(
        "SELECT id, mean FROM games JOIN seatings ON seatings.game = id"
    )
    path = collection.folder / "2026-01-01-libra.json"
    record = untrusted.read_json(path)
    storage.write_json(path, record | {"notes": []})
    assert collection.catch_up() == 1
    after = collection.database.rows(
        "SELECT id, mean FROM games JOIN seatings ON seatings.game = id"
    )
    assert [tuple(row) for row in after] == [tuple(row) for row in before]
    assert collection.database.rows("SELECT * FROM facts") == []


def test_a_winner_gains_and_an_engine_stays_what_its_level_says(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path, played("2026-01-01", ("Ann", ""), actions=2, loser=1, level=6)
    )
    assert shown(collection, "ann") > rating.shown(rating.NEW)
    row = collection.database.rows("SELECT mean FROM seatings WHERE seat = 1")[0]
    assert row["mean"] == rating.engine_rating(6)[0]
    assert collection.database.value("SELECT count(*) FROM ratings") == 1


def test_one_program_at_a_time_reads(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01", actions=2))
    kept(collection.folder, played("2026-01-02", actions=2))
    other = locks.try_lock(collection.database.path.with_name("indexing.lock"))
    assert other is not None
    read: list[int] = []

    def work() -> None:
        with Database(collection.database.path) as database:  # a connection for this thread
            read.append(GameCollection(database, collection.folder).catch_up())

    thread = threading.Thread(target=work)
    thread.start()
    assert len(collection.behind()[0]) == 1, "it waits"
    other.release()
    thread.join(60)
    assert read == [1]


def test_a_game_that_comes_in_late_counts_where_it_was_played(tmp_path: Path) -> None:
    games = [
        played("2026-01-01", actions=2, loser=0),
        played("2026-01-02", ("Ben", "Cleo"), actions=2, loser=1),
        played("2026-01-03", ("Cleo", "Ann"), actions=2, loser=0),
    ]
    whole = collection_of(tmp_path / "whole", *games)
    late = collection_of(tmp_path / "late", games[0], games[2])
    kept(late.folder, games[1])
    late.catch_up()
    for name in ("ann", "ben", "cleo"):
        assert shown(late, name) == shown(whole, name)
    assert late.database.value("SELECT games FROM ratings WHERE player = 1") == 2


@pytest.mark.parametrize(
    ("names", "setup"), [(("Ann", "Ann"), "libra size=2"), (("", ""), "libra size=2")]
)
def test_nobody_is_rated_against_themselves(
    names: tuple[str, str], setup: str, tmp_path: Path
) -> None:
    collection = collection_of(tmp_path, played("2026-01-01", names, setup, actions=2, loser=0))
    assert collection.database.rows("SELECT * FROM ratings") == []
    collection = collection_of(tmp_path, played("2026-01-02", names, setup, actions=2, loser=0))
    assert collection.database.rows("SELECT * FROM ratings") == []


def test_a_game_against_oneself_counts_for_nothing_when_all_are_rated_anew(tmp_path: Path) -> None:
    first = played("2026-01-01", ("Ben", "Cleo"), actions=2, loser=0)
    alone = played("2026-01-02", ("Ann", "Ann"), actions=2, loser=0)
    last = played("2026-01-03", ("Ann", "Ben"), actions=2, loser=1)
    without = collection_of(tmp_path / "without", first, last)
    late = collection_of(tmp_path / "late", alone, last)
    kept(late.folder, first)  # makes all ratings for this kind of game outdated
    late.catch_up()
    for name in ("ann", "ben", "cleo"):
        assert shown(late, name) == shown(without, name)
    assert late.database.value("SELECT max(games) FROM ratings WHERE player = 1") == 1


def test_four_seats_are_two_sides_of_partners(tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    game = played("2026-01-01", names, "less seats=4 seed=1", actions=3, loser=1)
    collection = collection_of(tmp_path, game)
    middle = rating.shown(rating.NEW)
    gained = [shown(collection, name.casefold()) > middle for name in names]
    assert gained == [True, False, True, False]


def test_a_library_that_was_lost_is_made_again_from_the_files(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"), played("2026-01-02"))
    rows = [tuple(row) for row in collection.database.rows("SELECT * FROM games ORDER BY begun")]
    collection.database.close()
    again = GameCollection(Database(tmp_path / "other.sqlite"), collection.folder)
    assert again.catch_up() == 2
    assert [tuple(row) for row in again.database.rows("SELECT * FROM games ORDER BY begun")] == rows
    assert record_files.read_match(collection.folder / rows[0][1]).date == "2026-01-01"


def ends(date: str, names: tuple[str, str], loser: int) -> Match:
    return played(date, names, actions=2, loser=loser)


@pytest.mark.parametrize("second", ["00", "01"])
def test_a_game_that_ends_anew_counts_once_and_in_its_place(second: str, tmp_path: Path) -> None:
    date = "2026-01-01T10:00:00"
    before, after = (ends(date, ("Ann", "Ben"), loser) for loser in (0, 1))
    other = ends(f"2026-01-01T10:00:{second}", ("Ben", "Cleo"), 1)
    collection = collection_of(tmp_path / "a", before, other)
    whole = collection_of(tmp_path / "b", after, other)
    storage.write_json(collection.folder / "2026-01-01T10-00-00-libra.json", to_record(after))
    assert collection.catch_up() == 1
    for name in ("ann", "ben", "cleo"):
        assert shown(collection, name) == shown(whole, name)
    counts = collection.database.rows("SELECT games FROM ratings ORDER BY games")
    assert [row["games"] for row in counts] == [1, 1, 2]


def test_games_of_the_same_second_are_rated_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    date = "2026-01-01T10:00:00"
    one, other = ends(date, ("Ann", "Ben"), 0), ends(date, ("Ben", "Cleo"), 1)
    late = collection_of(tmp_path / "late", one)
    (path,) = kept(late.folder, other)
    late.put(path)
    assert late.database.rows("SELECT * FROM facts") == [], "the latest one is rated at once"
    before = [shown(late, name) for name in ("ann", "ben", "cleo")]
    with late.database.transaction() as connection:
        ratings.make_stale(connection, "libra")
    ratings.update_ratings(late.database)
    assert [shown(late, name) for name in ("ann", "ben", "cleo")] == before


def test_the_latest_game_that_ends_anew_counts_once(tmp_path: Path) -> None:
    before, after = (ends("2026-01-01", ("Ann", "Ben"), loser) for loser in (0, 1))
    collection, whole = collection_of(tmp_path / "a", before), collection_of(tmp_path / "b", after)
    storage.write_json(collection.folder / "2026-01-01-libra.json", to_record(after))
    assert collection.catch_up() == 1
    assert shown(collection, "ann") == shown(whole, "ann")
