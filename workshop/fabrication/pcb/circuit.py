"""The connections of a carrier's circuit, from a board's points, without geometry.

It is the circuit in BUILD.md. Point n is at input n mod 16 of multiplexer n / 16, and has the n-th
light. Inputs 0-7 of every multiplexer are in bank A, inputs 8-15 in bank B. A Nano reads all
multiplexers. With a Pico, one more multiplexer collects the others, all sensors run at 3.3 V, and a
gate is before the first light. The power that the controller passes on from USB goes through a
fuse, and then to the lights through a soft start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.rules.topology import Point
from workshop.fabrication.pcb import parts
from workshop.fabrication.pcb.parts import CarrierPart

GROUND, SUPPLY, LOW_SUPPLY, BANKS = "GND", "+5V", "+3V3", ("BANK_A", "BANK_B")
# The nets before the fuse and after the soft start.
USB_SUPPLY, LIGHT_SUPPLY = "USB_5V", "LIGHTS_VDD"
# Nets that carry power and not just a signal.
WIDE = (USB_SUPPLY, SUPPLY, LIGHT_SUPPLY, LOW_SUPPLY, *BANKS)
SOFT_START = "SOFT_START"
SELECT = ("S0", "S1", "S2", "S3")
INVERTED = "S3_INVERTED"
CHANNELS = 16
LIGHT_CAPACITORS = 200  # C227 belongs to light 27, and C27 to the sensor of the same point
MUX_CAPACITORS = 400
PULL_DOWNS = 10  # R10 belongs to multiplexer 0
NANO, PICO = "nano", "pico"
CONTROLLERS = (NANO, PICO)
COLLECTOR = 8  # number of the multiplexer that collects the other ones for a Pico
COLLECT = ("COLLECT0", "COLLECT1", "COLLECT2")


@dataclass(frozen=True)
class Component:
    """One part on the carrier; `nets` has the net of each pad, without unconnected pads.

    `point` is the label of the point it belongs to. `beside` is the reference of a part that it
    must be close to.
    """

    ref: str
    part: CarrierPart
    nets: Mapping[str, str]
    point: Point = ""
    beside: str = ""


def circuit(points: tuple[Point, ...], controller: str = NANO) -> list[Component]:
    """Return all components of a carrier for these points, in a fixed order."""
    logic = LOW_SUPPLY if controller == PICO else SUPPLY
    return [
        *(_pico(len(points)) if controller == PICO else _nano(len(points))),
        *_multiplexers(len(points), logic),
        *(_collector(len(points)) if controller == PICO else ()),
        Component("C502", parts.STORE, {"1": logic, "2": GROUND}, beside="A1"),
        *_soft_start(),
        *_banks(logic),
        *(part for number, label in enumerate(points) for part in _point(number, label, points)),
        *_pull_downs(len(points)),
    ]


def channel_net(number: int) -> str:
    """Return the net from a point's sensor to its multiplexer."""
    return f"OUT{number}"


def light_net(number: int) -> str:
    """Return the net that leads into a point's light."""
    return f"LIGHT{number}"


def bank_of(number: int) -> str:
    """Return the net that supplies a point's sensor."""
    return BANKS[number % CHANNELS // 8]


def _point(number: int, label: Point, points: tuple[Point, ...]) -> Iterator[Component]:
    sensor, light, bank = f"B{number}", f"D{number}", bank_of(number)
    yield Component(sensor, parts.SENSOR, {"1": bank, "2": channel_net(number), "3": GROUND}, label)
    yield Component(f"C{number}", parts.SMALL_CAPACITOR, {"1": bank, "2": GROUND}, label, sensor)
    nets = {"1": LIGHT_SUPPLY, "3": GROUND, "4": light_net(number)}
    if number + 1 < len(points):
        nets["2"] = light_net(number + 1)
    yield Component(light, parts.LIGHT, nets, label)
    capacitor = f"C{LIGHT_CAPACITORS + number}"
    yield Component(capacitor, parts.CAPACITOR, {"1": LIGHT_SUPPLY, "2": GROUND}, label, light)


def _multiplexers(count: int, logic: str) -> Iterator[Component]:
    for number in range((count + CHANNELS - 1) // CHANNELS):
        nets = {"1": f"SIG{number}", "12": GROUND, "15": GROUND, "24": logic}
        nets |= dict(zip(("10", "11", "14", "13"), SELECT))
        for channel in range(min(CHANNELS, count - CHANNELS * number)):
            pin = 9 - channel if channel < 8 else 31 - channel
            nets[str(pin)] = channel_net(CHANNELS * number + channel)
        yield Component(f"U{number}", parts.MULTIPLEXER, nets)
        yield _mux_capacitor(number, logic)


def _pull_downs(count: int) -> Iterator[Component]:
    """Return a resistor to ground for each input.

    Without the resistor, an input with an open joint would keep the value read before.
    """
    for number in range((count + CHANNELS - 1) // CHANNELS):
        nets = {"1": f"SIG{number}", "2": GROUND}
        ref = f"R{PULL_DOWNS + number}"
        yield Component(ref, parts.PULL_DOWN, nets, beside=f"U{number}")


def _mux_capacitor(number: int, logic: str) -> Component:
    nets = {"1": logic, "2": GROUND}
    return Component(f"C{MUX_CAPACITORS + number}", parts.CAPACITOR, nets, beside=f"U{number}")


def _collector(count: int) -> Iterator[Component]:
    """Yield the parts that connect the outputs of all multiplexers to one input."""
    nets = {"1": "SENSE", "12": GROUND, "13": GROUND, "15": GROUND, "24": LOW_SUPPLY}
    nets |= dict(zip(("10", "11", "14"), COLLECT))
    for number in range((count + CHANNELS - 1) // CHANNELS):
        nets[str(9 - number)] = f"SIG{number}"
    yield Component(f"U{COLLECTOR}", parts.MULTIPLEXER, nets, beside="A1")
    yield _mux_capacitor(COLLECTOR, LOW_SUPPLY)


def _nano(count: int) -> Iterator[Component]:
    nets = {"5V": USB_SUPPLY, "GND": GROUND, "GND2": GROUND, "D8": "LIGHTS", "D2": "BUTTON"}
    nets |= {f"D{4 + number}": name for number, name in enumerate(SELECT)}
    nets |= {f"A{number}": f"SIG{number}" for number in range((count + CHANNELS - 1) // CHANNELS)}
    yield Component("A1", parts.NANO, nets)
    yield from _beside_controller("LIGHTS")


def _pico(_count: int) -> Iterator[Component]:
    nets = {
        "VBUS": USB_SUPPLY,
        "3V3": LOW_SUPPLY,
        "GP15": "LIGHTS",
        "GP14": "BUTTON",
        "GP26": "SENSE",
    }
    nets |= {pin: GROUND for pin in parts.PICO.pins if "GND" in pin}
    nets |= {f"GP{2 + number}": name for number, name in enumerate(SELECT)}
    nets |= {f"GP{6 + number}": name for number, name in enumerate(COLLECT)}
    yield Component("A1", parts.PICO, nets)
    yield from _beside_controller("LIGHTS_5V")
    gate = {"1": GROUND, "2": "LIGHTS", "3": GROUND, "4": "LIGHTS_5V", "5": LIGHT_SUPPLY}
    yield Component("IC1", parts.GATE, gate, beside="A1")
    yield Component("C501", parts.CAPACITOR, {"1": LIGHT_SUPPLY, "2": GROUND}, beside="IC1")


def _beside_controller(lights: str) -> Iterator[Component]:
    """Yield the parts beside the controller; `lights` is the net of the lights' signal."""
    yield Component("C500", parts.RESERVOIR, {"1": LIGHT_SUPPLY, "2": GROUND}, beside="A1")
    yield Component("J1", parts.BUTTON_PLUG, {"1": "BUTTON_CABLE", "2": GROUND}, beside="A1")
    protected = {"1": "BUTTON_CABLE", "2": SOFT_START, "3": GROUND}
    yield Component("TV1", parts.PROTECTION, protected, beside="J1")
    yield Component("R3", parts.SERIES_RESISTOR, {"1": "BUTTON_CABLE", "2": "BUTTON"}, beside="J1")
    yield Component("R1", parts.SERIES_RESISTOR, {"1": lights, "2": light_net(0)}, beside="D0")


def _soft_start() -> Iterator[Component]:
    """Yield the fuse, and the switch that charges the capacitors of the lights slowly.

    USB allows 10 µF at power-up. C504 and C505 set how fast the switch opens. C503 keeps it closed
    when the plug goes in, and TV1 discharges C503 when the plug is pulled.
    """
    yield Component("F1", parts.FUSE, {"1": USB_SUPPLY, "2": SUPPLY}, beside="C500")
    nets = {"1": SOFT_START, "2": SUPPLY, "3": LIGHT_SUPPLY}
    yield Component("Q4", parts.BANK_SWITCH, nets, beside="C500")
    yield Component("R4", parts.PULL_DOWN, {"1": SOFT_START, "2": GROUND}, beside="Q4")
    yield Component("C503", parts.STORE, {"1": SUPPLY, "2": SOFT_START}, beside="Q4")
    for ref in ("C504", "C505"):
        nets = {"1": SOFT_START, "2": LIGHT_SUPPLY}
        yield Component(ref, parts.CAPACITOR, nets, beside="Q4")


def _banks(logic: str) -> Iterator[Component]:
    for ref, gate, bank in (("Q1", SELECT[3], BANKS[0]), ("Q2", INVERTED, BANKS[1])):
        nets = {"1": gate, "2": logic, "3": bank}
        yield Component(ref, parts.BANK_SWITCH, nets, beside="A1")
    nets = {"1": SELECT[3], "2": GROUND, "3": INVERTED}
    yield Component("Q3", parts.INVERTER, nets, beside="A1")
    yield Component("R2", parts.PULL_UP, {"1": logic, "2": INVERTED}, beside="Q3")
