"""Ctrl+C, SIGTERM and the parent's end stop real processes and all that they have started."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.platform.processes import own_command
from tests.support.running import PROCESSES, group_of
from tests.support.waiting import COSTLY_BREATH, until

pytestmark = pytest.mark.skipif(not PROCESSES.is_dir(), reason="processes are counted in /proc")

WORDS = "multiplicity size=3 --first random --second random --games 5000 --processes 2"
MATCH = [sys.executable, "-m", "tools.match", *WORDS.split()]
# Timeout in seconds, far more than a clean end takes and far less than the work would.
END_S = 30.0


def heed_interrupts() -> None:
    """Accept Ctrl+C again, which a shell turns off for programs in its background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """A working program in a process group of its own, as a shell would start it."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.lines: list[str] = []
        self._errors = folder / "errors.txt"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | {"LESS_IS_MORE_PLAIN": "1"},
                start_new_session=True,
                preexec_fn=heed_interrupts,
            )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    @property
    def errors(self) -> str:
        return self._errors.read_text()

    @property
    def group(self) -> set[int]:
        return group_of(self.process.pid)

    def wait_for(self, met: Callable[[], bool]) -> None:
        until(lambda: met() or self.process.poll() is not None, breath=COSTLY_BREATH)
        assert self.process.poll() is None, self.errors

    def interrupt(self, number: int = signal.SIGINT) -> int:
        """Signal the whole group, like a terminal; return the exit code."""
        os.killpg(self.process.pid, number)
        return self.process.wait(END_S)

    def all_gone(self) -> bool:
        return until(lambda: not self.group, END_S, breath=COSTLY_BREATH)


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[Running]:
    run = Running(command, folder)
    try:
        yield run
    finally:
        if run.group:
            os.killpg(run.process.pid, signal.SIGKILL)
        run.process.wait()


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def test_a_match_ends_with_its_workers_and_keeps_what_was_played(tmp_path: Path) -> None:
    command = [*MATCH, "--records", str(tmp_path / "records")]
    with running(command, tmp_path) as match:
        match.wait_for(lambda: len(match.lines) > 1)
        assert len(match.group) == 3
        assert match.interrupt() == 130
        assert match.all_gone()
        assert "Traceback" not in match.errors
    assert list((tmp_path / "records").glob("game-*.json"))


def test_workers_end_with_a_match_that_is_killed(tmp_path: Path) -> None:
    command = [*MATCH, "--records", str(tmp_path / "records")]
    with running(command, tmp_path) as match:
        match.wait_for(lambda: len(match.group) == 3)
        match.process.kill()
        assert match.all_gone()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_engine_ends_without_a_word(number: int, code: int, tmp_path: Path) -> None:
    with running(own_command("engine", "multiplicity"), tmp_path) as engine:
        assert engine.process.stdin is not None
        engine.process.stdin.write("isready\n")
        engine.process.stdin.flush()
        engine.wait_for(lambda: "readyok\n" in engine.lines)
        assert engine.interrupt(number) == code
        assert engine.errors == ""


def test_a_window_closes_with_its_engines(tmp_path: Path) -> None:
    words = "play multiplicity size=3 --seats engine:10,engine:10"
    with running(own_command(*words.split()), tmp_path) as window:
        window.wait_for(lambda: len(window.group) > 1)
        os.kill(window.process.pid, signal.SIGTERM)  # only the window gets the signal
        assert window.process.wait(END_S) == 143, window.errors
        assert window.all_gone()
        assert "Traceback" not in window.errors


DEAF = """
import signal, threading
from game.platform import interrupts
interrupts.GRACE_S = {grace}
interrupts.install_handlers()
signal.signal(signal.SIGINT, lambda *_: None)  # as if the main thread were in compiled code
print("on", flush=True)
while True:
    threading.Event().wait()
"""


def test_what_cannot_react_is_ended(tmp_path: Path) -> None:
    with running(python(DEAF.format(grace="interrupts.GRACE_S")), tmp_path) as work:
        work.wait_for(lambda: bool(work.lines))
        assert work.interrupt() == 130
        assert work.errors == ""


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with running(python(DEAF.format(grace=3600)), tmp_path) as work:
        work.wait_for(lambda: bool(work.lines))

        def press() -> None:
            os.killpg(work.process.pid, signal.SIGINT)

        assert until(lambda: work.process.poll() is not None, END_S, press)
        assert work.process.returncode == 130


STARTS = """
import sys
from game.platform.processes import helper_command, start_piped
with start_piped(helper_command(*sys.argv[1:])) as helper:
    for line in helper.stdout:
        print(line, end="", flush=True)
"""


def test_a_helper_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    """The helper's input is not closed, as another process of the group also holds the pipe."""
    with running(python(STARTS, "engine"), tmp_path) as parent:
        parent.wait_for(lambda: len(parent.group) > 1)
        parent.process.kill()
        assert parent.all_gone()


@pytest.mark.slow
def test_a_compiler_ends_with_a_parent_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed here: nothing to compile")
    monkeypatch.setenv("LESS_IS_MORE_KERNELS", str(tmp_path / "kernels"))
    code = f"import os; os.environ.pop('LESS_IS_MORE_PLAIN'); {STARTS.strip()}"
    with running(python(code, "compile", "multiplicity size=3"), tmp_path) as parent:
        # By then the first of several kernels is compiled.
        parent.wait_for(lambda: bool(parent.lines))
        parent.process.kill()
        assert parent.all_gone()


# Commands, each with the sign that it is working: a line, workers, or a loaded library.
COMMANDS = {
    "tools.ladder multiplicity\\ size=3 --players random,uct --games 1000 --nodes 20": "line",
    "tools.calibration multiplicity --games 500 --nodes 20 --jobs 2": "workers",
    "tools.learning multiplicity --games 500 --nodes 20 --jobs 2": "workers",
    "tools.tuning multiplicity size=3 --jobs 2": "_json",
    "tools.solve less-fair": "_json",
    "tools.puzzles make multiplicity size=3 --kind last --count 5000 --processes 2": "workers",
    "tools.bench rules": "line",
    "hub --broker mqtt://127.0.0.1:1 --address 127.0.0.1:0": "line",
    "join AAAAAA@127.0.0.1": "mixer",
    "play": "mixer",
    "demo --windowed": "mixer",
    "board monitor sim": "_json",
}


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_ends_with_all_it_has_started(words: str, tmp_path: Path) -> None:
    name, *rest = shlex.split(words)
    tool = [sys.executable, "-m", name, *rest]
    command = tool if name.startswith("tools.") else own_command(name, *rest)
    with running(command, tmp_path) as run:
        loaded = Path(f"/proc/{run.process.pid}/maps")
        shown: dict[str, Callable[[], bool]] = {
            "line": lambda: bool(run.lines),
            "workers": lambda: len(run.group) > 1,
        }
        sign = COMMANDS[words]
        run.wait_for(shown.get(sign, lambda: sign in loaded.read_text()))
        assert run.interrupt() == 130
        assert run.all_gone()
        assert "Traceback" not in run.errors
