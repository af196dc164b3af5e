"""`python main.py board ...`: the command line of everything about sensor boards.

Each command is one function that prints for people; exit codes are 0, 1 for a failure, 2 for bad
input.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from game.platform.arguments import number
from game.platform.i18n import _
from game.platform.paths import COMMAND, install_advice
from game.rules.base import Game
from game.rules.errors import RulesError
from game.rules.registry import parse_setup
from game.rules.topology import Point
from hardware.commands import flash as flashing
from hardware.fabrication.drilling import TemplateError
from hardware.fabrication.pcb.circuit import CONTROLLERS, NANO
from hardware.host.address import AddressError, checked
from hardware.host.layouts import LayoutError, as_said, points_of, setup_on
from hardware.host.recording import RecordingError
from hardware.simulator.board import SIMULATED
from hardware.simulator.server import SimulatorServer
from hardware.tracking.track import READABLE, is_readable
from hardware.wire.constants import LAYOUT_BYTES

Arguments = argparse.Namespace
OpenWindow = Callable[[SimulatorServer, Game, TextIO | None], int]


def _target(text: str) -> str:
    """For argparse: where a board is."""
    try:
        return checked(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def list_boards(arguments: Arguments) -> int:
    """Ports, and the boards that answer on them."""
    from hardware.commands.console import list_all

    return list_all(arguments.all)


def monitor(arguments: Arguments) -> int:
    """Print what a board says, as it says it."""
    from hardware.commands.monitor import watch

    return watch(arguments.port, arguments.seconds, point=arguments.point)


def record(arguments: Arguments) -> int:
    """Write everything that goes over the line into a file."""
    from hardware.commands.monitor import watch

    return watch(arguments.port, arguments.seconds, Path(arguments.file))


def calibrate(arguments: Arguments) -> int:
    """The calibration, step by step."""
    from hardware.commands.console import calibrate as walk_through

    return walk_through(arguments.port)


def replay(arguments: Arguments) -> int:
    """Give a recording to the tracker and print its readings."""
    from hardware.host.recording import read_recording, said_by_board
    from hardware.host.recording import replay as play_again

    lines = read_recording(Path(arguments.file))
    if not any("position" in line for line in lines):  # of a monitor: nobody played
        for now, words in said_by_board(lines):
            print(f"{now:8.2f}  {words}")
    for now, reading in play_again(lines, time.sleep if arguments.slow else None):
        print(f"{now:8.2f}  {reading}")
    return 0


def simulate(arguments: Arguments) -> int:
    """A simulated board for other programs.

    Raises LayoutError if the link or the port cannot be had.
    """
    from hardware.simulator.board import BoardIdentity, SimulatedBoard
    from hardware.simulator.server import PtyCable, TcpCable

    game = _simulated_game(arguments)
    topology = game.topology
    track = _simulated_track(arguments, game)
    sensing = 0 if arguments.occupancy else 1
    layout = as_said(topology.name) if not track else topology.name + READABLE
    identity = BoardIdentity(layout, len(topology) + len(track), sensing, arguments.name)
    board = SimulatedBoard(identity, arguments.seed)
    board.troubles.noise = arguments.noise
    if arguments.tcp is None and not hasattr(os, "openpty"):  # on Windows
        arguments.tcp = 0
    try:
        cable = TcpCable(arguments.tcp) if arguments.tcp is not None else PtyCable(arguments.link)
    except OSError as error:
        where = arguments.link if arguments.tcp is None else f"TCP port {arguments.tcp}"
        raise LayoutError(f"{where}: {error.strerror}") from None
    server = SimulatorServer(board, cable)
    print(cable.name, flush=True)
    if arguments.headless or arguments.window is None:
        from hardware.commands.console import serve

        return serve(server, topology, sys.stdin, track)
    window: OpenWindow = arguments.window
    return window(server, game, None if sys.stdin.isatty() else sys.stdin)


def _simulated_game(arguments: Arguments) -> Game:
    """The game whose board is simulated: the one named, or one that is played on the layout."""
    if arguments.game:
        return parse_setup(arguments.game)
    return parse_setup(setup_on(arguments.layout))


def _simulated_track(arguments: Arguments, game: Game) -> tuple[Point, ...]:
    """The places of its readable track, if it shall have one.  Raises LayoutError."""
    if not arguments.track_sensors and not is_readable(arguments.layout):
        return ()
    layout = game.topology.name + READABLE
    if len(layout.encode()) > LAYOUT_BYTES:
        raise LayoutError(f"{layout} is too long for a layout: at most {LAYOUT_BYTES} bytes")
    return points_of(layout)[len(game.topology) :]


def configure(arguments: Arguments) -> int:
    """Name, layout and wiring, stored in the board."""
    from hardware.commands.configure import BoardConfiguration
    from hardware.commands.configure import configure as carry_out

    wanted = BoardConfiguration(
        arguments.layout, arguments.name, arguments.sensors, arguments.lights
    )
    return carry_out(arguments.port, wanted)


def flash(arguments: Arguments) -> int:
    sensing = "occupancy" if arguments.occupancy else ""
    order = flashing.FlashOrder(
        arguments.board, arguments.port, sensing, arguments.image, arguments.dry_run
    )
    return flashing.flash(order)


def check(arguments: Arguments) -> int:
    """What any board must do by PROTOCOL.md, tried on this one."""
    from hardware.commands.conformance import main as check_main

    return check_main(arguments.port)


def health(arguments: Arguments) -> int:
    """What was wrong with points over the evenings."""
    from hardware.commands.health import show

    return show(arguments.board, arguments.clear)


def template(arguments: Arguments) -> int:
    """Drilling templates to scale."""
    from hardware.commands.template import write_template

    paper, size, out = arguments.paper, arguments.size, arguments.out
    for path in write_template(_layout(arguments), paper, size, out, not arguments.no_track):
        print(path)
    return 0


FABRICATION = ("ezdxf", "manifold3d")  # packages that only drawings and parts need


def fabricate(arguments: Arguments) -> int:
    """Drawings for laser and CNC, and parts to be printed.  Raises LayoutError."""
    try:
        from hardware.fabrication.fabricate import FabricationOptions
        from hardware.fabrication.fabricate import fabricate as write_all
    except ModuleNotFoundError as missing:
        words = _("drawings and parts need {package}: {advice}")
        advice = install_advice(*FABRICATION)
        raise LayoutError(words.format(package=missing.name, advice=advice)) from None
    if arguments.controller and not arguments.carrier:
        raise LayoutError(_("--controller says which carrier there is: it needs --carrier"))
    track = not arguments.no_track
    carrier = (arguments.controller or NANO) if arguments.carrier else ""
    wishes = FabricationOptions(arguments.size, arguments.kerf, arguments.names, track, carrier)
    for path in write_all(_layout(arguments), wishes, arguments.out):
        print(path, flush=True)
    return 0


def pcb(arguments: Arguments) -> int:
    """A carrier with everything on it, for a maker."""
    from hardware.fabrication.pcb.carrier import write_carrier
    from hardware.fabrication.pcb.kicad import PACKAGE, kicad_python

    for path in write_carrier(
        _layout(arguments),
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


def _layout(arguments: Arguments) -> str:
    """The layout asked for, with the sensors of its track if they are wanted."""
    layout: str = arguments.layout
    return layout + READABLE if arguments.track_sensors and not is_readable(layout) else layout


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=f"{COMMAND} board", description="Sensor boards.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    port_words = "a port, HOST:PORT, socket://HOST:PORT, rfc2217://HOST:PORT, auto or auto:NAME"

    listing = commands.add_parser("list", help="ports, and the boards that answer on them")
    listing.add_argument("--all", action="store_true", help="ask on every serial port")
    listing.set_defaults(run=list_boards)

    watching = commands.add_parser("monitor", help="print what a board says")
    recording = commands.add_parser("record", help="write what goes over the line into a file")
    for one, run in ((watching, monitor), (recording, record)):
        one.add_argument("port", nargs="?", type=_target, default="auto", help=port_words)
        one.add_argument("--seconds", type=number(float, 0), default=0.0, help="stop after so long")
        one.set_defaults(run=run)
    watching.add_argument(
        "--point", default="", help="only the readings of this point, as for testing magnets"
    )
    recording.add_argument("--file", default="board-recording.jsonl", help="where to")

    replaying = commands.add_parser("replay", help="give a recording to the tracker again")
    replaying.add_argument("file")
    replaying.add_argument("--slow", action="store_true", help="at the speed of life")
    replaying.set_defaults(run=replay)

    calibrating = commands.add_parser("calibrate", help="teach the board its magnets, by dialogue")
    calibrating.add_argument("port", nargs="?", type=_target, default="auto", help=port_words)
    calibrating.set_defaults(run=calibrate)

    naming = commands.add_parser(
        "configure", help="name, layout and wiring of a board, which it keeps"
    )
    naming.add_argument("port", nargs="?", type=_target, default="auto", help=port_words)
    naming.add_argument("--name", help="what people call it; auto:NAME finds it")
    naming.add_argument("--layout", help="decagon-81, hexagon-5, ... or a board file")
    for line, what in (("sensors", "channel"), ("lights", "place in the chain")):
        words = f"file of numbers: the {what} of each point, in their order"
        naming.add_argument(f"--{line}", type=Path, metavar="FILE", help=words)
    naming.set_defaults(run=configure)

    _add_simulate(commands.add_parser("simulate", help="a simulated board, with a window"))

    checking = commands.add_parser("check", help="try whether a board keeps to PROTOCOL.md")
    checking.add_argument("port", type=_target, metavar="PORT|URL")
    checking.set_defaults(run=check)

    looking = commands.add_parser("health", help="points that were not well, evening by evening")
    looking.add_argument("--board", default="", metavar="NAME", help="of several: name or number")
    looking.add_argument(
        "--clear", nargs="+", default=[], metavar="POINT", help="these are mended (or: all)"
    )
    looking.set_defaults(run=health)

    writing = commands.add_parser("flash", help="write the firmware, explained step by step")
    writing.add_argument("port", nargs="?", default=flashing.AUTO, help="port, or auto")
    kinds = (flashing.AUTO, *sorted(flashing.CONTROLLERS))
    writing.add_argument(
        "--board", choices=kinds, default=flashing.AUTO, help="auto: the board is asked"
    )
    writing.add_argument("--occupancy", action="store_true", help="for sensors blind to sides")
    writing.add_argument("--image", type=Path, help="another .hex, or .uf2 for a Pico")
    writing.add_argument("--dry-run", action="store_true", help="only explain")
    writing.set_defaults(run=flash)

    drilling = commands.add_parser("template", help="drilling template to scale, SVG pages")
    drilling.add_argument("--paper", choices=("a4", "a3", "letter"), default="a4")
    _add_wood(drilling)
    drilling.set_defaults(run=template)

    making = commands.add_parser("fabricate", help="drawings for laser and CNC, parts to print")
    making.add_argument(
        "--kerf", type=number(float, 0, 2), default=0.0, help="width of the laser's beam in mm"
    )
    making.add_argument("--names", action="store_true", help="engrave the names of the points")
    making.add_argument(
        "--carrier", action="store_true", help="room for the printed circuit of `board pcb`"
    )
    _add_controller(making)
    _add_wood(making)
    making.set_defaults(run=fabricate)

    ordering = commands.add_parser("pcb", help="a printed circuit with all sensors, to be ordered")
    ordering.add_argument(
        "--no-kicad", action="store_true", help="leave out what KiCad does: Gerbers, drill file"
    )
    _add_controller(ordering)
    _add_wood(ordering)
    ordering.set_defaults(run=pcb)
    return top


def _add_controller(one: argparse.ArgumentParser) -> None:
    words = f"which the carrier is for (default: {NANO})"
    one.add_argument("--controller", choices=CONTROLLERS, help=words)


def _add_wood(one: argparse.ArgumentParser) -> None:
    """Which board, how large, and where its files go."""
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


def _add_simulate(one: argparse.ArgumentParser) -> None:
    lines = one.add_mutually_exclusive_group()
    lines.add_argument(
        "--pty", action="store_true", help="a pseudo terminal, the default but on Windows"
    )
    lines.add_argument(
        "--tcp",
        type=number(int, 0, 65535),
        metavar="PORT",
        help="on a TCP port of this machine (0: any free one)",
    )
    one.add_argument("--link", type=Path, help="a path that always leads to the pseudo terminal")
    one.add_argument("--layout", default="decagon-81", help="decagon-81, hexagon-5, squares-6, ...")
    one.add_argument("--game", default="", metavar="SETUP", help="the board of this setup")
    one.add_argument("--occupancy", action="store_true", help="sensors blind to sides")
    one.add_argument(
        "--track-sensors", action="store_true", help="sensors at the track of turns, too"
    )
    one.add_argument("--name", default=SIMULATED)
    one.add_argument(
        "--noise", type=number(float, 0, 1), default=0.0, help="share of bad samples, 0 to 1"
    )
    one.add_argument("--seed", type=int, default=0)
    one.add_argument("--headless", action="store_true", help="no window, commands on stdin (help)")
    one.set_defaults(run=simulate)


def main(argv: Sequence[str], window: OpenWindow | None = None) -> int:
    """Run one command; bad input ends with a sentence and exit code 2.

    `window` shows a simulated board and lets hands play on it; without one it is headless.
    """
    try:
        arguments = parser().parse_args(list(argv))
    except SystemExit as stop:  # argparse has said what is wrong
        return int(stop.code or 0)
    try:
        arguments.window = window
        return int(arguments.run(arguments))
    except (LayoutError, TemplateError, RulesError, RecordingError) as error:
        print(f"{COMMAND} board: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # who read our words has gone, as `head` does
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
        return 1
    except OSError as error:  # a file or folder that cannot be used, a line that was lost
        where = f"{error.filename}: " if error.filename else ""
        print(f"{COMMAND} board: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except EOFError:
        print(f"{COMMAND} board: the input ended before the last question", file=sys.stderr)
        return 1
