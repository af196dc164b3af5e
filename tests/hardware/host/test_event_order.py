"""Events lost on a line are requested again, and come out in order, at the usual pace."""

from __future__ import annotations

import pytest

from hardware.host.board_connection import BoardConnection, MessagesLost
from hardware.host.event_order import EventOrder
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.codec import Decoder
from hardware.wire.messages import BoardState, Button, Feature, GetEvent, GetState, PointChanged

STEP = 0.01  # seconds


def state(number: int, ms: int = 0) -> BoardState:
    return BoardState(0, 1, ms, (0,) * 19, number)


def event(number: int, ms: int = 0, reply_to: int = 0) -> PointChanged:
    return PointChanged(number % 19, 1, ms, number, reply_to)


def test_what_comes_in_order_does_not_wait() -> None:
    order = EventOrder()
    for message in (state(254), event(254), event(255), Button(1, 0, 0), event(1), state(2)):
        assert order.take(message, 0.0) == [message]
        assert order.missing is None
    assert order.due(9.0) == []


def test_what_comes_after_a_missing_one_is_asked_for_after_it() -> None:
    order = EventOrder()
    order.take(state(255), 0.0)
    for message in (event(0, 300), event(1, 400), state(2, 500)):
        assert order.take(message, 1.0) == []
        assert order.missing == 255
    asked = []
    while (number := order.missing) is not None:
        asked.append(number)
        assert order.take(event(number, 100 * len(asked), reply_to=9), 2.0) == []
    assert asked == [255, 0, 1]
    given = [one for step in range(80) for one in order.due(2.0 + step * STEP)]
    assert [one.number for one in given if isinstance(one, PointChanged)] == asked
    assert order.take(state(2), 3.0) == [state(2)]


def test_late_ones_keep_the_pace_of_the_hands_and_no_longer_a_rest() -> None:
    order = EventOrder()
    order.take(state(0), 0.0)
    for number, ms in ((0, 100), (1, 180), (2, 9000)):
        order.take(event(number, ms, reply_to=9), 10.0)
    when = {
        one.number: round(10.0 + step * STEP, 2)
        for step in range(60)
        for one in order.due(10.0 + step * STEP)
        if isinstance(one, PointChanged)
    }
    assert when == {0: 10.0, 1: 10.08, 2: 10.33}


def test_what_was_told_is_not_told_twice() -> None:
    order = EventOrder()
    order.take(state(7), 0.0)
    order.take(event(7), 0.0)
    assert order.take(event(7, reply_to=3), 0.1) == []
    assert order.due(9.0) == []


def test_after_events_that_are_gone_the_next_state_tells_all() -> None:
    order = EventOrder()
    order.take(state(0), 0.0)
    assert order.take(state(200), 1.0) == []
    assert not order.gone(3)  # the answer to an old request
    assert order.gone(0)
    assert order.missing is None
    assert order.take(state(200), 2.0) == [state(200)]
    assert order.take(event(200), 3.0) == [event(200)]


def test_an_answer_does_not_tell_that_it_is_the_last_one() -> None:
    order = EventOrder()
    order.take(state(0), 0.0)
    order.take(event(0, reply_to=7), 0.0)  # the request came before any event, so none was lost
    assert order.missing == 1
    assert not order.gone(1)
    assert order.missing is None


def test_damage_is_followed_by_a_question_until_it_is_answered() -> None:
    order = EventOrder()
    assert not order.doubt()  # until the board has sent a number, nothing can be requested
    order.take(state(3), 0.0)
    assert order.doubt()
    assert order.missing == 3
    assert not order.gone(3)
    assert order.missing is None


def lossy(features: int) -> tuple[list[object], set[type]]:
    """Return what a host receives and requests while 19 pieces are laid and events get lost."""
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19, features=features))
    talk, now = BoardConnection(), 0.0
    heard: list[object] = []
    asked: set[type] = set()
    while now < 12.0:
        now += STEP
        if now > 2.0 and round(now / STEP) % 30 == 0:
            board.set(round(now / STEP) // 30 % 19, 1)
        said = board.advance(now)
        swallowed = 2.0 < now < 3.9 and b"\x84" in said[:2]
        heard += talk.feed(b"" if swallowed else said, now)
        out = talk.due(now)
        board.feed(out, now)
        asked |= {type(one) for one in Decoder().feed(out)}
    return heard, asked


@pytest.mark.parametrize("keeps", [False, True])
def test_a_board_that_keeps_no_events_is_asked_for_its_state(keeps: bool) -> None:
    heard, asked = lossy(sum(Feature) if keeps else sum(Feature) - Feature.EVENTS)
    events = [one.point for one in heard if isinstance(one, PointChanged)]
    wanted = [number % 19 for number in range(7, 26)]
    assert events == (wanted if keeps else wanted[-len(events) :])
    assert len(events) == len(wanted) or not keeps
    assert (GetEvent in asked) == keeps
    assert any(isinstance(one, MessagesLost) for one in heard) != keeps
    assert GetState in asked
