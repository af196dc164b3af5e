"""The numbers for plots are computed from all games, or from the games of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.library import statistics
from game.library.database import Database
from tests.library.kept_games import collection_of, played


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    collection = collection_of(
        Path(tmp_path_factory.mktemp("library")),
        played("2026-01-01", ("Ann", "Ben"), actions=3, loser=1),
        played("2026-01-02", ("Ann", ""), actions=3, loser=1, level=4),
        played("2026-01-03", ("Ann", ""), actions=2, loser=0, level=9),
        played("2026-01-04", ("Ben", "Ann"), "less seed=3", actions=14, loser=0),
        played("2026-01-05", ("Ben", "Ann"), "less seed=3", actions=5),
    )
    yield collection.database
    collection.database.close()


def test_who_wins_from_which_seat(database: Database) -> None:
    assert statistics.by_seat(database, "") == (2, 0, 2)
    assert statistics.by_seat(database, "less") == (0, 0, 1)


def test_how_people_fare_against_each_level(database: Database) -> None:
    bars = {bar.label: bar.parts for bar in statistics.by_level(database, "libra")}
    assert (bars["4"], bars["9"], bars["5"]) == ((1, 0, 0), (0, 0, 1), (0, 0, 0))


def test_lengths_and_trains_and_paces(database: Database) -> None:
    assert statistics.lengths(database, "libra")[0].parts == (3,)
    assert sum(bar.whole for bar in statistics.trains(database, "libra")) == 0
    paces = {bar.label: bar.whole for bar in statistics.paces(database, "libra")}
    assert paces["< 5 s"] == 4
    assert statistics.paces(database, "multiplicity") == []


def test_lengths_are_told_in_tens_of_turns_up_to_a_last_bar_for_all_beyond(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, *(played(f"2026-01-0{day}") for day in range(1, 5)))
    for number, turns in enumerate((3, 19, 20, 25), start=1):
        with collection.database.transaction() as connection:
            connection.execute("UPDATE games SET turns = ? WHERE id = ?", (turns, number))
    told = [(bar.label, bar.whole) for bar in statistics.lengths(collection.database, "")]
    assert told == [("0", 1), ("10", 1), ("20", 2)]
    with collection.database.transaction() as connection:
        connection.execute("UPDATE games SET turns = 500 WHERE id > 2")
    told = [(bar.label, bar.whole) for bar in statistics.lengths(collection.database, "")]
    assert [told[0], told[1], told[-1]] == [("0", 1), ("10", 1), ("110+", 2)]
    assert len(told) == statistics.MAX_BARS


def test_a_rating_goes_up_and_down_with_the_games(database: Database) -> None:
    people = statistics.rated_people(database, "libra")
    assert [(one.key, one.games) for one in people] == [("ann", 3), ("ben", 1)]
    first, second, third = statistics.course(database, "libra", people[0].id)
    assert first < second
    assert third < second


def test_what_counts_against_the_engine(database: Database) -> None:
    found = statistics.results(database)
    assert [(one.level, one.points, one.turns) for one in found] == [(9, 0.0, 0), (4, 1.0, 0)]


@pytest.mark.parametrize(("most", "step"), [(0, 1), (4, 1), (9, 5), (17, 5), (80, 20)])
def test_lines_across_a_plot_have_round_numbers(most: int, step: int) -> None:
    from game.screen.ui.plot import scale_of

    assert scale_of(most) == step
