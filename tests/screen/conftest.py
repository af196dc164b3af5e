"""For tests of the screen that are about something else than art."""

from __future__ import annotations

import pytest

from game.screen.boards.workshop import workshop


@pytest.fixture
def no_art(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards stay in their first form: their art takes long."""
    monkeypatch.setattr(workshop, "ask", lambda *_args, **_how: None)
