"""The opening of Multiplicity has three steps: a text for the current one, a circle for each."""

from __future__ import annotations

from typing import Any

import pytest

from game.games.multiplicity.screen.panel import MultiplicityPanel
from game.platform.i18n import LANGUAGES
from game.rules.proposals import Play
from game.screen.play.scene import PlayScene
from game.table.match import Match
from game.table.spec import two_people
from tests.screen.play.play_helpers import Dice
from tests.screen.screens import make_app


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turns", ["g5", "g5 h4,b6"])
def test_every_circle_lies_beside_the_words(
    monkeypatch: pytest.MonkeyPatch, language: str, turns: str
) -> None:
    circles: list[Any] = []
    monkeypatch.setattr(
        MultiplicityPanel, "draw_step", lambda _self, _canvas, box, *_step: circles.append(box)
    )
    match = Match(two_people("multiplicity size=5"))
    for turn in turns.split():
        match.submit_or_raise(Play(tuple(match.game.parse_turn(match.state, turn))))
    scene = PlayScene(match.spec, match, keep=False, make=Dice)
    app = make_app(scene, (800, 600), language=language)
    try:
        circles.clear()
        app.draw()
        assert len(circles) == 3
        assert all(scene.panel.rect.contains(box) for box in circles)
    finally:
        app.close()
