"""The layouts of these tests, and their carriers, each of which is made once per run.

"hexagon-3/pico" is the carrier of that layout for a Pico; without a suffix it is for a Nano.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from workshop.fabrication.drilling import BoardPlan, board_plan
from workshop.fabrication.pcb import carrier
from workshop.fabrication.pcb.carrier import components_of, placement_of, write_carrier
from workshop.fabrication.pcb.circuit import NANO, Component
from workshop.fabrication.pcb.copper import Copper, copper
from workshop.fabrication.pcb.placement import Placement

LAYOUTS = ["squares-6", "squares-8", "hexagon-5", "hexagon-6", "hexagon-7"]
LAYOUTS += ["decagon-51", "decagon-71", "decagon-81", "decagon-81+track"]
SMALL = "hexagon-3"
QUICK = [SMALL, "squares-6"]  # routed in every run; other layouts only with --slow
LAID = [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in LAYOUTS if one not in QUICK)]


PICO = f"{SMALL}/pico"
PICOS = [PICO, *(pytest.param(f"{one}/pico", marks=pytest.mark.slow) for one in LAYOUTS)]


def split(layout: str) -> tuple[str, str]:
    """Return the layout's own name, and its controller."""
    name, _slash, controller = layout.partition("/")
    return name, controller or NANO


@cache
def plan_of(layout: str) -> BoardPlan:
    return board_plan(split(layout)[0])


@cache
def parts_of(layout: str) -> list[Component]:
    return components_of(plan_of(layout), split(layout)[1])


@cache
def placed_on(layout: str) -> Placement:
    return placement_of(plan_of(layout), split(layout)[1])


@cache
def laid_on(layout: str) -> Copper:
    return copper(placed_on(layout))


def written_for(layout: str, folder: Path, with_kicad: bool = True) -> list[Path]:
    """Write all files of a carrier into a folder; its copper is routed once per run."""

    def laid(placement: Placement) -> Copper:
        assert placement.placed == placed_on(layout).placed
        return laid_on(layout)

    name, controller = split(layout)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carrier, "copper", laid)
        return list(write_carrier(name, 0.0, True, folder, with_kicad, controller))
