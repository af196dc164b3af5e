"""`python -m workshop.fabrication pcb` writes all files of a carrier into a folder.

KiCad fills planes, checks and plots, in a separate process with KiCad's own Python. If KiCad's
Python is missing, a person can do the same in KiCad's window.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import SubprocessError

from game.platform.i18n import _
from game.platform.processes import query
from workshop.fabrication.drilling import BoardPlan, TemplateError, board_plan
from workshop.fabrication.pcb.bill import (
    bill_text,
    costs_text,
    jlc_bill_text,
    jlc_places_text,
    places_text,
    screws_text,
)
from workshop.fabrication.pcb.board_file import board_text, project_text
from workshop.fabrication.pcb.circuit import NANO, Component, circuit
from workshop.fabrication.pcb.copper import copper
from workshop.fabrication.pcb.picture import picture
from workshop.fabrication.pcb.placement import Placement, place
from workshop.fabrication.pcb.schematic_file import schematic_text

EPOCH = (1980, 1, 1, 0, 0, 0)  # a fixed time, so that the same files give the same archive

JOB = Path(__file__).with_name("kicad_job.py")
PYTHONS: tuple[str, ...] = ("/usr/bin/python3", "/usr/local/bin/python3", "python3", "python")


def components_of(plan: BoardPlan, controller: str = NANO) -> list[Component]:
    """Return the circuit of a board: its points in order, including those of a readable track."""
    return circuit(tuple(plan.drilling.sensors), controller)


def placement_of(plan: BoardPlan, controller: str = NANO) -> Placement:
    """Return the places of the parts of a board's carrier. Raises TemplateError."""
    return place(plan.drilling, components_of(plan, controller))


def write_carrier(
    layout: str,
    width: float,
    with_track: bool,
    folder: Path,
    with_kicad: bool = True,
    controller: str = NANO,
) -> Iterator[Path]:
    """Write all files for a layout or board file; yield the path of each file after writing it.

    Gerbers and drill file come last, and only if KiCad is installed and `with_kicad`. Raises
    LayoutError or TemplateError before anything is written, or if KiCad finds a fault.
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
        "-jlcpcb-bom.csv": jlc_bill_text(placement),
        "-jlcpcb-cpl.csv": jlc_places_text(placement),
        "-screws.csv": screws_text(placement),
        "-costs.csv": costs_text(placement),
        ".svg": picture(placement, laid, title),
    }
    home.mkdir(parents=True, exist_ok=True)
    for ending, text in texts.items():
        (home / f"{stem}{ending}").write_text(text, encoding="utf-8")
        yield home / f"{stem}{ending}"
    if with_kicad and kicad_python():
        yield _gerbers(home, stem, texts[".kicad_pro"])


def _gerbers(home: Path, stem: str, project: str) -> Path:
    """Let KiCad finish the layout, pack its output, and return the archive's path.

    Some versions of KiCad drop severities that they do not know from the project file, so this file
    is written again.
    """
    board, gerbers = home / f"{stem}.kicad_pcb", home / "gerbers"
    try:
        checked = finish(board, gerbers)
        board.with_suffix(".kicad_pro").write_text(project, encoding="utf-8")
        ruled = [*rule_faults(board), *rule_faults(board.with_suffix(".kicad_sch"))]
        ruled = [fault for fault in ruled if fault.startswith("error")]
    except (OSError, SubprocessError, ValueError) as error:
        words = _("{file}: KiCad could not finish it ({reason})")
        raise TemplateError(words.format(file=board, reason=error)) from None
    faults = [*checked.errors, *[_("unconnected")] * checked.unconnected, *ruled]
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
CLI_VARIABLE = "LESS_IS_MORE_KICAD_CLI"
PACKAGE = "kicad"
KICAD_TIMEOUT_S = 600  # seconds before KiCad's process is given up


@dataclass(frozen=True)
class KicadReport:
    """KiCad's findings: its version, the faults with their places, and the unconnected items.

    `errors` are those `faults` that are more than warnings.
    """

    version: str
    faults: tuple[str, ...]
    errors: tuple[str, ...]
    unconnected: int
    pads: int


@cache
def kicad_python() -> str:
    """Return a Python with KiCad's modules, or ""; a configured path is the only one tried."""
    chosen = os.environ.get(VARIABLE, "")
    for python in (chosen,) if chosen else PYTHONS:
        try:
            if query([python, "-c", "import pcbnew; print(1)"], seconds=60):
                return python
        except (OSError, SubprocessError):
            continue
    return ""


def finish(board: Path, gerbers: Path) -> KicadReport:
    """Fill the planes of a layout, check it, and write Gerbers and drill files into a folder.

    Raises OSError if KiCad is missing, SubprocessError if it fails.
    """
    command = [kicad_python(), str(JOB), str(board), str(gerbers)]
    text = query(command, seconds=KICAD_TIMEOUT_S).decode()
    answer = json.loads(text.strip().splitlines()[-1])
    report = answer["report"]
    return KicadReport(
        answer["version"],
        tuple(faults_in(report)),
        tuple(faults_in(report, "error")),
        answer["unconnected"],
        answer["pads"],
    )


def faults_in(report: str, severity: str = "") -> list[str]:
    """Return the faults in a check's report with their places, of one severity or of all."""
    found = re.findall(r"^(\[\w+\]: .*)\n((?:    .*\n)*)", report, re.MULTILINE)
    return [head + " " + " ".join(rest.split()) for head, rest in found if severity in rest]


@cache
def kicad_cli() -> str:
    """Return KiCad's command line; "" if it is missing or older than version 8, which can check."""
    chosen = os.environ.get(CLI_VARIABLE, "") or shutil.which("kicad-cli") or ""
    try:
        version = query([chosen, "version"], seconds=60).decode() if chosen else ""
    except (OSError, SubprocessError):
        return ""
    return chosen if int(version.partition(".")[0] or 0) >= 8 else ""


def rule_faults(file: Path) -> list[str]:
    """Return the faults that KiCad 8 or later finds in a schematic or a filled layout.

    A fault violates an electrical rule or a design rule; its text begins with the severity. Without
    that KiCad, there are none. Raises OSError, SubprocessError if KiCad fails, ValueError if its
    report is unreadable.
    """
    if not kicad_cli():
        return []
    check = ["sch", "erc"] if file.suffix == ".kicad_sch" else ["pcb", "drc"]
    report = file.with_name(f"{check[1]}.json")
    options = ["--severity-all", "--format", "json", "-o", str(report)]
    query([kicad_cli(), *check, *options, str(file)], seconds=KICAD_TIMEOUT_S)
    answer = json.loads(report.read_text(encoding="utf-8"))
    found = [*answer.get("violations", ()), *answer.get("unconnected_items", ())]
    found += [fault for sheet in answer.get("sheets", ()) for fault in sheet["violations"]]
    return [f"{one['severity']}: {one['description']} {one['items']}" for one in found]
