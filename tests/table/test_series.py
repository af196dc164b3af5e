"""A series has a length, leaders and winners, which records store."""

from __future__ import annotations

import pytest

from game.rules.events import Outcome
from game.rules.proposals import Resign
from game.table.begin import rematch, series_after
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import dump, from_record, load, to_record
from game.table.series import Series
from game.table.spec import two_people

WHITE, BLACK, DRAW = Outcome("p1win", (0,), "home", 4), Outcome("p2win", (1,), "home", 3), None


def played(length: int, results: list[Outcome | None], scored: bool = False) -> Series:
    """Return a series in which every player keeps their seat."""
    series = Series(length=length)
    for outcome in results:
        assert not series.over
        series = series.after(outcome or Outcome("draw", (), "tie"), 2, scored)
    return series


TABLE: tuple[tuple[int, list[Outcome | None], bool, bool, tuple[int, ...]], ...] = (
    # Length, results, whether margins are added up, whether the series is over, and its leaders.
    (0, [WHITE] * 9, False, False, (0,)),
    (3, [], False, False, ()),
    (3, [WHITE], False, False, (0,)),
    (3, [WHITE, WHITE], False, True, (0,)),
    (3, [WHITE, BLACK], False, False, ()),
    (3, [WHITE, BLACK, BLACK], False, True, (1,)),
    (3, [WHITE, DRAW], False, False, (0,)),
    (3, [WHITE, DRAW, BLACK], False, True, ()),
    (3, [DRAW, DRAW, WHITE], False, True, (0,)),
    (5, [WHITE, WHITE, DRAW], False, False, (0,)),
    (5, [WHITE, WHITE, DRAW, DRAW], False, True, (0,)),
    (3, [WHITE, WHITE], True, False, (0,)),
    (3, [WHITE, BLACK, BLACK], True, True, (1,)),
    (3, [WHITE, WHITE, BLACK], True, True, (0,)),
)


@pytest.mark.parametrize(("length", "results", "scored", "over", "leaders"), TABLE)
def test_when_a_series_is_over_and_who_leads(
    length: int,
    results: list[Outcome | None],
    scored: bool,
    over: bool,
    leaders: tuple[int, ...],
) -> None:
    series = played(length, results, scored)
    assert (series.over, series.leaders) == (over, leaders)


def test_margins_come_before_points_where_they_are_added_up() -> None:
    ahead = Series(3, (4, 2), (4, 9), length=3)
    assert ahead.leaders == (1,)
    assert Series(3, (4, 2), (9, 9), length=3).leaders == (0,)


def test_a_series_alternates_seats_ends_and_begins_anew() -> None:
    match = Match(two_people("multiplicity size=3").with_(series=Series(length=3)), date="d1")
    winners = []
    for _game in range(2):
        ada = match.spec.series.player(0, 2)
        match.submit_or_raise(Resign(0 if ada == 1 else 1))  # the player who began at seat 0 wins
        winners.append(match.outcome and match.outcome.winners)
        after = series_after(match)
        record = load(dump(match))
        assert record.spec.series == match.spec.series
        match = Match(rematch(match), date="d2")
    assert winners == [(0,), (1,)]
    assert after.over
    assert match.spec.series == Series(length=3), "the next series"


def test_games_of_a_series_know_its_first_one() -> None:
    first = Match(two_people("multiplicity size=3").with_(series=Series(length=5)), date="d1")
    first.submit_or_raise(Resign(1))
    second = Match(rematch(first), date="d2")
    second.submit_or_raise(Resign(1))
    third = Match(rematch(second), date="d3")
    assert [m.spec.series.begun for m in (first, second, third)] == ["", "d1", "d1"]
    assert load(dump(third)).spec.series == third.spec.series


@pytest.mark.parametrize(
    ("field", "value"), [("length", -1), ("length", True), ("begun", 3), ("points", [1])]
)
def test_a_damaged_series_is_named(field: str, value: object) -> None:
    match = Match(two_people("multiplicity size=3").with_(series=Series(1, (2, 0), length=3)))
    record = to_record(match)
    record["series"][field] = value
    with pytest.raises(RecordError, match=f"series {field} is"):
        from_record(record)
