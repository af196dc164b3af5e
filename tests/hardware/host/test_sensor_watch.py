"""Faults of sensors are found while a game is played."""

from __future__ import annotations

import pytest

from hardware.host.sensor_watch import (
    BLINK_CALM_S,
    COMPARED,
    FIDGETS,
    IN_A_ROW,
    KEPT,
    LONGEST_FIDGET_S,
    REST_DELAY_S,
    STEADY_IN_A_ROW,
    UNSTEADY_SPREAD,
    USUAL_OF,
    MagnetSignal,
    MagnetStrengths,
    SensorWatch,
)
from hardware.tracking.doubt import FlickerWatch
from hardware.wire.messages import GetReadings, Readings, SensorReading


def strengths(signals: list[tuple[int, int, int]], usual: int = USUAL_OF + 8) -> MagnetStrengths:
    """Return the strengths of these signals (point, piece, counts), after `usual` ordinary ones."""
    made = MagnetStrengths()
    for number in range(usual):
        made.add(MagnetSignal(50 + number, 100 + number, 1, 140))
    for point, piece, counts in signals:
        made.add(MagnetSignal(point, piece, 1, counts))
    return made


def test_what_stays_at_a_point_is_the_points() -> None:
    found = strengths([(7, 1, 80), (7, 2, 85), (7, 3, 78), (8, 1, 140), (9, 2, 138)])
    assert found.points() == (7,)
    assert found.pieces() == {}


def test_what_travels_with_a_piece_is_its_magnet() -> None:
    found = strengths([(7, 1, 80), (8, 1, 85), (9, 1, 78), (7, 2, 140), (8, 3, 138)])
    assert found.points() == ()
    assert found.pieces() == {1: 9}


def test_few_signals_and_usual_differences_say_nothing() -> None:
    assert strengths([(7, 1, 80), (7, 2, 80)]).points() == ()
    assert strengths([(7, 1, 110), (7, 2, 112), (7, 3, 115)]).points() == ()
    found = MagnetStrengths()
    for number in range(4):
        found.add(MagnetSignal(7, number, 1, 20))
    assert found.points() == (), "nobody knows what is usual"


def test_a_weak_face_is_compared_with_the_same_face_of_others() -> None:
    found = strengths([])
    for number in range(USUAL_OF):
        found.add(MagnetSignal(number, number, 2, 70))
    assert found.points() == ()
    assert found.share(3) == 1.0


def test_what_was_mended_is_strong_again_and_old_readings_are_forgotten() -> None:
    numbers, later = range(4 * KEPT), range(30, 30 + KEPT)
    point, mended = [(7, number, 80) for number in numbers], [(7, number, 140) for number in later]
    assert strengths(point, COMPARED // 2).points() == (7,)
    assert strengths(point + mended, COMPARED // 2).points() == ()
    piece, strong = [(number, 1, 80) for number in numbers], [(number, 1, 140) for number in later]
    assert strengths(piece, COMPARED // 2).pieces() == {1: numbers[-1]}
    assert strengths(piece + strong, COMPARED // 2).pieces() == {}


def answer(watch: SensorWatch, asked: GetReadings, counts: int, noise: int) -> None:
    watch.on_message(Readings(1, asked.first, (SensorReading(512 + counts, 512, noise),)))


def test_a_sensor_that_jumps_is_not_believed() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    for number in range(IN_A_ROW):
        assert watch.unsteady == set()
        asked = watch.due(0.02 * number)
        assert asked == GetReadings(first=4, count=1)
        answer(watch, asked, 200, UNSTEADY_SPREAD + 50)
    assert watch.unsteady == {4}
    watch.begin()
    assert watch.unsteady == set(), "another game, another chance"


def test_in_another_game_all_is_counted_from_the_start() -> None:
    watch = SensorWatch()

    def bad(now: float) -> None:
        asked = watch.due(now)
        assert asked is not None
        answer(watch, asked, 200, UNSTEADY_SPREAD + 50)

    watch.changed(4, 1, 0.0)
    for number in range(IN_A_ROW - 1):
        bad(0.1 * number)
    watch.begin()
    bad(1.0)
    assert watch.unsteady == set()
    blinking = SensorWatch()
    blinking.changed(4, 1, 0.0)
    for number in range(2 * FIDGETS - 2):
        if number == FIDGETS - 1:
            blinking.begin()
        blinking.changed(4, 0, 8.0 * number + 1)
        blinking.changed(4, 1, 8.0 * number + 3)
    assert blinking.blinking == set()
    assert blinking.to_ask() == []


def test_single_bad_samples_are_no_sick_sensor() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    for noise in (UNSTEADY_SPREAD + 50, UNSTEADY_SPREAD + 50, 3):
        asked = watch.due(0.0)
        assert asked is not None
        answer(watch, asked, 140, noise)
    assert watch.due(0.0) is None
    assert watch.unsteady == set()


def test_a_piece_at_rest_is_read_once() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    asked = watch.due(0.0)
    assert asked is not None
    answer(watch, asked, 60, 3)  # the player still holds the piece
    assert watch.due(REST_DELAY_S / 2) is None
    asked = watch.due(REST_DELAY_S)
    assert asked == GetReadings(first=4, count=1)
    answer(watch, asked, 140, 3)
    assert watch.due(10.0) is None


def test_an_answer_that_never_comes_is_not_waited_for() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    assert watch.due(0.0) is not None
    watch.changed(5, 1, 0.5)
    assert watch.due(0.6) is None
    assert watch.due(3.0) == GetReadings(first=5, count=1)


def test_a_piece_that_comes_back_by_itself_again_and_again() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    for number in range(FIDGETS):
        assert watch.blinking == set()
        watch.changed(4, 0, 8.0 * number + 1)
        watch.changed(4, 1, 8.0 * number + 3)
    assert watch.blinking == {4}
    assert watch.to_ask() == [4]
    assert watch.to_ask() == []
    last = 8.0 * (FIDGETS - 1) + 3
    watch.calm(last + BLINK_CALM_S - 1)
    assert watch.blinking == {4}
    watch.calm(last + BLINK_CALM_S)
    assert watch.blinking == set()


def test_a_piece_that_never_stops_coming_back_is_asked_about() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    for number in range(int(LONGEST_FIDGET_S) + 2):
        watch.changed(4, 0, number + 0.4)
        watch.changed(4, 1, number + 0.8)
    assert watch.to_ask() == [4]
    watch.believe(4)
    assert watch.blinking == set()
    for number in range(int(LONGEST_FIDGET_S) + 22, 80):
        watch.changed(4, 0, number + 0.4)
        watch.changed(4, 1, number + 0.8)
    assert watch.to_ask() == [], "a person's word is taken for a while"


def test_who_fidgets_without_a_pause_is_asked_about_only_after_long() -> None:
    watch, every = SensorWatch(), 0.8
    watch.changed(4, 1, 0.0)
    for number in range(int(LONGEST_FIDGET_S / every)):
        watch.changed(4, 0, every * number + 0.4)
        watch.changed(4, 1, every * number + 0.6)
    assert watch.to_ask() == [], "children do so for ten seconds on end"


@pytest.mark.parametrize("touches", [1.0, 2.0, 3.0])
def test_fidgeting_is_no_fault(touches: float) -> None:
    watch, flicker = SensorWatch(), FlickerWatch()
    watch.changed(14, 2, 0.0)
    for number in range(int(10 * touches)):
        for face, share in ((0, 0.3), (2, 0.8)):
            when = 1 + (number + share) / touches
            watch.changed(14, face, when)
            flicker.changed(14, when)
            assert flicker.points(when) == ()
    assert watch.blinking == set()
    assert watch.to_ask() == []


def test_an_unsteady_sensor_that_is_steady_again_is_believed_again() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    for _number in range(IN_A_ROW):
        asked = watch.due(0.0)
        assert asked is not None
        answer(watch, asked, 200, UNSTEADY_SPREAD + 50)
    steady = 0
    for second in range(100):
        assert watch.unsteady == ({4} if steady < STEADY_IN_A_ROW else set())
        watch.calm(float(second))
        if watch.unsteady and (asked := watch.due(float(second))) is not None:
            answer(watch, asked, 140, 3)
            steady += 1
    assert steady == STEADY_IN_A_ROW


def test_a_stone_lifted_and_put_back_by_hand_is_no_blinking() -> None:
    watch = SensorWatch()
    watch.changed(14, 2, 0.0)
    # Times of a fidgeting player, from a game of the clumsy hand.
    for since in (24.0, 35.9, 39.3, 45.1, 48.4):
        watch.changed(14, 0, since)
        watch.changed(14, 2, since + 0.9)
    assert watch.blinking == set()


def test_hands_that_touch_other_points_meanwhile_are_no_blinking() -> None:
    watch = SensorWatch()
    for number in range(20):
        watch.changed(4, number % 2, 2.0 * number)
        watch.changed(5, (number + 1) % 2, 2.0 * number + 1)
    assert watch.blinking == set()


def test_another_game_begins_while_a_piece_comes_to_rest() -> None:
    watch = SensorWatch()
    watch.changed(4, 1, 0.0)
    asked = watch.due(0.0)
    assert asked is not None
    answer(watch, asked, 140, 3)
    asked = watch.due(REST_DELAY_S)
    assert asked is not None
    watch.begin()
    answer(watch, asked, 140, 3)
    assert watch.due(2 * REST_DELAY_S) is None


def test_pieces_moved_while_the_cable_was_out_are_other_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch, seen = SensorWatch(), list[tuple[int, int]]()
    monkeypatch.setattr(
        watch.strengths, "add", lambda signal: seen.append((signal.point, signal.piece))
    )

    def read(point: int, now: float) -> None:
        for _ in ("touched", "at rest"):
            asked = watch.due(now)
            assert asked == GetReadings(first=point, count=1)
            answer(watch, asked, 140, 3)

    watch.changed(0, 1, 0.0)
    read(0, REST_DELAY_S)
    watch.whole((0, 1, 0))  # the piece was moved without an event
    watch.changed(0, 1, 5.0)
    read(0, 5.0 + REST_DELAY_S)
    watch.changed(1, 0, 9.0)
    watch.changed(2, 1, 9.5)
    asked = watch.due(9.5)
    assert asked is not None
    answer(watch, asked, 140, 3)
    read(2, 9.5 + REST_DELAY_S)
    first, other, moved = (piece for _point, piece in seen)
    assert len({first, other, moved}) == 3
