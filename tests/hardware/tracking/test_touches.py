"""Touches and set-downs give the right evidence, even in borderline cases."""

from __future__ import annotations

from collections import Counter

from hardware.tracking.debounce import Debouncer, Touch
from hardware.tracking.evidence import begun, penalty
from hardware.tracking.sensor_image import EMPTY, ONE, TWO
from hardware.tracking.touches import (
    OUTSIDE,
    SET_DOWN_DELAY_S,
    SetDown,
    lifts_first,
    set_downs,
    ways_to_tell,
)

START = (ONE, ONE, EMPTY, EMPTY)


def touches(*words: str, pause: float = 1.0) -> list[Touch]:
    """Return touches for words such as "-0" (point 0 is emptied) and "+2" (point 2 is covered)."""
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
    # One touch is missing, one is too many, and none is in order.
    assert penalty([(1, 2)], Counter(), seen) == 3
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


def test_a_piece_from_beside_the_board_is_nobodys() -> None:
    (one,) = set_downs(START, touches("+2"))
    assert one == SetDown(0.0, OUTSIDE, OUTSIDE, 2, False)


def test_each_set_down_says_where_the_piece_lay_at_first_and_last() -> None:
    found = set_downs(START, touches("-0", "+2", "-2", "+3"))
    assert found == [SetDown(1.0, 0, 0, 2, False), SetDown(3.0, 0, 2, 3, False)]


def test_a_piece_put_back_was_set_down_only_where_it_shows_another_face() -> None:
    back = [Touch(0.0, 0, EMPTY), Touch(1.0, 0, ONE)]
    assert set_downs(START, back) == []
    assert set_downs(START, back, blind=True) == [SetDown(1.0, 0, 0, 0, True)]
    turned = [Touch(0.0, 0, EMPTY), Touch(1.0, 0, TWO)]
    assert set_downs(START, turned) == [SetDown(1.0, 0, 0, 0, True)]


def test_of_pieces_in_the_air_the_one_with_the_face_that_is_seen_comes_down() -> None:
    start = (ONE, TWO, EMPTY, EMPTY)
    made = [Touch(0.0, 0, EMPTY), Touch(1.0, 1, EMPTY), Touch(2.0, 2, ONE), Touch(3.0, 3, TWO)]
    assert ways_to_tell(start, made) == [
        [SetDown(2.0, 0, 0, 2, False), SetDown(3.0, 1, 1, 3, False)]
    ]
    home = [*made[:2], Touch(2.0, 0, ONE), Touch(3.0, 3, TWO)]
    assert landings(set_downs(start, home)) == [(1, 3)]


def test_what_lies_at_the_end_is_set_down_in_the_order_of_time() -> None:
    found = set_downs(START, touches("-1", "+3", "-0", "+2"))
    assert [(one.time, one.point) for one in found] == [(1.0, 3), (3.0, 2)]
    quick = set_downs(START, touches("-1", "+3", "-0", "+2", pause=0.01))
    assert landings(quick) == [(1, 3), (0, 2)]


def test_every_way_to_tell_knows_blind_boards_and_short_stays() -> None:
    put_back = touches("-0", "-1", "+1", "+0")
    assert [one.turned for way in ways_to_tell(START, put_back, blind=True) for one in way] == [
        True, True,
    ]  # fmt: skip
    assert ways_to_tell(START, put_back) == [[]]
    short = touches("-0", "+2", "-2", "+3", pause=0.05)
    assert ways_to_tell(START, short) == [[SetDown(0.15000000000000002, 0, 0, 3, False)]]
    assert len(ways_to_tell(START, short, least=0.04)[0]) == 2


def test_a_sliding_piece_lies_on_the_next_point_before_it_leaves_the_last() -> None:
    quick = touches("+2", "-0", pause=0.9 * SET_DOWN_DELAY_S)
    assert landings(set_downs(START, quick)) == [(0, 2)]
    slow = touches("+2", "-0", "+3", pause=SET_DOWN_DELAY_S)
    assert landings(set_downs(START, slow)) == [(OUTSIDE, 2), (0, 3)]


def test_lifts_are_put_first_only_where_no_piece_was_in_the_air() -> None:
    pause = 0.5 * SET_DOWN_DELAY_S
    held = touches("-1", "+2", "-0", "+3", pause=pause)
    assert lifts_first(held) == held
    same = touches("+2", "-2", pause=pause)
    assert lifts_first(same) == same
    twice = touches("+2", "-0", "+3", "-2", pause=pause)
    assert [touch.point for touch in lifts_first(twice)] == [0, 2, 2, 3]
    once = touches("+2", "-0", "-1", pause=0.3 * SET_DOWN_DELAY_S)
    assert [touch.point for touch in lifts_first(once)] == [0, 2, 1]
