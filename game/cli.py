"""The command line: what each subcommand is called and where it is done.

Nothing is imported before it is needed, so that `engine` answers at once and the window opens
within a second.  Bad input ends with one sentence and exit code 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, cast

from game import __version__
from game.kiosk.options import OPTIONS
from game.platform.arguments import odd
from game.platform.errors import file_in_words
from game.platform.interrupts import exit_code
from game.platform.paths import COMMAND, install_advice
from game.platform.processes import (
    ProcessError,
    end_with_parent,
    lower_priority,
    speak_utf8,
)
from game.platform.sanitize import sanitized, say

if TYPE_CHECKING:
    from pathlib import Path

    from game.library.import_export import ExportOptions
    from game.network.addresses import Address
    from game.network.broker import Broker
    from game.network.tls import Certificate
    from game.rules.base import Game
    from game.table.match import Match
    from hardware.simulator.server import SimulatorServer

Arguments = argparse.Namespace

DESCRIPTION = "Less is More: abstract board games of more and less, on screen and on a board."


def play(arguments: Arguments) -> int:
    """Open the window: the title, or a game at once when one is named."""
    from game.screen.start import start_window

    setup = " ".join(arguments.setup)
    broker = None if arguments.publish is None else _broker(arguments, arguments.publish)
    return start_window(
        setup,
        arguments.board,
        arguments.seats,
        arguments.broadcast,
        clock=arguments.clock,
        series=arguments.series,
        publish=None if broker is None else (broker, arguments.table or broker.user or "table"),
        certify=_certify(arguments),
    )


def open_file(arguments: Arguments) -> int:
    """Open the window with what is in a file: a game, puzzles, a position, a board."""
    from game.screen.start import start_file

    return start_file(arguments.file)


def doctor(_arguments: Arguments) -> int:
    """Print what support needs to know of this machine."""
    from game.screen.doctor import main as doctor_main

    return doctor_main()


def desktop(arguments: Arguments) -> int:
    from game.platform.desktop import main as desktop_main

    return desktop_main(arguments.rest)


def join(arguments: Arguments) -> int:
    """Open the window at a seat of a table elsewhere.  Raises NetworkError."""
    from game.screen.start import start_visit

    return start_visit(arguments.invitation, arguments.board)


def hub(arguments: Arguments) -> int:
    """Serve the page for all tables of a broker.  Raises NetworkError."""
    from functools import partial

    from game.network.addresses import parse_address
    from game.network.hub import serve

    address, broker = parse_address(arguments.address), _broker(arguments, arguments.broker)
    certificate = certify(address) if (certify := _certify(arguments)) is not None else None
    return serve(broker, address, partial(print, flush=True), certificate)


def _broker(arguments: Arguments, url: str) -> Broker:
    """The broker of an address and the options beside it.  Raises NetworkError."""
    from game.network.broker import parse_broker

    return parse_broker(url, arguments.broker_password_file, arguments.broker_ca)


def _certify(arguments: Arguments) -> Callable[[Address], Certificate] | None:
    """What finds the certificate for HTTPS at an address; None serves plain HTTP."""
    from pathlib import Path

    from game.network.tls import own_certificate, read_certificate

    file, key = arguments.certificate, arguments.key or arguments.certificate
    if file:
        return lambda _address: read_certificate(Path(file), Path(key))
    return own_certificate if arguments.https else None


def demo(arguments: Arguments) -> int:
    """Open the window full screen, for clubs; as a kiosk, nobody but the organiser closes it.

    Raises KioskError.
    """
    from game.kiosk.options import NAMES, KioskError, read_kiosk
    from game.screen.start import start_demo, start_kiosk
    from hardware.host.address import AddressError, checked

    given = {name: value for name in NAMES if (value := getattr(arguments, name)) is not None}
    if arguments.kiosk:
        kiosk = read_kiosk(given, arguments.config)
        try:
            checked(kiosk.board)
        except AddressError as error:
            raise KioskError(f"board: {error}") from None
        return start_kiosk(kiosk, windowed=arguments.windowed)
    if given or arguments.config:
        raise KioskError(f"--{next(iter(given), 'config')} is of a kiosk: demo --kiosk")
    return start_demo(windowed=arguments.windowed)


def engine(arguments: Arguments) -> int:
    from game.engine.protocol.ugi import main as ugi_main

    return ugi_main(sys.stdin, sys.stdout, arguments.rest)


def match(arguments: Arguments) -> int:
    from game.table.arena.command import main as arena_main

    return arena_main(arguments.rest)


def puzzles(arguments: Arguments) -> int:
    from game.puzzles.command import main as puzzles_main

    return puzzles_main(arguments.rest)


def tournament(arguments: Arguments) -> int:
    from game.tournament.command import main as tournament_main

    return tournament_main(arguments.rest)


def helper(arguments: Arguments) -> int:
    """What this program starts itself as, see `game.platform.processes`: in no help, for no person.

    Raises ProcessError for a name that none has.
    """
    name, *rest = arguments.rest or [""]
    if name not in HELPERS:
        raise ProcessError(f"helper {name!r} found, expected one of {', '.join(HELPERS)}")
    return HELPERS[name](rest)


def engine_helper(words: list[str]) -> int:
    """The engine that the screen speaks with."""
    from game.engine.protocol.ugi import main as ugi_main

    lower_priority(3)
    return ugi_main(sys.stdin, sys.stdout, words)


def compile_helper(words: list[str]) -> int:
    """Fills the cache of compiled kernels."""
    from game.engine.bots.warmup import main as warm_main

    return warm_main(words)


def compiled_helper(words: list[str]) -> int:
    """Loads what has been compiled, to tell how it is with it."""
    from game.engine.bots.warmup import look_main

    return look_main(words)


def game_helper(words: list[str]) -> int:
    """What a game has worked out in a process of its own; the first word is its key."""
    from game.rules.registry import plugin_part

    helper = cast("Callable[[list[str]], None]", plugin_part(words[0], "helper"))
    helper(words[1:])
    return 0


def solve(arguments: Arguments) -> int:
    from game.questions.command import main as solve_main

    return solve_main(arguments.rest)


def puzzle_helper(words: list[str]) -> int:
    """Answers tries at puzzles, line by line."""
    from game.puzzles.attempt_checker import main as judge_main

    lower_priority(2)
    return judge_main(words)


def practice_helper(words: list[str]) -> int:
    """Makes puzzles of the mistakes of one game."""
    from game.puzzles.practice import main as practice_main

    lower_priority(5)
    return practice_main(words)


def library(arguments: Arguments) -> int:
    from game.library.command import main as library_main

    return library_main(arguments.rest, painted)


def painted(match: Match, wish: ExportOptions, path: Path) -> None:
    """Draw what is wished of a game, as the screen would show it."""
    from game.screen.image_export import export_image

    export_image(match, wish, path)


def library_helper(words: list[str]) -> int:
    """Brings the library up to the records on disk."""
    from game.library.indexer import main as library_main

    lower_priority(5)
    return library_main(words)


def solo_helper(words: list[str]) -> int:
    """Par of a game for one."""
    from game.solo.par import main as par_main

    lower_priority(2)
    return par_main(words)


def network_helper(words: list[str]) -> int:
    """Serves matches to phones and other machines; the words are a host and a port."""
    try:
        from game.network.server_process import main as network_main
    except ModuleNotFoundError:  # installed without the club
        print('{"is": "lacking"}', flush=True)
        return 1
    return network_main(words)


def board(arguments: Arguments) -> int:
    from hardware.commands.cli import main as board_main

    return board_main(arguments.rest, simulator_window)


def simulator_window(server: SimulatorServer, game: Game, commands: TextIO | None) -> int:
    """Show a simulated board until its window is closed."""
    from game.screen.simulator_window import open_window

    return open_window(server, game, commands)


def _board_target(text: str) -> str:
    """For argparse: where a sensor board is."""
    from hardware.host.address import AddressError, checked

    try:
        return checked(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=COMMAND, description=DESCRIPTION)
    top.add_argument("--version", action="version", version=f"Less is More {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, run: Callable[[Arguments], int], words: str) -> argparse.ArgumentParser:
        own = commands.add_parser(name, help=words, description=words, add_help=run in OWN_HELP)
        own.set_defaults(run=run)
        return own

    playing = command("play", play, "open the window (the default); a setup starts that game")
    playing.add_argument("setup", nargs="*", help="a setup string, such as: libra size=5 mode=bid")
    playing.add_argument(
        "--board",
        type=_board_target,
        metavar="PORT|URL|sim|auto",
        help="play on a sensor board, also one on the network, or on a simulated one",
    )
    playing.add_argument(
        "--seats",
        metavar="SEAT,SEAT",
        default="",
        help="person, board, phone, engine or engine:LEVEL for each seat; the default is all on "
        "the board where there is one, else a person against engines",
    )
    playing.add_argument(
        "--broadcast",
        metavar="ADDRESS",
        nargs="?",
        const="",
        help="let phones on the network follow, and play; without ADDRESS at this machine's own, "
        "else at HOST or HOST:PORT",
    )
    playing.add_argument(
        "--clock",
        metavar="CLOCK",
        default="none",
        help="10, 10+5, '10 delay 3', '10 byo 3x30' or 'turn 30'; '10 / 5' for each seat its own",
    )
    playing.add_argument(
        "--series",
        metavar="GAMES",
        type=odd(MOST_GAMES),
        default=0,
        help="best of so many games, an odd number",
    )
    opening = command("open", open_file, "open a file: a game to review, puzzles, a board")
    opening.add_argument("file", help="its path; the word open may be left out")
    playing.add_argument(
        "--publish", metavar="URL", help="publish the match in play to a broker of MQTT, for hubs"
    )
    playing.add_argument(
        "--table",
        metavar="NAME",
        default="",
        help="the name of this table at the broker; the default is that of its user",
    )
    _network_options(playing)
    joining = command("join", join, "play a seat of a match at another machine, by its code")
    joining.add_argument(
        "invitation",
        metavar="CODE@HOST",
        nargs="?",
        default="",
        help="the code and the address that the other side shows; without them back to the seat "
        "held last",
    )
    joining.add_argument(
        "--board",
        type=_board_target,
        metavar="PORT|URL|sim|auto",
        help="play the seat on a sensor board",
    )
    serving = command("hub", hub, "serve the page for all tables that publish to a broker")
    serving.add_argument(
        "--broker",
        metavar="URL",
        required=True,
        help="mqtt://[USER@]HOST[:PORT], mqtts:// with TLS",
    )
    serving.add_argument(
        "--address",
        metavar="HOST:PORT",
        default="",
        help="where; the default is this machine's own",
    )
    _network_options(serving)
    showing = command("demo", demo, "the title with its trailer, full screen, for clubs")
    showing.add_argument("--windowed", action="store_true", help="in a window instead")
    showing.add_argument(
        "--kiosk", action="store_true", help="only the games, no way out; see docs/guide/kiosk.md"
    )
    showing.add_argument("--config", metavar="FILE", help="with the options of the kiosk")
    for option in OPTIONS:
        words = option.words + (f" ({option.default})" if option.default else "")
        showing.add_argument(f"--{option.name}", metavar="X", help=words)
    command("doctor", doctor, "print what support needs: versions, folders, display, boards")
    for name, run, words in FORWARDED:
        command(name, run, words)
    return top


MOST_GAMES = 99  # of a series


def _network_options(command: argparse.ArgumentParser) -> None:
    """Secrets and certificates: files, since every list of processes shows arguments."""
    options = (
        ("--broker-password-file", "whose first line is the password of the broker's user"),
        ("--broker-ca", "with the certificates of a club's own authority, for mqtts://"),
        ("--certificate", "serve HTTPS with this certificate in PEM, and those above it"),
        ("--key", "its key, if it is not in the same file"),
    )
    for name, words in options:
        command.add_argument(name, metavar="FILE", default="", help=words)
    command.add_argument(
        "--https", action="store_true", help="serve HTTPS with a certificate of our own making"
    )


TOP_OPTIONS = ("-h", "--help", "--version")
OWN_HELP = (play, open_file, join, hub, demo, doctor)
HELPERS: dict[str, Callable[[list[str]], int]] = {
    "engine": engine_helper,
    "compile": compile_helper,
    "compiled": compiled_helper,
    "game": game_helper,
    "puzzle": puzzle_helper,
    "practise": practice_helper,
    "solo": solo_helper,
    "library": library_helper,
    "network": network_helper,
}
FORWARDED = (  # these read their own arguments
    ("engine", engine, "talk UGI, the Universal Game Interface, on standard input and output"),
    ("match", match, "let engines play matches against each other"),
    ("solve", solve, "answer a question of the published rules, with a proof"),
    ("puzzles", puzzles, "make, check and show puzzles: positions with one proved solution"),
    ("library", library, "the games played: list, import, export as records, texts or pictures"),
    ("tournament", tournament, "a club's tournaments: people, rounds, results, standings, sheets"),
    (
        "board",
        board,
        "sensor boards: list, monitor, check, simulate, flash, fabricate, pcb, and more",
    ),
    ("desktop", desktop, "install or remove: the menu entry, icons and file types of one user"),
)


def main(argv: Sequence[str]) -> int:
    """Run the subcommand of `argv`.

    Exit codes are 0, 1 for a failure, 2 for bad input, 130 after Ctrl+C, 143 after SIGTERM.
    """
    return reported(_run, argv)


def reported(run: Callable[[list[str]], int], argv: Sequence[str]) -> int:
    """Run a command and return its exit code; bad input and failures are said in one sentence."""
    speak_utf8()
    end_with_parent()
    try:
        code = run([word if os.path.lexists(word) else sanitized(word) for word in argv])
        if sys.stdout is not None:  # as for a bundle without a console
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has gone
        _drop_output()
        return 0
    except KeyboardInterrupt as stop:
        return exit_code(stop)
    except ImportError as error:
        return _missing(error)
    except OSError as error:  # a file or folder that cannot be used, an output that takes no more
        say(f"{COMMAND}: {file_in_words(error)}", sys.stderr)
        _drop_output()
        return 1
    except ValueError as error:  # RulesError, RecordError: bad input, said in one sentence
        if not getattr(type(error), "__module__", "").startswith(("game.", "hardware.", "tools.")):
            raise
        say(f"{COMMAND}: {error}", sys.stderr)
        return 2


def _missing(error: ImportError) -> int:
    """Say which package is missing; else raise."""
    if (error.name or "").partition(".")[0] != "pygame":
        raise error
    advice = install_advice("pygame-ce")
    print(f"{COMMAND}: pygame is missing ({error}): {advice}", file=sys.stderr)
    return 1


def _run(argv: Sequence[str]) -> int:
    forwarded = {"helper": helper} | {name: run for name, run, _ in FORWARDED}
    if argv and argv[0] in forwarded:
        return forwarded[argv[0]](Arguments(rest=list(argv[1:])))
    words = list(argv)
    if not words or (words[0].startswith("-") and words[0] not in TOP_OPTIONS):
        words.insert(0, "play")
    elif os.path.isfile(words[0]):  # as a double click does
        words.insert(0, "open")
    arguments = parser().parse_args(words)
    return int(arguments.run(arguments))


def _drop_output() -> None:
    """Standard output must not complain once more when it is closed at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
