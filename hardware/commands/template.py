"""Drilling templates: a board on as many sheets of paper as it takes, and tables of its holes.

The sheets overlap; crosses at the corners of each sheet's share fall on those of its neighbours.
How a sheet is drawn says `hardware.commands.sheet`.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from game.platform.i18n import _
from game.rules.topology import Topology
from hardware.commands.sheet import (
    FOOT,
    MARGIN,
    TemplateSheet,
    page,
)
from hardware.fabrication.board_plan import board_plan
from hardware.fabrication.drilling import Drilling, TemplateError, drilling
from hardware.fabrication.track import TrackPlan
from hardware.tracking.track import MarkerTrack

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
HOLES = ["point", "label", "multiplexer", "channel"]
HOLES += ["sensor_x_mm", "sensor_y_mm", "light_x_mm", "light_y_mm"]
STOPS = ["marker", "place", "letter", "x_mm", "y_mm"]


def templates(
    topology: Topology,
    paper: str = "a4",
    width: float = 0.0,
    track: MarkerTrack | None = None,
    readable: bool = False,
) -> list[str]:
    """The SVG texts of all sheets, row by row.  Raises TemplateError."""
    plan = drilling(topology, width, track, readable)
    sheets = _sheets(plan, paper)
    return [page(plan, sheet, sheets) for sheet in sheets]


def write_template(
    layout: str, paper: str, width: float, folder: Path, with_track: bool = True
) -> list[Path]:
    """Write the sheets and tables of all holes for a layout or board file; their paths.

    `width` is the board's in mm, 0 a comfortable one; `with_track` if its game has a track of
    turns.  Raises LayoutError or TemplateError.
    """
    found = board_plan(layout, width, with_track)
    plan, stem = found.drilling, found.stem
    sheets = _sheets(plan, paper)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {f"{stem}-{paper}-{sheet.name}.svg": page(plan, sheet, sheets) for sheet in sheets}
    texts[f"{stem}-holes.csv"] = holes(plan)
    if plan.track:
        texts[f"{stem}-track.csv"] = stops(plan.track)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def holes(plan: Drilling) -> str:
    """A table of all holes as CSV, for those who drill by machine, and of the wiring."""
    rows = (
        [number, label, multiplexer, channel, *_mm(*plan.sensors[label], *plan.lights[label])]
        for number, label, multiplexer, channel in plan.wiring()
    )
    return _table(HOLES, rows)


def stops(track: TrackPlan) -> str:
    """A table of the places of both markers as CSV: 0 is the start, without a letter."""
    letters = ["", *(letter.strip() for letter, _place in track.letters)]
    rows = (
        [slot.owner, number, letters[number], *_mm(*place)]
        for slot in track.slots
        for number, place in enumerate(slot.places)
    )
    return _table(STOPS, rows)


def _mm(*values: float) -> list[str]:
    return [f"{value:.2f}" for value in values]


def _table(heads: list[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(heads)
    table.writerows(rows)
    return out.getvalue()


# -- dividing the board among sheets ---------------------------------------------------------------


def _sheets(plan: Drilling, paper: str) -> list[TemplateSheet]:
    """The grid of sheets, upright or across, whichever takes fewer."""
    if paper not in PAPERS:
        raise TemplateError(
            _("Paper {paper}, expected one of {known}").format(paper=paper, known=", ".join(PAPERS))
        )
    upright = PAPERS[paper]
    grids = [_grid(plan, sheet) for sheet in (upright, (upright[1], upright[0]))]
    return min(grids, key=len)


def _grid(plan: Drilling, paper: tuple[float, float]) -> list[TemplateSheet]:
    most = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT
    columns, rows = math.ceil(plan.width / most[0]), math.ceil(plan.height / most[1])
    share = plan.width / columns, plan.height / rows
    return [
        TemplateSheet(row, column, column * share[0], row * share[1], share, paper)
        for row in range(rows)
        for column in range(columns)
    ]
