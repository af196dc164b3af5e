"""The files for KiCad agree with the firmware's sources pin by pin, read by an independent reader.

Each point is addressed as the firmware does it. Levels at the select lines lead along the nets of
the file to the multiplexers, through these by their data sheet to a sensor, and back to the
converter. Nothing here knows how the circuit was made.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from workshop.fabrication.pcb.board_file import board_text
from workshop.fabrication.pcb.copper import Copper
from workshop.fabrication.pcb.schematic_file import schematic_text
from workshop.tests.fabrication.pcb.carriers import (
    LAYOUTS,
    PICO,
    SMALL,
    parts_of,
    placed_on,
    plan_of,
)
from workshop.tests.fabrication.pcb.kicad_files import Pins, board_nets, read, schematic_nets

FIRMWARE = ROOT / "hardware" / "firmware"
ALL = [SMALL, *LAYOUTS, PICO, *(f"{layout}/pico" for layout in LAYOUTS)]
# Pins of the CD74HC4067 by their names, from data sheet SCHS209.
CHANNEL_PINS = [*range(9, 1, -1), *range(23, 15, -1)]  # I0 to I15
SELECT_PINS, ENABLE, COMMON = ("10", "11", "14", "13"), "15", "1"
GATE, SOURCE, DRAIN = "1", "2", "3"  # pins of the MOSFETs in SOT-23
SENSOR_SUPPLY, SENSOR_OUT = "1", "2"  # pins of the DRV5053 in SOT-23
NANO_PORTS = {"PORTD": "D", "PIND": "D"}  # PD2 is D2; PB0 is D8


def numbers_in(*path: str) -> dict[str, str]:
    """Return the `#define`s of a source; if a name is defined twice, the last one counts."""
    text = Path(FIRMWARE, *path).read_text("ascii")
    if path[1:2] == ("avr",):  # keeps the definitions for controllers other than the Mega
        text = re.sub(
            r"#if defined\(__AVR_ATmega2560__\).*?#else(.*?)#endif", r"\1", text, flags=re.S
        )
    return dict(re.findall(r"^ *#define (\w+) (\S+)", text, re.M))


CONFIG = numbers_in("core", "config.h")
AVR, RP2040 = numbers_in("hal", "avr", "pins.h"), numbers_in("hal", "rp2040", "pins.h")
ROWS = int(CONFIG["ROWS"])


class Controller:
    """The controller's legs that the firmware's sources name."""

    def __init__(self, pico: bool) -> None:
        self.pico = pico
        if pico:
            first, collect = int(RP2040["SELECT_FIRST"]), int(RP2040["COLLECT_FIRST"])
            self.select = [f"GP{first + bit}" for bit in range(4)]
            self.collect = [f"GP{collect + bit}" for bit in range(3)]
            self.light, self.button = f"GP{RP2040['LIGHT_PIN']}", f"GP{RP2040['BUTTON_PIN']}"
            self.inputs = [f"GP{RP2040['SENSOR_PIN']}"]
        else:
            port, first = NANO_PORTS[AVR["SELECT_PORT"]], int(AVR["SELECT_SHIFT"])
            self.select = [f"{port}{first + bit}" for bit in range(4)]
            assert AVR["LIGHT_PORT"] == "PORTB"
            self.light = f"D{8 + int(AVR['LIGHT_BIT'])}"
            self.button = f"{NANO_PORTS[AVR['BUTTON_PIN']]}{AVR['BUTTON_BIT']}"
            # ADMUX is the multiplexer's number.
            self.inputs = [f"A{number}" for number in range(8)]


class Netlist:
    """The nets of a file, with the pins on them."""

    def __init__(self, nets: dict[str, Pins]) -> None:
        self.nets = nets
        self.of = {pin: net for net, pins in nets.items() for pin in pins}

    def others(self, ref: str, pin: str) -> Pins:
        return self.nets[self.of[ref, pin]] - {(ref, pin)}

    def through(self, ref: str, pin: str, kind: str) -> tuple[str, str]:
        """Return the net at the other end of the only two-legged part of this kind on a net."""
        (part, leg) = next(one for one in self.others(ref, pin) if re.fullmatch(kind, one[0]))
        return part, {"1": "2", "2": "1"}[leg]

    def is_high(self, net: str, levels: dict[str, bool]) -> bool:
        """Return the level of a select line; for Q3's output, the inverse of its input line."""
        if net in levels:
            return levels[net]
        assert net == self.of["Q3", DRAIN]
        return not levels[self.of["Q3", GATE]]


@cache
def netlists(layout: str) -> tuple[Netlist, Netlist]:
    """Return the nets of the layout's file and the nets of the schematic's file."""
    board = board_text(placed_on(layout), Copper((), ()), "test")
    schematic = schematic_text(parts_of(layout), "test")
    return Netlist(board_nets(read(board))), Netlist(schematic_nets(read(schematic)))


@pytest.fixture(scope="module", params=ALL)
def layout(request: pytest.FixtureRequest) -> str:
    """Return one layout after the other to all tests, so that its files are written once."""
    return str(request.param)


def selected(found: Netlist, mux: str, levels: dict[str, bool]) -> str:
    """Return the pin that a multiplexer connects to its common pin; grounded lines are low."""
    assert found.of[mux, ENABLE] == "GND"
    bits = [levels.get(found.of[mux, pin], False) for pin in SELECT_PINS]
    return str(CHANNEL_PINS[sum(bit << number for number, bit in enumerate(bits))])


def test_each_point_is_read_where_the_firmware_reads_it(layout: str) -> None:
    controller = Controller(layout.endswith("/pico"))
    for found in netlists(layout):
        for point in range(len(plan_of(layout).drilling.sensors)):
            mux, row = divmod(point, ROWS)
            levels = {
                found.of["A1", leg]: bool(row >> bit & 1)
                for bit, leg in enumerate(controller.select)
            }
            common = ("A1", controller.inputs[0 if controller.pico else mux])
            if controller.pico:
                for bit, leg in enumerate(controller.collect):
                    levels[found.of["A1", leg]] = bool(mux >> bit & 1)
                (common,) = [one for one in found.others(*common) if one[1] == COMMON]
                common = common[0], selected(found, common[0], levels)
            (chip,) = [ref for ref, pin in found.others(*common) if pin == COMMON and ref[0] == "U"]
            read_at = found.others(chip, selected(found, chip, levels))
            assert read_at == {(f"B{point}", SENSOR_OUT)}
            bank = found.of[f"B{point}", SENSOR_SUPPLY]
            (switch,) = [ref for ref, pin in found.nets[bank] if ref in ("Q1", "Q2")]
            assert (switch, DRAIN) in found.nets[bank]
            assert not found.is_high(found.of[switch, GATE], levels), "its bank has power"


def test_lights_button_and_fuse_are_where_the_firmware_has_them(layout: str) -> None:
    controller = Controller(layout.endswith("/pico"))
    for found in netlists(layout):
        begin = ("A1", controller.light)
        if controller.pico:
            (gate,) = found.others(*begin)
            assert gate == ("IC1", "2")
            begin = ("IC1", "4")
        far = found.through(*begin, r"R\d+")
        count = len(plan_of(layout).drilling.sensors)
        for point in range(count):
            assert found.others(*far) == {(f"D{point}", "4")}
            far = (f"D{point}", "2")
        assert far not in found.of, "the last leads nowhere"
        pressed = found.through("A1", controller.button, r"R\d+")
        plug = [pin for ref, pin in found.others(*pressed) if ref == "J1"]
        assert {found.of["J1", {"1": "2", "2": "1"}[pin]] for pin in plug} == {"GND"}
        entry = "VBUS" if controller.pico else "5V"
        assert found.others("A1", entry) == {("F1", "1")}, "nothing before the fuse"


def test_both_files_say_the_same() -> None:
    board, schematic = netlists(PICO)
    for net, pins in board.nets.items():
        assert {pin for pin in schematic.nets[net] if pin[0][0] != "#"} == pins
