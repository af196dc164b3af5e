"""A fixture for a tab whose engine is fast enough for tests."""

from __future__ import annotations

import pytest

from game.screen.play import assistant
from game.table import review
from tests.web.tab import Tab


@pytest.fixture
def tab(monkeypatch: pytest.MonkeyPatch) -> Tab:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    # Few nodes, because uncompiled search is slow.
    monkeypatch.setattr(assistant, "HELP_NODES", 300)
    monkeypatch.setattr(review, "EVALUATION_NODES", 300)
    monkeypatch.setattr(review, "RECHECK_NODES", 300)
    return Tab()
