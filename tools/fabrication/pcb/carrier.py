"""`python -m tools.fabrication pcb`: everything a maker needs for a carrier, written into a folder.

KiCad pours, checks and plots, in a process of its own, in the Python that KiCad brings.  Without
KiCad a person can do the same in its window.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import SubprocessError

from game.platform.i18n import _
from game.platform.processes import query
from tools.fabrication.drilling import BoardPlan, TemplateError, board_plan
from tools.fabrication.pcb.bill import bill_text, costs_text, places_text, screws_text
from tools.fabrication.pcb.board_file import board_text, project_text
from tools.fabrication.pcb.circuit import NANO, Component, circuit
from tools.fabrication.pcb.copper import copper
from tools.fabrication.pcb.picture import picture
from tools.fabrication.pcb.placement import Placement, place
from tools.fabrication.pcb.schematic_file import schematic_text

EPOCH = (1980, 1, 1, 0, 0, 0)  # makes the same archive of the same files

JOB = Path(__file__).with_name("kicad_job.py")
PYTHONS: tuple[str, ...] = ("/usr/bin/python3", "/usr/local/bin/python3", "python3", "python")


def components_of(plan: BoardPlan, controller: str = NANO) -> list[Component]:
    """Return the circuit of a board: its points in order, those of a readable track, too."""
    return circuit(tuple(plan.drilling.sensors), controller)


def placement_of(plan: BoardPlan, controller: str = NANO) -> Placement:
    """Return where the parts of a board's carrier lie.  Raises TemplateError."""
    return place(plan.drilling, components_of(plan, controller))


def write_carrier(
    layout: str,
    width: float,
    with_track: bool,
    folder: Path,
    with_kicad: bool = True,
    controller: str = NANO,
) -> Iterator[Path]:
    """Write all files for a layout or board file; each path when its file is written.

    Gerbers and drill file last, and only where KiCad is installed and `with_kicad`.  Raises
    LayoutError or TemplateError, before anything is written, or if KiCad finds a fault.
    """
    plan = board_plan(layout, width, with_track)
    placement = placement_of(plan, controller)
    laid = copper(placement)
    title = _("Less is More: carrier for {board}").format(board=plan.stem)
    kind = "" if controller == NANO else f"-{controller}"
    stem, home = f"{plan.stem}-carrier{kind}", folder / plan.stem / f"pcb{kind}"
    texts = {
        ".kicad_pro": project_text(stem),
        ".kicad_sch": schematic_text(components_of(plan, controller), title),
        ".kicad_pcb": board_text(placement, laid, title),
        "-bom.csv": bill_text(placement),
        "-cpl.csv": places_text(placement),
        "-screws.csv": screws_text(placement),
        "-costs.csv": costs_text(placement),
        ".svg": picture(placement, laid, title),
    }
    home.mkdir(parents=True, exist_ok=True)
    for ending, text in texts.items():
        (home / f"{stem}{ending}").write_text(text, encoding="utf-8")
        yield home / f"{stem}{ending}"
    if with_kicad and kicad_python():
        yield _gerbers(home, stem)


def _gerbers(home: Path, stem: str) -> Path:
    """Have KiCad finish the layout and pack what it writes; the archive's path."""
    board, gerbers = home / f"{stem}.kicad_pcb", home / "gerbers"
    try:
        checked = finish(board, gerbers)
    except (OSError, SubprocessError, ValueError) as error:
        words = _("{file}: KiCad could not finish it ({reason})")
        raise TemplateError(words.format(file=board, reason=error)) from None
    faults = [*checked.errors, *[_("unconnected")] * checked.unconnected]
    if faults:
        words = _("{file}: KiCad's check found {count} faults, the first: {fault}")
        raise TemplateError(words.format(file=board, count=len(faults), fault=faults[0]))
    archive = home / f"{stem}-gerbers.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted(gerbers.iterdir()):
            pack.writestr(zipfile.ZipInfo(path.name, EPOCH), path.read_bytes())
    return archive


PYTHONS += (
    "/Applications/KiCad/KiCad.app/Contents/Frameworks/Python.framework/Versions/Current/bin/python3",
    r"C:\Program Files\KiCad\6.0\bin\python.exe",
)
VARIABLE = "LESS_IS_MORE_KICAD_PYTHON"
PACKAGE = "kicad"
KICAD_TIMEOUT_S = 600  # seconds


@dataclass(frozen=True)
class KicadReport:
    """What KiCad found: its version, errors of the check with their places, unconnected items."""

    version: str
    errors: tuple[str, ...]
    unconnected: int
    pads: int


@cache
def kicad_python() -> str:
    """Return the Python that knows KiCad, "" if there is none; one that is set is the only try."""
    chosen = os.environ.get(VARIABLE, "")
    for python in (chosen,) if chosen else PYTHONS:
        try:
            if query([python, "-c", "import pcbnew; print(1)"], seconds=60):
                return python
        except (OSError, SubprocessError):
            continue
    return ""


def finish(board: Path, gerbers: Path) -> KicadReport:
    """Pour the planes of a layout, check it, and write Gerbers and drill files into a folder.

    Raises OSError without KiCad, SubprocessError if it fails.
    """
    command = [kicad_python(), str(JOB), str(board), str(gerbers)]
    text = query(command, seconds=KICAD_TIMEOUT_S).decode()
    answer = json.loads(text.strip().splitlines()[-1])
    return KicadReport(
        answer["version"], tuple(errors_in(answer["report"])), answer["unconnected"], answer["pads"]
    )


def errors_in(report: str) -> list[str]:
    """Return the errors of a report of a check, each with where it is; warnings are none."""
    found = re.findall(r"^(\[\w+\]: .*)\n((?:    .*\n)*)", report, re.MULTILINE)
    return [head + " " + " ".join(rest.split()) for head, rest in found if "error" in rest]
