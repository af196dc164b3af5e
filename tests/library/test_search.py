"""Games are found by every property that the search offers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.library.collection import GameCollection
from game.library.opening import opening_of, read_opening
from game.library.search import Query, count, page, players
from game.openings.symmetry import symmetries
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.library.kept_games import collection_of, played


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameCollection]:
    made = collection_of(
        tmp_path_factory.mktemp("library"),
        played("2026-01-01T10:00:00", ("Ann", "Ben"), actions=3, loser=1),
        played("2026-01-05T10:00:00", ("Ben", "Änne"), actions=4, loser=1),
        played("2026-02-01T10:00:00", ("Ann", ""), actions=5, loser=0, level=7),
        played("2026-02-03T10:00:00", ("Cleo", "Ben"), "less seed=3", actions=9),
        played("2026-02-05T10:00:00", ("Cleo", "Ann"), "multiplicity size=3", actions=1),
    )
    yield made
    made.database.close()


def days(collection: GameCollection, query: Query) -> list[str]:
    found = [game.begun[5:10] for game in page(collection.database, query)]
    assert count(collection.database, query) == len(found)
    return found


ALL = ["02-05", "02-03", "02-01", "01-05", "01-01"]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (Query(), ALL),
        (Query(oldest_first=True), ALL[::-1]),
        (Query(words="ann"), ["02-05", "02-01", "01-05", "01-01"]),
        (Query(words="CLEO ben"), ["02-03"]),
        (Query(words="engine 7"), ["02-01"]),
        (Query(words="computer 7"), ["02-01"]),
        (Query(words="ann wins"), ["02-01", "01-05", "01-01"]),
        (Query(words="not finished"), ["02-05", "02-03"]),
        (Query(words="2026-02-0"), ALL[:3]),
        (Query(words="not", setup="seed=3"), ["02-03"]),
        (Query(words="2026", names="ben ann"), ["01-05", "01-01"]),
        (Query(words="libra 2026"), ["02-01", "01-05", "01-01"]),
        (Query(words="nobody"), []),
        (Query(words='"; DROP'), []),
        (Query(words="*("), ALL),
        (Query(game="libra"), ["02-01", "01-05", "01-01"]),
        (Query(game="libra", setup="mode=target size=2"), ["02-01", "01-05", "01-01"]),
        (Query(setup="seed=3"), ["02-03"]),
        (Query(setup="seed=4"), []),
        (Query(board="hexagon-3"), ["02-05"]),
        (Query(result="p1win"), ["01-05", "01-01"]),
        (Query(result="p2win"), ["02-01"]),
        (Query(result="open"), ["02-05", "02-03"]),
        (Query(since="2026-01-05", until="2026-02-01"), ["02-01", "01-05"]),
        (Query(since="2026-02"), ALL[:3]),
        (Query(shortest=4, longest=4), ["01-05"]),
        (Query(level=7), ["02-01"]),
        (Query(level=6), []),
    ],
)
def test_a_query_finds_what_it_says(
    collection: GameCollection, query: Query, wanted: list[str]
) -> None:
    assert days(collection, query) == wanted


def test_games_of_a_player_and_what_came_of_them(collection: GameCollection) -> None:
    found = {player.key: player for player in players(collection.database)}
    assert (found["ben"].games, found["cleo"].games) == (3, 2)
    ben = found["ben"].id
    assert days(collection, Query(player=ben)) == ["02-03", "01-05", "01-01"]
    assert days(collection, Query(player=ben, own="won")) == ["01-05"]
    assert days(collection, Query(player=ben, own="lost")) == ["01-01"]
    assert [one.key for one in players(collection.database, "an")] == ["ann"]


def test_pages_follow_each_other(collection: GameCollection) -> None:
    first = page(collection.database, Query(), 0, 2)
    second = page(collection.database, Query(), 2, 2)
    assert [game.begun[5:10] for game in (*first, *second)] == ALL[:4]
    assert first[0].names == ("Cleo", "Ann")


def test_an_opening_is_found_from_every_side_of_the_board(collection: GameCollection) -> None:
    (game,) = page(collection.database, Query(board="hexagon-3"))
    rules = parse_setup(game.setup)
    for way in symmetries(rules):
        assert read_opening(rules, way[game.opening]) == game.opening
    assert days(collection, Query(game=game.game, opening=game.opening)) == ["02-05"]
    assert days(collection, Query(game=game.game, opening="zz")) == []


@pytest.mark.parametrize("setup", ["more-or-less", "libra size=4", "multiplicity size=4"])
def test_a_beginning_of_an_opening_is_an_opening(setup: str) -> None:
    game = parse_setup(setup)
    state, turns = game.start(), []
    for number in range(5):
        turn, begun = [], game.turns(state)
        while game.turns(state) == begun:
            action = game.legal(state)[(number * 31 + 5) % len(game.legal(state))]
            turn.append(action)
            state = game.advance(state, action)
        turns.append(turn)
    whole = opening_of(game, game.start(), turns)
    for length in range(1, 5):
        assert whole.startswith(opening_of(game, game.start(), turns[:length]))


def test_walls_and_obstacles_have_no_other_side() -> None:
    assert len(symmetries(parse_setup("less seed=3"))) == 1
    assert len(symmetries(parse_setup("libra size=4 obstacles=a4"))) == 4, "colours"
    assert len(symmetries(parse_setup("libra size=4"))) == 24
    assert len(symmetries(parse_setup("more-or-less"))) == 20


def test_games_are_found_by_the_name_of_their_opening(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path,
        *(
            with_turns(f"2026-03-0{day}T10:00:00", first)
            for day, first in enumerate(("c3", "a3", "a5", "c4"), start=1)
        ),
    )
    assert {game.begun[8:10]: game.named for game in page(collection.database, Query())} == {
        "01": "centre",
        "02": "corner",
        "03": "corner",
        "04": "inner",
    }
    assert days(collection, Query(game="multiplicity", named="corner")) == ["03-03", "03-02"]
    assert days(collection, Query(game="multiplicity", named="corner next")) == []


def with_turns(date: str, *turns: str) -> Match:
    """Return a game that begins with these turns."""
    match = played(date, setup="multiplicity size=3", actions=0)
    for turn in turns:
        match.play(match.game.parse_action(match.state, turn))
    return match


def test_games_from_before_openings_had_names_get_theirs(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path,
        with_turns("2026-03-01T10:00:00", "a3"),
        played("2026-03-02T10:00:00", setup="libra size=3", actions=2),
        played("2026-03-03T10:00:00", setup="multiplicity size=3", actions=0),
    )
    told = "SELECT opening, named FROM games ORDER BY begun"
    now = [tuple(row) for row in collection.database.rows(told)]
    with collection.database.transaction() as connection:
        connection.execute("UPDATE games SET named = NULL")
        connection.execute(
            "UPDATE games SET opening = ? WHERE game = 'libra'", (exchanged(now[1][0]),)
        )
    assert page(collection.database, Query())[0].named == "", "not looked at yet"
    collection.catch_up()
    assert [tuple(row) for row in collection.database.rows(told)] == now


def exchanged(opening: str) -> str:
    return opening.translate(str.maketrans("WB", "BW"))


def test_a_game_that_began_with_another_position_has_no_name(tmp_path: Path) -> None:
    spec = MatchSpec(
        "multiplicity size=3",
        (SeatSpec(name="Ann"), SeatSpec(name="Ben")),
        position="white=a3 last=a3 turn=black",
    )
    match = Match(spec, date="2026-03-01T10:00:00")
    match.play(match.legal()[0])
    collection = collection_of(tmp_path, match)
    assert page(collection.database, Query())[0].named == ""
    with collection.database.transaction() as connection:
        connection.execute("UPDATE games SET named = NULL, opening = 'c3 e5,e1'")
    collection.catch_up()
    assert page(collection.database, Query())[0].named == "", "no game begins so"


def test_words_are_written_anew_for_games_that_have_none(collection: GameCollection) -> None:
    """The table of words may be empty, for example after an upgrade."""
    with collection.database.transaction() as connection:
        connection.execute("DELETE FROM words")
    assert days(collection, Query(words="engine 7")) == []
    collection.catch_up()
    assert days(collection, Query(words="engine 7")) == ["02-01"]
    assert days(collection, Query(words="cleo ben")) == ["02-03"]
