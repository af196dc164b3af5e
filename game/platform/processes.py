"""Child processes: this program again (engine, compiler, simulated board), or one of the system.

Processes exchange UTF-8 through pipes. Only this module knows how the program was started: from its
sources, installed, or bundled.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import io
import os
import platform
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from game.platform.interrupts import ignore_interrupts
from game.platform.paths import BUNDLED, COMMAND, INSTALLED, MAIN, ROOT

# Environment variable of helpers on a light machine: they pause while the window is busy.
PAUSE_VARIABLE = "LESS_IS_MORE_HELPERS_WAIT"
PARENT_VARIABLE = "LESS_IS_MORE_PARENT"  # environment variable of helpers: the parent's number
PARENT_POLL_S = 0.25  # seconds between two checks that the parent still runs
MAX_QUERIES = 3  # maximum number of programs that `query` runs at a time; further ones wait
STDERR = 2  # file descriptor of standard error
LOWEST_NICENESS = 19  # the largest niceness, meaning the lowest priority
# The number of this system call by machine; older C libraries have no function for it.
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274, "armv7l": 380}
RESET_ON_FORK = 1
SHORT_SLICE_NS = 100_000  # the shortest time slice that Linux grants
NO_WINDOW = 0x08000000  # Windows: opens no console for a helper
BELOW_NORMAL = 0x00004000  # Windows: a priority class
# In a bundle these variables name the bundle's own libraries before the system's. The bundle's
# starter keeps the former values under names with _ORIG.
LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
# Passwords come from the environment because process lists show arguments. Child processes do not
# get this variable.
PASSWORD_VARIABLE = "LESS_IS_MORE_BROKER_PASSWORD"


class ProcessError(ValueError):
    """A helper or a tool does not exist here."""


def own_command(*words: str) -> list[str]:
    """Return the command line that starts this program like `main.py WORDS`, from any folder."""
    if BUNDLED:  # a bundle may have several programs
        here = Path(sys.executable)
        return [str(here.with_name(COMMAND + here.suffix)), *words]
    return [sys.executable, str(MAIN), *words]


def run_tool(tool: str, words: Sequence[str]) -> int:
    """Run `python -m TOOL WORDS` in this process, and return its exit code.

    `tool` is a module of the sources, perhaps followed by its first arguments.  Raises ProcessError
    in an installed program, which has neither tools nor the workshop.
    """
    if INSTALLED:
        raise ProcessError(f"only the sources have this, as `python -m {tool}`")
    import runpy

    name, *first = tool.split()
    sys.argv = [name, *first, *words]
    sys.path.insert(0, str(ROOT))
    try:
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else bool(end.code)
    return 0


def helper_command(name: str, *words: str) -> list[str]:
    """Return the command line of a helper of `game.cli`; people do not use these commands."""
    return own_command("helper", name, *words)


def restart() -> NoReturn:
    """Replace this process by a new run of the program, with the same arguments."""
    os.execv(sys.executable, own_command(*sys.argv[1:]))


class GroupLeader(subprocess.Popen[str]):
    """A program in a process group of its own, so that its child processes are killed with it.

    Windows has no such groups: child processes may outlive the program there.
    """

    _left = True  # False once the group was killed

    def kill(self) -> None:
        self.kill_group()
        super().kill()

    def kill_group(self) -> None:
        """Kill the remaining processes of the group, but only once: its number may be reused."""
        if self._left and hasattr(os, "killpg"):
            self._left = False
            with contextlib.suppress(OSError):  # all have ended already
                os.killpg(self.pid, signal.SIGKILL)


def start_piped(
    command: Sequence[str],
    stdin: int = subprocess.PIPE,
    errors: int | IO[str] = subprocess.DEVNULL,
    grouped: bool = False,
) -> subprocess.Popen[str]:
    """Start a program with pipes for the lines it reads and writes.

    It ends no later than this process.  Its standard error goes to `errors`.  `grouped` makes it a
    `GroupLeader`, for foreign programs.  Raises OSError if it cannot be started.
    """
    kind = GroupLeader if grouped else subprocess.Popen
    process: subprocess.Popen[str] = kind(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        bufsize=1,
        env=_environment_of_child(),
        creationflags=_flags(),
        start_new_session=grouped,
    )
    _children.add(process)
    return process


class Cancellation:
    """The cancellation of a query or a listener: it terminates the running program."""

    def __init__(self) -> None:
        self.asked = False
        self._lock = threading.Lock()
        self._process: subprocess.Popen[Any] | None = None

    def cancel(self) -> None:
        with self._lock:
            self.asked = True
            if self._process is not None:
                self._process.kill()

    def follow(self, process: subprocess.Popen[Any]) -> None:
        """Set the program that `cancel` will end."""
        with self._lock:
            self._process = process
            if self.asked:
                process.kill()


class Cancelled(subprocess.SubprocessError):
    """The query was cancelled."""


def query(
    command: Sequence[str],
    asked: str = "",
    seconds: float = 300,
    cancellation: Cancellation | None = None,
    outlives: bool = False,
) -> bytes:
    """Run a program with `asked` as its standard input, and return its output after success.

    It ends no later than this process, unless `outlives` is set. Raises OSError if it cannot be
    started, SubprocessError if it fails, takes too long or is cancelled.
    """
    wanted = cancellation or Cancellation()
    with _asked:
        if wanted.asked:
            raise Cancelled
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=unbundled_environment() if outlives else _environment_of_child(),
            creationflags=_flags(),
        )
        if not outlives:
            _children.add(process)
        wanted.follow(process)
        with process:
            try:
                answer, errors = process.communicate(asked.encode(), seconds)
            except BaseException:
                process.kill()
                raise
    if wanted.asked:
        raise Cancelled
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command), answer, errors)
    return answer


def listen(
    command: Sequence[str], silence_s: float, cancellation: Cancellation | None = None
) -> Iterator[str]:
    """Run a program and yield its lines, for as long as it keeps printing.

    It is killed when the caller stops. Raises OSError if it cannot be started, TimeoutExpired after
    `silence_s` seconds without a line, SubprocessError if it fails or is cancelled.
    """
    wanted = cancellation or Cancellation()
    heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    with start_piped(command) as process:
        wanted.follow(process)
        assert process.stdout is not None

        def read(lines: IO[str]) -> None:
            with contextlib.suppress(ValueError):  # invalid UTF-8 ends the reading
                for line in lines:
                    heard.put(line.rstrip())
            heard.put(None)

        reader = threading.Thread(target=read, args=(process.stdout,), daemon=True)
        reader.start()
        try:
            while (line := heard.get(timeout=silence_s)) is not None:
                yield line
            process.wait(silence_s)
        except queue.Empty:
            raise subprocess.TimeoutExpired(list(command), silence_s) from None
        finally:
            process.kill()
            reader.join()
    if wanted.asked:
        raise Cancelled
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command))


class NewestAnswer:
    """Sends queries to a helper, one at a time: a new query cancels the last.

    `done` gets the answer in a thread, b"" after a failure; it is not called after a cancellation.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._now = Cancellation()

    def ask(self, command: Sequence[str], done: Callable[[bytes], None]) -> threading.Thread:
        """Send a query in a thread, cancel the last one, and return immediately."""
        self._now.cancel()
        wanted = self._now = Cancellation()

        def work() -> None:
            try:
                answer = query(command, cancellation=wanted)
            except Cancelled:
                return
            except (OSError, subprocess.SubprocessError):
                answer = b""
            if not wanted.asked:
                done(answer)

        thread = threading.Thread(target=work, name=self._name, daemon=True)
        thread.start()
        return thread

    def cancel(self) -> None:
        """Cancel the query that has no answer yet."""
        self._now.cancel()


_children: weakref.WeakSet[subprocess.Popen[str] | subprocess.Popen[bytes]] = weakref.WeakSet()
_asked = threading.BoundedSemaphore(MAX_QUERIES)


def end_children() -> None:
    """Terminate the child processes that still run."""
    for process in list(_children):
        if process.poll() is None:
            with contextlib.suppress(OSError):
                process.kill()


atexit.register(end_children)


def _environment_of_child() -> dict[str, str]:
    return unbundled_environment() | {PARENT_VARIABLE: str(os.getpid())}


def end_with_parent() -> None:
    """Exit when the parent process has ended, if this process is a helper.

    Helpers have PARENT_VARIABLE in their environment. They ignore Ctrl+C, which reaches them too,
    and leave the reaction to the parent.
    """
    named = os.environ.pop(PARENT_VARIABLE, "")
    if named.isdecimal():
        ignore_interrupts()
        parent, start = int(named), os.getppid()
        arguments = (parent, start)
        threading.Thread(target=_outlive_nobody, args=arguments, name="parent", daemon=True).start()


if sys.platform == "win32":
    SYNCHRONIZE, INFINITE = 0x00100000, 0xFFFFFFFF  # constants of the Windows API
    WAIT_OBJECT_0, ERROR_INVALID_PARAMETER = 0, 87

    def _outlive_nobody(parent: int, _start: int) -> None:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(SYNCHRONIZE, False, parent)
        if handle:
            gone = kernel.WaitForSingleObject(ctypes.c_void_p(handle), INFINITE) == WAIT_OBJECT_0
        else:
            gone = ctypes.get_last_error() == ERROR_INVALID_PARAMETER  # the process does not exist
        if gone:
            os._exit(1)

else:

    def _outlive_nobody(parent: int, start: int) -> NoReturn:
        """Exit when the parent has ended; a wrapper makes `start` differ from `parent`."""
        while os.getppid() == start and (start == parent or _runs(parent)):
            time.sleep(PARENT_POLL_S)
        os._exit(1)

    def _runs(process: int) -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except OSError:  # the process belongs to another user
            pass
        return True


def open_in_browser(file: Path) -> bool:
    """Open an HTML page in the user's browser; return False if there is none."""
    # Rarely needed, so it is not imported at the start.
    import webbrowser

    return webbrowser.open(file.resolve().as_uri())


def unbundled_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment without the library paths of a bundle and without secrets."""
    found = dict(environment)
    found.pop(PASSWORD_VARIABLE, None)
    for name in LIBRARIES if BUNDLED else ():
        found.pop(name, None)
        if f"{name}_ORIG" in found:
            found[name] = found[f"{name}_ORIG"]
    return found


def _flags() -> int:
    return NO_WINDOW if sys.platform == "win32" else 0


def pause_helpers(wanted: bool) -> None:
    """Set whether helpers started from now on pause while the window is busy."""
    if wanted:
        os.environ[PAUSE_VARIABLE] = "1"
    else:
        os.environ.pop(PAUSE_VARIABLE, None)


class _SchedulingAttributes(ctypes.Structure):
    """The argument of sched_setattr(2); for `runtime` of normal threads see Linux 6.12."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def ask_for_short_slices() -> None:
    """Request short time slices for this thread, so that it wakes up sooner.

    Linux allows this to every user; older versions and other systems ignore it. Threads and
    processes that this thread starts do not inherit it.
    """
    call = SCHED_SETATTR.get(platform.machine()) if sys.platform == "linux" else None
    if call is not None and os.sched_getscheduler(0) == os.SCHED_OTHER:
        niceness = os.getpriority(os.PRIO_PROCESS, 0)
        wanted = _SchedulingAttributes(nice=niceness, flags=RESET_ON_FORK, runtime=SHORT_SLICE_NS)
        wanted.size = ctypes.sizeof(wanted)
        this, flags = ctypes.c_long(0), ctypes.c_long(0)
        ctypes.CDLL(None).syscall(ctypes.c_long(call), this, ctypes.byref(wanted), flags)


def lower_priority(steps: int) -> None:
    """Lower the priority of this process by `steps` of niceness, or by its class on Windows."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_NICENESS if os.environ.get(PAUSE_VARIABLE) else steps)
    elif hasattr(ctypes, "windll"):
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


_quiet = threading.RLock()


@contextmanager
def silence_libraries() -> Iterator[None]:
    """Discard what C libraries print on standard error, such as ALSA without a sound card.

    Messages of the rest of the process are lost meanwhile, too. So this is only for short calls
    whose errors come back as exceptions.
    """
    with _quiet:
        try:
            kept = os.dup(STDERR)
        except OSError:  # no standard error, as in a Windows program without console
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
    """Set standard streams that are pipes to UTF-8; consoles show "?" for unknown characters."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")
