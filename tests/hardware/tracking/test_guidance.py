"""The lights show the right tasks and need no more current than USB supplies."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.rules.registry import parse_setup
from hardware.tracking.advice import task_for
from hardware.tracking.guidance import LIMIT_MA, current_ma, dimmed, lights_for
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import Ambiguous, BoardMismatch, Fault, Lifted
from hardware.wire.palette import Light


@given(st.lists(st.integers(0, 15), max_size=128), st.integers(0, 255))
def test_the_current_stays_under_the_limit(codes: list[int], wanted: int) -> None:
    points = max(len(codes), 1)
    brightness = dimmed(codes, wanted, points)
    assert 0 <= brightness <= wanted
    assert brightness == 0 or current_ma(codes, brightness, points) <= LIMIT_MA


def test_a_dozen_lights_need_no_dimming() -> None:
    assert dimmed([Light.TARGET] * 12 + [0] * 69, 255, 81) == 255
    assert dimmed([Light.WHITE] * 81, 255, 81) < 255


def test_a_piece_in_the_air_shows_where_it_may_land() -> None:
    lit = lights_for(None, Lifted("e2", ("e3", "d2")))
    assert lit == {"e2": Light.LIFTED, "e3": Light.TARGET, "d2": Light.TARGET}


def test_faults_show_what_to_do() -> None:
    lit = lights_for(BoardMismatch((Fault("turn", "a1"), Fault("move", "b1", None, "b2"))))
    assert lit == {"a1": Light.FLIP, "b1": Light.PLACE, "b2": Light.REMOVE}


def test_a_train_to_be_made_is_shown_hop_by_hop() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()
    actions = game.parse_turn(start, "e2-d2,d2-c2,c2-b2")
    task = task_for(sensors, start, actions, sensors.image(start))
    assert lights_for(task) == {
        "e2": Light.FROM,
        "d2": Light.TO,
        "c2": Light.VIA,
        "b2": Light.VIA,
    }
    for action in actions[:2]:
        start = game.play(start, action).state
    task = task_for(sensors, game.start(), actions, sensors.image(start))
    assert lights_for(task) == {"c2": Light.FROM, "b2": Light.TO}


def test_alternatives_have_a_colour_each() -> None:
    game = parse_setup("libra size=3 mode=duel")
    one, other = game.parse_turn(game.start(), "Wc3"), game.parse_turn(game.start(), "Wb3")
    lit = lights_for(Ambiguous((tuple(one), tuple(other))))
    assert lit == {"c3": Light.CHOICE_A, "b3": Light.CHOICE_B}


def test_the_last_turn_stays_dimly() -> None:
    game = parse_setup("multiplicity size=3")
    assert lights_for(None, None, game.parse_turn(game.start(), "c3")) == {"c3": Light.LAST}


def test_what_a_person_is_asked_to_choose_from_is_lit_as_a_turn_of_the_program() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    step, leap = (game.parse_action(game.start(), text) for text in ("e2-d2", "f2-d2"))
    lit = lights_for(None, None, (), (step, leap))
    assert lit == {"e2": Light.FROM, "f2": Light.FROM, "d2": Light.TO}
    in_the_air = Lifted("e2", ("e3", "d2"))
    assert lights_for(None, in_the_air, (), (step,)) == {"e2": Light.LIFTED, "d2": Light.TO}
    assert lights_for(None, Lifted("f1", ("f0",)), (), (step,))["f0"] == Light.TARGET


def test_a_fault_comes_before_what_is_asked() -> None:
    game = parse_setup("multiplicity size=3")
    asked = game.parse_turn(game.start(), "c3")
    assert lights_for(None, None, (), asked) == {"c3": Light.PLACE}
    assert lights_for(BoardMismatch((Fault("remove", "a3"),)), None, (), asked) == {
        "a3": Light.REMOVE
    }
