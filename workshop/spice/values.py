"""The numbers of the model: the firmware's, read from its sources, the carrier's, and assumptions.

Volts, ohms, farads, henries, amperes and seconds.  Assumptions are the unfavourable end of data
sheets where those give one.
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

SENSOR_OHMS = 1000.0  # output of a DRV5053, far above what its data sheet suggests
SENSOR_LOW, SENSOR_HIGH = 0.2, 1.8  # its outputs under the strongest magnets of either pole
SENSOR_READY_S = 35e-6  # until its output is true, once it has power
SENSOR_WORKS = 2.5
LINE_FARADS = 30e-12  # a track or wire from a sensor
COMMON_FARADS = 100e-12  # the common pin of a CD74HC4067, 50 pF, and the line from there
GATE_FARADS = 0.65e-9  # of an AO3401A
FUSE_OHMS = 0.21  # of an MF-MSMF110 that has tripped once
RESERVOIR_OHMS = 0.07  # in series with a 10ZLH1000M
HOST_VOLTS, HOST_LEAST = 5.0, 4.75  # of a USB port
CABLE_OHMS, CABLE_HENRIES = 0.45, 1e-6  # one metre, both ways, and its plugs
LONG_CABLE_OHMS = 0.9  # two metres
PWM_HERTZ = 400.0  # of a WS2812B: the slowest
LIGHT_WORKS = 3.5  # volts a WS2812B needs; at a poor port it may be darker for microseconds
LIGHT_KEEPS = 3.0  # and at which it still keeps its colour
BROWN_OUT = 2.7  # volts at which an ATmega328P on a Nano stops
STORE_LEFT = 0.4  # of 10 µF in a 0603, at 5 V
CONTROLLER_FARADS = 10e-6  # the capacitors of Nano or Pico at 5 V


@dataclass(frozen=True)
class ControllerValues:
    """What differs between Nano and Pico: the converter, its supply, and the chain before it."""

    name: str
    volts: float  # of sensors, multiplexers and converter
    mux_ohms: float  # one CD74HC4067 at that supply, at most
    sample_s: float
    conversion_s: float
    sample_ohms: float
    sample_farads: float
    chained: bool  # one more multiplexer collects the others

    @property
    def count_volts(self) -> float:
        return self.volts / 1024


NANO_VALUES = ControllerValues(NANO, 5.0, 180.0, 6e-6, 52e-6, 10e3, 14e-12, False)
PICO_VALUES = ControllerValues("pico", 3.3, 400.0, 0.5e-6, 2e-6, 1e3, 1e-12, True)
CONTROLLERS = (NANO_VALUES, PICO_VALUES)


# -- read ------------------------------------------------------------------------------------------


def size_of(part: CarrierPart) -> float:
    """Return the ohms or farads that a part's value says: "220 kΩ", "10 nF", "1000 µF 10 V".

    Raises ValueError for a part without.
    """
    found = re.match(r"([\d.]+) ([pnµk]?)[FΩ]", part.value)
    if found is None:
        raise ValueError(f"{part.value} is no resistance and no capacity")
    return float(found[1]) * UNITS[found[2]]


def settled_conversions() -> int:
    """Return how often the firmware converts an input that may be open; the last one counts."""
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
