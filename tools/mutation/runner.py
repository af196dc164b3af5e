"""Runs a room's tests once to learn which lines each reaches, then tests every mistake.

A mistake is tested by the tests that reach its line. All tests are collected once, in a process
that runs none of them. Each run is a fork of this process, so it starts immediately and leaves
nothing behind. A mistake is put into the functions in memory; the sources are not changed.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from tools.mutation.mistakes import Mistake, with_mistake

KILLED, SURVIVED, NOT_REACHED, ENDLESS, SAME = (
    "killed",
    "survived",
    "not reached",
    "endless",
    "the same code",
)
# Maximum total seconds of the tests for one mistake; the quickest tests are chosen first.
LONGEST_S = 120
# A run counts as endless if it takes this many times as long as without a mistake.
TIMES_AS_LONG = 3
# Extra seconds of processor time, because every fork sets up session fixtures again.
PATIENCE_S = 20
# Factor on the patience for wall-clock time, because the machine may be busy.
WAITING_TIMES = 6
MEMORY_BYTES = 4 << 30
ENDLESS_EXIT = 77
# The fork failed before its tests, which tells nothing about the mistake.
NOT_BEGUN_EXIT = 78


class MutationError(RuntimeError):
    """The run cannot judge its mistakes, because something else went wrong."""


@dataclass(frozen=True)
class Reached:
    """Duration and reached lines of one test without any mistake."""

    seconds: float  # processor time
    lasted: float  # seconds of wall-clock time
    lines: dict[str, list[int]]  # reached lines of each file of the room, by its path


@dataclass
class Room:
    """The files to mutate, as paths relative to `root`, and the folder for notes."""

    root: Path
    files: list[str]
    notes: Path
    tests: dict[str, Reached] = field(default_factory=dict)

    @property
    def reach_file(self) -> Path:
        return self.notes / "reach.json"

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")


class MutationRun:
    """A pytest plugin that tries mistakes instead of running the tests once."""

    def __init__(self, room: Room, mistakes: list[Mistake], workers: int, patience_s: int) -> None:
        self.room = room
        self.mistakes = mistakes
        self.workers = workers
        self.patience_s = patience_s
        self.fates: dict[str, str] = {}
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mistakes instead of running the tests once. Raises MutationError."""
        if session.testsfailed or not session.items:
            raise MutationError(f"{session.testsfailed} files of tests cannot be collected")
        for path in self.room.files:
            importlib.import_module(_module_of(path))
        items = {item.nodeid: item for item in session.items}
        self._learn_reach(items)
        functions = _functions_of({str(self.room.root / path) for path in self.room.files})
        left = iter(self.mistakes)
        running: dict[int, Mistake] = {}
        try:
            while True:
                while len(running) < self.workers and (mistake := next(left, None)):
                    if pid := self._begin(mistake, items, functions):
                        running[pid] = mistake
                if not running:
                    return True
                pid, status = os.wait()
                _tidy(pid)
                self._note(running.pop(pid), _fate(status))
        finally:
            for pid in running:
                _tidy(pid)

    def _note(self, mistake: Mistake, fate: str) -> None:
        self.fates[mistake.name] = fate
        print(f"{len(self.fates)}/{len(self.mistakes)} {fate}: {mistake.name}", flush=True)

    def _begin(
        self,
        mistake: Mistake,
        items: dict[str, pytest.Item],
        functions: dict[tuple[str, str, int], list[FunctionType]],
    ) -> int:
        """Start the tests of a mistake; return 0 if there is nothing to run."""
        path = self.room.root / mistake.path
        code = with_mistake(mistake, self.room.text(mistake.path), path)
        judges = self._judges(mistake, items)
        if code is None or not judges:
            self._note(mistake, SAME if code is None else NOT_REACHED)
            return 0
        chosen = list(_within(LONGEST_S, judges, lambda test: self.room.tests[test].seconds))
        mistaken = functions[(str(path), *mistake.function)]

        def make() -> None:
            for function in mistaken:
                function.__code__ = code

        return self._fork([items[test] for test in chosen], make)

    def _judges(self, mistake: Mistake, items: Iterable[str]) -> list[str]:
        """Return the tests that reach the line, then the other tests of their files.

        A fixture of a whole file, or a cached helper, runs in the first test that needs it. A later
        test may be the one that checks its result.
        """
        known = sorted(
            (test for test in self.room.tests if test in items),
            key=lambda test: self.room.tests[test].seconds,
        )
        reaching = [test for test in known if self._reaches(test, mistake)]
        files = {test.partition("::")[0] for test in reaching}
        return reaching + [
            test for test in known if test.partition("::")[0] in files and test not in reaching
        ]

    def _reaches(self, test: str, mistake: Mistake) -> bool:
        return not set(mistake.lines).isdisjoint(self.room.tests[test].lines.get(mistake.path, ()))

    def _fork(self, items: list[pytest.Item], make: Callable[[], None]) -> int:
        if pid := os.fork():
            return pid
        begun = False
        try:
            _prepare_child()
            known = [self.room.tests[item.nodeid] for item in items]
            seconds = TIMES_AS_LONG * sum(test.seconds for test in known)
            lasted = TIMES_AS_LONG * sum(test.lasted for test in known)
            _limit(seconds + self.patience_s, lasted + WAITING_TIMES * self.patience_s)
            make()
            begun = True
            for _item in self._run(items):
                if self._failed:
                    os._exit(1)
            os._exit(0)
        finally:
            os._exit(2 if begun else NOT_BEGUN_EXIT)

    def _run(self, items: list[pytest.Item]) -> Iterator[pytest.Item]:
        """Run the tests one after the other, yielding each after its run."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._failed = False
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item

    def _learn_reach(self, items: dict[str, pytest.Item]) -> None:
        """Run the tests whose file has changed, or all tests if a file of the room has changed."""
        stamp = _digest(self.room.root / path for path in self.room.files)
        kept = _read(self.room.reach_file)
        known: dict[str, Any] = kept["files"] if kept.get("room") == stamp else {}
        by_file = defaultdict(list)
        for item in items.values():
            by_file[item.path].append(item)
        todo = []
        for path, tests in by_file.items():
            name = path.relative_to(self.room.root).as_posix()
            tests_stamp = _digest([path])
            ids = {item.nodeid for item in tests}
            if known.get(name, {}).get("stamp") != tests_stamp or not ids <= {
                *known[name]["tests"]
            }:
                known[name] = {"stamp": tests_stamp, "tests": {}}
                todo += tests
        if todo:
            print(f"which lines {len(todo)} tests reach ...", flush=True)
            learned = self._reach_of(todo)
            for nodeid, reached in learned.items():
                known[nodeid.partition("::")[0]]["tests"][nodeid] = reached
            for item in todo:
                if item.nodeid not in learned:
                    print(f"fails without a mistake, and judges none: {item.nodeid}")
            self.room.reach_file.write_text(
                json.dumps({"room": stamp, "files": known}), encoding="utf-8"
            )
        self.room.tests = {
            nodeid: Reached(**reached)
            for part in known.values()
            for nodeid, reached in part["tests"].items()
        }

    def _reach_of(self, items: list[pytest.Item]) -> dict[str, Any]:
        """Return the lines that each test reaches, without tests that fail without a mistake.

        Raises MutationError if the process of these tests ends early.
        """
        result = self.room.notes / "learned.json"
        result.unlink(missing_ok=True)
        if pid := os.fork():
            try:
                _, status = os.waitpid(pid, 0)
            finally:
                _tidy(pid)
            if not result.exists():
                ended = os.waitstatus_to_exitcode(status)
                raise MutationError(f"the process that runs all tests once ended with {ended}")
            return _read(result)
        try:
            _prepare_child()
            learned: dict[str, Any] = {}
            trace = _LineTrace(self.room)
            begun, clock = time.process_time(), time.monotonic()
            for item in self._run(items):
                lines = trace.taken()
                now, later = time.process_time(), time.monotonic()
                if not self._failed:
                    reached = {"seconds": now - begun, "lasted": later - clock, "lines": lines}
                    learned[item.nodeid] = reached
                begun, clock = now, later
            result.write_text(json.dumps(learned), encoding="utf-8")
        finally:
            os._exit(0)


class _LineTrace:
    """Records which lines of a room's files run, in any thread."""

    def __init__(self, room: Room) -> None:
        self._paths = {str(room.root / path): path for path in room.files}
        self._seen: set[tuple[str, int]] = set()
        sys.settrace(self._call)
        threading.settrace(self._call)

    def taken(self) -> dict[str, list[int]]:
        """Return the lines since the last call, by file."""
        seen, self._seen = self._seen, set()
        lines = defaultdict(list)
        for path, line in seen:
            lines[self._paths[path]].append(line)
        # A test may have replaced the trace function.
        sys.settrace(self._call)
        return lines

    def _call(self, frame: FrameType, _event: str, _value: object) -> Any:
        return self._line if frame.f_code.co_filename in self._paths else None

    def _line(self, frame: FrameType, _event: str, _value: object) -> Any:
        self._seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def _module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _functions_of(paths: set[str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """Return the functions in memory by file, name and first line."""
    gc.unfreeze()  # `gc.get_objects` does not list frozen objects
    functions = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename in paths:
            code: CodeType = function.__code__
            functions[code.co_filename, code.co_name, code.co_firstlineno].append(function)
    gc.freeze()
    return functions


def _within(longest: float, tests: list[str], seconds: Callable[[str], float]) -> Iterator[str]:
    for number, test in enumerate(tests):
        longest -= seconds(test)
        if number and longest < 0:
            return
        yield test


def _prepare_child() -> None:
    """Give a fork its own process group and temporary folder, and silence its output."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    folder = _folder_of(os.getpid())
    # The folder may remain from an interrupted run with the same pid.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = str(folder)


def _folder_of(pid: int) -> Path:
    return Path("/tmp") / f"mutation-{pid}"


def _tidy(pid: int) -> None:
    """End the processes that a fork has left running, and remove its files."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    shutil.rmtree(_folder_of(pid), ignore_errors=True)


def _limit(seconds: float, lasted: float) -> None:
    """End this process after `seconds` of processor time or `lasted` seconds by the clock."""
    processor = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    ending = threading.Timer(lasted, os._exit, [ENDLESS_EXIT])
    ending.daemon = True
    ending.start()


def _fate(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code == NOT_BEGUN_EXIT:
        raise MutationError("a process did not come to its tests")
    if code in (ENDLESS_EXIT, -signal.SIGXCPU, -signal.SIGKILL):
        return ENDLESS
    return KILLED if code else SURVIVED


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
