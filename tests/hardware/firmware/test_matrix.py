"""The RP2040 image for switches in rows and columns works on a board that has only switches."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager

import pytest

from hardware.host.layouts import LayoutError, matrix_channels, points_of
from hardware.wire.messages import (
    Ack,
    BoardState,
    Button,
    Calibrate,
    CalibrationStep,
    Error,
    ErrorCode,
    Feature,
    GetReadings,
    GetWiring,
    Lights,
    Readings,
    Sensing,
    SetName,
    SetWiring,
    Welcome,
    Wiring,
    WiringLine,
)
from tests.hardware.firmware_bench import needs_pico, welcomed
from tools.rig.emulator.emulator import EMPTY, ONE, Emulator
from tools.rig.emulator.host import LockstepHost
from tools.rig.emulator.tools import FIRMWARE

BARE = {"LIGHTS": "0", "BUTTON": "0"}
LABELS = points_of("squares-6")
SETTLED_MS = 80


def weekend_board(**options: str) -> AbstractContextManager[tuple[Emulator, LockstepHost]]:
    return welcomed(mcu="rp2040", sensing="matrix", options={**BARE, **options})


def lay(board: Emulator, *labels: str) -> None:
    for label in labels:
        board.set_point(LABELS.index(label), ONE)


def seen(host: LockstepHost) -> set[str]:
    host.run(1000 + SETTLED_MS)
    states = host.last(BoardState).states
    return {label for label, state in zip(LABELS, states) if state}


@needs_pico
def test_it_says_what_it_has() -> None:
    with weekend_board() as (_board, host):
        welcome = host.last(Welcome)
        assert (welcome.points, welcome.layout) == (36, "squares-6")
        assert welcome.sensing == Sensing.OCCUPANCY
        bare = Feature.CALIBRATED + Feature.READINGS + Feature.MATRIX
        assert welcome.features == bare + Feature.EVENTS
        assert isinstance(host.ask(Lights(255, (15,) * 36)), Ack)
        answer = host.ask(Calibrate(CalibrationStep.EMPTY))
        assert isinstance(answer, Error)
        assert answer.code == ErrorCode.NOT_POSSIBLE


@needs_pico
def test_with_lights_and_button_it_says_so_and_they_work() -> None:
    with weekend_board(LIGHTS="1", BUTTON="1") as (board, host):
        features = host.last(Welcome).features
        assert features & Feature.LIGHTS
        assert features & Feature.BUTTON
        host.ask(Lights(255, (0, 15)))
        board.button(True)
        host.run(SETTLED_MS)
        assert host.last(Button).pressed
        assert board.lights()[1] != (0, 0, 0)


@needs_pico
def test_a_button_that_is_not_there_is_not_read() -> None:
    with weekend_board() as (board, host):
        board.button(True)
        host.run(500)
        assert not any(isinstance(one, Button) for one in host.heard)


@needs_pico
def test_every_point_is_heard_alone() -> None:
    with weekend_board() as (board, host):
        for point in range(36):
            board.set_point(point, ONE)
            host.run(SETTLED_MS)
            board.set_point(point, EMPTY)
            host.run(SETTLED_MS)
        assert host.events() == [(point, state) for point in range(36) for state in (ONE, EMPTY)]


@needs_pico
def test_without_a_diode_three_pieces_show_a_fourth() -> None:
    with weekend_board() as (board, host):
        lay(board, "a1", "a3", "d3")
        assert seen(host) == {"a1", "a3", "d3"}  # the diodes prevent a false d1
        board.remove_diode(LABELS.index("a3"))
        assert seen(host) == {"a1", "a3", "d3", "d1"}
        board.set_point(LABELS.index("d3"), EMPTY)
        assert seen(host) == {"a1", "a3"}


@needs_pico
def test_a_full_board_and_its_readings() -> None:
    with weekend_board() as (board, host):
        lay(board, *LABELS)
        assert seen(host) == set(LABELS)
        board.set_point(0, EMPTY)
        host.run(SETTLED_MS)
        readings = host.ask_for(Readings, GetReadings(0, 2)).readings
        assert [one.value for one in readings] == [1023, 0]


@needs_pico
def test_another_layout_is_told_its_wiring() -> None:
    channels = matrix_channels(points_of("hexagon-4"))
    with weekend_board() as (board, host):
        host.order(SetWiring(WiringLine.SENSORS, 0, channels))
        host.order(SetName(37, "hexagon-4", ""))
        board.wired = channels
        for point in (0, 20, 36):
            board.set_point(point, ONE)
            host.run(SETTLED_MS)
        assert host.events() == [(0, ONE), (20, ONE), (36, ONE)]


@needs_pico
def test_firmware_and_host_wire_squares_alike() -> None:
    with weekend_board() as (_board, host):
        wiring = host.ask_for(Wiring, GetWiring(WiringLine.SENSORS, 0))
        assert wiring.places == matrix_channels(LABELS)
    eight = {"MATRIX_COLUMNS": "8", "POINTS": "64", "LAYOUT": "squares-8"}
    with weekend_board(**eight) as (_board, host):
        wiring = host.ask_for(Wiring, GetWiring(WiringLine.SENSORS, 0))
        assert wiring.places == matrix_channels(points_of("squares-8"))


def test_a_layout_that_does_not_fit_is_refused() -> None:
    assert len(set(matrix_channels(points_of("hexagon-4")))) == 37
    for layout in ("hexagon-5", "decagon-51"):
        with pytest.raises(LayoutError, match="8 columns"):
            matrix_channels(points_of(layout))


def test_firmware_and_bench_name_the_same_pins() -> None:
    pins = (FIRMWARE / "hal" / "rp2040" / "pins.h").read_text(encoding="utf-8")
    bench = (FIRMWARE.parents[1] / "tools/rig/emulator_rp2040/matrix.mjs").read_text("utf-8")
    for line in ("COLUMN", "ROW"):
        (ours,) = re.findall(rf"MATRIX_{line}_PINS \{{([\d, ]+)\}}", pins)
        (theirs,) = re.findall(rf"{line}_PINS = \[([\d, ]+)\]", bench)
        assert ours == theirs
