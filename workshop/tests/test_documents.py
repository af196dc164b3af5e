"""The build guide is right about the workshop's commands and the sizes of its templates."""

from __future__ import annotations

import re
import shlex

import pytest

from game.platform.paths import ROOT
from hardware.host.layouts import layout_named, track_on
from workshop.fabrication import command as fabrication
from workshop.fabrication.drilling import drilling

GUIDE = ROOT / "hardware" / "BUILD.md"
README = ROOT / "workshop" / "README.md"
MAKING = re.compile(r"^    python -m workshop\.fabrication (.+)$", re.M)
MADE = [line for path in (GUIDE, README) for line in MAKING.findall(path.read_text("utf-8"))]


@pytest.mark.parametrize("line", MADE)
def test_every_command_for_makers_is_understood(line: str) -> None:
    assert fabrication.parser().parse_args(shlex.split(line, comments=True)).run


def test_the_build_guide_gives_the_sizes_of_the_templates() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for layout in ("squares-6", "squares-8", "hexagon-5", "hexagon-6", "hexagon-7"):
        plan = drilling(layout_named(layout))
        row = next(line for line in guide.splitlines() if f"`{layout}` |" in line)
        assert f"| {round(plan.width)} x {round(plan.height)} mm |" in row
        assert f"| {len(plan.topology)} | {-(-len(plan.topology) // 16)} |" in row
    heights = [
        round(drilling(layout_named(layout), 0, track_on(layout)).height)
        for layout in ("decagon-51", "decagon-71", "decagon-81")
    ]
    assert heights[0] == heights[2]
    assert f"432 x {heights[0]} mm (71: 432 x {heights[1]})" in guide
