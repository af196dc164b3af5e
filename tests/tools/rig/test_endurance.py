"""In hours of drift, with dying sensors, a board in a hall invents no move and loses none.

The firmware's core runs as a library of this machine (tools/rig/hosted). By default, the tests play
a game or two on each board; with `--slow`, a hundred hours of the simulated board's time.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.hardware.firmware_bench import both_slowly, needs_bench, needs_cc
from tests.tools.rig.endurance_hours import BOARDS, hall, play
from tools.rig.emulator.host import LockstepHost
from tools.rig.endurance.board import MINUTE, SICKNESSES, Climate, EmulatedFirmware, Weather
from tools.rig.endurance.evenings import EnduranceReport

HOURS = {"decagon-81": 0.3, "squares-8": 0.3, "hexagon-5": 0.6}
TURNS = 14  # number of turns in each game
WORN_AFTER = 100_000  # number of writes that a byte of an EEPROM survives
# Years that a board has to last, and evenings in a year.
YEARS, EVENINGS = 20, 100


def check(ledger: EnduranceReport) -> None:
    """Check that no move was invented or lost."""
    assert ledger.wrong == []
    assert ledger.turns > 10


@needs_cc
@pytest.mark.parametrize("layout", BOARDS)
def test_an_evening_of_drift_with_a_dying_sensor(layout: str) -> None:
    made = hall(layout, longest=TURNS)
    before = made.board.firmware.writes
    check(made.play(HOURS[layout]))
    assert made.ledger.sick >= 1
    assert made.board.firmware.writes == before, "nobody stores anything while a game is played"


@needs_cc
def test_what_a_board_writes_in_its_life_is_far_from_wearing_it_out() -> None:
    made = hall("hexagon-5")
    counted = made.board.firmware.writes
    for _evening in range(20):
        made.board.reset(made.line.now)
    most = max(new - old for new, old in zip(made.board.firmware.writes, counted))
    calibration = max(counted)
    assert most <= 20, "one byte a boot"
    assert calibration <= 4, "one a step"
    assert YEARS * EVENINGS * 10 < WORN_AFTER / 4, "ten starts an evening"
    assert YEARS * EVENINGS * calibration < WORN_AFTER / 4, "a calibration every evening"


@needs_cc
@pytest.mark.slow
@pytest.mark.parametrize("layout", BOARDS)
def test_a_hundred_hours(layout: str) -> None:
    ledger = play(layout, 100 / len(BOARDS), 5, print)
    check(ledger)
    assert ledger.sick >= len(SICKNESSES)


@needs_bench
def test_the_image_itself_wanders_and_wears_in_the_emulator() -> None:
    firmware = EmulatedFirmware("atmega328p", 19, "hexagon-3")
    try:
        for point in range(19):
            firmware.set_reading(point, 512, 2)
        firmware.boot()
        host = LockstepHost(firmware.emulator)
        host.greet()
        before = firmware.writes
        firmware.set_reading(4, 512 + 140, 2)
        host.run(300)
        assert host.events() == [(4, 1)]
        assert firmware.lit == 0
        assert firmware.writes == before
        firmware.restart()
        host.run(300)
        assert sum(firmware.writes) == sum(before) + 1, "one byte a boot"
    finally:
        firmware.close()


@pytest.mark.slow
@both_slowly
def test_half_an_hour_of_the_very_image(mcu: str) -> None:
    ledger = play("hexagon-5", 0.5, 1, print, mcu, TURNS)
    check(ledger)
    assert ledger.sick >= 1


def test_the_weather_wanders_as_far_as_its_climate_lets_it() -> None:
    weather = Weather(10, 1, Climate(own=0, sag=0))
    seen = [weather.at(minute * MINUTE, 0) for minute in range(2000)]
    common = [readings[0] for readings in seen if readings is not None]
    assert {min(common), max(common)} == {-20, 20}
    assert all(abs(new - old) == 1 for old, new in pairwise(common))


def test_lights_pull_all_readings_down_and_let_them_go_again() -> None:
    weather = Weather(3, 1, Climate(own=0))
    assert weather.at(0.0, 0) == (0, 0, 0)
    assert weather.at(1.0, 10) == (-4, -4, -4)
    assert weather.at(2.0, 10) is None, "nothing has changed"
    assert weather.at(3.0, 81) == (-8, -8, -8)
    assert weather.at(4.0, 0) == (0, 0, 0)
