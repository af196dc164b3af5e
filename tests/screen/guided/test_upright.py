"""In upright windows, a guided first game leaves no empty space beside its column."""

from __future__ import annotations

import pytest

from game.rules.registry import titles
from game.screen.app import routes
from game.screen.scenes import open_scene
from tests.screen.screens import make_app, texts


@pytest.mark.parametrize("game", titles())
@pytest.mark.parametrize("size", [(480, 800), (480, 900), (900, 1150)])
@pytest.mark.usefixtures("silent_engines")
def test_a_guided_game_opens_in_an_upright_window(game: str, size: tuple[int, int]) -> None:
    app = make_app(open_scene(routes.Guided(game)), size)
    assert texts(app)
    app.close()
