"""`python -m workshop.fabrication` writes the files for making a sensor board of any layout.

`template` writes a drilling template on paper. `drawings` writes drawings for laser and CNC, and
parts to print. `pcb` writes a printed circuit. `guide` writes the tables of the first board into
BUILD.md, and `report` asks for measurements of the first carrier.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from game.platform.arguments import number
from game.platform.i18n import _
from game.platform.paths import install_advice
from hardware.commands.cli import PORT_HELP, address, answered
from hardware.host.layouts import LayoutError
from hardware.tracking.track import READABLE, is_readable
from workshop.fabrication.build_report import report
from workshop.fabrication.first_board import write_guide
from workshop.fabrication.mat import WHOLE, write_mat
from workshop.fabrication.pcb.carrier import PACKAGE, kicad_python, write_carrier
from workshop.fabrication.pcb.circuit import CONTROLLERS, NANO
from workshop.fabrication.sheets import PAPERS, write_matrix_template, write_template

PROGRAM = "python -m workshop.fabrication"
PACKAGES = ("ezdxf", "manifold3d")  # packages needed only for drawings and parts


def write_drawings(arguments: argparse.Namespace) -> int:
    """Write drawings for laser and CNC, and parts to print. Raises LayoutError."""
    try:
        from workshop.fabrication.fabricate import FabricationOptions, fabricate
    except ModuleNotFoundError as missing:
        words = _("drawings and parts need {package}: {advice}")
        advice = install_advice(*PACKAGES)
        raise LayoutError(words.format(package=missing.name, advice=advice)) from None
    if arguments.controller and not arguments.carrier:
        raise LayoutError(_("--controller says which carrier there is: it needs --carrier"))
    track = not arguments.no_track
    carrier = (arguments.controller or NANO) if arguments.carrier else ""
    options = FabricationOptions(arguments.size, arguments.kerf, arguments.names, track, carrier)
    for path in fabricate(_layout_of(arguments), options, arguments.out):
        print(path, flush=True)
    return 0


def write_circuit(arguments: argparse.Namespace) -> int:
    """Write the files of a printed circuit with all sensors, for its manufacturer."""
    for path in write_carrier(
        _layout_of(arguments),
        arguments.size,
        not arguments.no_track,
        arguments.out,
        not arguments.no_kicad,
        arguments.controller or NANO,
    ):
        print(path, flush=True)
    if not arguments.no_kicad and not kicad_python():
        words = _("no Gerbers: KiCad is not installed (on Debian: apt install {package})")
        print(words.format(package=PACKAGE), file=sys.stderr)
    return 0


def write_walls(arguments: argparse.Namespace) -> int:
    """Write a mat with the walls of Less for a chess board."""
    setup, paper = " ".join(arguments.setup), arguments.paper
    for path in write_mat(setup, arguments.square, paper, arguments.out):
        print(path)
    return 0


def write_report(arguments: argparse.Namespace) -> int:
    """Ask for measurements of a new board, and judge it."""
    return report(arguments.port, arguments.file, arguments.check)


def write_sheets(arguments: argparse.Namespace) -> int:
    """Write drilling templates in real size."""
    paper, size, out = arguments.paper, arguments.size, arguments.out
    if arguments.matrix:
        for path in write_matrix_template(arguments.layout, paper, size, out):
            print(path)
        return 0
    for path in write_template(_layout_of(arguments), paper, size, out, not arguments.no_track):
        print(path)
    return 0


def write_first_board(_arguments: argparse.Namespace) -> int:
    """Write the first board's tables into the guide, and the drawing of its wiring."""
    for path in write_guide():
        print(path)
    return 0


def _layout_of(arguments: argparse.Namespace) -> str:
    """Return the requested layout, including the sensors of its track if requested."""
    layout: str = arguments.layout
    return layout + READABLE if arguments.track_sensors and not is_readable(layout) else layout


def parser() -> argparse.ArgumentParser:
    """Return the parser; its result has the chosen command as the attribute `run`."""
    top = argparse.ArgumentParser(prog=PROGRAM, description="Files to make a sensor board with.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    template = commands.add_parser("template", help="drilling template to scale, SVG pages")
    template.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    words = "for the underside: reed switches in rows and columns, and their wiring"
    template.add_argument("--matrix", action="store_true", help=words)
    template.set_defaults(run=write_sheets)
    _add_board_arguments(template)
    guide = commands.add_parser("guide", help="tables and drawing of the first board in BUILD.md")
    guide.set_defaults(run=write_first_board)
    drawings = commands.add_parser("drawings", help="drawings for laser and CNC, parts to print")
    drawings.add_argument(
        "--kerf", type=number(float, 0, 2), default=0.0, help="width of the laser's beam in mm"
    )
    drawings.add_argument("--names", action="store_true", help="engrave the names of the points")
    drawings.add_argument(
        "--carrier", action="store_true", help="room for the printed circuit of `pcb`"
    )
    building = commands.add_parser("report", help="what is measured at a new board, judged")
    building.add_argument("port", nargs="?", type=address, default="auto", help=PORT_HELP)
    building.add_argument("--file", type=Path, default=Path("board-report.json"), help="kept there")
    building.add_argument("--check", type=Path, metavar="FILE", help="judge a report again")
    building.set_defaults(run=write_report)
    mat = commands.add_parser("mat", help="the walls of Less, to be laid on a board for chess")
    mat.add_argument("setup", nargs="+", help="less seed=1, less seats=4 tiles=..., ...")
    words = "side of the board's squares in millimetres"
    mat.add_argument("--square", type=number(float, 0, 1000), default=50.0, help=words)
    words = "whole: one page of the mat's own size; else sheets to be glued"
    mat.add_argument("--paper", choices=(WHOLE, *PAPERS), default=WHOLE, help=words)
    mat.add_argument("--out", type=Path, default=Path("."), help="folder for the files")
    mat.set_defaults(run=write_walls)
    pcb = commands.add_parser("pcb", help="a printed circuit with all sensors, to be ordered")
    pcb.add_argument(
        "--no-kicad", action="store_true", help="leave out what KiCad does: Gerbers, drill file"
    )
    for one, run in ((drawings, write_drawings), (pcb, write_circuit)):
        words = f"which the carrier is for (default: {NANO})"
        one.add_argument("--controller", choices=CONTROLLERS, help=words)
        one.set_defaults(run=run)
        _add_board_arguments(one)
    return top


def _add_board_arguments(one: argparse.ArgumentParser) -> None:
    """Add the arguments for a board, its size, and the output folder."""
    one.add_argument("layout", help="decagon-81, hexagon-5, squares-6, ... or a board file")
    one.add_argument(
        "--size", type=number(float, 0, 5000), default=0.0, help="board width in millimetres"
    )
    tracks = one.add_mutually_exclusive_group()
    tracks.add_argument(
        "--no-track", action="store_true", help="leave out the track of turns, if its game has one"
    )
    tracks.add_argument(
        "--track-sensors", action="store_true", help="a sensor and a light at its places, too"
    )
    one.add_argument("--out", type=Path, default=Path("."), help="folder for the files")


def main(argv: Sequence[str]) -> int:
    """Run one command; bad input ends with a message and exit code 2."""
    return answered(parser(), argv, PROGRAM)
