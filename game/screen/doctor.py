"""Diagnosis of a machine for support: versions, folders, display, sound, boards, engine.

The diagnosis changes no file, makes no folder and opens no port, with one exception: compiled code
that `examined` finds damaged is deleted, so that it is compiled again. Each check runs separately:
a check that fails gets its own line, and all others still report, even without pygame.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game import __version__
from game.engine.compile.cache import kernel_cache, throw_away
from game.engine.compile.compiler import (
    PLAIN_VARIABLE,
    can_compile,
    prebuilt_fault,
    why_plain,
)
from game.platform import storage, versioned, wall_clock
from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.packages import missing_packages
from game.platform.paths import BUNDLED, INSTALLED, ROOT, install_advice
from game.platform.processes import Cancellation, helper_command, listen, silence_libraries
from game.platform.sanitize import say
from game.platform.settings import VERSION, settings_path
from game.rules.registry import GAMES, OWN_GAME_FAULTS, titles
from game.screen.app.mixer import close_mixer, mixer_lock

if TYPE_CHECKING:
    from hardware.host.ports import FoundPort

LIBRARIES = ("numpy", "numba", "pyserial", "platformdirs", "cobs", "openskill")
VARIABLES = (
    *("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"),
    *("LESS_IS_MORE_HOME", "LESS_IS_MORE_CACHE", "LESS_IS_MORE_KERNELS", "LESS_IS_MORE_GAMES"),
    PLAIN_VARIABLE,
)
PORT_ADVICE = N_("desktop install says how; or join the group dialout and log in again")
MEGABYTE = 1 << 20
# Seconds without output before the helper is stopped. A slow machine needs minutes to load all
# compiled code, but not for one part of it.
SILENCE_TIMEOUT_S = 180.0
NOWHERE = ("dummy", "offscreen")  # SDL drivers that show nothing
ASKED = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


@dataclass(frozen=True)
class Finding:
    """A line of the report. With `trouble`, `value` says what has to be repaired."""

    name: str
    value: str
    trouble: bool = False


@dataclass(frozen=True)
class ReportSection:
    """A group of findings under a heading."""

    title: str
    findings: tuple[Finding, ...]


Ask = Callable[[], Iterator[Finding]]


def report(compiled: Mapping[str, str] | None = None) -> list[ReportSection]:
    """Return the whole report, in the language in use. Never raise.

    `compiled` is the result of `examined`; None if that has not run yet.
    """
    parts = [
        ReportSection(_(title), tuple(one for name, ask in asks for one in _asked(ask, _(name))))
        for title, asks in PARTS
    ]
    engine = parts.pop()
    return [*parts, ReportSection(engine.title, (*engine.findings, *_compiled(compiled)))]


def as_text(parts: list[ReportSection]) -> str:
    """Return the report as plain text, with an exclamation mark before each trouble."""
    wide = max(len(one.name) for part in parts for one in part.findings)
    lines: list[str] = []
    for part in parts:
        lines += ["", part.title]
        for one in part.findings:
            lines.append(f"{'!' if one.trouble else ' '} {one.name:<{wide}}  {one.value}")
    return "\n".join(lines).strip() + "\n"


def _asked(ask: Ask, name: str) -> Iterator[Finding]:
    """Yield the findings of `ask`; if it fails, yield a finding called `name` with the reason."""
    try:
        yield from ask()
    except Exception as error:  # any library may fail here, in any way
        yield Finding(name, f"{type(error).__name__}: {error}", True)


def _program() -> Iterator[Finding]:
    kind = _("bundle") if BUNDLED else _("package") if INSTALLED else _("sources")
    yield Finding("Less is More", f"{__version__} ({kind}, {ROOT})")
    yield Finding("Python", f"{platform.python_version()} ({sys.executable})")


def _pygame() -> Iterator[Finding]:
    from game.screen.ui.pygame_compat import edition

    yield Finding("pygame", edition())


def _system() -> Iterator[Finding]:
    yield Finding(_("System"), f"{platform.platform()}, {os.cpu_count()} × {platform.machine()}")
    now = datetime.datetime.now().astimezone()
    doubt = not wall_clock.is_plausible_day(now.date())
    shown = f"{now:%Y-%m-%d %H:%M %Z}"
    too_early = _("{date}: before this program was made").format(date=shown)
    if doubt:
        yield Finding(_("Date and time"), too_early, True)


def _libraries() -> Iterator[Finding]:
    known = []
    for name in LIBRARIES:
        with suppress(importlib.metadata.PackageNotFoundError):
            known.append(f"{name} {importlib.metadata.version(name)}")
    yield Finding(_("Libraries"), ", ".join(known) or "–")
    for package in missing_packages():
        advice = install_advice(package)
        yield Finding(package, _("missing: {advice}").format(advice=advice), True)


def _club() -> Iterator[Finding]:
    from game.network.errors import NetworkError, check_packages

    try:
        check_packages()
    except NetworkError as error:  # no trouble for people who play at one computer
        yield Finding(_("Phones"), in_words(error))


def _environment() -> Iterator[Finding]:
    given = [f"{name}={os.environ[name]}" for name in VARIABLES if name in os.environ]
    yield Finding(_("Environment"), " ".join(given) or "–")


def _folders() -> Iterator[Finding]:
    for name, folder in (
        (_("Settings"), storage.config_folder()),
        (_("Games"), storage.games_folder()),
        (_("Cache"), storage.cache_folder()),
    ):
        trouble = _trouble_of(folder)
        yield Finding(name, f"{folder}: {trouble}" if trouble else str(folder), bool(trouble))


def _trouble_of(folder: Path) -> str:
    if not folder.is_dir():
        return _("it does not exist")
    return "" if os.access(folder, os.W_OK | os.X_OK) else _("it cannot be written")


def _settings_file() -> Iterator[Finding]:
    name = settings_path().name
    try:
        versioned.read(settings_path(), VERSION)
    except FileNotFoundError:
        yield Finding(name, _("none yet: the defaults"))
    except OSError as error:
        yield Finding(name, in_words(error), True)
    except ValueError:
        yield Finding(name, _("damaged: the next start sets it aside"), True)
    else:
        yield Finding(name, _("can be read"))


def _own_look() -> Iterator[Finding]:
    folder = ""
    with suppress(OSError, ValueError):  # `_settings_file` reports these errors
        folder = str(versioned.read(settings_path(), VERSION).get("own_look", ""))
    if not folder:
        return
    from game.platform.own_look import OwnLookError
    from game.screen.app.own_look import read_whole

    try:
        yield Finding(_("Look"), f"{read_whole(folder).name} ({folder})")
    except OwnLookError as error:
        yield Finding(_("Look"), in_words(error), True)


def _display() -> Iterator[Finding]:
    import pygame

    was_open = pygame.display.get_init()
    yield Finding("SDL", ".".join(map(str, pygame.get_sdl_version())))
    try:
        with silence_libraries():
            pygame.display.init()
        driver = pygame.display.get_driver()
        sizes = ", ".join(f"{wide} × {high}" for wide, high in pygame.display.get_desktop_sizes())
        hidden = driver in NOWHERE and not any(map(os.environ.get, ASKED))
        words = _("none: is DISPLAY or WAYLAND_DISPLAY set?") if hidden else f"{driver}: {sizes}"
        yield Finding(_("Screen"), words, hidden)
        yield from _asked(_renderer, _("Graphics"))
    except pygame.error as error:
        yield Finding(_("Screen"), _("no window can be opened: {why}").format(why=error), True)
    finally:
        if not was_open:
            pygame.display.quit()


def _renderer() -> Iterator[Finding]:
    """Yield whether a graphics card can scale pictures up; drawing itself needs none."""
    import pygame
    from pygame._sdl2 import video  # missing from some builds

    names = [driver.name for driver in video.get_drivers()]
    cards = [name for name in names if name != "software"]
    if cards and pygame.display.get_driver() not in NOWHERE:
        with suppress(RuntimeError):  # pygame._sdl2 raises its own error, not pygame.error
            hidden = video.Window("", (16, 16), hidden=True)
            try:
                video.Renderer(hidden, accelerated=1)
                yield Finding(_("Graphics"), _("card: {names}").format(names=", ".join(cards)))
                return
            finally:
                hidden.destroy()
    yield Finding(_("Graphics"), _("software alone"))


def _sound() -> Iterator[Finding]:
    with mixer_lock:
        found = _sound_devices()
    yield found


def _sound_devices() -> Finding:
    import pygame

    was_open = pygame.mixer.get_init()
    try:
        with silence_libraries():
            pygame.mixer.init()
        from pygame._sdl2 import audio  # missing from some builds

        devices = audio.get_audio_device_names(False)
        return Finding(_("Device"), ", ".join(devices) or os.environ.get("SDL_AUDIODRIVER", "–"))
    except pygame.error as error:
        return Finding(_("Device"), _("none can be opened: {why}").format(why=error), True)
    finally:
        if not was_open:
            close_mixer()


def _boards() -> Iterator[Finding]:
    from hardware.host.neighbours import neighbours
    from hardware.host.ports import ports  # fails on Wine, which lacks some Windows functions

    found = ports()
    for one in found:
        yield from _asked(partial(_port, one), one.port)
    if not found:
        yield Finding(_("Ports"), _("no serial port: is the board plugged in?"))
    for neighbour in neighbours():
        yield Finding(neighbour.about, neighbour.words, True)


def _port(one: FoundPort) -> Iterator[Finding]:
    usable = not os.path.exists(one.port) or os.access(one.port, os.R_OK | os.W_OK)
    refused, cure = _("no permission"), _(PORT_ADVICE)
    words = (one.words or "–") if usable else f"{refused}: {cure}"
    yield Finding(one.port, words, not usable)


def _own_games() -> Iterator[Finding]:
    for error in OWN_GAME_FAULTS:
        yield Finding(str(error.fields["name"]), in_words(error), True)


def _engine() -> Iterator[Finding]:
    rest = [game.key for game in GAMES if why_plain(game.key) or prebuilt_fault(game.key)]
    ready = ", ".join(game.title for game in GAMES if game.key not in rest)
    if ready:
        words = _("comes compiled with the program: {games}")
        yield Finding(_("Engine"), words.format(games=ready))
    reasons = [reason for key in rest for reason in (prebuilt_fault(key), why_plain(key))]
    for why in dict.fromkeys(reason for reason in reasons if reason in WHY_UNCOMPILED):
        name = "Numba" if why == "missing" else _("Engine")
        words = _(WHY_UNCOMPILED[why]).format(name=PLAIN_VARIABLE, folder=kernel_cache())
        yield Finding(name, words, True)
    if any(not why_plain(key) for key in rest):
        yield _cache()


def _cache() -> Finding:
    """Return a finding about the code that Numba has compiled."""
    folder = kernel_cache()
    files = list(folder.rglob("*.nbc")) if folder.is_dir() else []
    size = sum(file.stat().st_size for file in files) // MEGABYTE
    words = _("compiled: {n}, {size} MB, in {folder}").format(
        n=len(files), size=size, folder=folder
    )
    if not files:
        words = _("not compiled yet: the first game of each kind takes a moment")
    return Finding(_("Engine"), words)


WHY_UNCOMPILED = {  # keys are results of `why_plain` and `prebuilt_fault`
    "missing": N_("missing: the engine plays uncompiled, and weaker"),
    "asked": N_("{name} is set: the engine plays uncompiled, and weaker"),
    "folder": N_(
        "uncompiled, and weaker: {folder} is not yours alone, and nothing is loaded from it"
    ),
    "damaged": N_("the compiled code of the program is damaged: install the program again"),
    "unloadable": N_("the compiled code of the program needs a newer C library (glibc)"),
}
STATES = {  # keys are the first words of results of `state_of`
    "compiled": N_("compiled, and can be loaded"),
    "plain": N_("uncompiled, and weaker"),
    "missing": N_("to be compiled at its first game"),
    "broken": N_("uncompiled, and weaker: Numba cannot be imported ({why})"),
    "damaged": N_("damaged: discarded; it is compiled again at the next game"),
    "unknown": N_("not known: it could not be loaded in time"),
}


def examined(
    cancellation: Cancellation | None = None, told: Callable[[str], None] = lambda line: None
) -> dict[str, str]:
    """Load each game's compiled code and return its state in the words of `state_of`.

    A separate process does this, because damaged code may crash it. The result is empty if no game
    can be compiled. `told` gets each line that the process prints; see `look_main`. Raises
    Cancelled.
    """
    if not any(can_compile(game.key) for game in GAMES):
        return {}
    found: dict[str, str] = {}
    crashed = False
    try:
        for line in listen(helper_command("compiled"), SILENCE_TIMEOUT_S, cancellation):
            told(line)
            key, _space, state = line.partition(" ")
            if state.partition(" ")[0] in STATES:
                found[key] = state
    except (OSError, subprocess.TimeoutExpired):
        pass  # the other games stay unknown
    except subprocess.CalledProcessError as error:
        # Exit codes are in this range; the code of a crash is not.
        crashed = error.returncode not in range(256)
    rest = [game.key for game in GAMES if game.key not in found]
    found |= dict.fromkeys(rest, "unknown")
    if crashed and rest:
        throw_away(rest[0])
        found[rest[0]] = "damaged"
    return found


def _compiled(found: Mapping[str, str] | None) -> Iterator[Finding]:
    if found is None and any(can_compile(game.key) for game in GAMES):
        yield Finding(_("Compiled code"), _("is being loaded …"))
    for key, state in (found or {}).items():
        word, _space, why = state.partition(" ")
        trouble = word in ("damaged", "plain", "broken")
        yield Finding(titles().get(key, key), _(STATES[word]).format(why=why), trouble)


# The checks under each heading. Each check has the name of the line that reports its failure.
PARTS: tuple[tuple[str, tuple[tuple[str, Ask], ...]], ...] = (
    (
        N_("Program"),
        (
            ("Python", _program),
            ("pygame", _pygame),
            (N_("System"), _system),
            (N_("Libraries"), _libraries),
            (N_("Phones"), _club),
            (N_("Environment"), _environment),
            (N_("Games"), _own_games),
        ),
    ),
    (N_("Folders"), ((N_("Folders"), _folders), ("settings.json", _settings_file))),
    (N_("Display"), ((N_("Screen"), _display), (N_("Look"), _own_look))),
    (N_("Sound"), ((N_("Device"), _sound),)),
    (N_("Sensor boards"), ((N_("Ports"), _boards),)),
    (N_("Engine"), ((N_("Engine"), _engine),)),
)


def main() -> int:
    """Print the report; return 1 if something has to be repaired."""
    from game.platform.i18n import set_language

    set_language()
    # At a terminal, progress is shown.
    watched = sys.stderr is not None and sys.stderr.isatty()
    parts = report(examined(told=partial(say, file=sys.stderr)) if watched else examined())
    say(as_text(parts).removesuffix("\n"))
    return int(any(one.trouble for part in parts for one in part.findings))
