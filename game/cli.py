"""The command line: the name of each subcommand, and the function that runs it.

Modules are imported only when needed, so that `engine` answers immediately and the window opens
within a second. Bad input ends with one sentence and exit code 2.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, NamedTuple, cast

from game import __version__
from game.platform.errors import exit_code_of, file_in_words
from game.platform.interrupts import exit_code
from game.platform.packages import missing_words
from game.platform.paths import COMMAND
from game.platform.processes import (
    ProcessError,
    end_with_parent,
    lower_priority,
    run_tool,
    speak_utf8,
)
from game.platform.sanitize import sanitized, say
from game.platform.untrusted import InputError

if TYPE_CHECKING:
    import argparse

    from game.network.lines.addresses import Address, Proxy
    from game.network.lines.broker import Broker
    from game.network.lines.tls import Certificate

    Arguments = argparse.Namespace

DESCRIPTION = "Less is More: abstract board games of more and less, on screen and on a board."
MOST_GAMES = 99  # maximum number of games of a series
TOP_OPTIONS = ("-h", "--help", "--version")


class Forwarded(NamedTuple):
    """A command that reads its own arguments: its help, and its function as "module:name".

    `given` are functions of an upper layer to pass to it, imported when first called.
    """

    words: str
    target: str
    given: tuple[str, ...] = ()


class Helper(NamedTuple):
    """A command that only this program starts: its function, and the niceness to add."""

    target: str
    niceness: int = 0


TELLER = "game.screen.review.chapters:chapters_of"  # describes turning points
FORWARDED = {
    "engine": Forwarded(
        "talk UGI, the Universal Game Interface, on standard input and output",
        "game.cli:run_engine",
    ),
    "library": Forwarded(
        "the games played: list, import, export as records, texts or pictures, tell an evening",
        "game.library.command:main",
        ("game.screen.image_export:export_image", TELLER),
    ),
    "tournament": Forwarded(
        "a club's tournaments: people, rounds, results, standings, sheets",
        "game.tournament.command:main",
        (TELLER,),
    ),
    "correspondence": Forwarded(
        "games that take days, each turn a text to be sent: new, list, show, play, take, remind",
        "game.correspondence.command:main",
    ),
    "board": Forwarded(
        "sensor boards: list, monitor, check, simulate, flash, template, and more",
        "hardware.commands.cli:main",
        ("game.screen.simulator_window:open_window",),
    ),
    "desktop": Forwarded(
        "install or remove: the menu entry, icons and file types of one user",
        "game.platform.desktop:main",
    ),
}
# commands that only the sources have, as `python -m tools.NAME`
TOOLS = ("match", "puzzles", "solve")
HELPERS = {
    "engine": Helper("game.cli:run_engine", 3),
    "compile": Helper("game.engine.bots.warmup:main"),
    "compiled": Helper("game.engine.bots.warmup:look_main"),
    "game": Helper("game.cli:run_game_helper"),
    "puzzle": Helper("game.puzzles.attempt_checker:main", 2),
    "practise": Helper("game.puzzles.practice:main", 5),
    "solo": Helper("game.solo.mode:main", 2),
    "library": Helper("game.library.indexer:main", 5),
    "network": Helper("game.cli:serve_network"),
}


def forward(command: Forwarded, words: list[str]) -> int:
    """Run a command that reads its own arguments."""
    target = resolve_name(command.target)
    _end_imports(target)
    return int(target(words, *map(_late, command.given)))


def _late(name: str) -> Callable[..., object]:
    """Return a function that imports `name` when it is first called."""
    return lambda *arguments: resolve_name(name)(*arguments)


def run_helper(words: list[str]) -> int:
    """Run a helper, a command that only this program starts (see `game.platform.processes`).

    Raises ProcessError for an unknown name.
    """
    name, *rest = words or [""]
    if name not in HELPERS:
        raise ProcessError(f"helper {name!r} found, expected one of {', '.join(HELPERS)}")
    if HELPERS[name].niceness:
        lower_priority(HELPERS[name].niceness)
    target = resolve_name(HELPERS[name].target)
    _end_imports(target)
    return int(target(rest))


def _end_imports(target: Callable[..., object] | None = None) -> None:
    """Turn the garbage collector on, which `game.program` turned off for the imports.

    The collector then ignores the objects made by imports, which live until the end. A `target` in
    this module first imports more and then calls this function itself.
    """
    if not gc.isenabled() and getattr(target, "__module__", "") != __name__:
        gc.freeze()
        gc.enable()


def run_engine(words: list[str]) -> int:
    """Run the engine by UGI on standard input and output."""
    from game.engine.protocol.ugi import main as ugi_main

    _end_imports()
    return ugi_main(sys.stdin, sys.stdout, words)


def run_game_helper(words: list[str]) -> int:
    """Run the helper of the game whose key is the first word."""
    from game.rules.registry import plugin_part

    run = cast("Callable[[list[str]], None]", plugin_part(words[0], "helper"))
    _end_imports()
    run(words[1:])
    return 0


def serve_network(words: list[str]) -> int:
    """Serve matches to phones and other machines; `words` begin with a host and a port."""
    try:
        from game.network.http.server_process import main as network_main
    except ImportError:  # the club's packages are missing or do not fit together
        print('{"is": "lacking"}', flush=True)
        return 1
    _end_imports()
    return network_main(words)


def play(arguments: Arguments) -> int:
    """Open the window with the title, or with a game if one is named; or play without a window."""
    from game.screen.start import start_window

    broker = None if arguments.publish is None else _broker(arguments, arguments.publish)
    return start_window(
        " ".join(arguments.setup),
        arguments.board,
        arguments.seats,
        arguments.broadcast,
        headless=arguments.headless,
        power_off=arguments.power_off,
        clock=arguments.clock,
        series=arguments.series,
        publish=None if broker is None else (broker, arguments.table or broker.user or "table"),
        certify=_certify(arguments),
        proxy=_proxy(arguments),
    )


def open_file(arguments: Arguments) -> int:
    """Open the window with the content of a file: a game, puzzles, a position, a board."""
    from game.screen.start import start_file

    return start_file(arguments.file)


def doctor(_arguments: Arguments) -> int:
    """Print the facts about this machine that support needs."""
    from game.screen.doctor import main as doctor_main

    return doctor_main()


def look(arguments: Arguments) -> int:
    """Check a look, the user's own pieces and boards. Raises OwnLookError if it cannot be shown."""
    from game.platform.processes import silence_libraries

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with silence_libraries():
        from game.screen.app.own_look import in_short, read_whole

    say(in_short(read_whole(arguments.folder)))
    return 0


def join(arguments: Arguments) -> int:
    """Open the window at a seat of a remote table. Raises NetworkError."""
    from game.screen.start import start_visit

    files = (arguments.broker_password_file, arguments.broker_ca)
    return start_visit(arguments.invitation, arguments.board, files)


def hub(arguments: Arguments) -> int:
    """Serve the page for all tables of a broker.  Raises NetworkError."""
    from functools import partial

    from game.network.hub.hub import serve
    from game.network.lines.addresses import service_address
    from game.platform.storage import games_folder

    address = service_address(arguments.address)
    broker = _broker(arguments, arguments.broker)
    certificate = certify(address) if (certify := _certify(arguments)) is not None else None
    say_where = partial(print, flush=True)
    archive = None
    if arguments.archive is not None:
        archive = Path(arguments.archive) if arguments.archive else games_folder()
        archive.mkdir(parents=True, exist_ok=True)
    return serve(broker, address, say_where, certificate, _proxy(arguments), archive)


def serve_games(arguments: Arguments) -> int:
    """Serve the hosted correspondence games.  Raises NetworkError or CorrespondenceError."""
    from functools import partial

    from game.network.host.waiting_games import serve
    from game.network.lines.addresses import service_address

    address = service_address(arguments.address)
    certificate = certify(address) if (certify := _certify(arguments)) is not None else None
    return serve(address, partial(print, flush=True), certificate, _proxy(arguments))


def _broker(arguments: Arguments, url: str) -> Broker:
    """Return the broker of an address and of the related options. Raises NetworkError."""
    from game.network.lines.broker import parse_broker

    return parse_broker(url, arguments.broker_password_file, arguments.broker_ca)


def _certify(arguments: Arguments) -> Callable[[Address], Certificate] | None:
    """Return a function that finds the certificate for an address; None means plain HTTP."""
    from game.network.lines.tls import own_certificate, read_certificate

    file, key = arguments.certificate, arguments.key or arguments.certificate
    if file:
        return lambda _address: read_certificate(Path(file), Path(key))
    return own_certificate if arguments.https else None


def _proxy(arguments: Arguments) -> Proxy | None:
    """Return the proxy in front of the server, if any. Raises NetworkError."""
    if not (arguments.public_url or arguments.trusted_proxy):
        return None
    from game.network.lines.addresses import parse_proxy

    return parse_proxy(arguments.public_url, arguments.trusted_proxy)


def demo(arguments: Arguments) -> int:
    """Open the window full-screen for clubs; with --kiosk, only the organiser can close it.

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


def _board_target(text: str) -> str:
    """Parse the address of a sensor board, for argparse."""
    from argparse import ArgumentTypeError

    from hardware.host.address import AddressError, checked

    try:
        return checked(text)
    except AddressError as error:
        raise ArgumentTypeError(str(error)) from None


COMMANDS: dict[str, Callable[[Arguments], int]] = {
    "play": play,
    "open": open_file,
    "join": join,
    "hub": hub,
    "serve": serve_games,
    "demo": demo,
    "doctor": doctor,
    "look": look,
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with the forwarded commands for its help."""
    import argparse  # helpers need none of these imports

    from game.kiosk.options import OPTIONS
    from game.platform.arguments import add_arguments, odd
    from game.platform.toml import read_own

    top = argparse.ArgumentParser(prog=COMMAND, description=DESCRIPTION)
    top.add_argument("--version", action="version", version=f"Less is More {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    tables = read_own(Path(__file__).with_name("commands.toml"))
    given = {"board": _board_target, "series": odd(MOST_GAMES)}
    for name, run in COMMANDS.items():
        words = tables[name]["help"]
        own = commands.add_parser(name, help=words, description=words)
        own.set_defaults(run=run)
        add_arguments(own, tables, name, given)
    for option in OPTIONS:
        words = option.words + (f" ({option.default})" if option.default else "")
        commands.choices["demo"].add_argument(f"--{option.name}", metavar="X", help=words)
    for name, one in FORWARDED.items():
        commands.add_parser(name, help=one.words, description=one.words, add_help=False)
    return top


def main(argv: Sequence[str]) -> int:
    """Run the subcommand of `argv`.

    Exit codes are 0, 1 for a failure, 2 for bad input, 130 after Ctrl+C, 143 after SIGTERM.
    """
    return reported(_run, argv)


def reported(run: Callable[[list[str]], int], argv: Sequence[str]) -> int:
    """Run a command and return its exit code; report bad input and failures in one sentence."""
    speak_utf8()
    end_with_parent()
    try:
        code = run([word if os.path.lexists(word) else sanitized(word) for word in argv])
        # In a bundle without a console, `sys.stdout` is None.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
        return 0
    except KeyboardInterrupt as stop:
        return exit_code(stop)
    except ImportError as error:
        return _missing(error)
    except OSError as error:  # an unusable file or folder, or a failed output
        say(f"{COMMAND}: {file_in_words(error)}", sys.stderr)
        _drop_output()
        return exit_code_of(error)
    except ValueError as error:  # bad input, such as RulesError or RecordError
        if not getattr(type(error), "__module__", "").startswith(("game.", "hardware.", "tools.")):
            raise
        say(f"{COMMAND}: {error}", sys.stderr)
        return 1 if _is_unavailable(error) else 2


def _is_unavailable(error: ValueError) -> bool:
    """Return whether the input is valid but this machine cannot carry it out."""
    from game.network.errors import UnavailableError

    return isinstance(error, UnavailableError)


def _missing(error: ImportError) -> int:
    """Report which optional package is missing; raise the error if it has another cause."""
    from game.network.errors import CLUB_PACKAGES, packages_missing

    module = (error.name or "").partition(".")[0]
    if module in CLUB_PACKAGES.values():
        say(f"{COMMAND}: {packages_missing()} ({error})", sys.stderr)
        return 1
    words = missing_words(error)
    if not words:
        raise error
    say(f"{COMMAND}: {words}", sys.stderr)
    return 1


def _run(argv: Sequence[str]) -> int:
    words = list(argv)
    if words and words[0] == "helper":
        return run_helper(words[1:])
    _say_unusable_games()
    if words and words[0] in FORWARDED:
        return forward(FORWARDED[words[0]], words[1:])
    _end_imports()
    if words and words[0] in TOOLS and not os.path.isfile(words[0]):
        return run_tool(f"tools.{words[0]}", words[1:])
    if not words or (words[0].startswith("-") and words[0] not in TOP_OPTIONS):
        words.insert(0, "play")
    elif os.path.isfile(words[0]):  # a double click starts the program like this
        words.insert(0, "open")
    elif words[0] not in (*COMMANDS, *TOP_OPTIONS):
        raise _unknown(words[0])
    arguments = parser().parse_args(words)
    return int(arguments.run(arguments))


def _say_unusable_games() -> None:
    """Report which of the user's own games cannot be used; the program continues without them."""
    if not os.environ.get("LESS_IS_MORE_GAMES"):
        return
    from game.rules.registry import OWN_GAME_FAULTS

    for error in OWN_GAME_FAULTS:
        say(f"{COMMAND}: {error}", sys.stderr)


def _unknown(word: str) -> InputError:
    """Return the error for a first word that is neither a command nor a file."""
    if os.path.isdir(word):
        return InputError("folder", name=word)
    if Path(word).name != word or Path(word).suffix:
        return InputError("no-file", name=word)
    known = ", ".join((*COMMANDS, *FORWARDED))
    return InputError("no-command", name=word, known=known)


def _drop_output() -> None:
    """Redirect standard output to the null device, so that closing it at exit raises nothing."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
