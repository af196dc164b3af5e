"""How this program starts other processes: itself again (as engine, compiler, maker of tables,
simulated board) or a program of the system; and how processes talk: in UTF-8, through pipes.

The one place that knows how the program was started: from its sources, installed, or bundled.
"""

from __future__ import annotations

import ctypes
import io
import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

from game.paths import BUNDLED, COMMAND, MAIN

WAIT = "LESS_IS_MORE_HELPERS_WAIT"  # in the environment of helpers, on a light machine
STDERR = 2  # its file descriptor
LOWEST = 19  # steps of priority that a process can be asked to go down
NO_WINDOW = 0x08000000  # Windows: no console opens for a helper
BELOW_NORMAL = 0x00004000  # Windows: its class of priority
# A bundle has libraries of its own before those of the system; its starter keeps what was there.
LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")


class ProcessError(ValueError):
    """A helper was called by a name that none has."""


def own_command(*words: str) -> list[str]:
    """The command line that starts this very program as `main.py WORDS` does, from any folder."""
    if BUNDLED:  # by whichever of its programs this is
        here = Path(sys.executable)
        return [str(here.with_name(COMMAND + here.suffix)), *words]
    return [sys.executable, str(MAIN), *words]


def helper_command(name: str, *words: str) -> list[str]:
    """The command line of one of the helpers of `game.cli`, which are not for people to call."""
    return own_command("helper", name, *words)


def start_anew() -> NoReturn:
    """Become this very program once more, with the same words, as the same process."""
    os.execv(sys.executable, own_command(*sys.argv[1:]))


def talk(
    command: Sequence[str],
    stdin: int = subprocess.PIPE,
    errors: int | IO[str] = subprocess.DEVNULL,
) -> subprocess.Popen[str]:
    """Start a program whose lines are read, and to which lines are written.

    `errors` is where its standard error goes.  Raises OSError if it cannot be started.
    """
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        bufsize=1,
        env=outer_environment(),
        creationflags=_flags(),
    )


def answer_of(command: Sequence[str], asked: str = "", seconds: float | None = 300) -> bytes:
    """What a program writes when it is asked this, once it has ended well.

    Raises OSError if it cannot be started, SubprocessError if it fails or takes longer.
    """
    return subprocess.run(
        command,
        input=asked.encode(),
        capture_output=True,
        check=True,
        timeout=seconds,
        env=outer_environment(),
        creationflags=_flags(),
    ).stdout


def show_page(file: Path) -> bool:
    """Open a page of HTML in the person's browser; False if there is none.  May take a moment."""
    return webbrowser.open(file.resolve().as_uri())


def outer_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment as it was before a bundle put its own libraries first."""
    found = dict(environment)
    for name in LIBRARIES if BUNDLED else ():
        found.pop(name, None)
        if f"{name}_ORIG" in found:
            found[name] = found[f"{name}_ORIG"]
    return found


def _flags() -> int:
    return NO_WINDOW if sys.platform == "win32" else 0


def have_helpers_wait(wanted: bool) -> None:
    """Helpers started from now on work only while the window has nothing to do, or no longer so."""
    if wanted:
        os.environ[WAIT] = "1"
    else:
        os.environ.pop(WAIT, None)


def yield_to_others(steps: int) -> None:
    """Lower the priority of this process: by so many steps, or by its class on Windows."""
    if hasattr(os, "nice"):
        os.nice(LOWEST if os.environ.get(WAIT) else steps)
    elif hasattr(ctypes, "windll"):
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


_quiet = threading.RLock()


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Discard what C libraries write to standard error, as ALSA does where there is no sound card.

    What the rest of the process writes there meanwhile is lost, too: for short calls alone, whose
    errors come back as exceptions.
    """
    with _quiet:
        try:
            kept = os.dup(STDERR)
        except OSError:  # there is no standard error, as in a program of Windows without a console
            yield
            return
        nothing = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nothing, STDERR)
            yield
        finally:
            os.dup2(kept, STDERR)
            os.close(nothing)
            os.close(kept)


def speak_utf8() -> None:
    """Pipes carry UTF-8, whatever the system's code page; a console shows "?" for what it lacks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")
