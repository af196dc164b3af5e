"""Tries a package as a person would: `python -m tools.packaging.drive FOLDER [--compiled]`.

In an empty home folder it asks for the version, talks UGI, and examines a simulated board. Under
Xvfb it starts the window, plays a whole game in it against the engine by mouse, and opens the
window of a simulated board. It prints what it did and how long a cold start took; the exit code is
1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import mmap
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from game.platform.paths import ROOT
from tools.virtual_display import VirtualDisplay

SETUP = "multiplicity size=3"
SIZE = (1280, 800)
RECORD = ROOT / "tests" / "data" / "v1.0" / "reviewed.json"
PROGRAM, BOARD = "Less is More", "Simulated board – Less is More"  # titles of the two windows
PATIENCE = 60.0  # default timeout in seconds
STILL = 0.15  # seconds without change until a picture counts as complete
# Maximum seconds after a click for the picture to change and become still.
CLICK_SETTLE_S = 0.5
# Seconds that an opened entry runs before Escape, because an error may appear late.
ENTRY_RUN_S = 0.4
LAST_ENTRY_RUN_S = 1.0
TRIES = 3  # maximum number of tries of a cold start
FRAMES = 30  # frames after which a window counts as drawing
COMPILING = 240.0  # seconds for the engine to compile a game
SUFFIX = ".exe" if sys.platform == "win32" else ""


class NotSoError(AssertionError):
    """The package does not behave as it should."""


def check(met: bool, words: str) -> None:
    """Print `words` if `met`; raise NotSoError with `words` otherwise."""
    if not met:
        raise NotSoError(words)
    print(f"  {words}", flush=True)


def until(met: Callable[[], bool], words: str, seconds: float = PATIENCE) -> float:
    """Wait for a condition, and return the seconds it took. Raises NotSoError after a timeout."""
    began = time.monotonic()
    while not met():
        if time.monotonic() - began > seconds:
            raise NotSoError(f"after {seconds:g} s still not: {words}")
        time.sleep(0.01)
    return time.monotonic() - began


class Packed:
    """An installed package: its commands, and a home folder of its own."""

    def __init__(self, commands: Path, home: Path) -> None:
        self.commands, self.home = commands, home
        self.environment = {
            **os.environ,
            "LESS_IS_MORE_HOME": str(home),
            "HOME": str(home),  # `desktop install` puts its files there
            "XDG_DATA_HOME": str(home / "share"),
            "SDL_AUDIODRIVER": "dummy",
            "PATH": os.defpath,  # no Python of this environment can be found by accident
        }
        for name in ("PYTHONPATH", "VIRTUAL_ENV", "LESS_IS_MORE_CACHE"):
            self.environment.pop(name, None)

    def command(self, name: str, *words: str) -> list[str]:
        return [str(self.commands / f"less-is-more{name}{SUFFIX}"), *words]

    def says(self, name: str, *words: str, asked: str = "") -> str:
        """Return what a command prints.  Raises NotSoError if it fails."""
        done = self.runs(name, *words, asked=asked)
        if done.returncode:
            raise NotSoError(f"{words}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def runs(self, name: str, *words: str, asked: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command to its end, and return the completed process."""
        return subprocess.run(
            self.command(name, *words),
            input=asked,
            capture_output=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.home,
            timeout=COMPILING,
            check=False,
        )

    @contextlib.contextmanager
    def running(self, *words: str, name: str = "", **pipes: int) -> Iterator[subprocess.Popen[str]]:
        """Start a command, and end it when the context is left."""
        command = self.command(name, *words)
        environment, log = self.environment, self.home / "log.txt"
        with log.open("a", encoding="utf-8") as said:
            options = {"stderr": said, "stdout": said} | pipes
            process = subprocess.Popen(
                command, env=environment, cwd=self.home, encoding="utf-8", **options
            )
            try:
                yield process
            except NotSoError:
                print(log.read_text(encoding="utf-8")[-3000:], file=sys.stderr)
                raise
            finally:
                process.terminate()
                process.wait(20)


# -- without a window ------------------------------------------------------------------------------


def try_commands(packed: Packed, firmware: bool, terminals: bool) -> None:
    """Try the version, the film of a game, a simulated board, and firmware to flash.

    `terminals` also tries the board at a pseudo terminal, which does not exist in a bare chroot.
    """
    from game import __version__

    check(__version__ in packed.says("", "--version"), f"--version says {__version__}")
    # A package may have no access to other folders.
    record = shutil.copy(RECORD, packed.home)
    words = ("--record", record, "--turns", "1-2", "--as", "gif", "--to", str(packed.home))
    packed.says("", "library", "export", *words)
    check(any(packed.home.glob("*.gif")), "a game becomes a film")
    if firmware:
        told = packed.says("-board", "flash", "/dev/none", "--board", "nano", "--dry-run")
        check("-atmega328p-side.hex" in told, "the firmware of boards came along")
    for where in (("--tcp", "0"), ())[: 1 + terminals]:
        simulate = packed.running(
            *("simulate", *where, "--headless", "--layout", "hexagon-5"),
            name="-board",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        with simulate as board:
            assert board.stdout is not None
            port = board.stdout.readline().strip()
            told = packed.says("-board", "monitor", port, "--seconds", "3")
            check("hexagon-5" in told, f"a simulated board at {port}: {told.splitlines()[0]}")


def try_engine(packed: Packed, compiled: bool) -> None:
    """Ask for a turn by UGI; with `compiled`, wait until the search is compiled."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with packed.running(name="-engine", **pipes) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None

        def ask(line: str, answer: str) -> str:
            assert engine.stdin is not None
            assert engine.stdout is not None
            engine.stdin.write(line + "\n")
            engine.stdin.flush()
            for said in engine.stdout:
                if "failed" in said or "not available" in said:
                    raise NotSoError(said.strip())
                if answer in said:
                    return said.strip()
            raise NotSoError(f"the engine ended before {answer!r}")

        ask("ugi", "ugiok")
        ask(f"position setup {SETUP}\ngo nodes 100", "bestmove")
        if compiled:
            ask("isready", "readyok")
            told = " ".join(packed.runs("", "doctor").stdout.split())
            check("Multiplicity compiled, and can be loaded" in told, "the search is compiled")
        check(ask("go nodes 100", "bestmove") != "bestmove", "the engine answers by UGI")
        engine.stdin.write("quit\n")


def try_size(packed: Packed, most: int) -> None:
    """Check that the folder has at most this many megabytes."""
    files = (path for path in packed.commands.rglob("*") if path.is_file())
    size = sum(path.lstat().st_size for path in files) / 2**20
    check(size <= most, f"it takes {size:.0f} MB, of {most} at most")


# Every command of the README. A package refuses commands that need the sources, in one sentence.
COMMANDS = (
    "play", "demo", "open", "doctor", "desktop", "engine", "tournament",
    "board", "library", "join", "hub",
)  # fmt: skip
PLAIN_USES = (
    ("doctor",),
    ("desktop", "install"),
    ("desktop", "remove"),
    ("tournament", "new", "Cup", "libra"),
    ("tournament", "list"),
    ("library", "list"),
    ("library", "check"),
    ("board", "health"),
)
WRONG_USES = (
    *((name, "--no-such-option") for name in COMMANDS if name != "engine"),
    ("no-such-file.json",),
    ("match", "libra"),
    ("tournament", "show", "-t", "Nobody"),
    ("library", "show", "--number", "999"),
    ("puzzles", "check"),
    ("solve", "libra-maximum"),
    ("board", "monitor", "socket://nonsense"),
    ("board", "check", "/dev/no-such-port"),
    ("board", "template", "decagon-81"),
    ("join", "no-such-code"),
    ("play", "no-such-game"),
)


def try_every_command(packed: Packed) -> None:
    """Try each command with --help, in a plain use and with a wrong argument.

    Raises NotSoError for the first command that prints a traceback or has a wrong exit code.
    """
    for name in ("", *COMMANDS):
        packed.says("", *filter(None, [name]), "--help")
    for words in PLAIN_USES:
        packed.says("", *words)
    for words in WRONG_USES:
        done = packed.runs("", *words)
        said = done.stderr.strip()
        if done.returncode not in (1, 2) or not said or "Traceback" in done.stdout + said:
            raise NotSoError(f"{words}: exit code {done.returncode}, {said[-2000:]!r}")
    count = len(COMMANDS) + len(PLAIN_USES) + len(WRONG_USES)
    check(True, f"{count} commands answer: help, plain uses, and errors in words")


# -- with a window ---------------------------------------------------------------------------------


class Screen(VirtualDisplay):
    """A virtual screen, whose pixels are in a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(pixels=folder)
        with (folder / "Xvfb_screen0").open("rb") as file:
            self.pixels = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def lively(self) -> bool:
        """Return whether the screen shows more than empty rectangles."""
        middle = len(self.pixels) // 2
        return len(set(self.pixels[middle : middle + 4 * 1400 : 4])) > 24

    def differs(self, before: bytes) -> bool:
        """Return whether the picture has changed."""
        return bytes(self.pixels) != before

    def settle(self, words: Sequence[str], most: float) -> None:
        """Run xdotool, then wait until the picture has changed and is still.

        The wait ends after `most` seconds at the latest, even if the picture has not changed or
        still moves.
        """
        before, changed = bytes(self.pixels), False
        self.tool(*words)
        still = began = time.monotonic()
        while time.monotonic() - began < most and (not changed or time.monotonic() - still < STILL):
            time.sleep(0.03)
            now = bytes(self.pixels)
            if now != before:
                before, changed, still = now, True, time.monotonic()

    def tool(self, *words: str) -> str:
        """Return the output of xdotool."""
        environment = {**os.environ, "DISPLAY": self.name}
        call = ["xdotool", *words]
        done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def windows(self) -> dict[str, str]:
        """Return xdotool's numbers of the visible windows, by title."""
        numbers = self.tool("search", "--onlyvisible", "--class", ".").split()
        return {self.tool("getwindowname", number): number for number in numbers}


def make_cold(packed: Packed) -> None:
    """Drop the package's files from the system's cache if possible, as after a reboot."""
    folder = packed.commands if (packed.commands / "_internal").exists() else packed.commands.parent
    os.sync()
    for path in folder.rglob("*"):
        if path.is_file() and hasattr(os, "posix_fadvise"):
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def try_start(packed: Packed, screen: Screen, most: float) -> None:
    """Check that a cold start shows a picture within `most` seconds.

    On a busy machine, processor time is compared instead of wall time.
    """
    took, worked = [], []
    while not took or (min(took) > most and len(took) < TRIES):
        make_cold(packed)
        began = time.monotonic()
        with packed.running() as program:
            until(screen.lively, "a picture is seen")
            took.append(time.monotonic() - began)
            worked.append(processor_seconds(program.pid))
        until(lambda: not screen.lively(), "the window closes")
    said = ", ".join(f"{wall:.2f} s ({own:.2f} s of work)" for wall, own in zip(took, worked))
    busy = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
    counted = min(worked) if busy else min(took)
    check(counted <= most, f"a cold start shows its first picture after {said}")


def processor_seconds(process: int) -> float:
    """Return the processor time of a process so far, from /proc."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def points() -> dict[str, tuple[int, int]]:
    """Return the positions of the board's points in a window of SIZE."""
    from game.platform.settings import Settings
    from game.screen.app.app import App
    from game.screen.play.scene import PlayScene
    from game.screen.scenes import open_scene
    from game.table.spec import MatchSpec, SeatSpec

    spec = MatchSpec(SETUP, (SeatSpec("person"), SeatSpec("person")))
    scene = PlayScene(spec)
    app = App(scene, scenes=open_scene, settings=Settings(animation_speed=0.0), size=SIZE)
    app.frame(0.05)
    places = {p: scene.board.view.position(p) for p in scene.match.game.topology.points}
    app.close()
    return {point: (round(x), round(y)) for point, (x, y) in places.items()}


def try_game(packed: Packed, screen: Screen) -> None:
    """Play a whole game against the engine, following it in the record that the program saves."""
    from game.table.record_files import read_match

    kept = packed.home / "data" / "games"
    places, dice = points(), random.Random(5)
    with packed.running("play", *SETUP.split(), "--seats", "person,engine:1"):
        until(lambda: PROGRAM in screen.windows(), "the window opens")
        until(screen.lively, "a picture is seen")
        window = screen.windows()[PROGRAM]
        clicks = 0

        def finished() -> bool:
            return any(path.name != "running.json" for path in kept.glob("*.json"))

        def turn() -> bool:
            """Click if it is the person's turn; return whether the game is over."""
            nonlocal clicks
            if finished():
                return True
            try:
                match = read_match(kept / "running.json")
            except ValueError:  # the record does not exist yet
                match = None
            game = match.game if match is not None else None
            if game is not None and match is not None and game.to_move(match.state) != 0:
                return False
            legal = game.legal(match.state) if game and match else None
            point = dice.choice(legal).text if legal else dice.choice(sorted(places))
            x, y = places[point]
            screen.tool("mousemove", "--window", window, str(x), str(y), "click", "1")
            clicks += 1
            time.sleep(0.1)
            return False

        until(lambda: turn() and finished(), "the game ends", 2 * PATIENCE)
        match = read_match(next(path for path in kept.glob("*.json")))
        check(match.over, f"a game of {len(match.turns)} turns in the window, by {clicks} clicks")


def title_entries() -> dict[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Return the clicks that open each entry (page and name) of the title's menu, at SIZE.

    The entries of a page come after that page.
    """
    from game.platform.settings import Settings
    from game.screen.app.app import App
    from game.screen.menus.title import PAGES, EntryButton, TitleScene
    from game.screen.scenes import open_scene

    scene = TitleScene("menu")
    app = App(scene, scenes=open_scene, settings=Settings(animation_speed=0.0), size=SIZE)
    found: dict[tuple[str, ...], tuple[tuple[int, int], ...]] = {}
    for page in ("", *PAGES):
        scene.page = page
        scene.resize()
        app.frame(0.05)
        way = found[(page,)] if page else ()
        for control in scene.form.widgets:
            if isinstance(control, EntryButton):
                name = (page, control.name) if page else (control.name,)
                found[name] = (*way, control.rect.center)
    app.close()
    return found


def try_title(packed: Packed, screen: Screen) -> None:
    """Open every entry of the title's menu and come back by Escape; a game is opened last."""
    entries = title_entries()
    # Escape does not leave the game that this entry opens. `try_game` plays the entry "win".
    last = [("guide",)]
    left_out = (*last, ("win",), ("more", "quit"))
    first = [name for name in entries if name not in left_out and not name[-1].startswith("guide-")]
    with packed.running() as program:
        until(lambda: PROGRAM in screen.windows() and screen.lively(), "the title is seen")
        window = screen.windows()[PROGRAM]

        def press(key: str) -> None:
            screen.settle(("key", "--window", window, key), 0.3)

        press("x")

        def click(name: tuple[str, ...]) -> None:
            for x, y in entries[name]:
                at = (str(x), str(y))
                clicked = ("mousemove", "--window", window, *at, "click", "1")
                before = bytes(screen.pixels)
                screen.settle(clicked, CLICK_SETTLE_S)
                until(partial(screen.differs, before), f"something is seen at {name!r}")
            time.sleep(ENTRY_RUN_S)
            if program.poll() is not None:
                raise NotSoError(f"the program ended with {program.returncode} at {name!r}")

        for name in (*first, *last):
            click(name)
            for _back in range(1 + len(name) if name in first else 0):
                press("Escape")
            press("x")
        time.sleep(LAST_ENTRY_RUN_S)
        said = (packed.home / "log.txt").read_text(encoding="utf-8")
        check("Traceback" not in said, f"{len(first) + len(last)} entries of the title open")


def try_board(packed: Packed, screen: Screen) -> None:
    """Check that a simulated board opens beside the game."""
    with packed.running("play", *SETUP.split(), "--board", "sim"):
        until(lambda: set(screen.windows()) == {PROGRAM, BOARD}, "both windows are open")
        check(True, "a simulated board opens beside the game")


def try_phones(packed: Packed) -> None:
    """Check that the page for phones is served beside the window."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    page = ""

    def served() -> bool:
        nonlocal page
        with contextlib.suppress(OSError), urlopen(f"http://{address}/", timeout=5) as answer:
            page = answer.read().decode()
        return bool(page)

    with packed.running("play", *SETUP.split(), "--broadcast", address):
        until(served, "the page is served")
    check("<html" in page, "phones are served a page of the game")


def try_native(packed: Packed) -> None:
    """Check that this system's own window draws, and that a game ends in it.

    The window is not inspected from outside. The machine needs a desktop; on Linux, `try_windows`
    sees more.
    """
    alive = packed.home / "alive.txt"

    def frames() -> int:
        """Return the number of frames in the program's health file."""
        told = alive.read_text(encoding="utf-8") if alive.exists() else ""
        found = re.search(r"(\d+) frames", told)
        return int(found[1]) if found else 0

    with packed.running("demo", "--kiosk", "--windowed", "--health", str(alive)) as program:
        until(lambda: program.poll() is not None or frames() > FRAMES, "the window draws")
        check(program.poll() is None, f"the window of this system draws {frames()} pictures")
    kept = packed.home / "data" / "games"
    with packed.running("play", *SETUP.split(), "--seats", "engine:1,engine:1"):
        until(
            lambda: any(path.name != "running.json" for path in kept.glob("*.json")),
            "engines have played to the end",
            2 * PATIENCE,
        )
        check(True, "engines have played a game in it, and it is kept")


def try_windows(packed: Packed, start: float, club: bool) -> None:
    """Try everything that needs a screen; a cold start may take `start` seconds."""
    config = packed.home / "config" / "settings.json"
    config.parent.mkdir(exist_ok=True)
    settings = '{"version": 1, "language": "en", "animation_speed": 0.0, "window": [%d, %d]}'
    config.write_text(settings % SIZE, encoding="utf-8")
    with Screen(packed.home) as screen:
        packed.environment |= {"DISPLAY": screen.name, "SDL_VIDEODRIVER": "x11"}
        try_start(packed, screen, start)
        try_game(packed, screen)
        try_title(packed, screen)
        try_board(packed, screen)
        if club:
            try_phones(packed)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", type=Path)
    parser.add_argument("--compiled", action="store_true", help="wait until the engine is compiled")
    parser.add_argument("--size", type=int, help="megabytes that a bundle may take")
    parser.add_argument("--start", type=float, default=10.0, help="seconds a cold start may take")
    parser.add_argument("--club", action="store_true", help="the packages of the club are inside")
    parser.add_argument("--firmware", action="store_true", help="the firmware of boards is inside")
    parser.add_argument("--no-window", action="store_true", help="where there is no Xvfb")
    parser.add_argument("--native", action="store_true", help="open this system's own window")
    arguments = parser.parse_args(words)
    display = os.environ.get("SDL_VIDEODRIVER")
    # These settings are for this process, which lays out scenes itself.
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    home = Path(tempfile.mkdtemp(prefix="less-is-more-"))
    os.environ["LESS_IS_MORE_HOME"] = str(home / "own")
    packed = Packed(arguments.commands.resolve(), home)
    if arguments.native and display is not None:
        packed.environment["SDL_VIDEODRIVER"] = display
    elif arguments.native:
        del packed.environment["SDL_VIDEODRIVER"]
    try:
        if arguments.size is not None:
            try_size(packed, arguments.size)
        terminals = arguments.native and hasattr(os, "openpty")  # Windows has no pseudo terminals
        try_commands(packed, arguments.firmware, terminals)
        try_every_command(packed)
        try_engine(packed, arguments.compiled)
        if arguments.native:
            try_native(packed)
        elif not arguments.no_window:
            try_windows(packed, arguments.start, arguments.club)
    except NotSoError as error:
        print(f"NOT SO: {error}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
