"""For tests of the screen that are about something else than art."""

from __future__ import annotations

from functools import cache

import pytest

from game.platform import processes
from game.platform.processes import query
from game.screen.boards.art_renderer import renderer


@cache
def _answered(command: tuple[str, ...]) -> bytes:
    return query(command)


@pytest.fixture
def answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper's tables for one layout of Less are always the same: a worker asks once for each."""
    monkeypatch.setattr(processes, "query", lambda command, **_how: _answered(tuple(command)))


@pytest.fixture(autouse=True)
def no_art(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards stay in their first form, because their art takes long; tests marked `art` have it."""
    if "art" not in request.keywords:
        monkeypatch.setattr(renderer, "ask", lambda *_args, **_how: None)
