"""Clocks are fair to seats on slow lines; the tests simulate time, and one measures a real ping."""

from __future__ import annotations

import pytest

from game.network.host.channel import MAX_LAG_S
from game.network.lines.pipe import SeatState
from game.table.clock import Clock
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.network.lines import House
from tests.network.served import Served

MINUTE = ClockSpec(60.0)


class SlowTable(House):
    """A table with seat 0 here, and seat 1 on a line with a delay (seconds, in each direction)."""

    def __init__(self, delay: float, clock: ClockSpec = MINUTE) -> None:
        super().__init__(MatchSpec("libra size=3", (SeatSpec(), SeatSpec("remote")), clock))
        self.delay = delay
        self.guest = self.seated(1, view="wire")
        self.guest.client.lag = 2 * delay
        self.hall.measured(self.guest.client, 2 * delay)
        self.go_on()

    def think(self, seconds: float) -> None:
        """Let the seat to move think this many seconds, then play a turn of one action."""
        match, seat = self.match, self.match.to_move
        match.clock.run(seat, self.now)
        action = match.legal()[0]
        if seat == 0:
            self.go_on(seconds)
            match.play(action, self.now)
        else:
            self.go_on(self.delay)  # until the guest sees the position
            self.go_on(seconds)
            asked = 1 + sum(turn.seat == 1 for turn in match.turns)
            self.go_on(self.delay)  # until the turn arrives here
            self.guest.play(asked, str(action))
        self.go_on()


def left(delay: float, seconds: float, turns: int = 5) -> tuple[float | None, ...]:
    """Return both seats' time left after each has played `turns` turns of `seconds` each."""
    table = SlowTable(delay)
    while len(table.match.turns) < 2 * turns:
        table.think(seconds)
    return tuple(table.match.clock.remaining(seat, table.now) for seat in (0, 1))


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.1, 0.25])
def test_the_way_to_a_seat_and_back_is_not_charged(delay: float) -> None:
    here, there = left(delay, 2.0)
    assert here == there == pytest.approx(50.0)


def test_no_more_than_half_a_second_of_a_turn_is_given() -> None:
    here, there = left(1.0, 2.0)
    assert here == pytest.approx(50.0)
    assert there == pytest.approx(60.0 - 5 * (2.0 + 2.0 - MAX_LAG_S))


def test_who_needs_less_than_the_line_is_charged_nothing_and_gains_nothing() -> None:
    assert left(0.25, 0.0) == (60.0, 60.0)


def test_a_flag_falls_later_by_the_lag_alone() -> None:
    clock = Clock((MINUTE, MINUTE))
    clock.lag[1] = 0.4
    clock.run(1, 0.0)
    assert clock.fallen(60.3) is None
    assert clock.fallen(60.5) == 1


def test_a_lag_that_changes_within_a_turn_counts_from_the_next_one() -> None:
    table = SlowTable(0.2)
    table.think(1.0)
    table.match.clock.run(1, table.now)
    table.go_on(1.0)
    before = table.match.clock.remaining(1, table.now)
    table.channel.on_message(SeatState(table.channel.table, 1, "here", "x", 0.0), table.now)
    table.go_on()
    assert table.match.clock.remaining(1, table.now) == before


def test_a_delay_of_the_clock_and_the_lag_add_up() -> None:
    clock = Clock((ClockSpec(60.0, delay=2.0),))
    clock.lag[0] = 0.3
    clock.run(0, 0.0)
    assert clock.remaining(0, 2.3) == 60.0
    clock.hold(3.3)
    assert clock.left[0] == pytest.approx(59.0)


def test_a_real_ping_tells_the_table_how_far_away_a_seat_is() -> None:
    match = Match(MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec()), MINUTE))
    with Served(match=match) as served:
        line = served.line()
        line.say("follow", view="wire")
        line.say("claim", code=served.offer_seat(1))
        line.wait_for("seated")
        assert served.until(lambda: 0 < served.channel.places[1].lag < 1.0)
        assert served.until(lambda: match.clock.lag[1] > 0)
