"""Shared by all tests: no display, no sound, no user folder, and the switch for long runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the full numbers of every issue")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = {"slow", "whole"} if config.getoption("--slow") else {config.getoption("-m")}
    for mark, command in (("slow", "pytest --slow"), ("whole", "make games")):
        skip = pytest.mark.skip(reason=f"full numbers: run with {command}")
        for item in items:
            if mark in item.keywords and mark not in asked:
                item.add_marker(skip)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user folder of its own for every test, and English words whatever ran before."""
    set_language("en")
    monkeypatch.setenv("LESS_IS_MORE_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    places.give_back()
