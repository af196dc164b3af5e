"""Values of the model, read from the firmware's sources and the carrier, and assumptions.

Units are volts, ohms, farads, henries, amperes and seconds. Assumptions are the worst case of data
sheets, if they state one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workshop.fabrication.firmware import FIRMWARE
from workshop.fabrication.pcb import parts
from workshop.fabrication.pcb.circuit import NANO
from workshop.fabrication.pcb.parts import CarrierPart

UNITS = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "": 1.0, "k": 1e3}

# -- assumed ---------------------------------------------------------------------------------------

# Output resistance of a DRV5053, far above the value that its data sheet suggests.
SENSOR_OHMS = 1000.0
SENSOR_LOW, SENSOR_HIGH = 0.2, 1.8  # output volts under the strongest magnets, one for each pole
SENSOR_READY_S = 35e-6  # time from power-on until the output is valid
SENSOR_WORKS = 2.5
LINE_FARADS = 30e-12  # capacitance of a track or wire from a sensor
COMMON_FARADS = 100e-12  # the common pin of a CD74HC4067 (50 pF), and the line from that pin
GATE_FARADS = 0.65e-9  # gate capacitance of an AO3401A
FUSE_OHMS = 0.21  # resistance of an MF-MSMF110 after it has tripped one time
RESERVOIR_OHMS = 0.07  # series resistance of a 10ZLH1000M
HOST_VOLTS, HOST_LEAST = 5.0, 4.75  # nominal and lowest voltage of a USB port
CABLE_OHMS, CABLE_HENRIES = 0.45, 1e-6  # one metre of cable, both conductors, with plugs
LONG_CABLE_OHMS = 0.9  # two metres of cable
PWM_HERTZ = 400.0  # frequency of the slowest WS2812B
LIGHT_WORKS = 3.5  # volts that a WS2812B needs; at a weak port it may dim for microseconds
LIGHT_KEEPS = 3.0  # volts at which it still keeps its colour
BROWN_OUT = 2.7  # volts at which an ATmega328P on a Nano stops
# Share of the capacitance that a 10 µF capacitor in a 0603 case keeps at 5 V.
STORE_LEFT = 0.4
CONTROLLER_FARADS = 10e-6  # the capacitors on a Nano or Pico at 5 V


@dataclass(frozen=True)
class ControllerValues:
    """Values that differ between Nano and Pico: the converter, its supply, the chain before it."""

    name: str
    volts: float  # supply of sensors, multiplexers and converter
    mux_ohms: float  # maximum resistance of one CD74HC4067 at that supply
    sample_s: float
    conversion_s: float
    sample_ohms: float
    sample_farads: float
    chained: bool  # whether one more multiplexer collects the others

    @property
    def count_volts(self) -> float:
        return self.volts / 1024


NANO_VALUES = ControllerValues(NANO, 5.0, 180.0, 6e-6, 52e-6, 10e3, 14e-12, False)
PICO_VALUES = ControllerValues("pico", 3.3, 400.0, 0.5e-6, 2e-6, 1e3, 1e-12, True)
CONTROLLERS = (NANO_VALUES, PICO_VALUES)


# -- read ------------------------------------------------------------------------------------------


def size_of(part: CarrierPart) -> float:
    """Return the ohms or farads in a part's value, such as "220 kΩ", "10 nF" or "1000 µF 10 V".

    Raises ValueError if the part has no such value.
    """
    found = re.match(r"([\d.]+) ([pnµk]?)[FΩ]", part.value)
    if found is None:
        raise ValueError(f"{part.value} is no resistance and no capacity")
    return float(found[1]) * UNITS[found[2]]


def settled_conversions() -> int:
    """Return how often the firmware converts an input that may be open; the last result counts."""
    source = (FIRMWARE / "core" / "mux.c").read_text("ascii")
    return source.partition("mux_read_settled(")[2].count("convert(channel)")


@dataclass(frozen=True)
class PartValues:
    """The parts of the carrier that the model uses."""

    sensor_farads: float = size_of(parts.SMALL_CAPACITOR)
    decoupling: float = size_of(parts.CAPACITOR)
    store: float = size_of(parts.STORE)
    reservoir: float = size_of(parts.RESERVOIR)
    pull_down: float = size_of(parts.PULL_DOWN)
    pull_up: float = size_of(parts.PULL_UP)
    series: float = size_of(parts.SERIES_RESISTOR)


PARTS = PartValues()
