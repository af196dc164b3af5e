"""The parts of a carrier: manufacturers with their part numbers, pins and prices.

Prices are estimates in euros for one piece without tax, by quantity, typical of distributors. Check
numbers and prices again before an order. A distributor's number is listed only if it certainly
belongs to the part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workshop.fabrication.pcb import footprints
from workshop.fabrication.pcb.footprints import (
    NANO_LEFT,
    NANO_RIGHT,
    PICO_LEFT,
    PICO_RIGHT,
    Footprint,
)

PASSIVE, SUPPLIED, SUPPLY, INPUT, OUTPUT, BOTH, UNUSED = (
    "passive",
    "power_in",
    "power_out",
    "input",
    "output",
    "bidirectional",
    "no_connect",
)


@dataclass(frozen=True)
class Pin:
    """A pin of a part: its name in the data sheet, and its electrical type for KiCad's check."""

    name: str
    kind: str


@dataclass(frozen=True)
class CarrierPart:
    """A part that is bought and mounted on the carrier.

    `pins` are keyed by the names of the footprint's pads, `prices` by the minimum quantity. `extra`
    are further items that are bought with the part.
    """

    key: str
    value: str
    maker: str
    number: str
    footprint: Footprint
    pins: Mapping[str, Pin]
    prices: Mapping[int, float]
    # Each item has a value, maker, number, count and price.
    extra: tuple[tuple[str, str, str, int, float], ...] = ()
    lcsc: str = ""
    mouser: str = ""

    @property
    def ref_letter(self) -> str:
        """The letters that begin the references of parts of this kind."""
        return LETTERS.get(self.key, "C")

    @property
    def by_hand(self) -> bool:
        """Whether the builder of the board solders the part, not the carrier's manufacturer."""
        return self.footprint.through

    def price(self, count: int) -> float:
        """Return the price of each piece when `count` pieces are bought."""
        return self.prices[max(least for least in self.prices if least <= max(1, count))]


LETTERS = {"sensor": "B", "light": "D", "multiplexer": "U", "controller": "A", "button": "J"}
LETTERS |= {"bank switch": "Q", "inverter": "Q", "gate": "IC", "10 kΩ": "R", "330 Ω": "R"}
LETTERS |= {"220 kΩ": "R", "fuse": "F", "protection": "TV"}


MOUSER_PREFIX = {"Samsung": "187-", "Yageo": "603-"}


def _pair() -> dict[str, Pin]:
    return {name: Pin("~", PASSIVE) for name in ("1", "2")}


def _chip(
    value: str, maker: str, number: str, prices: Mapping[int, float], lcsc: str = ""
) -> CarrierPart:
    """Return a resistor or capacitor mounted by the manufacturer; its kind is its value."""
    mouser = MOUSER_PREFIX[maker] + number
    chip = footprints.CHIP
    return CarrierPart(value, value, maker, number, chip, _pair(), prices, (), lcsc, mouser)


def _mux_pins() -> dict[str, Pin]:
    pins = {"1": Pin("SIG", BOTH), "12": Pin("GND", SUPPLIED), "24": Pin("VCC", SUPPLIED)}
    pins |= {str(9 - channel): Pin(f"C{channel}", BOTH) for channel in range(8)}
    pins |= {str(31 - channel): Pin(f"C{channel}", BOTH) for channel in range(8, 16)}
    for pin, name in (("10", "S0"), ("11", "S1"), ("14", "S2"), ("13", "S3"), ("15", "EN")):
        pins[pin] = Pin(name, INPUT)
    return pins


def _nano_pins() -> dict[str, Pin]:
    kinds = {"GND": SUPPLY, "GND2": PASSIVE, "5V": SUPPLY, "VIN": UNUSED, "3V3": UNUSED}
    kinds |= {"REF": UNUSED, "RST": UNUSED, "RST2": UNUSED}
    return _controller_pins((*NANO_LEFT, *NANO_RIGHT), kinds)


def _pico_pins() -> dict[str, Pin]:
    names = (*PICO_LEFT, *PICO_RIGHT)
    kinds = {name: PASSIVE for name in names if "GND" in name}
    kinds |= {"GND": SUPPLY, "VBUS": SUPPLY, "3V3": SUPPLY}
    kinds |= dict.fromkeys(("VSYS", "3V3_EN", "VREF", "RUN"), UNUSED)
    return _controller_pins(names, kinds)


def _controller_pins(names: Sequence[str], kinds: Mapping[str, str]) -> dict[str, Pin]:
    return {name: Pin(name, kinds.get(name, BOTH)) for name in names}


def _switch() -> dict[str, Pin]:
    return {"1": Pin("G", INPUT), "2": Pin("S", PASSIVE), "3": Pin("D", PASSIVE)}


SENSOR = CarrierPart(
    "sensor",
    "DRV5053PA",
    "Texas Instruments",
    "DRV5053PAQDBZR",
    footprints.SOT23,
    {"1": Pin("VCC", SUPPLIED), "2": Pin("OUT", OUTPUT), "3": Pin("GND", SUPPLIED)},
    {1: 1.05, 25: 0.80, 100: 0.66, 1000: 0.52},
    mouser="595-DRV5053PAQDBZR",
)
LIGHT = CarrierPart(
    "light",
    "WS2812B",
    "Worldsemi",
    "WS2812B-B/W",
    footprints.LIGHT,
    {
        "1": Pin("VDD", SUPPLIED),
        "2": Pin("DOUT", OUTPUT),
        "3": Pin("VSS", SUPPLIED),
        "4": Pin("DIN", INPUT),
    },
    {1: 0.18, 100: 0.11, 1000: 0.08},
    lcsc="C114586",
)
MULTIPLEXER = CarrierPart(
    "multiplexer",
    "CD74HC4067",
    "Texas Instruments",
    "CD74HC4067M96",
    footprints.SO24,
    _mux_pins(),
    {1: 1.10, 10: 0.80, 100: 0.60},
    lcsc="C496123",
    mouser="595-CD74HC4067M96",
)
BANK_SWITCH = CarrierPart(
    "bank switch",
    "AO3401A",
    "Alpha & Omega",
    "AO3401A",
    footprints.SOT23,
    _switch(),
    {1: 0.25, 10: 0.15},
    lcsc="C15127",
)
INVERTER = CarrierPart(
    "inverter", "2N7002", "Nexperia", "2N7002,215", footprints.SOT23, _switch(), {1: 0.15, 10: 0.08}
)
SMALL_CAPACITOR = _chip(
    "10 nF", "Samsung", "CL10B103KB8NNNC", {1: 0.05, 100: 0.010, 1000: 0.006}, "C1589"
)
CAPACITOR = _chip(
    "100 nF", "Samsung", "CL10B104KB8NNNC", {1: 0.05, 100: 0.012, 1000: 0.008}, "C1591"
)
STORE = _chip("10 µF", "Samsung", "CL10A106KP8NNNC", {1: 0.08, 100: 0.03}, "C19702")
PULL_UP = _chip("10 kΩ", "Yageo", "RC0603FR-0710KL", {1: 0.05, 100: 0.008}, "C98220")
PULL_DOWN = _chip("220 kΩ", "Yageo", "RC0603FR-07220KL", {1: 0.05, 100: 0.008})
SERIES_RESISTOR = _chip("330 Ω", "Yageo", "RC0603FR-07330RL", {1: 0.05, 100: 0.008})
RESERVOIR = CarrierPart(
    "1000 µF",
    "1000 µF 10 V",
    "Rubycon",
    "10ZLH1000MEFC8X11.5",
    footprints.CAN,
    _pair(),
    {1: 0.55, 10: 0.38},
)
BUTTON_PLUG = CarrierPart(
    "button",
    "turn button",
    "JST",
    "B2B-XH-A",
    footprints.PLUG,
    _pair(),
    {1: 0.20, 10: 0.12},
    (("push button with 2-pin XH cable", "any", "", 1, 1.50),),
)
NANO = CarrierPart(
    "controller",
    "Arduino Nano",
    "Arduino",
    "A000005 or a copy, with pins",
    footprints.NANO,
    _nano_pins(),
    {1: 9.00, 10: 8.00},
)
PICO = CarrierPart(
    "controller",
    "Raspberry Pi Pico",
    "Raspberry Pi",
    "SC0917 (Pico H), with pins",
    footprints.PICO,
    _pico_pins(),
    {1: 5.50, 10: 5.00},
)
GATE = CarrierPart(
    "gate",
    "74AHCT1G125",
    "Texas Instruments",
    "SN74AHCT1G125DBVR",
    footprints.SOT23_5,
    {
        "1": Pin("OE", INPUT),
        "2": Pin("A", INPUT),
        "3": Pin("GND", SUPPLIED),
        "4": Pin("Y", OUTPUT),
        "5": Pin("VCC", SUPPLIED),
    },
    {1: 0.25, 10: 0.15},
    lcsc="C7484",
    mouser="595-SN74AHCT1G125DBVR",
)
FUSE = CarrierPart(
    "fuse",
    "1.1 A resettable",
    "Bourns",
    "MF-MSMF110-2",
    footprints.CHIP_1812,
    _pair(),
    {1: 0.45, 10: 0.35},
    mouser="652-MF-MSMF110-2",
)
PROTECTION = CarrierPart(
    "protection",
    "PESD5V0S2UT",
    "Nexperia",
    "PESD5V0S2UT,215",
    footprints.SOT23,
    {"1": Pin("K1", PASSIVE), "2": Pin("K2", PASSIVE), "3": Pin("A", PASSIVE)},
    {1: 0.30, 10: 0.20},
)
