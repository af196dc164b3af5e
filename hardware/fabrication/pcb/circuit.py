"""What is joined to what: the circuit of a carrier, from a board's points.  Pure, no geometry.

It is the circuit of BUILD.md: point n at input n mod 16 of multiplexer n / 16, as the n-th light,
inputs 0-7 of every multiplexer in bank A, 8-15 in bank B.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.rules.topology import Point
from hardware.fabrication.pcb import parts
from hardware.fabrication.pcb.parts import Part

GROUND, SUPPLY, BANKS = "GND", "+5V", ("BANK_A", "BANK_B")
WIDE = (SUPPLY, *BANKS)  # nets that carry more than a signal
SELECT = ("S0", "S1", "S2", "S3")
INVERTED = "S3_INVERTED"
CHANNELS = 16
LIGHT_CAPACITORS = 200  # C227 is that of light 27; C27 is that of its sensor
MUX_CAPACITORS = 400


@dataclass(frozen=True)
class Component:
    """One part on the carrier; `nets` by pad.  Pads that lead nowhere are not in it.

    `point` is the label it belongs to, `beside` the reference of the part it must be close to.
    """

    ref: str
    part: Part
    nets: Mapping[str, str]
    point: Point = ""
    beside: str = ""


def circuit(points: tuple[Point, ...]) -> list[Component]:
    """All components of a carrier for so many points, in a steady order."""
    return [
        *_controller(len(points)),
        *_multiplexers(len(points)),
        *_banks(),
        *(part for number, label in enumerate(points) for part in _point(number, label, points)),
    ]


def channel_net(number: int) -> str:
    """The net from a point's sensor to its multiplexer."""
    return f"OUT{number}"


def light_net(number: int) -> str:
    """The net into a point's light."""
    return f"LIGHT{number}"


def bank_of(number: int) -> str:
    """The supply of a point's sensor."""
    return BANKS[number % CHANNELS // 8]


def _point(number: int, label: Point, points: tuple[Point, ...]) -> Iterator[Component]:
    sensor, light, bank = f"B{number}", f"D{number}", bank_of(number)
    yield Component(sensor, parts.SENSOR, {"1": bank, "2": channel_net(number), "3": GROUND}, label)
    yield Component(f"C{number}", parts.SMALL_CAPACITOR, {"1": bank, "2": GROUND}, label, sensor)
    nets = {"1": SUPPLY, "3": GROUND, "4": light_net(number)}
    if number + 1 < len(points):
        nets["2"] = light_net(number + 1)
    yield Component(light, parts.LIGHT, nets, label)
    capacitor = f"C{LIGHT_CAPACITORS + number}"
    yield Component(capacitor, parts.CAPACITOR, {"1": SUPPLY, "2": GROUND}, label, light)


def _multiplexers(count: int) -> Iterator[Component]:
    for number in range((count + CHANNELS - 1) // CHANNELS):
        nets = {"1": f"SIG{number}", "12": GROUND, "15": GROUND, "24": SUPPLY}
        nets |= dict(zip(("10", "11", "14", "13"), SELECT))
        for channel in range(min(CHANNELS, count - CHANNELS * number)):
            pin = 9 - channel if channel < 8 else 31 - channel
            nets[str(pin)] = channel_net(CHANNELS * number + channel)
        yield Component(f"U{number}", parts.MULTIPLEXER, nets)
        capacitor = f"C{MUX_CAPACITORS + number}"
        nets = {"1": SUPPLY, "2": GROUND}
        yield Component(capacitor, parts.CAPACITOR, nets, beside=f"U{number}")


def _controller(count: int) -> Iterator[Component]:
    nets = {"5V": SUPPLY, "GND": GROUND, "GND2": GROUND, "D8": "LIGHTS", "D2": "BUTTON"}
    nets |= {f"D{4 + number}": name for number, name in enumerate(SELECT)}
    nets |= {f"A{number}": f"SIG{number}" for number in range((count + CHANNELS - 1) // CHANNELS)}
    yield Component("A1", parts.CONTROLLER, nets)
    yield Component("C500", parts.RESERVOIR, {"1": SUPPLY, "2": GROUND}, beside="A1")
    yield Component("J1", parts.BUTTON_PLUG, {"1": "BUTTON", "2": GROUND}, beside="A1")
    yield Component("R1", parts.DATA_RESISTOR, {"1": "LIGHTS", "2": light_net(0)}, beside="D0")


def _banks() -> Iterator[Component]:
    for ref, gate, bank in (("Q1", SELECT[3], BANKS[0]), ("Q2", INVERTED, BANKS[1])):
        nets = {"1": gate, "2": SUPPLY, "3": bank}
        yield Component(ref, parts.BANK_SWITCH, nets, beside="A1")
    nets = {"1": SELECT[3], "2": GROUND, "3": INVERTED}
    yield Component("Q3", parts.INVERTER, nets, beside="A1")
    yield Component("R2", parts.PULL_UP, {"1": SUPPLY, "2": INVERTED}, beside="Q3")
