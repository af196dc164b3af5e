"""The circuit in ngspice keeps the firmware's times and limits, and reports broken ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.tools import needs
from workshop.fabrication.firmware import firmware_numbers
from workshop.fabrication.pcb import parts
from workshop.spice import margins as judged
from workshop.spice import values
from workshop.spice.margins import SMALLEST, margins, measured, rows
from workshop.spice.netlists import Load, open_joint, plugged_in
from workshop.spice.values import CONTROLLERS, NANO_VALUES, PARTS, size_of

LOAD = Load(SMALLEST, 1.8, 0.7, 60.0, 330.0)


@needs("ngspice")
def test_every_margin_holds() -> None:
    found = list(margins())
    assert [row for one, row in zip(found, list(rows(found))[2:]) if not one.holds] == []
    for one in CONTROLLERS:
        assert sum(margin.what.startswith(one.name) for margin in found) >= 10


@needs("ngspice")
def test_a_board_without_a_soft_start_takes_amperes() -> None:
    """This shows that the soft start protects the port, and that the model detects its absence."""
    assert measured(plugged_in(NANO_VALUES, LOAD, soft=False))["peak"] > 3
    assert measured(plugged_in(NANO_VALUES, LOAD))["peak"] < 0.3


@needs("ngspice")
def test_one_conversion_of_an_open_joint_is_not_enough() -> None:
    """The converter still holds the previous reading, so the firmware converts three times."""
    limit = firmware_numbers()["RAIL_LOW"] * NANO_VALUES.count_volts
    assert measured(open_joint(NANO_VALUES, 300e-6, 1.8, 1))["taken"] > limit
    assert measured(open_joint(NANO_VALUES, 300e-6, 1.8, 3))["taken"] < limit


@needs("ngspice")
def test_a_shorter_wait_for_banks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {**firmware_numbers(), "BANK_SETTLE_US": 35}
    monkeypatch.setattr(judged, "firmware_numbers", lambda: told)
    assert any(not one.holds and "bank" in one.what for one in margins())


def test_the_numbers_are_the_firmwares_and_the_bills() -> None:
    told = firmware_numbers()
    assert told["ROW_SETTLE_US"] > 0
    assert told["SENSOR_UA"] == 1800, "of linear sensors, not of switches"
    assert values.settled_conversions() == 3
    assert size_of(parts.PULL_DOWN) == 220e3
    assert pytest.approx(10e-9) == PARTS.sensor_farads
    assert PARTS.reservoir == pytest.approx(1e-3)
    with pytest.raises(ValueError, match="no resistance"):
        size_of(replace(parts.PULL_DOWN, value="turn button"))
