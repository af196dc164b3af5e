"""The measures of a board by the name of its layout or board file, and the name of its files."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardware.fabrication.drilling import Drilling, drilling
from hardware.host.layouts import labels_of, layout_named, points_of, track_on
from hardware.tracking.track import READABLE, is_readable

LONGEST = 40  # letters of a board's name in the names of its files


@dataclass(frozen=True)
class BoardPlan:
    """`stem` begins the names of all files about the board."""

    layout: str
    stem: str
    drilling: Drilling

    @property
    def first(self) -> str:
        """What `board monitor` calls the first point: of a board of one's own it knows numbers."""
        labels = labels_of(self.layout, len(self.drilling.sensors))
        return labels[0] if labels else "0"


def board_plan(layout: str, width: float = 0.0, with_track: bool = True) -> BoardPlan:
    """The plan of a layout or board file.

    `width` is the board's in mm, 0 a comfortable one; `with_track` if its game has a track of
    turns.  Raises LayoutError or TemplateError.
    """
    points_of(layout)  # there is such a layout, with the track its name may ask for
    track = track_on(layout) if with_track else None
    readable = track is not None and is_readable(layout)
    plan = drilling(layout_named(layout), width, track, readable)
    stem = file_name(plan.topology.name) + (READABLE if readable else "")
    return BoardPlan(layout, stem, plan)


def file_name(name: str) -> str:
    """What of a board's name, which may be any text, can begin the name of a file."""
    plain = re.sub(r"[^\w-]+", "-", name)[:LONGEST].strip("-")
    return plain or "board"
