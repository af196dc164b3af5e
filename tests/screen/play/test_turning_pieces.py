"""Flips are painted in advance for counters that may soon turn over."""

from __future__ import annotations

import pytest

from game.screen.boards.view import BoardView
from game.screen.play.scene import PlayScene
from game.table.spec import two_people
from tests.screen.screens import make_app


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_turning_is_painted_ahead_with_animation_alone(
    speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(BoardView, "prepare_flips", lambda _self, pieces: asked.append(pieces))
    make_app(PlayScene(two_people("more-or-less")), (480, 320), animation_speed=speed).close()
    assert bool(asked) == (speed > 0)
