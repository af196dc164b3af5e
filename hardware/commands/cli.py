"""`python main.py board ...`: the command line for sensor boards.

Each command prints for people and returns an exit code: 0, 1 for a failure, 2 for bad input.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO

from game.platform.arguments import number
from game.platform.errors import exact_cause, exit_code_of
from game.platform.i18n import _
from game.platform.paths import COMMAND
from game.platform.processes import run_tool
from game.platform.sanitize import say
from game.rules.base import Game
from game.rules.errors import RulesError
from game.rules.registry import parse_setup
from game.rules.topology import Point
from hardware.commands import flash as flashing
from hardware.host.address import AddressError, checked
from hardware.host.layouts import LayoutError, as_said, points_of, setup_on
from hardware.host.other_boards import BAUDS
from hardware.host.recording import RecordingError
from hardware.simulator.board import SIMULATED
from hardware.simulator.server import SimulatorServer
from hardware.tracking.track import READABLE, is_readable
from hardware.wire.messages import BAUD, LAYOUT_BYTES

Arguments = argparse.Namespace
Run = Callable[[Arguments], int]
OpenWindow = Callable[[SimulatorServer, Game, TextIO | None], int]
TOOLS = {  # tools that only the sources have: `python -m MODULE`
    "check": ("tools.conformance", "whether a board keeps to the protocol"),
    "driver": ("tools.driver_check", "whether a driver reads a board of another kind in any case"),
    "fabricate": ("workshop.fabrication drawings", "drawings for laser, CNC and printer"),
    "mat": (
        "workshop.fabrication mat",
        "a mat to print, which makes a board for chess another game's",
    ),
    "pcb": ("workshop.fabrication pcb", "printed circuits"),
    "report": ("workshop.fabrication report", "what a board takes to build"),
    "template": ("workshop.fabrication template", "a drilling template to print"),
}
PORT_HELP = "a port, HOST:PORT, socket://HOST:PORT, rfc2217://HOST:PORT, auto or auto:NAME"


def address(text: str) -> str:
    """Return the checked address of a board, for argparse.  Raises ArgumentTypeError."""
    try:
        return checked(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _call(module: str, function: str, *names: str) -> Run:
    """Return a command that calls `hardware.commands.MODULE.FUNCTION` with these arguments.

    The module is only imported when the command runs, so that other commands start fast.
    """

    def run(arguments: Arguments) -> int:
        called = getattr(import_module(f"hardware.commands.{module}"), function)
        return int(called(*(getattr(arguments, name) for name in names)))

    return run


def simulate(arguments: Arguments) -> int:
    """Offer a simulated board to other programs.

    Raises LayoutError if the link or the port cannot be used.
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
    if arguments.tcp is None and not hasattr(os, "openpty"):  # Windows has no pseudo terminals.
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
    """Return the game whose board is simulated: the named game, or one for the named layout."""
    if arguments.game:
        return parse_setup(arguments.game)
    return parse_setup(setup_on(arguments.layout))


def _simulated_track(arguments: Arguments, game: Game) -> tuple[Point, ...]:
    """Return the places of the layout's readable track, () without one.  Raises LayoutError."""
    if not arguments.track_sensors and not is_readable(arguments.layout):
        return ()
    layout = game.topology.name + READABLE
    if len(layout.encode()) > LAYOUT_BYTES:
        raise LayoutError(f"{layout} is too long for a layout: at most {LAYOUT_BYTES} bytes")
    return points_of(layout)[len(game.topology) :]


def configure(arguments: Arguments) -> int:
    """Store a name, a layout and wirings in a board."""
    from hardware.commands.configure import BoardConfiguration
    from hardware.commands.configure import configure as store

    kept = (arguments.layout, arguments.name, arguments.sensors, arguments.lights)
    return store(arguments.port, BoardConfiguration(*kept))


def flash(arguments: Arguments) -> int:
    """Write the firmware to a controller."""
    wanted = (arguments.board, arguments.port, arguments.sensing, arguments.image)
    return flashing.flash(flashing.FlashOrder(*wanted, arguments.dry_run))


def _doctor(_arguments: Arguments) -> int:
    """Print what keeps boards from working; return 1 if there is anything, else 0."""
    from hardware.host.neighbours import neighbours

    found = neighbours()
    for one in found:
        say(f"{one.about}: {one.words}")
    if not found:
        say(_("Nothing is in the way of a board. `board list` shows those that answer."))
    return int(bool(found))


def parser() -> argparse.ArgumentParser:
    """Return the parser; it stores the chosen command as the attribute `run`."""
    tools = "; ".join(f"{name}: {words}" for name, (_module, words) in TOOLS.items())
    top = argparse.ArgumentParser(
        prog=f"{COMMAND} board",
        description="Sensor boards.",
        epilog=f"With the sources also {tools}.",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, words: str, run: Run, port: bool = False) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=words)
        if port:
            one.add_argument("port", nargs="?", type=address, default="auto", help=PORT_HELP)
        one.set_defaults(run=run)
        return one

    listing = command(
        "list", "ports, and the boards that answer on them", _call("console", "list_all", "all")
    )
    listing.add_argument("--all", action="store_true", help="ask on every serial port")

    command("doctor", "what keeps boards from this machine, and what mends it", _doctor)

    run = _call("monitor", "watch", "port", "seconds", "file", "point")
    watching = command("monitor", "print what a board says", run, port=True)
    watching.add_argument(
        "--point", default="", help="only the readings of this point, as for testing magnets"
    )
    watching.set_defaults(file=None)
    recording = command("record", "write what goes over the line into a file", run, port=True)
    recording.add_argument("--file", type=Path, default="board-recording.jsonl", help="where to")
    recording.set_defaults(point="")
    for one in (watching, recording):
        one.add_argument("--seconds", type=number(float, 0), default=0.0, help="stop after so long")

    run = _call("monitor", "replay", "file", "slow")
    replaying = command("replay", "give a recording to the tracker again", run)
    replaying.add_argument("file", type=Path)
    replaying.add_argument("--slow", action="store_true", help="at the speed of life")

    run = _call("console", "calibrate", "port")
    command("calibrate", "teach the board its magnets, by dialogue", run, port=True)

    run = _call("console", "try_joints", "port", "opener", "points")
    words = "each point with a magnet: joints, wires, diodes"
    testing = command("test", words, run, port=True)
    testing.add_argument(
        "--points", nargs="+", default=[], metavar="POINT", help="only these, as after mending"
    )
    testing.set_defaults(opener=None)

    run = _call("learn", "learn", "port", "layout", "file", "baud")
    learning = command("learn", "which word of a board that prints text means which point", run)
    learning.add_argument(
        "port", nargs="?", default="auto", help="a serial port; auto: the only one there is"
    )
    learning.add_argument("--layout", default="squares-6", help="squares-6, hexagon-5, ...")
    learning.add_argument("--file", type=Path, default=Path("board.map"), help="where to")
    learning.add_argument("--baud", type=int, choices=BAUDS, default=BAUD, help="of the line")

    words = "name, layout and wiring of a board, which it keeps"
    naming = command("configure", words, configure, port=True)
    naming.add_argument("--name", help="what people call it; auto:NAME finds it")
    naming.add_argument("--layout", help="decagon-81, hexagon-5, ... or a board file")
    for line, what in (("sensors", "channel"), ("lights", "place in the chain")):
        words = f"file of numbers: the {what} of each point, in their order"
        naming.add_argument(f"--{line}", type=Path, metavar="FILE", help=words)

    _add_simulate(command("simulate", "a simulated board, with a window", simulate))

    run = _call("console", "show_health", "board", "clear")
    looking = command("health", "points that were not well, evening by evening", run)
    looking.add_argument("--board", default="", metavar="NAME", help="of several: name or number")
    looking.add_argument(
        "--clear", nargs="+", default=[], metavar="POINT", help="these are mended (or: all)"
    )

    writing = command("flash", "write the firmware, explained step by step", flash)
    writing.add_argument("port", nargs="?", default=flashing.AUTO, help="port, or auto")
    kinds = (flashing.AUTO, *sorted(flashing.CONTROLLERS))
    writing.add_argument(
        "--board", choices=kinds, default=flashing.AUTO, help="auto: the board is asked"
    )
    group = writing.add_mutually_exclusive_group()
    for name, words in (
        ("occupancy", "for sensors blind to sides"),
        ("matrix", "for switches in rows and columns, without lights and button"),
        ("matrix-lights", "the same with lights and a button"),
    ):
        what = f"--{name}"
        group.add_argument(what, dest="sensing", action="store_const", const=name, help=words)
    writing.set_defaults(sensing="")
    writing.add_argument("--image", type=Path, help="another .hex, or .uf2 for a Pico")
    writing.add_argument("--dry-run", action="store_true", help="only explain")

    return top


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


def main(argv: Sequence[str], window: OpenWindow | None = None) -> int:
    """Run one command; bad input ends with a sentence and exit code 2.

    `window` shows a simulated board and lets people play on it; without `window` the board is
    headless.
    """
    program = f"{COMMAND} board"
    if argv and argv[0] in TOOLS:
        return run_tool(TOOLS[argv[0]][0], argv[1:])
    return answered(parser(), argv, program, window)


def answered(
    reader: argparse.ArgumentParser,
    argv: Sequence[str],
    program: str,
    window: OpenWindow | None = None,
) -> int:
    """Run the command that `reader` finds in `argv`; print one sentence for an error."""
    try:
        arguments = reader.parse_args(list(argv))
    except SystemExit as stop:  # argparse has printed the error
        return int(stop.code or 0)
    try:
        arguments.window = window
        return int(arguments.run(arguments))
    except (LayoutError, RulesError, RecordingError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    # The program that read our output has ended; `game.cli` handles that for all commands.
    except BrokenPipeError:
        raise
    except OSError as error:  # a file or folder that cannot be used, or a lost line
        where = f"{error.filename}: " if error.filename else ""
        print(f"{program}: {where}{exact_cause(error)}", file=sys.stderr)
        return exit_code_of(error)
    except EOFError:
        print(f"{program}: the input ended before the last question", file=sys.stderr)
        return 1
