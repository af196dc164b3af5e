"""A review has a pen with colours, what the page and the voice say about drawings, an eraser."""

from __future__ import annotations

from typing import Any

import pytest

from game.network.protocol.match_info import DrawnState
from game.platform.codec import read
from game.screen.app.app import App
from game.screen.app.sharing import NetworkSharing
from game.screen.ui.input import Pointer
from game.table.variations import BAD, GOOD, IDEA
from tests.screen.play.play_helpers import click, click_on, frames, press, spot
from tests.screen.review.test_review import played, reviewing


def test_the_palette_stands_for_the_main_button_while_the_pen_is_in_the_hand() -> None:
    with reviewing(played("multiplicity size=3")) as (app, scene):
        scene.go(3)
        click_on(app, scene, "draw")
        assert "main" not in [widget.name for widget in scene.form.widgets]
        one, two = scene.game.topology.points[:2]
        palette = scene.form.get("pen").rect
        click(app, (palette.right - 6, palette.centery))
        click(app, spot(scene, one))
        press(app, "colour", "colour")
        click(app, spot(scene, two))
        assert scene.study.note.marks == {one: IDEA, two: BAD}
        assert scene.board.overlay.drawn.points == scene.study.note.marks
        click_on(app, scene, "wipe")
        assert not scene.study.note
        press(app, "undo")
        assert scene.study.note.signs == 2
        press(app, "delete", "cancel")
        assert not scene.study.note.signs
        assert "main" in [widget.name for widget in scene.form.widgets]
        assert scene.study.at == 3, "nothing was played"


def test_what_is_drawn_is_said_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(App, "say", lambda app, text, **_how: said.append(text))
    with reviewing(played("multiplicity size=3")) as (app, scene):
        scene.go(3)
        one, two = scene.game.topology.points[:2]
        a, b = spot(scene, one), spot(scene, two)
        for _time in range(2):
            for kind, place in (("down", a), ("move", b), ("up", b)):
                frames(app, 1, Pointer(kind, place, 3))
        arrow = f"yellow arrow from {one} to {two}"
        assert [words for words in said if "arrow" in words] == [arrow, f"{arrow}: taken away"]
        for kind in ("down", "up"):
            frames(app, 1, Pointer(kind, a, 3))
        scene.go(2)
        said.clear()
        scene.go(3)
        assert f"yellow mark on {one}" in said


def test_followers_see_what_is_drawn_on_the_game_that_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, told = played("multiplicity size=3"), list[Any]()
    assert match.over

    def heard(_network: NetworkSharing, what: str, **fields: object) -> None:
        if what == "drawn":
            told.append(read(DrawnState, fields))

    monkeypatch.setattr(NetworkSharing, "tell", heard)
    with reviewing(match) as (app, scene):
        scene.go(2)
        click_with_right(app, scene, scene.game.topology.points[0])
        assert not told, "another match is in play, or none"
        app.network.match = match
        click_with_right(app, scene, scene.game.topology.points[1])
        [note] = told[-1].notes
        assert (note.turn, [kind for _point, kind in note.marks]) == (2, [GOOD, GOOD])
        app.network.match = None


def click_with_right(app: App, scene: Any, point: str) -> None:
    for kind in ("down", "up"):
        frames(app, 1, Pointer(kind, spot(scene, point), 3))
