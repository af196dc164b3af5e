"""KiCad's part of the work: pour, check, plot.

It runs in a process of its own, in the Python that KiCad brings.  Without KiCad a person can do
the same in its window.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import SubprocessError

from game.platform.processes import query

JOB = Path(__file__).with_name("kicad_job.py")
PYTHONS: tuple[str, ...] = ("/usr/bin/python3", "/usr/local/bin/python3", "python3", "python")
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
        answer["version"],
        tuple(errors_in(answer["report"])),
        answer["unconnected"],
        answer["pads"],
    )


def errors_in(report: str) -> list[str]:
    """Return the errors of a report of a check, each with where it is; warnings are none."""
    found = re.findall(r"^(\[\w+\]: .*)\n((?:    .*\n)*)", report, re.MULTILINE)
    return [head + " " + " ".join(rest.split()) for head, rest in found if "error" in rest]
