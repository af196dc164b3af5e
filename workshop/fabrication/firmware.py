"""Numbers defined in the firmware's sources, for code that must agree with them."""

from __future__ import annotations

import re

from game.platform.paths import ROOT

FIRMWARE = ROOT / "hardware" / "firmware"
SOURCES = ("core/config.h", "core/mux.c", "core/sense.c", "hal/rp2040/adc.c", "hal/rp2040/muxes.c")


def firmware_numbers() -> dict[str, int]:
    """Return the numbers that the firmware's sources define, as built without options.

    If a name is defined twice, the last definition counts, which is that for linear sensors.
    """
    text = "\n".join((FIRMWARE / source).read_text("ascii") for source in SOURCES)
    return {
        name: int(number)
        for name, number in re.findall(r"^#define (\w+) (\d+)u?\b", text, re.MULTILINE)
    }
