"""If sensors are out of order, no turn is invented and the game goes on."""

from __future__ import annotations

import pytest

from game.rules.base import Game
from game.rules.registry import parse_setup
from hardware.tracking.debounce import (
    RESTLESS_CHANGES,
    RESTLESS_CHANGES_CROWDED,
    RESTLESS_DEBOUNCE_S,
    Debouncer,
)
from hardware.tracking.doubt import DOUBT_DELAY_S, SLOW_DOUBT_DELAY_S
from hardware.tracking.sensor_image import ANY
from hardware.tracking.tracker import UNSURE_DELAY_S
from hardware.tracking.tracker_events import Agreed, Ambiguous, BoardMismatch, Doubt
from tests.hardware.tracking.tracker_board import Board, turns

LESS = "less walls=" + "0" * 60


def board(setup: str, dead: str) -> Board:
    """Return a board on which the sensor of one point is out of order."""
    made = Board(parse_setup(setup))
    made.faces[made.game.topology.index[dead]] = ANY
    made.tracker.whole(made.faces, made.now)
    made.wait(0.5)
    return made


def test_a_lifted_piece_is_not_taken_for_one_on_a_dead_point() -> None:
    less = board(LESS, "d2")
    out = less.put("e2", 0, UNSURE_DELAY_S - 1)
    assert turns(out, complete=False) == turns(out) == []
    out = less.put("e3", 1)
    assert turns(out, complete=False) == ["e2-e3"]


def test_what_may_lie_on_a_dead_point_is_asked_after_a_while() -> None:
    less = board(LESS, "d2")
    (question,) = [
        reading
        for reading in less.put("e2", 0, UNSURE_DELAY_S + 1)
        if isinstance(reading, Ambiguous)
    ]
    assert [Game.turn_text(one) for one in question.alternatives] == ["e2-d2"]
    less.tracker.choose(0)
    assert turns(less.wait(0.5), complete=False) == ["e2-d2"]
    out = less.put("d3", 1)
    assert turns(out, complete=False) == ["e2-d2,d2-d3"], "nobody saw it leave"


def test_the_button_says_that_a_stone_was_laid_where_no_sensor_sees() -> None:
    hexagon = board("multiplicity size=3", "c3")
    assert turns(hexagon.wait(3.0)) == []
    (question,) = [one for one in hexagon.press() if isinstance(one, Ambiguous)]
    assert [Game.turn_text(one) for one in question.alternatives] == ["c3"]
    hexagon.tracker.choose(0)
    assert turns(hexagon.wait(0.5)) == ["c3"]


def test_where_stones_of_either_colour_may_be_laid_both_are_offered() -> None:
    libra = board("libra size=3 mode=duel", "c3")
    (question,) = [one for one in libra.press() if isinstance(one, Ambiguous)]
    assert {Game.turn_text(one) for one in question.alternatives} == {"Wc3", "Bc3"}


def test_a_piece_that_comes_from_a_dead_point_is_read_at_once() -> None:
    less = board(LESS, "e2")
    assert turns(less.put("e3", 1), complete=False) == ["e2-e3"]


def test_a_sensor_that_stands_against_all_others_is_doubted_and_then_left_out() -> None:
    less = Board(parse_setup(LESS))
    less.put("e2", 0, 0.3)
    less.put("e2", 1, 0.3)  # the reading stays the same, though the piece is moved
    out = less.put("e3", 1, DOUBT_DELAY_S + 1)
    (doubt,) = [reading for reading in out if isinstance(reading, Doubt)]
    assert (doubt.point, Game.turn_text(doubt.actions), doubt.seen) == ("e2", "e2-e3", True)
    assert turns(out, complete=False) == []
    less.tracker.distrust([less.game.topology.index["e2"]])
    assert turns(less.wait(0.5), complete=False) == ["e2-e3"]


def test_a_sensor_that_sees_nothing_any_more_is_doubted_later() -> None:
    less = Board(parse_setup(LESS))
    assert not [r for r in less.put("e2", 0, SLOW_DOUBT_DELAY_S - 1) if isinstance(r, Doubt)], (
        "in the hand?"
    )
    (doubt,) = [reading for reading in less.wait(3.0) if isinstance(reading, Doubt)]
    assert (doubt.point, doubt.actions, doubt.seen) == ("e2", (), False)
    less.tracker.distrust([less.game.topology.index["e2"]])
    less.wait(0.5)
    assert less.tracker.shown == less.tracker.wanted()


def test_two_points_that_differ_are_no_sick_sensor() -> None:
    less = Board(parse_setup(LESS))
    less.put("a1", 1)
    out = less.put("b1", 1, DOUBT_DELAY_S + 5)
    assert any(isinstance(reading, BoardMismatch) for reading in out)
    assert not any(isinstance(reading, Doubt) for reading in out)


def test_noise_on_a_point_that_is_left_out_does_not_disturb() -> None:
    hexagon = board("multiplicity size=3", "a3")
    for face in (1, 2, 0) * 20:
        hexagon.put("a3", face, 0.05)
    assert hexagon.seen == [Agreed()]
    assert turns(hexagon.put("c3", 1)) == ["c3"]


@pytest.mark.parametrize(
    ("changes", "settles"), [(RESTLESS_CHANGES - 1, 0.3), (RESTLESS_CHANGES + 1, 2.1)]
)
def test_a_point_that_comes_and_goes_must_rest_longer(changes: int, settles: float) -> None:
    debouncer = Debouncer(3)
    debouncer.whole([0, 0, 0], 0.0)
    for number in range(changes):
        debouncer.event(1, number % 2 + 1, 0.1 * number)
    last = 0.1 * (changes - 1)
    assert not debouncer.advance(last + settles - 0.15)
    assert debouncer.advance(last + settles)
    assert settles <= RESTLESS_DEBOUNCE_S + 0.2


def two_take_turns(changes: int, apart: float) -> Debouncer:
    """Change points 1 and 2 this many times, each `apart` seconds after its own last change.

    Point 1 changes first, at 0 s; point 2 changes halfway between the changes of point 1.
    """
    debouncer = Debouncer(3)
    debouncer.whole([0, 0, 0], 0.0)
    for number in range(changes):
        debouncer.event(1, (number + 1) % 2, apart * number)
        debouncer.event(2, (number + 1) % 2, apart * (number + 0.5))
    return debouncer


def test_a_point_that_hands_try_between_others_settles_as_fast_as_any() -> None:
    debouncer = two_take_turns(RESTLESS_CHANGES + 2, apart=0.3)
    debouncer.advance(0.3 * (RESTLESS_CHANGES + 1.5) + debouncer.settle + 0.01)
    assert debouncer.faces == [0, 1, 1]


def test_two_points_that_flicker_at_once_must_both_rest_longer() -> None:
    debouncer = two_take_turns(RESTLESS_CHANGES_CROWDED + 1, apart=0.1)
    debouncer.advance(0.1 * RESTLESS_CHANGES_CROWDED + RESTLESS_DEBOUNCE_S - 0.1)
    assert debouncer.faces == [0, 0, 0]
    debouncer.advance(0.1 * RESTLESS_CHANGES_CROWDED + RESTLESS_DEBOUNCE_S + 0.1)
    assert debouncer.faces == [0, 1, 1]
