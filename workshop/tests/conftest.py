"""Fixtures that only the tests of the workshop need."""

from __future__ import annotations

from tests.support.tools import TOOLS, Tool, programs
from workshop.fabrication.pcb import carrier

TOOLS.update(
    {
        "kicad": Tool(
            "printed circuits, as KiCad sees them", "kicad", lambda: bool(carrier.kicad_python())
        ),
        "kicad-cli 8": Tool(
            "schematics of printed circuits, as KiCad sees them",
            "kicad of bookworm-backports or a later Debian",
            lambda: bool(carrier.kicad_cli()),
        ),
        "ngspice": programs("the circuit of a board, computed", "ngspice", "ngspice"),
    }
)
