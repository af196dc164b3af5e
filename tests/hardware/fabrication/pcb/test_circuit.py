"""The circuit of a carrier: the wiring the firmware and the template know, for every layout."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict

import pytest

from hardware.fabrication.pcb.parts import INPUT, OUTPUT, SUPPLIED, SUPPLY, UNUSED
from hardware.tools.template import write_template
from tests.hardware.fabrication.pcb.carriers import LAYOUTS, SMALL, parts_of, plan_of

ALL = [SMALL, *LAYOUTS]


def nets_of(layout):
    """For each net its pins as (part's letter and number, name of the pin)."""
    nets = defaultdict(set)
    for one in parts_of(layout):
        for pin, net in one.nets.items():
            nets[net].add((one.ref, one.part.pins[pin].name))
    return nets


def net_with(nets, ref, pin):
    (net,) = [name for name, pins in nets.items() if (ref, pin) in pins]
    return net


@pytest.mark.parametrize("layout", ALL)
def test_points_are_wired_as_the_template_says(layout, tmp_path):
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
def test_lights_are_one_chain_in_the_order_of_points(layout):
    nets, count = nets_of(layout), len(plan_of(layout).drilling.sensors)
    chain = net_with(nets, "D0", "DIN")
    assert ("R1", "~") in nets[chain]
    for number in range(1, count):
        before, here = (f"D{number - 1}", "DOUT"), (f"D{number}", "DIN")
        assert nets[net_with(nets, *here)] == {before, here}
    assert not any((f"D{count - 1}", "DOUT") in pins for pins in nets.values())


@pytest.mark.parametrize("layout", ALL)
def test_the_controller_drives_what_the_firmware_drives(layout):
    nets = nets_of(layout)
    muxes = [one.ref for one in parts_of(layout) if one.part.key == "multiplexer"]
    assert len(muxes) == -(-len(plan_of(layout).drilling.sensors) // 16) <= 8
    for number in range(4):
        lines = {("A1", f"D{4 + number}"), *((ref, f"S{number}") for ref in muxes)}
        gates = {("Q1", "G"), ("Q3", "G")} if number == 3 else set()
        assert nets[net_with(nets, "A1", f"D{4 + number}")] == lines | gates
    for number, ref in enumerate(muxes):
        assert nets[net_with(nets, ref, "SIG")] == {(ref, "SIG"), ("A1", f"A{number}")}
        assert (ref, "EN") in nets["GND"]
    assert ("R1", "~") in nets[net_with(nets, "A1", "D8")]
    assert ("J1", "~") in nets[net_with(nets, "A1", "D2")]


@pytest.mark.parametrize("layout", ALL)
def test_rules_of_electricity(layout):
    """What KiCad's own check looks for: it has no window-less form before its version 8."""
    kinds = defaultdict(Counter)
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
        driven = found[SUPPLY] or net.startswith("BANK")  # by Q1 and Q2
        assert driven or not found[SUPPLIED], f"{net} is not fed"
