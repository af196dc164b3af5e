"""For every layout, a carrier's circuit has the wiring that firmware and template expect."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from workshop.fabrication.pcb import parts
from workshop.fabrication.pcb.footprints import PICO
from workshop.fabrication.pcb.parts import INPUT, OUTPUT, SUPPLIED, SUPPLY, UNUSED
from workshop.fabrication.sheets import write_template
from workshop.tests.fabrication.pcb.carriers import LAYOUTS, SMALL, parts_of, plan_of
from workshop.tests.fabrication.pcb.kicad_files import Pins

ALL = [SMALL, *LAYOUTS]
PICO_CARRIER = f"{SMALL}/pico"
FED_THROUGH = ("BANK_A", "BANK_B", "+5V", "LIGHTS_VDD")  # nets fed through Q1, Q2, F1 and Q4
PINS = ROOT / "hardware" / "firmware" / "hal" / "rp2040" / "pins.h"


def nets_of(layout: str) -> defaultdict[str, Pins]:
    """Return, for each net, its pins as (letter and number of the part, name of the pin)."""
    nets: defaultdict[str, Pins] = defaultdict(set)
    for one in parts_of(layout):
        for pin, net in one.nets.items():
            nets[net].add((one.ref, one.part.pins[pin].name))
    return nets


def net_with(nets: Mapping[str, Pins], ref: str, pin: str) -> str:
    (net,) = [name for name, pins in nets.items() if (ref, pin) in pins]
    return net


@pytest.mark.parametrize("layout", ALL)
def test_points_are_wired_as_the_template_says(layout: str, tmp_path: Path) -> None:
    write_template(layout, "a4", 0.0, tmp_path)
    (table,) = tmp_path.glob("*-holes.csv")
    nets = nets_of(layout)
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert len(rows) == sum(one.part.key == "sensor" for one in parts_of(layout))
    for row in rows:
        number, mux, channel = (int(row[name]) for name in ("point", "multiplexer", "channel"))
        assert nets[net_with(nets, f"B{number}", "OUT")] == {
            (f"B{number}", "OUT"),
            (f"U{mux}", f"C{channel}"),
        }
        bank = net_with(nets, f"B{number}", "VCC")
        assert bank == ("BANK_B" if channel >= 8 else "BANK_A")
        capacitor = {(f"C{number}", "~")}
        assert capacitor <= nets[bank]
        assert capacitor <= nets["GND"]


@pytest.mark.parametrize("layout", ALL)
def test_lights_are_one_chain_in_the_order_of_points(layout: str) -> None:
    nets, count = nets_of(layout), len(plan_of(layout).drilling.sensors)
    chain = net_with(nets, "D0", "DIN")
    assert ("R1", "~") in nets[chain]
    for number in range(1, count):
        before, here = (f"D{number - 1}", "DOUT"), (f"D{number}", "DIN")
        assert nets[net_with(nets, *here)] == {before, here}
    assert not any((f"D{count - 1}", "DOUT") in pins for pins in nets.values())


@pytest.mark.parametrize("layout", ALL)
def test_the_controller_drives_what_the_firmware_drives(layout: str) -> None:
    nets = nets_of(layout)
    muxes = [one.ref for one in parts_of(layout) if one.part.key == "multiplexer"]
    assert len(muxes) == -(-len(plan_of(layout).drilling.sensors) // 16) <= 8
    for number in range(4):
        lines = {("A1", f"D{4 + number}"), *((ref, f"S{number}") for ref in muxes)}
        gates = {("Q1", "G"), ("Q3", "G")} if number == 3 else set()
        assert nets[net_with(nets, "A1", f"D{4 + number}")] == lines | gates
    for number, ref in enumerate(muxes):
        pulled_down = (f"R{10 + number}", "~")
        ends = {(ref, "SIG"), ("A1", f"A{number}"), pulled_down}
        assert nets[net_with(nets, ref, "SIG")] == ends
        assert pulled_down in nets["GND"]
        assert (ref, "EN") in nets["GND"]
    assert ("R1", "~") in nets[net_with(nets, "A1", "D8")]
    assert nets[net_with(nets, "A1", "D2")] == {("A1", "D2"), ("R3", "~")}


@pytest.mark.parametrize("layout", ALL)
def test_a_pico_drives_what_its_firmware_drives(layout: str) -> None:
    nets = nets_of(f"{layout}/pico")
    pins = dict(re.findall(r"#define (\w+) (\d+)", PINS.read_text("ascii")))
    pin = {name: int(number) for name, number in pins.items()}
    found = [one.ref for one in parts_of(f"{layout}/pico") if one.part.key == "multiplexer"]
    assert found[-1] == "U8"
    muxes = found[:-1]
    assert len(muxes) == -(-len(plan_of(layout).drilling.sensors) // 16) <= 8
    for number in range(4):
        gates = {("Q1", "G"), ("Q3", "G")} if number == 3 else set()
        line = f"GP{pin['SELECT_FIRST'] + number}"
        lines = {("A1", line), *((ref, f"S{number}") for ref in muxes)}
        assert nets[net_with(nets, "A1", line)] == lines | gates
    for number in range(3):
        line = f"GP{pin['COLLECT_FIRST'] + number}"
        assert nets[net_with(nets, "A1", line)] == {("A1", line), ("U8", f"S{number}")}
    for number, ref in enumerate(muxes):
        pulled_down = (f"R{10 + number}", "~")
        ends = {(ref, "SIG"), ("U8", f"C{number}"), pulled_down}
        assert nets[net_with(nets, ref, "SIG")] == ends
        assert pulled_down in nets["GND"]
    assert {("U8", "S3"), ("U8", "EN")} <= nets["GND"]
    sense = f"GP{pin['SENSOR_PIN']}"
    assert nets[net_with(nets, "A1", sense)] == {("A1", sense), ("U8", "SIG")}
    light = f"GP{pin['LIGHT_PIN']}"
    assert nets[net_with(nets, "A1", light)] == {("A1", light), ("IC1", "A")}
    assert nets[net_with(nets, "IC1", "Y")] == {("IC1", "Y"), ("R1", "~")}
    button = f"GP{pin['BUTTON_PIN']}"
    assert nets[net_with(nets, "A1", button)] == {("A1", button), ("R3", "~")}


def test_a_picos_legs_are_those_of_its_data_sheet_seen_through_the_carrier() -> None:
    """Seen from above with USB up, pins 1 to 20 go down the right side and 21 to 40 up the left."""
    legs = {pad.pin: (pad.x, pad.y) for pad in PICO.pads}
    down = [f"GP{n}" for n in range(16)]
    for number, place in enumerate((2, 7, 12, 17)):
        down.insert(place, f"GND{4 + number}")
    up = ["GP16", "GP17", "GND3", *(f"GP{n}" for n in range(18, 22)), "GND2", "GP22", "RUN"]
    up += ["GP26", "GP27", "AGND", "GP28", "VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"]
    assert len(legs) == 40
    for number, name in enumerate(down):
        assert legs[name] == pytest.approx((8.89, 2.54 * (number - 9.5)))
    for number, name in enumerate(up):
        assert legs[name] == pytest.approx((-8.89, 2.54 * (9.5 - number)))


@pytest.mark.parametrize("layout", ALL)
def test_nothing_of_five_volts_reaches_a_pico(layout: str) -> None:
    nets = nets_of(f"{layout}/pico")
    keys = {one.ref: one.part.key for one in parts_of(f"{layout}/pico")}
    five = {"USB_5V", "+5V", "LIGHTS_VDD"}
    fed = {keys[ref] for net in five for ref, _pin in nets[net]} - {"controller"}
    assert fed == {"fuse", "bank switch", "light", "gate", "100 nF", "10 µF", "1000 µF"}
    assert nets["USB_5V"] == {("A1", "VBUS"), ("F1", "~")}
    assert not nets["+5V"] & {("Q1", "S"), ("Q2", "S")}
    assert ("A1", "3V3") in nets["+3V3"]
    assert {("Q1", "S"), ("Q2", "S"), ("R2", "~")} <= nets["+3V3"]
    low = {ref for ref, pin in nets["+3V3"] if pin == "VCC"}
    assert low == {ref for ref, key in keys.items() if key == "multiplexer"}
    for name, pins in nets.items():
        if name not in (*five, "+3V3", "GND") and any(ref == "A1" for ref, _pin in pins):
            others = {keys[ref] for ref, pin in pins if (keys[ref], pin) != ("gate", "A")}
            assert not others & {"light", "gate"}, name
    assert parts.SENSOR.number.startswith("DRV5053"), "which works from 2.5 V"


@pytest.mark.parametrize("layout", [SMALL, PICO_CARRIER])
def test_a_fuse_and_a_soft_start_lie_before_the_lights(layout: str) -> None:
    """The gate's capacitor is connected to the source, the two that slow the gate to the drain."""
    nets = nets_of(layout)
    assert nets["USB_5V"] == {("A1", "VBUS" if layout == PICO_CARRIER else "5V"), ("F1", "~")}
    assert {("F1", "~"), ("Q4", "S"), ("C503", "~")} <= nets["+5V"]
    assert {("Q4", "D"), ("C504", "~"), ("C505", "~"), ("C500", "~")} <= nets["LIGHTS_VDD"]
    assert not {ref for ref, _pin in nets["LIGHTS_VDD"]} & {"A1", "F1"}
    around = {"Q4": "G", "R4": "~", "C503": "~", "C504": "~", "C505": "~", "TV1": "K2"}
    assert nets["SOFT_START"] == set(around.items())
    assert ("R4", "~") in nets["GND"]


@pytest.mark.parametrize("layout", [SMALL, PICO_CARRIER])
def test_what_people_touch_is_protected(layout: str) -> None:
    nets = nets_of(layout)
    assert nets["BUTTON_CABLE"] == {("J1", "~"), ("TV1", "K1"), ("R3", "~")}
    assert ("TV1", "A") in nets["GND"]


@pytest.mark.parametrize("layout", [*ALL, *(f"{one}/pico" for one in ALL)])
def test_rules_of_electricity(layout: str) -> None:
    """These are rules that KiCad's own check covers only from version 8 on."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    refs = Counter(one.ref for one in parts_of(layout))
    assert max(refs.values()) == 1
    for one in parts_of(layout):
        assert set(one.nets) <= {pad.pin for pad in one.part.footprint.pads} == set(one.part.pins)
        for pin, net in one.nets.items():
            kinds[net][one.part.pins[pin].kind] += 1
        for pin in set(one.part.pins) - set(one.nets):
            assert one.part.pins[pin].kind not in (SUPPLIED, INPUT, SUPPLY)
    for net, found in kinds.items():
        assert sum(found.values()) > 1, f"{net} leads nowhere"
        assert found[OUTPUT] + found[SUPPLY] <= 1, f"{net} is driven twice"
        assert not found[UNUSED]
        driven = found[SUPPLY] or net in FED_THROUGH
        assert driven or not found[SUPPLIED], f"{net} is not fed"
