"""Start of the program's window with the title, a match, the demo or the kiosk; reports its errors.

A bad setup is refused before any window opens. A crash leaves three things: the running game on
disk, a log with the traceback in the user's folder, and a short message on standard error.
"""

from __future__ import annotations

import datetime
import os
import random
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.platform import storage, wall_clock
from game.platform.i18n import _, set_preferred_languages
from game.platform.packages import missing_words
from game.platform.paths import COMMAND
from game.platform.processes import restart
from game.platform.settings import settings_path
from game.rules import SetupError
from game.rules.registry import GAMES, parse_setup, usual_setup, with_lot
from game.screen.app import routes
from game.table.errors import RecordError
from game.table.match import Match
from game.table.running_locks import unfinished_files
from game.table.series import Series
from game.table.spec import MatchSpec, SeatKind, SeatSpec
from game.table.time_control import NONE, with_clocks

# Imported only when needed, because the title needs none of these modules. A window needs pygame,
# the command line may need the network, and a match needs records and opponents.
if TYPE_CHECKING:
    from game.kiosk.options import Kiosk
    from game.network.lines.addresses import Address, Proxy
    from game.network.lines.broker import Broker
    from game.network.lines.tls import Certificate
    from game.screen.app.app import App

KINDS_BY_WORD: dict[str, SeatKind] = {"person": "person", "board": "board", "phone": "remote"}
LEVEL = 4  # level of the engines in a match whose seats the command line does not name
# Seconds before the library is indexed, so that indexing does not slow down the opening window.
INDEX_DELAY_S = 3.0


def start_window(
    setup: str,
    board: str | None,
    seats: str = "",
    broadcast: str | None = None,
    *,
    headless: bool = False,
    power_off: str = "",
    clock: str = NONE,
    series: int = 0,
    publish: tuple[Broker, str] | None = None,
    certify: Callable[[Address], Certificate] | None = None,
    proxy: Proxy | None = None,
) -> int:
    """Run the program; with an empty `setup` it opens the title. Return the exit code.

    - `broadcast`: address for serving phones; "" is this machine's own, None no server
    - `clock`: text as `time_control` parses it
    - `series`: number of games in a best-of series
    - `publish`: a broker, and this table's name there
    - `certify`: returns the certificate for HTTPS
    - `proxy`: the proxy in front of the server
    - `headless`: no window, only the sensor board; without a setup the board asks for a game
    - `power_off`: as for `HeadlessApp`

    Before a window opens, raises RulesError for a bad setup or bad seats, NetworkError for a bad
    address, name or certificate, ClockError for a bad clock.
    """
    served = _serving(broadcast, publish, certify, proxy, unattended=headless)
    if not (setup or board or seats or headless or series) and clock == NONE:
        return run(lambda: served(_app(routes.Title())))
    board = board or ("auto" if headless else None)
    spec = named_match(setup or usual_setup(GAMES[0].key), board, seats)
    spec = with_clocks(spec, clock).with_(series=Series(length=series))
    if headless:
        driver, os.environ["SDL_VIDEODRIVER"] = os.environ.get("SDL_VIDEODRIVER", ""), "dummy"

        def make_app() -> App:
            os.environ["SDL_VIDEODRIVER"] = driver  # a simulated board may open a window
            return served(_headless(spec, bool(setup), power_off))

        return run(make_app)
    if not setup and board is None:
        return run(lambda: served(_app(routes.Title())))
    return run(lambda: served(_straight_to(spec)))


def start_file(path: str) -> int:
    """Open the window with the content of the file, or with its error."""
    return run(lambda: _with_file(path))


def start_visit(invitation: str, board: str | None, files: tuple[str, str] = ("", "")) -> int:
    """Open the window at the seat offered elsewhere under CODE@HOST; "" means the seat held last.

    `board` is the sensor board to play on; `files` has the meaning of `Broker.files`. Raises
    NetworkError.
    """
    from game.network.errors import NetworkError
    from game.network.lines.addresses import parse_invitation
    from game.network.lines.tickets import load_ticket

    if invitation:
        parse_invitation(invitation, files)
    elif load_ticket() is None:
        raise NetworkError("no-seat-held")
    return run(lambda: _at_table(routes.Join(invitation, board or "", at_once=True), files))


def start_demo(windowed: bool) -> int:
    """Open the title, whose board plays by itself; it is full screen unless `windowed`."""
    return run(lambda: _app(routes.Title(), fullscreen=not windowed))


def start_kiosk(kiosk: Kiosk, windowed: bool) -> int:
    """Run an unattended kiosk; restart it when it requests a restart, unless systemd does that."""
    from game.screen.kiosk.app import RESTART_EXIT_CODE

    code = run(lambda: _kiosk(kiosk, windowed))
    if code == RESTART_EXIT_CODE and "INVOCATION_ID" not in os.environ:  # set by systemd
        restart()
    return code


def named_match(setup: str, board: str | None, seats: str = "") -> MatchSpec:
    """Return the match of a setup named on the command line.

    `seats` names the seats' players, such as "person,engine:7". Without it, all seats play on the
    sensor board if there is one; otherwise a person plays against engines. A layout that is not
    named is drawn by lot. Raises RulesError.
    """
    from game.table.win_loss import matched

    setup = with_lot(setup, random.randrange(1_000_000))
    game = parse_setup(setup)
    if seats:
        chosen = tuple(named_seat(word) for word in seats.split(","))
    elif board:
        chosen = (SeatSpec("board"),) * game.seats
    else:
        chosen = (SeatSpec("person"), *(SeatSpec("engine", LEVEL),) * (game.seats - 1))
    if len(chosen) != game.seats:
        raise SetupError("seats", setup=f"--seats {seats}", count=len(chosen), wanted=game.seats)
    return matched(MatchSpec(setup, chosen, board=board))


def named_seat(word: str) -> SeatSpec:
    """Parse a seat: "person", "board", "phone", "engine", "engine:7", "engine:juno".

    "program:NAME" is another program that its owner has named.  Raises SetupError.
    """
    from game.table.engine_seat import TOP_LEVEL
    from game.table.opponents import OPPONENTS
    from game.table.programs import load_programs
    from game.table.win_loss import FIRST_LEVEL

    kind, colon, level = word.strip().partition(":")
    if kind in KINDS_BY_WORD and not colon:
        return SeatSpec(KINDS_BY_WORD[kind])
    if kind == "engine" and (not colon or level in map(str, range(1, 11))):
        return SeatSpec("engine", int(level) if colon else LEVEL)
    if kind == "engine" and level in OPPONENTS:
        one = OPPONENTS[level]
        return SeatSpec("engine", one.level or FIRST_LEVEL, one.name, one.key)
    if kind == "program" and level in [one.name for one in load_programs()[0]]:
        return SeatSpec("engine", TOP_LEVEL, level, program=level)
    raise SetupError("seat", word=word)


def run(make_app: Callable[[], App]) -> int:
    """Run the app that `make_app` returns, and return an exit code; print its errors."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from game.screen.app.window import require_display
    from game.screen.ui.pygame_compat import preferred_languages, require_version

    try:
        require_version()
        require_display()
        set_preferred_languages(preferred_languages())
        app = with_any_settings(make_app)
    except pygame.error as error:
        print(f"{COMMAND}: no window can be opened here: {error}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:  # fonts or art are missing
        print(f"{COMMAND}: {error}", file=sys.stderr)
        return 1
    except Exception:
        return _crashed()
    timer = threading.Timer(INDEX_DELAY_S, _index, [app])
    timer.daemon = True
    timer.start()
    from game.screen.scenes import LIGHT_PACE, PACE, load_ahead

    load_ahead(LIGHT_PACE if app.settings.light else PACE)
    try:
        app.run()
    except Exception:
        return _crashed()
    return app.exit_code


def _index(app: App) -> None:
    """Update the library's index, and warn if the computer's clock is clearly wrong.

    The library is imported only now, because the first picture does not need it.
    """
    from game.library.indexer import newest_game, sweep_and_index

    doubt = wall_clock.doubt_to_tell(datetime.date.today(), newest_game())
    if doubt:
        print(doubt, file=sys.stderr)
        app.post(lambda: app.toast(doubt, "bad", "warning"))
    sweep_and_index()


def with_any_settings(make_app: Callable[[], App]) -> App:
    """Return the app; if it cannot start, try again without the stored settings.

    The settings file is moved back if that does not help. Raises what `make_app` raises.
    """
    path = settings_path()
    try:
        return make_app()
    except Exception:
        if not path.exists():
            raise
        report = traceback.format_exc()
    aside = storage.set_aside(path)
    try:
        app = make_app()
    except Exception:
        storage.move(aside, path)  # the settings were not the cause
        raise
    write_log(report)
    words = _("The program could not start with its settings. They are kept as {file}.")
    app.toast(words.format(file=aside.name), "bad", "warning")
    return app


def _app(route: routes.Route, fullscreen: bool | None = None) -> App:
    """Return an app with the scene of `route`; `fullscreen` overrides the settings for this run."""
    from game.platform.settings import load_settings
    from game.screen.app.app import App
    from game.screen.scenes import open_scene

    if fullscreen is None:
        return App(route, scenes=open_scene)
    # The settings file keeps its own value for full screen.
    settings, message = load_settings()
    app = App(route, scenes=open_scene, settings=settings.with_(fullscreen=fullscreen))
    if message:
        app.toast(message, "bad", "warning")
    return app


def _with_file(path: str) -> App:
    app = _app(routes.Title())
    app.receive(path, file=True)
    return app


def _kiosk(kiosk: Kiosk, windowed: bool) -> App:
    from game.platform.settings import load_settings
    from game.screen.kiosk.app import KioskApp
    from game.screen.scenes import open_scene

    return KioskApp(kiosk, open_scene, load_settings()[0].with_(fullscreen=not windowed))


def _serving(
    broadcast: str | None,
    publish: tuple[Broker, str] | None,
    certify: Callable[[Address], Certificate] | None,
    proxy: Proxy | None,
    unattended: bool,
) -> Callable[[App], App]:
    """Return a function that makes an app serve phones and publish its table, if requested.

    Raises NetworkError.
    """
    if broadcast is None and publish is None and certify is None and proxy is None:
        return lambda app: app
    from game.network.errors import check_packages
    from game.network.lines.addresses import pages_here, parse_address, service_address
    from game.network.lines.broker import parse_name
    from game.network.lines.tls import scheme

    check_packages()
    parse = service_address if unattended else parse_address
    address = None if broadcast is None else parse(broadcast)
    broker = None if publish is None else (publish[0], parse_name(publish[1]))
    certificate = None if certify is None else certify(address or parse_address(""))

    def served(app: App) -> App:
        app.network.certificate, app.network.proxy = certificate, proxy
        if broker is not None:
            app.network.publish(*broker)
        if address is not None:
            pages = [proxy.url] if proxy is not None and proxy.url else []
            for page in pages or pages_here(address, scheme(certificate)):
                print(f"{COMMAND}: {page}", flush=True)
            app.network.start(address)
        return app

    return served


def _straight_to(spec: MatchSpec) -> App:
    """Return an app with the match on top of the title."""
    app = _app(routes.Title())
    first, words = first_at_board(spec)
    app.open(first)
    if words:
        app.toast(words)
    return app


def first_at_board(spec: MatchSpec, named: bool = True) -> tuple[routes.Route, str]:
    """Return the route to start with, and a message; unless `named`, a game of any kind will do.

    On a sensor board, an unfinished game of the same kind is offered first, because its pieces may
    still be on the board.
    """
    from game.table.record_files import save_unfinished

    found, words = left_on_board(spec, named)
    if found is not None:
        instead = spec if named else found.spec
        return routes.PlayMatch(found.spec, match=found, instead=instead), words
    words = words or save_unfinished()
    return routes.PlayMatch(spec) if named else routes.ChooseOnBoard(spec.board or ""), words


def left_on_board(spec: MatchSpec, named: bool = True) -> tuple[Match | None, str]:
    """Return the last unfinished game of this kind on a sensor board, and a message.

    The game is None unless `spec` names a sensor board; the game then continues on that board.
    Unless `named`, a game of any kind will do. Never raises: the message reports errors.
    """
    from game.table.record_files import resume_game

    key = spec.setup.split()[0] if named else ""
    for path in unfinished_files() if spec.board is not None else []:
        if _played_on_board(path, key):
            match, words = resume_game(path)
            if match is not None:
                match.spec = match.spec.with_(board=spec.board)
            return match, words
    return None, ""


def _played_on_board(path: Path, key: str) -> bool:
    """Return whether a file records a game of kind `key` on a sensor board; "" means any kind."""
    from game.table.record_files import read_match

    try:
        match = read_match(path)
    except RecordError:
        return False
    at_board = any(seat.kind == "board" for seat in match.spec.seats)
    return key in ("", match.game.key) and at_board and bool(match.entries)


def _at_table(route: routes.Join, files: tuple[str, str]) -> App:
    """Return an app that joins a table elsewhere, on top of the title."""
    app = _app(routes.Title())
    app.network.broker_files = files
    app.open(route)
    return app


def _headless(spec: MatchSpec, named: bool, power_off: str) -> App:
    from game.platform.settings import load_settings
    from game.screen.kiosk.headless import HeadlessApp
    from game.screen.scenes import open_scene

    first, words = first_at_board(spec, named)
    app = HeadlessApp(first, spec.board or "", open_scene, load_settings()[0], power_off)
    if words:
        app.toast(words)
    return app


def _crashed() -> int:
    """Write a crash log and report it; the match is safe, because it is saved after every action.

    A missing package is not a crash: only its name is printed.
    """
    missing = missing_words(sys.exc_info()[1])
    if missing:
        print(f"{COMMAND}: {missing}", file=sys.stderr)
        return 1
    path = write_log(traceback.format_exc())
    kept = _("The program had to stop. A running game is kept and offered at the next start.")
    where = _("Details are in {file}.").format(file=path) if path else ""
    print(f"{COMMAND}: {kept} {where}".rstrip(), file=sys.stderr)
    return 1


def write_log(text: str, now: datetime.datetime | None = None) -> Path | None:
    """Write a log file into the user's data folder; return its path, or None if that fails."""
    stamp = (now or datetime.datetime.now()).strftime("%Y%m%d-%H%M%S")
    path = storage.data_folder() / "logs" / f"crash-{stamp}.txt"
    try:
        storage.write_text(path, text)
    except OSError:
        return None
    return path
