"""Fixtures and hooks of all tests, of the program and of the workshop.

Tests run without a display, sound or the user's folder. --slow adds the long runs.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from game.platform.i18n import set_language
from game.table import running_locks
from tests.support.browser import Browser
from tests.support.tools import NEEDS, untested

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# All tests share one cache of compiled kernels, which the next run uses again.
os.environ.setdefault("LESS_IS_MORE_CACHE", str(Path(__file__).parent / "build" / "cache"))

# The machine may be busy with other work, so no example of a property has a deadline.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
LONG = "full numbers: run with "  # beginning of the reason for tests that are skipped on purpose
# If this variable is set, every tool must be installed, and a skipped test counts as failed.
STRICT = "LESS_IS_MORE_CI"
# This variable names tools that the machine may lack, separated by commas.
MAY_LACK = "LESS_IS_MORE_MAY_LACK"
# Path of a list of the tests that start programs other than Python. `.ci/bare` repeats these tests
# where there are no such programs.
TOOL_USERS = "LESS_IS_MORE_TOOL_USERS"
DEFAULTS = ("SDL_", "PYGAME_")
CURRENT_TEST = "PYTEST_CURRENT_TEST"  # set by pytest to "name (phase)"
HERE = Path(__file__).parent
TESTS = HERE / "tests"
HOMES = itertools.count()
# These tests mostly wait, so they start first; quick tests fill the cores at the end.
WAITING = (TESTS / "window", TESTS / "network")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the full numbers of every issue")


def pytest_configure() -> None:
    if os.environ.get(TOOL_USERS):
        sys.addaudithook(_note_tool_users)


def _note_tool_users(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen" and (test := os.environ.get(CURRENT_TEST)):
        program = Path(os.fsdecode(arguments[0] or arguments[1][0]))
        if not program.name.startswith(("python", "pypy")):
            with open(os.environ[TOOL_USERS], "a", encoding="utf-8") as file:
                file.write(test.rpartition(" ")[0] + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect with the garbage collector off: nearly everything made here lives until the end."""
    gc.disable()
    _import_tests(session.config)
    result = yield
    gc.freeze()
    gc.enable()
    return result


def _import_tests(config: pytest.Config) -> None:
    """Import all tests; each worker starts at a different file.

    Workers in the same order would compile the same modules at the same time. This way each worker
    finds most modules already compiled by another.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1 or {Path(config.rootpath, name) for name in config.args} != {TESTS}:
        return
    paths = sorted(TESTS.rglob("test_*.py"))
    first = len(paths) * int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) // workers
    for path in paths[first:] + paths[:first]:
        name = ".".join(path.relative_to(HERE).with_suffix("").parts)
        # The error is ignored here, because the later collection of this file reports it.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = _spread(items)
    slow = config.getoption("--slow")
    asked = {"slow", "whole"} if slow else set(config.getoption("-m").split())
    for mark, command in (("slow", "pytest --slow"), ("whole", "make games")):
        skip = pytest.mark.skipif(True, reason=LONG + command)
        for item in items:
            if mark in item.keywords and mark not in asked:
                # This mark comes first, so that its reason wins over that of a missing tool.
                item.add_marker(skip, append=False)
            elif mark == "slow" and mark in item.keywords:
                # Tests with full numbers have no timeout.
                item.add_marker(pytest.mark.timeout(0))


def _spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests so that each worker's part of the list begins with tests that wait."""
    files = {item.path for item in items}
    wait = {path for path in files if any(map(path.is_relative_to, WAITING))}
    waiting = [item for item in items if item.path in wait]
    others = [item for item in items if item.path not in wait]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))

    def part(tests: list[pytest.Item], number: int) -> list[pytest.Item]:
        return tests[len(tests) * number // workers : len(tests) * (number + 1) // workers]

    return [item for n in range(workers) for item in part(waiting, n) + part(others, n)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _nothing_missing((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _nothing_missing((yield))


def _nothing_missing(report: Report) -> Report:
    """Turn a skip into a failure in CI, where every tool is installed."""
    if report.skipped and os.environ.get(STRICT) and not _may_be_skipped(reason_of(report)):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped in CI: {reason_of(report)}"
    return report


def _may_be_skipped(reason: str) -> bool:
    lacking = os.environ.get(MAY_LACK, "no tool").split(",")
    return LONG in reason or reason in [NEEDS + name for name in lacking]


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return why a test was skipped."""
    *_place, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("",)
    return str(reason).removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report what was not tested, naming each missing tool once."""
    skipped = terminalreporter.stats.get("skipped", [])
    if lines := untested(map(reason_of, skipped)):
        terminalreporter.section("not tested")
        for line in lines:
            terminalreporter.line(line)


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Give every test a user folder of its own, and English texts whichever test ran before."""
    set_language("en")
    # only tests that use the folder create it
    folder = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"
    monkeypatch.setenv("LESS_IS_MORE_HOME", str(folder))
    yield folder
    running_locks.release_locks()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Start one browser for all tests of a worker: a start takes as long as three pages."""
    with Browser(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    yield chromium
    chromium.close_pages()


@pytest.fixture(scope="module", autouse=True)
def modules_keep_the_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give a file's fixtures a user folder; fail if they leave the environment changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LESS_IS_MORE_HOME", str(tmp_path_factory.mktemp("home")))
        yield from _kept_environment("the fixtures of this file")


@pytest.fixture(autouse=True)
def environment_is_kept() -> Iterator[None]:
    """Fail a test that leaves the environment changed."""
    yield from _kept_environment("the test")


def _kept_environment(who: str) -> Iterator[None]:
    before = dict(os.environ)
    yield
    after = dict(os.environ)
    changed = {name for name, _value in before.items() ^ after.items() if name != CURRENT_TEST}
    # Screen modules set defaults of SDL when they are first imported.
    changed -= {name for name in after.keys() - before.keys() if name.startswith(DEFAULTS)}
    for name in changed:
        if name in before:
            os.environ[name] = before[name]
        else:
            del os.environ[name]
    if changed:
        pytest.fail(f"{who} left the environment changed: {', '.join(sorted(changed))}")
