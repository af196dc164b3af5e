"""Shared by all tests: no display, no sound, no user folder, and the switch for long runs."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from game.i18n import set_language
from game.table import places

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Compiled kernels are the same for all tests and for the next run.
os.environ.setdefault("LESS_IS_MORE_CACHE", str(Path(__file__).parents[1] / "build" / "cache"))

# A machine may be busy with anything: no example of a property has a time to keep.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
LONG = "full numbers: run with "  # begins the words of tests that are left out on purpose


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the full numbers of every issue")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = config.getoption("--slow")
    asked = {"slow", "whole"} if slow else set(config.getoption("-m").split())
    for mark, command in (("slow", "pytest --slow"), ("whole", "make games")):
        skip = pytest.mark.skip(reason=LONG + command)
        for item in items:
            if mark in item.keywords and mark not in asked:
                item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _nothing_missing((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _nothing_missing((yield))


def _nothing_missing(report: Report) -> Report:
    """Where CI has installed every tool, a test that is skipped for want of one has failed."""
    if report.skipped and os.environ.get("LESS_IS_MORE_CI"):
        *_place, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("",)
        if LONG not in reason:
            report.outcome, report.longrepr = "failed", f"nothing is skipped in CI: {reason}"
    return report


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user folder of its own for every test, and English words whatever ran before."""
    set_language("en")
    monkeypatch.setenv("LESS_IS_MORE_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    places.give_back()
