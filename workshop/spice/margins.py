"""Simulates the circuits; compares the results with the firmware's times, limits and currents."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workshop.fabrication.firmware import firmware_numbers
from workshop.spice import values
from workshop.spice.netlists import Load, banks, channel, lights_at_once, open_joint, plugged_in
from workshop.spice.values import CONTROLLERS, ControllerValues, settled_conversions

SMALLEST, POINTS = 36, 127  # number of points on the smallest and the largest shipped board
RESTS = 1.0  # volts at the output of a DRV5053 without a magnet, at any supply voltage
NGSPICE_TIMEOUT_S = 300
USB_MA = 500


@dataclass(frozen=True)
class Margin:
    """A value and its limit, which is a minimum if `at_least`."""

    what: str
    figure: float
    limit: float
    unit: str
    why: str
    at_least: bool = False

    @property
    def holds(self) -> bool:
        return self.figure >= self.limit if self.at_least else self.figure <= self.limit


def measured(netlist: str) -> dict[str, float]:
    """Return ngspice's measurements of a netlist. Raises OSError or RuntimeError."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "circuit.cir")
        file.write_text(netlist, encoding="ascii")
        done = subprocess.run(
            ["ngspice", "-b", str(file)],
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=NGSPICE_TIMEOUT_S,
            check=False,
        )
    found = re.findall(r"^(\w+)\s+=\s+([-+\d.e]+)", done.stdout, re.MULTILINE)
    wanted = set(re.findall(r"^\.meas tran (\w+)", netlist, re.MULTILINE))
    if wanted - {name for name, _number in found}:
        raise RuntimeError(f"ngspice: {done.stdout[-500:]} {done.stderr[-500:]}")
    return {name: float(number) for name, number in found}


def margins() -> Iterator[Margin]:
    """Yield all margins, controller by controller."""
    firmware = firmware_numbers()
    for one in CONTROLLERS:
        yield from _sensors(one, firmware)
        yield from _banks(one, firmware)
        yield from _lights(one, firmware)
        yield from _plugging(one, firmware)


def _sensors(one: ControllerValues, firmware: dict[str, int]) -> Iterator[Margin]:
    strongest = (values.SENSOR_HIGH, values.SENSOR_LOW)
    settle = 1e-6 * firmware["COLLECT_SETTLE_US" if one.chained else "ROW_SETTLE_US"]
    worst = 0.0
    for was, now in (strongest, strongest[::-1]):
        found = measured(channel(one, settle, was, now))
        worst = max(worst, abs(found["taken"] - found["true"]))
    yield Margin(
        f"{one.name}: a neighbour's reading left over",
        worst / one.count_volts,
        firmware["DEFAULT_PRESS"] - firmware["DEFAULT_RELEASE"],
        "counts",
        f"press less release; {settle * 1e6:g} µs after the lines have changed",
    )
    settle = 1e-6 * firmware["OPEN_SETTLE_US"]
    found = measured(open_joint(one, settle, values.SENSOR_HIGH, settled_conversions()))
    yield Margin(
        f"{one.name}: an open joint in the self-test",
        found["taken"] / one.count_volts,
        firmware["RAIL_LOW"],
        "counts",
        f"RAIL_LOW; after {settle * 1e6:g} µs",
    )


def _banks(one: ControllerValues, firmware: dict[str, int]) -> Iterator[Margin]:
    whole_ma = 2 * firmware["SENSOR_UA"] / 1000  # SENSOR_UA assumes that half of the sensors are on
    found = measured(banks(one, POINTS, whole_ma))
    on = max(found["a_on"], found["b_on"])
    yield Margin(
        f"{one.name}: a bank's sensors are true after",
        (on + values.SENSOR_READY_S) * 1e6,
        firmware["BANK_SETTLE_US"],
        "µs",
        "BANK_SETTLE_US",
    )
    yield Margin(
        f"{one.name}: supply of sensors while banks change",
        found["low"],
        values.SENSOR_WORKS,
        "V",
        "a DRV5053 works",
        at_least=True,
    )


def _load(points: int, firmware: dict[str, int]) -> Load:
    """Return a board's current, added up as in the firmware."""
    sensor, idle = firmware["SENSOR_UA"] / 1000, firmware["IDLE_UA"] / 1000
    budget = firmware["SUPPLY_MA"] - firmware["CONTROLLER_MA"] - points * (sensor + idle)
    return Load(points, sensor, idle, 3 * firmware["CHANNEL_MA"], budget)


def _lights(one: ControllerValues, firmware: dict[str, int]) -> Iterator[Margin]:
    for points in (SMALLEST, POINTS):
        load, name = _load(points, firmware), f"{one.name}: {points} lights at once"
        for host, least in (
            (values.HOST_VOLTS, values.LIGHT_WORKS),
            (values.HOST_LEAST, values.LIGHT_KEEPS),
        ):
            found = measured(lights_at_once(one, load, host, values.CABLE_OHMS))
            at = f"{name}, port of {host:g} V, at the lights"
            yield Margin(at, found["lights_low"], least, "V", "a WS2812B", at_least=True)
        if not one.chained:  # the supply is also the reference of the converter
            ripple = (found["usb_high"] - found["usb_low"]) / found["usb_high"]
            counts, most = ripple * RESTS / one.count_volts, firmware["DEFAULT_PRESS"]
            yield Margin(f"{name}, a reading shifts", counts, most, "counts", "DEFAULT_PRESS")
        found = measured(lights_at_once(one, load, values.HOST_LEAST, values.LONG_CABLE_OHMS))
        at, least = f"{name}, two metres of cable, at the controller", values.BROWN_OUT
        yield Margin(at, found["usb_low"], least, "V", "brown-out of a Nano", at_least=True)


def _plugging(one: ControllerValues, firmware: dict[str, int]) -> Iterator[Margin]:
    load = _load(POINTS, firmware)
    for words, away in (("plugged in", 0.0), ("plugged in again after 0.5 s", 0.5)):
        peak = measured(plugged_in(one, load, away_s=away))["peak"] * 1000
        yield Margin(
            f"{one.name}: {words}, lights dark, most that flows", peak, USB_MA, "mA", "USB"
        )


def rows(found: list[Margin]) -> Iterator[str]:
    """Yield the margins as a table in Markdown."""
    yield "| what | figure | limit | |"
    yield "|---|---|---|---|"
    for one in found:
        sign = "at least" if one.at_least else "at most"
        shown = f"{one.figure:.3g} {one.unit}"
        failed = "" if one.holds else " **EXCEEDED**"
        yield f"| {one.what} | {shown} | {sign} {one.limit:g} {one.unit}{failed} | {one.why} |"
