"""`board monitor --point` shows the pole and strength of a magnet, measured by one sensor."""

from __future__ import annotations

import re

import pytest

from hardware.commands.monitor import Monitor, MonitorTime, PointWatch
from hardware.host.layouts import LayoutError
from tests.hardware.host.test_silence import Cable, a_cable


def watched(cable: Cable, point: str) -> list[str]:
    when = MonitorTime(cable.clock, cable.clock.sleep)
    return list(Monitor("made-up", 6.0, cable.open, when, point=point).lines())


@pytest.mark.parametrize("point", ["c3", "9"])  # point 9 is the middle of the hexagon
def test_only_the_readings_of_the_point_are_told(point: str) -> None:
    cable = a_cable()
    cable.at(2.0, lambda: cable.board.set(9, 1))
    cable.at(4.0, lambda: cable.board.set(9, 2))
    lines = watched(cable, point)
    assert "hexagon-3" in lines[0]
    readings = [line for line in lines if "hexagon-3" not in line]
    assert all(f" {point}: " in line for line in readings)
    assert 15 <= len(readings) <= 21  # one every 0.3 s
    assert "no magnet" in readings[0]
    poles = [line for line in readings if "pole" in line]
    first, last = poles[0], poles[-1]
    assert ("the other pole" in first) != ("the other pole" in last)
    # For one of the two sensor types, the reading is at full scale.
    told = re.search(r"([+-]\d+) counts.* 35\+ mT \(DRV.* (\d+) mT \(SS", last)
    assert told is not None
    counts, field = (int(number) for number in told.groups())
    assert abs(counts) * 4.883 / 16 == pytest.approx(field, abs=0.51)


def test_a_point_the_board_has_not_is_said() -> None:
    with pytest.raises(LayoutError, match="z9: no point of this board of 19"):
        watched(a_cable(), "z9")


def test_a_board_of_ones_own_has_numbers() -> None:
    watch = PointWatch("a1")
    with pytest.raises(LayoutError, match=r"a1: no point of this board of 36; .* number, from 0"):
        watch.greeted((), 36)
