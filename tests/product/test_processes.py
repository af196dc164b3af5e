"""The program starts itself and others correctly, from sources, as a bundle and on Windows."""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import subprocess
import sys
import threading
import types
from pathlib import Path
from typing import Any

import pytest

from game.platform import processes
from game.platform.paths import MAIN
from tests.support.running import children_of
from tests.support.waiting import until


def test_from_the_sources_it_is_started_by_python() -> None:
    assert processes.own_command("play") == [sys.executable, str(MAIN), "play"]


def test_a_bundle_starts_the_program_that_takes_any_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "BUNDLED", True)
    monkeypatch.setattr(processes, "COMMAND", "less-is-more")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "less-is-more-engine.exe"))
    command = processes.helper_command("compile", "libra")
    assert command == [str(tmp_path / "less-is-more.exe"), "helper", "compile", "libra"]


def test_programs_of_the_system_do_not_get_the_libraries_of_a_bundle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inside = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/mine", "LANG": "C"}
    assert processes.unbundled_environment(inside) == inside
    monkeypatch.setattr(processes, "BUNDLED", True)
    assert processes.unbundled_environment(inside)["LD_LIBRARY_PATH"] == "/mine"
    assert "LD_LIBRARY_PATH" not in processes.unbundled_environment({"LD_LIBRARY_PATH": "/bundle"})


def test_no_console_opens_for_a_helper_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(sys, "platform", "win32")

    class Noted:
        def __init__(self, _command: list[str], **options: Any) -> None:
            asked.update(options)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Noted)
    processes.start_piped(["engine"])
    assert asked["creationflags"] == processes.NO_WINDOW
    assert asked["encoding"] == "utf-8"


def test_answers_are_utf8_and_failures_are_told() -> None:
    echo = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert processes.query([sys.executable, "-c", echo], "Zoë ×").decode() == "Zoë ×"
    with pytest.raises(subprocess.CalledProcessError):
        processes.query([sys.executable, "-c", "raise SystemExit(3)"])


ECHO = "import sys; print(sys.argv[1])"
WAIT = "import time; time.sleep(1000)"


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def test_an_answer_can_be_cancelled() -> None:
    wanted = processes.Cancellation()
    before = children_of(os.getpid())
    ended: list[BaseException] = []

    def work() -> None:
        try:
            processes.query(python(WAIT), cancellation=wanted)
        except subprocess.SubprocessError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert until(lambda: bool(children_of(os.getpid()) - before))
    wanted.cancel()
    thread.join(60)
    assert isinstance(ended[0], processes.Cancelled)
    assert not children_of(os.getpid()) - before
    with pytest.raises(processes.Cancelled):
        processes.query(python(ECHO, "late"), cancellation=wanted)


def test_who_goes_on_saying_something_has_time() -> None:
    slowly = "import time\nfor n in range(8): print(n, flush=True); time.sleep(0.5)"
    assert [*processes.listen(python(slowly), 3.5)] == [*"01234567"]
    before = children_of(os.getpid())
    silent = processes.listen(python(f"print('one', flush=True); {WAIT}"), 3.5)
    assert next(silent) == "one"
    with pytest.raises(subprocess.TimeoutExpired):
        next(silent)
    with pytest.raises(subprocess.CalledProcessError):
        [*processes.listen(python("raise SystemExit(3)"), 60)]
    wanted = processes.Cancellation()
    for line in (
        cancelled := processes.listen(python(f"print(2, flush=True); {WAIT}"), 60, wanted)
    ):
        assert line == "2"
        break
    wanted.cancel()
    with pytest.raises(processes.Cancelled):
        next(cancelled)
    assert not children_of(os.getpid()) - before


def test_only_the_newest_question_is_worked_on() -> None:
    answers: list[bytes] = []
    asking = processes.NewestAnswer("test")
    before = children_of(os.getpid())
    threads = [asking.ask(python(WAIT), answers.append) for _ in range(6)]
    threads.append(asking.ask(python(ECHO, "the last"), answers.append))
    for thread in threads:
        thread.join(60)
    assert [answer.strip() for answer in answers] == [b"the last"]
    assert not children_of(os.getpid()) - before
    asking.ask(python("raise SystemExit(1)"), answers.append).join(60)
    assert answers[1:] == [b""]


def test_so_many_are_asked_at_a_time() -> None:
    before = children_of(os.getpid())
    wanted = [processes.Cancellation() for _ in range(3 * processes.MAX_QUERIES)]

    def work(one: processes.Cancellation) -> None:
        with contextlib.suppress(processes.Cancelled):
            processes.query(python(WAIT), cancellation=one)

    threads = [threading.Thread(target=work, args=(one,)) for one in wanted]
    for thread in threads:
        thread.start()
    assert until(lambda: len(children_of(os.getpid()) - before) == processes.MAX_QUERIES)
    for one in wanted:
        one.cancel()
    for thread in threads:
        thread.join(60)
    assert not children_of(os.getpid()) - before


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_console_without_a_sign_shows_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, piped = io.BytesIO(), io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Terminal(shown, encoding="cp1252"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(piped, encoding="cp1252"))
    processes.speak_utf8()
    print("Zoë ▸ 3 × 4", flush=True)
    print("Zoë ▸ 3 × 4 \ud800", file=sys.stderr, flush=True)
    assert shown.getvalue().decode("cp1252").strip() == "Zoë ? 3 × 4"
    assert piped.getvalue().decode("utf-8").strip() == "Zoë ▸ 3 × 4 ?"


def test_priority_is_lowered_by_class_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, int]] = []

    class Kernel:
        GetCurrentProcess = staticmethod(lambda: "this")
        SetPriorityClass = staticmethod(lambda whose, level: asked.append((whose, level)))

    monkeypatch.delattr(os, "nice", raising=False)
    monkeypatch.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=Kernel), raising=False)
    processes.lower_priority(5)
    assert asked == [("this", processes.BELOW_NORMAL)]


def slice_of(thread: int) -> float:
    """Return this thread's time slice in nanoseconds; 0 where Linux does not report it."""
    told = Path(f"/proc/self/task/{thread}/sched")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((float(line.split(":")[1]) for line in lines if line.startswith("se.slice")), 0.0)


def test_a_thread_that_asks_for_short_slices_has_them_alone() -> None:
    slices: list[float] = []

    def look() -> None:
        slices.append(slice_of(threading.get_native_id()))

    def ask() -> None:
        look()
        processes.ask_for_short_slices()
        look()
        inner = threading.Thread(target=look)
        inner.start()
        inner.join()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    before, short, inherited = slices
    assert inherited == before
    assert before == 0.0 or short == processes.SHORT_SLICE_NS


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no niceness on Windows")
def test_short_slices_leave_niceness_what_it_is() -> None:
    niceness: list[int] = []

    def ask() -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
        processes.ask_for_short_slices()
        niceness.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert niceness == [5]
