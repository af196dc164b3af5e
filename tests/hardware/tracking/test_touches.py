"""Touches, set-downs and the evidence they give, at their boundaries."""

from __future__ import annotations

from collections import Counter

from hardware.tracking.debounce import Debouncer, Touch
from hardware.tracking.evidence import begun, penalty
from hardware.tracking.sensor_image import EMPTY, ONE
from hardware.tracking.touches import (
    SET_DOWN_DELAY_S,
    SetDown,
    lifts_first,
    set_downs,
    ways_to_tell,
)

START = (ONE, ONE, EMPTY, EMPTY)


def touches(*words: str, pause: float = 1.0) -> list[Touch]:
    """Return touches such as "-0", point 0 is emptied, and "+2", point 2 is covered."""
    return [
        Touch(number * pause, int(word[1:]), ONE if word[0] == "+" else EMPTY)
        for number, word in enumerate(words)
    ]


def landings(found: list[SetDown]) -> list[tuple[int, int]]:
    return [(one.piece, one.point) for one in found]


def test_landings_in_another_order_speak_against_a_line() -> None:
    seen = set_downs(START, touches("-0", "+2", "-1", "+3"))
    assert landings(seen) == [(0, 2), (1, 3)]
    assert penalty([(0, 2), (1, 3)], Counter(), seen) == 0
    assert penalty([(1, 3), (0, 2)], Counter(), seen) == 1


def test_landings_that_were_not_made_or_not_said_speak_against_a_line() -> None:
    seen = set_downs(START, touches("-0", "+2"))
    assert penalty([(1, 2)], Counter(), seen) == 3  # one too few, one too many, none in order
    assert penalty([], Counter(), seen) == 1
    assert penalty([(0, 2)], Counter([1]), seen) == 1


def test_a_line_begins_with_the_latest_landing_that_can_be_its_first() -> None:
    seen = set_downs(START, touches("-0", "+2", "-2", "+0", "-0", "+2", "-1", "+3"))
    assert begun([(0, 2), (1, 3)], seen) == 5.0
    assert begun([(0, 2)], seen) == 5.0
    assert begun([(1, 2)], seen) == 0.0


def test_of_two_pieces_in_the_air_either_may_come_down_first() -> None:
    last, first = ways_to_tell(START, touches("-0", "-1", "+2", "+3"))
    assert landings(last) == [(1, 2), (0, 3)]
    assert landings(first) == [(0, 2), (1, 3)]
    assert len(ways_to_tell(START, touches("-0", "+2", "-1", "+3"))) == 1


def test_a_piece_is_set_down_where_it_lies_for_the_delay() -> None:
    made = touches("-0", "+2", "-2", "+3", pause=SET_DOWN_DELAY_S)
    assert landings(set_downs(START, made)) == [(0, 2), (0, 3)]
    made = touches("-0", "+2", "-2", "+3", pause=0.9 * SET_DOWN_DELAY_S)
    assert landings(set_downs(START, made)) == [(0, 3)]


def test_a_slide_ends_before_the_delay() -> None:
    quick = touches("+2", "-0", pause=0.9 * SET_DOWN_DELAY_S)
    assert lifts_first(quick) == quick[::-1]
    slow = touches("+2", "-0", pause=SET_DOWN_DELAY_S)
    assert lifts_first(slow) == slow


def test_touches_are_forgotten_up_to_a_time_and_at_it() -> None:
    debouncer = Debouncer(4)
    debouncer.whole(START, 0.0)
    for touch in touches("-0", "+2", "-1"):
        debouncer.event(touch.point, touch.face, touch.time)
    debouncer.forget(1.0)
    assert [touch.point for touch in debouncer.touches] == [1]
