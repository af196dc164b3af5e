"""For each kind of clock, tables list what a turn leaves, what the clock shows and what it says."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.proposals import Accepted, GoBack, Play, Refused, TimeUp
from game.table.clock import (
    ALARM_S,
    PERIOD_ALARM_S,
    Alarm,
    Allowance,
    Clock,
    ClockReading,
    clock_text,
)
from game.table.errors import ClockError
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from game.table.time_control import BETWEEN, format_clock, parse_clock, with_clocks

LIBRA = "libra size=3 mode=target target=5"


def clock_of(*texts: str) -> Clock:
    return Clock([parse_clock(text) for text in texts])


def used_up(text: str, turns: list[float]) -> list[float | None]:
    """Return the reserve after each turn of this many seconds, or None when the time is up."""
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
    """A turn costs the same, however often it is interrupted.

    All times are multiples of 1/64 second, so that their sums are exact.
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
    clock.turn_done(0, 7.0)  # leaves 12 s
    clock.run(0, 20.0)
    assert clock.alarm(21.0) is None
    assert clock.alarm(22.5) == Alarm(0, 10)
    clock.turn_done(0, 26.0)  # leaves 10 s
    clock.run(0, 30.0)
    assert clock.alarm(31.0) is None


# -- what an engine is told: clocks of seat 0 and 1, who asks, seconds into its turn ---------------

SHARED: Any = pytest.approx(24 + 1 / 14)  # seconds, approximately
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


def test_a_clock_loses_no_digits_as_text() -> None:
    clock = parse_clock("438.979")
    assert clock is not None
    assert format_clock(clock) == "438.979"
    assert format_clock(ClockSpec(26338.7)) == "26338.7s"
    assert format_clock(ClockSpec(1234567.0)) == "1234567s"
    assert format_clock(ClockSpec(100.0, increment=1000.00025)) == "100s+1000.00025"


def decimals(least: float, most: float) -> st.SearchStrategy[str]:
    """Return a strategy that makes numbers of any length, as people and programs write them."""
    short = st.decimals(str(least), str(most), places=3).map(str)
    return short | st.floats(least, most).map(lambda one: format(Decimal(repr(one)), "f"))


TOTALS = decimals(0.017, 600) | decimals(1, 36_000).map(lambda text: text + "s")
GIFTS = decimals(1, 3600)
TEXTS = st.one_of(
    TOTALS,
    st.builds("{}+{}".format, TOTALS, GIFTS),
    st.builds("{} delay {}".format, TOTALS, GIFTS),
    st.builds("{} byo {}x{}".format, TOTALS, st.integers(1, 99), GIFTS),
    st.builds("turn {}".format, GIFTS),
    st.just("none"),
)


@given(text=TEXTS)
def test_every_clock_reads_back_as_the_same_clock(text: str) -> None:
    clock = parse_clock(text)
    form = format_clock(clock)
    assert parse_clock(form) == clock
    assert format_clock(parse_clock(form)) == form


@given(texts=st.lists(TEXTS, min_size=4, max_size=4))
def test_the_clocks_of_all_seats_read_back_as_the_same(texts: list[str]) -> None:
    spec = with_clocks(two_people("less seats=4 seed=3", 4), " / ".join(texts))
    again = with_clocks(spec, BETWEEN.join(map(format_clock, spec.clocks)))
    assert again == spec


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
    """Play a turn that takes this many seconds; return the time after it."""
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
        (LIBRA, 5),
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


@pytest.mark.parametrize(
    ("text", "time_back", "left"),
    [
        ("1+5", True, [60, 60]),
        ("1+5", False, [45, 60]),
        ("1", False, [45, 60]),
        ("1 byo 2x30", False, [105, 120]),
        ("turn 30", False, [15, 30]),
        ("turn 30", True, [30, 30]),
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
    """Otherwise a player could gain time by playing quick turns and taking them back."""
    match = timed("1+5", time_back=False)
    spend(match, 1.0, 0.0)
    assert match.clock.left == [64, 60]
    match.submit_or_raise(GoBack(0), 100.0)
    assert match.clock.left == [59, 60]


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


# -- a turn that is opened again, and times as text -----------------------------------------------


def test_a_turn_opened_again_goes_on_without_what_it_was_given() -> None:
    clock = clock_of("1+5", "1+5")
    assert clock.close(0.0) is None
    clock.run(0, 100.0)
    assert clock.turn_done(0, 110.0) == 10.0
    assert clock.left == [55.0, 60.0]
    clock.run(1, 110.0)
    clock.hold(112.0)
    clock.reopen()
    assert (clock.left, clock.used, clock.running) == ([50.0, 58.0], 10.0, None)
    assert clock.spent(500.0) == 10.0
    clock.run(0, 120.0)
    assert clock.spent(123.0) == 13.0
    assert clock.close(125.0) == 15.0
    assert clock.left == [50.0, 58.0]
    assert clock.close(130.0) is None


def test_nothing_is_opened_where_no_turn_has_ended_or_time_was_given_back() -> None:
    clock = clock_of("1+5", "1+5")
    clock.reopen()
    assert clock.close(9.0) is None
    clock.run(1, 0.0)
    clock.turn_done(1, 20.0)
    snapshot = clock.snapshot()
    clock.restore((50.0, 40.0), used=3.0, seat=1)
    assert (clock.left, clock.used, clock.running) == ([50.0, 40.0], 3.0, None)
    clock.reopen()
    assert clock.close(9.0) is None
    clock.restore(snapshot)
    assert (clock.left, clock.used) == ([60.0, 45.0], 0.0)


def test_only_the_seat_whose_turn_it_is_uses_its_delay() -> None:
    clock = clock_of("1 delay 3", "1 delay 3")
    clock.run(0, 0.0)
    assert clock.reading(0, 2.0) == ClockReading(60.0, delay=1.0)
    assert clock.reading(1, 2.0) == ClockReading(60.0, delay=3.0)
    clock.hold(2.0)
    assert clock.reading(0, 9.0) == ClockReading(60.0, delay=1.0)
    assert clock.spent(9.0) == 2.0


def test_a_clock_counts_no_time_before_it_runs_and_none_backwards() -> None:
    clock = clock_of("1")
    assert clock.spent(50.0) == 0.0
    clock.run(0, 10.0)
    assert clock.spent(9.0) == 0.0
    assert clock.spent(10.25) == 0.25
    assert clock.remaining(0, 9.0) == 60.0


def test_two_seats_that_take_turns_without_a_pause_are_charged_each_for_itself() -> None:
    clock = clock_of("1", "1")
    clock.run(0, 5.0)
    clock.run(0, 7.0)
    clock.run(1, 15.0)
    clock.hold(18.0)
    assert clock.left == [50.0, 57.0]


def test_a_fallen_clock_is_given_nothing() -> None:
    clock = clock_of("1+5", "1+5")
    clock.run(0, 0.0)
    clock.turn_done(0, 60.0)
    assert clock.left == [0.0, 60.0]


def test_a_clock_for_one_seat_alone_leaves_the_other_without_a_limit() -> None:
    clock = clock_of("1", "none")
    assert clock.timed
    assert clock.snapshot() == (60.0, None)
    assert (clock.remaining(1, 0.0), clock.reading(1, 0.0), clock.alarm(0.0)) == (None, None, None)
    clock.run(1, 0.0)
    assert clock.alarm(99.0) is None
    assert clock.fallen(1e6) is None
    assert clock.turn_done(1, 70.0) == 70.0
    assert clock.allowance(1, 0.0) is None
    free = clock_of("none")
    assert not free.timed
    assert free.snapshot() is None


@pytest.mark.parametrize(
    ("seconds", "shown", "whole"),
    [
        (0, "0:00.0", "00:00"),
        (0.09, "0:00.0", "00:00"),
        (9.99, "0:09.9", "00:09"),
        (10, "00:10", "00:10"),
        (59.99, "00:59", "00:59"),
        (60, "01:00", "01:00"),
        (3599.9, "59:59", "59:59"),
        (3600, "1:00:00", "1:00:00"),
        (3661, "1:01:01", "1:01:01"),
        (36_000 + 59 * 60 + 59, "10:59:59", "10:59:59"),
    ],
)
def test_a_clock_is_shown_to_the_second_and_below_ten_to_the_tenth(
    seconds: float, shown: str, whole: str
) -> None:
    assert clock_text(seconds) == shown
    assert clock_text(seconds, tenths=False) == whole


def test_the_largest_numbers_a_clock_takes() -> None:
    assert parse_clock("600+3600") == ClockSpec(36_000.0, 3600.0)
    assert parse_clock("1 byo 99x3600") == ClockSpec(60.0, periods=99, period=3600.0)
    for text in ("600.1", "1+3601", "1 byo 100x30", "0.9s", "1 byo 0x30"):
        with pytest.raises(ClockError) as refused:
            parse_clock(text)
        assert refused.value.code == "clock-bounds"
        assert None not in refused.value.fields.values()
        assert refused.value.fields["text"] == text


def test_clocks_that_do_not_fit_the_seats_are_refused_with_both_numbers() -> None:
    with pytest.raises(ClockError) as refused:
        with_clocks(two_people(LIBRA), "1 / 2 / 3")
    assert refused.value.fields == {"text": "1 / 2 / 3", "count": 3, "seats": 2}
    with pytest.raises(ClockError) as unread:
        parse_clock("Soon")
    assert unread.value.fields == {"text": "Soon"}


def test_equal_clocks_are_one_for_the_match_and_others_one_for_each_seat() -> None:
    spec = with_clocks(two_people(LIBRA), "1 / 2")
    assert (spec.clock, [seat.clock for seat in spec.seats]) == (
        None,
        [ClockSpec(60.0), ClockSpec(120.0)],
    )
    again = with_clocks(spec, "3 / 3")
    assert (again.clock, [seat.clock for seat in again.seats]) == (ClockSpec(180.0), [None, None])
    assert with_clocks(again, "1 / 2").clock is None


def test_what_is_left_is_shown_in_alarm_later_within_a_period() -> None:
    assert ClockReading(ALARM_S - 1).hurry
    assert not ClockReading(ALARM_S).hurry
    assert ClockReading(PERIOD_ALARM_S - 1, overtime=True).hurry
    assert not ClockReading(PERIOD_ALARM_S, overtime=True).hurry


def test_no_time_runs_once_the_last_turn_is_reopened() -> None:
    clock = clock_of("1", "1")
    clock.run(0, 0.0)
    clock.turn_done(0, 5.0)
    clock.run(1, 5.0)
    clock.reopen()
    assert clock.running is None
    assert clock.left == [55, 60]
    clock.hold(50.0)
    assert clock.left == [55, 60]
