"""A fixture that opens windows of the tournament desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.screen.app import routes
from game.screen.app.app import App
from game.screen.tournament import store_client
from tests.screen.screens import make_app
from tests.screen.tournament.desk_helpers import PlaceHolder
from tests.support.waiting import PATIENCE


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., App]]:
    """Yield a function that opens a window on a route; all windows are closed after the test."""
    monkeypatch.setattr(store_client, "FIRST_LOAD_TIMEOUT_S", PATIENCE)
    opened: list[App] = []

    def on(route: routes.Route, size: tuple[int, int] = (1280, 800)) -> App:
        app = make_app(PlaceHolder(), size, theme="paper", animation_speed=0.0)
        app.show(route)
        app.frame(0.05)
        opened.append(app)
        return app

    yield on
    for app in opened:
        app.close()
