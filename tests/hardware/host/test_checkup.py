"""The diagnosis of a board requests the right readings, and names the points to check."""

from __future__ import annotations

import pytest

from hardware.host.checkup import (
    NOISE_LIMIT,
    POINTS_PER_REQUEST,
    PRESS,
    RELEASE,
    WEAK_BELOW,
    Checkup,
    Concern,
)
from hardware.wire.messages import Calibration, GetReadings, Health, Readings, SensorReading

POINTS = 2 * POINTS_PER_REQUEST + 7


def readings(first: int, *deviations: int, noise: int = 3) -> Readings:
    """Return readings with these deviations from a baseline of 512."""
    return Readings(1, first, tuple(SensorReading(512 + one, 512, noise) for one in deviations))


def test_all_points_are_read_in_turn_and_from_then_on_the_chosen_one_in_between() -> None:
    checkup = Checkup(POINTS)
    checkup.choose(5)
    parts = [(0, 12), (12, 12), (24, 7)]
    asked = [checkup.request() for _request in range(3)]
    assert asked == [GetReadings(first, count) for first, count in parts]
    assert checkup.rounds == 1
    later = [checkup.request() for _request in range(6)]
    assert [one for one in later if one.count == 1] == 3 * [GetReadings(5, 1)]
    assert [one for one in later if one.count != 1] == asked
    assert checkup.rounds == 2


def test_a_board_whose_points_fill_its_requests_is_read_without_an_empty_one() -> None:
    checkup = Checkup(POINTS_PER_REQUEST)
    assert checkup.request() == GetReadings(0, POINTS_PER_REQUEST)
    assert checkup.rounds == 1
    assert [checkup.request().first for _request in range(2)] == [0, 0]


def test_readings_are_kept_with_their_sign_and_of_the_chosen_point_one_after_the_other() -> None:
    checkup = Checkup(3)
    checkup.choose(1)
    checkup.on_message(readings(0, -200, 150))
    # The last reading belongs to no point of the board.
    checkup.on_message(readings(1, 160, 170, 180, noise=5))
    assert checkup.values == [-200, 160, 170]
    assert checkup.noise == [3, 5, 5]
    assert checkup.seen == [True, True, True]
    assert list(checkup.trace) == [150, 160]
    checkup.choose(1)
    assert list(checkup.trace) == [150, 160]
    checkup.choose(2)
    assert list(checkup.trace) == []


def test_thresholds_are_those_of_the_calibration_that_tells_some() -> None:
    checkup = Checkup(3)
    for press, release, expected in ((0, 0, (PRESS, RELEASE)), (80, 50, (80, 50))):
        checkup.on_message(Calibration(1, 0, 0, 0, press, release, 3, (0, 0, 0)))
        assert (checkup.press, checkup.release) == expected


def test_the_self_test_tells_what_is_stuck_and_how_the_controller_is() -> None:
    checkup = Checkup(3)
    checkup.on_message(Health(1, 1, 0, 5000, 900, 700, 0, 0, (0, 0, 1), 42))
    assert (checkup.stuck, checkup.scan_us, checkup.saves) == ({2}, 900, 42)
    assert checkup.warnings() == [], "of a point that was never read nothing is said"
    checkup.on_message(readings(0, 0, 0, 0))
    assert checkup.warnings() == [Concern(2, "stuck", 0, 3)]


@pytest.mark.parametrize(
    ("state", "deviation", "noise", "kind"),
    [
        (0, 0, NOISE_LIMIT, ""),
        (0, 0, NOISE_LIMIT + 1, "flickers"),
        (3, 0, NOISE_LIMIT + 1, "stuck"),
        (1, WEAK_BELOW - 1, 3, "weak"),
        (2, 1 - WEAK_BELOW, 3, "weak"),
        (1, WEAK_BELOW, 3, ""),
        (1, 0, 3, ""),
        (0, 50, 3, ""),
    ],
)
def test_what_is_said_of_a_point(state: int, deviation: int, noise: int, kind: str) -> None:
    checkup = Checkup(2)
    checkup.on_message(readings(0, 0, deviation, noise=noise))
    said = [one.kind for one in checkup.warnings((0, state)) if one.point == 1]
    assert said == [kind] * bool(kind)


def test_the_worst_comes_first_then_the_noisiest() -> None:
    checkup = Checkup(5)
    for point, noise in enumerate((3, 20, 3, 40, 20)):
        checkup.on_message(readings(point, 50, noise=noise))
    found = [(one.kind, one.point) for one in checkup.warnings((1, 0, 3, 0, 0))]
    assert found == [("stuck", 2), ("flickers", 3), ("flickers", 1), ("flickers", 4), ("weak", 0)]


def test_the_report_has_every_point_by_its_label_or_none() -> None:
    checkup = Checkup(2)
    checkup.on_message(readings(0, 120, -130, noise=30))
    assert checkup.report(["a1"]) == [
        {"point": 0, "label": "a1", "value": 120, "noise": 30, "warning": "flickers"},
        {"point": 1, "label": "", "value": -130, "noise": 30, "warning": "flickers"},
    ]
