"""Clock arithmetic as tables: what a turn of so many seconds leaves, shows and says, by kind."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.proposals import Accepted, GoBack, Play, Refused, TimeUp
from game.table.clock import Alarm, Allowance, Clock, ClockReading
from game.table.errors import ClockError
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from game.table.time_control import format_clock, parse_clock, with_clocks

LIBRA = "libra size=3 mode=target target=5"


def clock_of(*texts: str) -> Clock:
    return Clock([parse_clock(text) for text in texts])


def used_up(text: str, turns: list[float]) -> list[float | None]:
    """Return the reserve after each turn of so many seconds; None once the flag fell."""
    clock, now, after = clock_of(text, text), 0.0, list[float | None]()
    for seconds in turns:
        clock.run(0, now)
        now += seconds
        if clock.fallen(now) == 0:
            return [*after, None]
        clock.turn_done(0, now)
        after.append(clock.left[0])
        now += 100.0
    return after


# -- what is left: kind, seconds of the turns, reserve after each ----------------------------------

TURNS: tuple[tuple[str, list[float], list[float | None]], ...] = (
    ("none", [1000, 1e6], [None, None]),
    ("1", [10, 20, 29.5], [50, 30, 0.5]),
    ("1", [10, 50], [50, None]),
    ("1", [60], [None]),
    ("1+5", [10, 1, 2.5], [55, 59, 61.5]),
    ("30s+5", [29, 5, 5.5], [6, 6, 5.5]),
    ("30s+5", [29, 6], [6, None]),
    ("1 delay 3", [2, 3, 4, 13], [60, 60, 59, 49]),
    ("10s delay 3", [12.5, 3, 3.5], [0.5, 0.5, None]),
    ("10s delay 3", [13], [None]),
    ("1 byo 3x30", [59, 30, 29, 30], [91, 90, 90, 60]),
    ("1 byo 3x30", [61, 1, 31, 59], [90, 90, 60, 30]),
    ("1 byo 2x30", [119, 29, 30], [30, 30, None]),
    ("1 byo 2x30", [120], [None]),
    ("1 byo 2x30", [90, 30], [30, None]),
    ("0 byo 1x10", [9, 9.9, 10], [10, 10, None]),
    ("turn 30", [29, 1, 29.9], [30, 30, 30]),
    ("turn 30", [29, 30], [30, None]),
)


@pytest.mark.parametrize(("text", "seconds", "left"), TURNS)
def test_what_turns_leave(text: str, seconds: list[float], left: list[float | None]) -> None:
    found = used_up(text, seconds)
    assert len(found) == len(left)
    assert [one is None for one in found] == [one is None for one in left]
    assert [one or 0 for one in found] == pytest.approx([one or 0 for one in left])


@pytest.mark.parametrize(("text", "seconds", "left"), TURNS)
@given(cuts=st.lists(st.integers(0, 64), max_size=5))
def test_pauses_and_pieces_of_a_turn_change_nothing(
    text: str, seconds: list[float], left: list[float | None], cuts: list[int]
) -> None:
    """A turn held and gone on with any number of times costs what it costs in one piece.

    Times are whole sixty-fourths of a second, and pieces of them: their sums are exact.
    """
    turns = [round(turn * 64) / 64 for turn in seconds]
    clock, now, found = clock_of(text, text), 0.0, list[float | None]()
    for turn in turns:
        fell = None
        for start, end in pairwise([0.0, *(cut * turn / 64 for cut in sorted(cuts)), turn]):
            clock.run(0, now)
            now += end - start
            fell = clock.fallen(now)
            clock.hold(now)
            now += 50.0
        if fell == 0:
            found.append(None)
            break
        clock.turn_done(0, now)
        found.append(clock.left[0])
    assert found == used_up(text, turns)
    assert [one is None for one in found] == [one is None for one in left]


# -- what it shows: kind, seconds into the first turn, reading -------------------------------------

SHOWN: tuple[tuple[str, float, ClockReading], ...] = (
    ("1", 10, ClockReading(50)),
    ("1+5", 61, ClockReading(0)),
    ("1 delay 3", 1, ClockReading(60, delay=2)),
    ("1 delay 3", 10, ClockReading(53)),
    ("1 byo 3x30", 0, ClockReading(60, 3, 30)),
    ("1 byo 3x30", 59, ClockReading(1, 3, 30)),
    ("1 byo 3x30", 60, ClockReading(30, 3, 30, overtime=True)),
    ("1 byo 3x30", 89, ClockReading(1, 3, 30, overtime=True)),
    ("1 byo 3x30", 90, ClockReading(30, 2, 30, overtime=True)),
    ("1 byo 3x30", 149, ClockReading(1, 1, 30, overtime=True)),
    ("1 byo 3x30", 500, ClockReading(0, 1, 30, overtime=True)),
    ("turn 30", 12, ClockReading(18, 1, 30, overtime=True)),
)


@pytest.mark.parametrize(("text", "seconds", "reading"), SHOWN)
def test_what_a_clock_shows(text: str, seconds: float, reading: ClockReading) -> None:
    clock = clock_of(text, "none")
    clock.run(0, 7.0)
    assert clock.reading(0, 7.0 + seconds) == reading
    clock.hold(7.0 + seconds)
    assert clock.reading(0, 1e6) == reading, "held"
    assert clock.reading(1, 0.0) is None


# -- what it says ----------------------------------------------------------------------------------

ALARMS: tuple[tuple[str, list[tuple[float, Alarm]]], ...] = (
    ("2", [(60, Alarm(0, 60)), (110, Alarm(0, 10))]),
    ("1", [(50, Alarm(0, 10))]),
    ("5s", []),
    ("1 delay 20", [(70, Alarm(0, 10))]),
    (
        "70s byo 2x30",
        [
            (10, Alarm(0, 60)),
            (60, Alarm(0, 10)),
            (70, Alarm(0, 0, 2)),
            (90, Alarm(0, 10)),
            (100, Alarm(0, 0, 1)),
            (120, Alarm(0, 10)),
        ],
    ),
    ("turn 30", [(20, Alarm(0, 10))]),
    ("turn 10", []),
)


@pytest.mark.parametrize(("text", "alarms"), ALARMS)
def test_a_clock_speaks_up_once_at_each_bound(text: str, alarms: list[Any]) -> None:
    clock = clock_of(text, text)
    clock.run(0, 0.0)
    heard = [(tenth / 10, clock.alarm(tenth / 10)) for tenth in range(2000)]
    assert [(when, alarm) for when, alarm in heard if alarm is not None] == alarms


def test_a_clock_speaks_up_again_only_when_it_has_got_more() -> None:
    clock = clock_of("15s+4", "1")
    clock.run(0, 0.0)
    assert clock.alarm(6.0) == Alarm(0, 10)
    clock.turn_done(0, 7.0)  # 12 s
    clock.run(0, 20.0)
    assert clock.alarm(21.0) is None
    assert clock.alarm(22.5) == Alarm(0, 10)
    clock.turn_done(0, 26.0)  # 10 s
    clock.run(0, 30.0)
    assert clock.alarm(31.0) is None


# -- what an engine is told: clocks of seat 0 and 1, who asks, seconds into its turn ---------------

SHARED: Any = pytest.approx(24 + 1 / 14)  # stands for a number of seconds
TOLD: tuple[tuple[str, str, int, float, Allowance | None], ...] = (
    ("none", "1", 0, 0, None),
    ("1", "1", 0, 10, Allowance(left=(50, 60))),
    ("1+2", "3+4", 1, 10, Allowance(left=(60, 170), gain=(2, 4))),
    ("1", "none", 0, 10, Allowance(left=(50, 50))),
    ("1 delay 3", "1", 0, 1, Allowance(left=(62, 60), gain=(3, 0))),
    ("turn 30", "1", 0, 0, Allowance(movetime=24)),
    ("turn 30", "1", 0, 29, Allowance(movetime=0.6)),
    ("turn 1", "1", 0, 0.7, Allowance(movetime=0)),
    ("140s byo 3x30", "1", 0, 0, Allowance(movetime=34)),
    ("140s byo 3x30", "1", 0, 139, Allowance(movetime=SHARED)),
    ("140s byo 3x30", "1", 0, 140, Allowance(movetime=24)),
    ("1", "1 byo 3x30", 0, 0, Allowance(left=(60, 60), gain=(0, 30))),
)


@pytest.mark.parametrize(("own", "other", "seat", "seconds", "told"), TOLD)
def test_what_an_engine_is_told(
    own: str, other: str, seat: int, seconds: float, told: Allowance | None
) -> None:
    clock = clock_of(own, other)
    clock.run(seat, 0.0)
    assert clock.allowance(seat, seconds) == told


def test_each_seats_own_clock_is_the_one_its_engine_thinks_by() -> None:
    clock = clock_of("1", "1", "1", "1")
    clock.left = [50.0, 40.0, 3.0, 20.0]
    assert clock.allowance(2, 0.0) == Allowance(left=(3, 20))
    assert clock.allowance(3, 0.0) == Allowance(left=(50, 20))
    clock.run(2, 100.0)
    assert clock.allowance(2, 101.0) == Allowance(left=(2, 20))


# -- as text ---------------------------------------------------------------------------------------

FORMS: tuple[tuple[str, ClockSpec | None, str], ...] = (
    ("none", None, "none"),
    ("10", ClockSpec(600), "10"),
    ("1.5", ClockSpec(90), "1.5"),
    ("45s", ClockSpec(45), "45s"),
    ("10+5", ClockSpec(600, 5), "10+5"),
    ("3 + 2", ClockSpec(180, 2), "3+2"),
    ("10 delay 3", ClockSpec(600, delay=3), "10 delay 3"),
    ("10 Byo 3 x 30", ClockSpec(600, periods=3, period=30), "10 byo 3x30"),
    ("0 byo 5x20", ClockSpec(0, periods=5, period=20), "0 byo 5x20"),
    ("TURN  30", ClockSpec(0, periods=1, period=30), "turn 30"),
)


@pytest.mark.parametrize(("text", "spec", "form"), FORMS)
def test_clocks_are_read_and_written(text: str, spec: ClockSpec | None, form: str) -> None:
    assert parse_clock(text) == spec
    assert format_clock(spec) == form
    assert parse_clock(form) == spec


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *((text, "clock-form") for text in ("", "ten", "10 +", "+5", "-3", "10 5", "turn", "1e3")),
        *((text, "clock-form") for text in ("10 byo 3", "10+5 delay 3", "\u0663", "nan")),
        *((text, "clock-bounds") for text in ("0", "0+5", "601", "10+0", "10 delay 4000")),
        *((text, "clock-bounds") for text in ("turn 0", "10 byo 0x30", "10 byo 100x30", "0.5s")),
    ],
)
def test_what_is_no_clock_is_named(text: str, code: str) -> None:
    with pytest.raises(ClockError) as error:
        parse_clock(text)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("seats", "text", "each"),
    [
        (2, "10+5", ["10+5", "10+5"]),
        (2, "10 / 5+3", ["10", "5+3"]),
        (2, "10/none", ["10", "none"]),
        (2, "turn 30 / turn 30", ["turn 30", "turn 30"]),
        (4, "10 / 5", ["10", "5", "10", "5"]),
        (4, "10 / 5 / 10 / none", ["10", "5", "10", "none"]),
    ],
)
def test_each_seat_may_have_its_own(seats: int, text: str, each: list[str]) -> None:
    spec = with_clocks(two_people(LIBRA, seats), text)
    assert [format_clock(clock) for clock in spec.clocks] == each
    assert (spec.clock is not None) == (len(set(each)) == 1)
    assert with_clocks(spec, "none").clocks == (None,) * seats
    with pytest.raises(ClockError, match="is for 3 seats"):
        with_clocks(spec, "1 / 2 / 3")


# -- in a match ------------------------------------------------------------------------------------


def timed(text: str, setup: str = LIBRA, **changes: Any) -> Match:
    return Match(with_clocks(two_people(setup).with_(**changes), text))


def spend(match: Match, seconds: float, now: float) -> float:
    """Play a turn of so many seconds; return the time after it."""
    seat = match.to_move
    match.clock.run(seat, now)
    while match.to_move == seat:
        match.submit_or_raise(Play((match.legal()[0],)), now + seconds)
    return now + seconds


@pytest.mark.parametrize(
    ("setup", "margin"),
    [
        ("more-or-less", 0),
        ("less seed=3", 10),
        ("less seats=4 seed=3", 10),
        (LIBRA, 0),
        ("multiplicity size=3", 0),
    ],
)
def test_a_flag_that_falls_loses_what_the_game_says(setup: str, margin: int) -> None:
    count = 4 if "seats=4" in setup else 2
    match = Match(two_people(setup, count).with_(clock=ClockSpec(10)))
    now = spend(match, 5.0, 0.0)
    match.clock.run(match.to_move, now)
    assert isinstance(match.submit(TimeUp(), now + 9.9), Refused)
    assert match.submit(TimeUp(), now + 10.0) == Accepted(match.seq - 1, 1)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.margin) == ("time", margin)
    assert outcome.winners == match.game.side(0)
    assert load(dump(match)).outcome == outcome
    assert isinstance(match.submit(TimeUp(), 1e9), Refused)


def test_in_the_race_nobody_gains_by_letting_the_time_run_out() -> None:
    match = timed("1", "less seed=3")
    game, state = match.game, match.state
    assert game.time_up(state, 0).margin == 10
    home = _with_tallies(match, spent=(40, 18), home=(0, 1))
    assert game.time_up(home, 0).margin == 22
    assert game.time_up(_with_tallies(match, spent=(20, 18), home=(0, 1)), 0).margin == 10


def _with_tallies(match: Match, spent: tuple[int, int], home: tuple[int, int]) -> tuple[int, ...]:
    from game.games.less.rules import HOME, SPENT

    state = list(match.state)
    state[SPENT : SPENT + 2], state[HOME : HOME + 2] = spent, home
    return tuple(state)


@pytest.mark.parametrize(
    ("text", "time_back", "left"),
    [
        ("1+5", True, [60, 60]),
        ("1+5", False, [50, 60]),
        ("1", False, [45, 60]),
        ("1 byo 2x30", False, [105, 120]),
        ("turn 30", False, [30, 30]),
        ("1 / none", True, [60, None]),
    ],
)
def test_a_turn_taken_back_gives_its_time_back_as_chosen(
    text: str, time_back: bool, left: list[float | None]
) -> None:
    match = timed(text, time_back=time_back)
    spend(match, 15.0, 100.0)
    match.submit_or_raise(GoBack(0), 200.0)
    assert match.clock.left == left
    assert match.times == []


def test_time_thought_since_is_lost_where_none_is_given_back() -> None:
    match = timed("1", time_back=False)
    now = spend(match, 15.0, 0.0)
    match.clock.run(1, now)
    match.submit_or_raise(GoBack(0), now + 20.0)
    assert match.clock.left == [45, 40]


def test_a_turn_taken_back_takes_its_increment_with_it() -> None:
    """Or who plays quickly and takes back would gain time."""
    match = timed("1+5", time_back=False)
    spend(match, 1.0, 0.0)
    assert match.clock.left == [64, 60]
    match.submit_or_raise(GoBack(0), 100.0)
    assert match.clock.left == [60, 60]


@pytest.mark.parametrize("text", ["10+5", "10 delay 3", "10 byo 3x30", "turn 30", "10 / none"])
def test_a_match_put_away_goes_on_with_its_clock(text: str) -> None:
    match = timed(text, time_back=False)
    now = spend(match, 7.0, 0.0)
    now = spend(match, 7.0, now)
    match.clock.run(0, now)
    match.clock.hold(now + 2.0)
    again = load(dump(match))
    assert again.spec == match.spec
    assert again.spec == with_clocks(again.spec, text)
    assert again.clock.left == match.clock.left
    assert again.clock.used == 2.0
    for clock in (match.clock, again.clock):
        clock.run(0, 500.0)
    for later in (500.5, 501.0, 504.0, 520.0):
        assert again.clock.reading(0, later) == match.clock.reading(0, later)


def test_records_of_before_load_with_the_clock_they_had() -> None:
    spec = MatchSpec(LIBRA, (SeatSpec(), SeatSpec()), ClockSpec(600, 5))
    text = dump(Match(spec)).replace('"version": 4', '"version": 3')
    assert load(text).spec.clocks == (ClockSpec(600, 5),) * 2


def test_the_least_of_two_reserves_is_none_where_either_has_no_limit() -> None:
    clock = Clock((ClockSpec(60), ClockSpec(60), None))
    clock.left[1] = 20.0
    assert clock.least((50.0, 30.0, None)) == (50.0, 20.0, None)
    assert clock.least((None, 30.0, 5.0)) == (None, 20.0, None)
    assert clock.least(None) is None
