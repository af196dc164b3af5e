"""No text is cut or lies over another: every scene, language and size."""

from __future__ import annotations

import pytest

from game import i18n
from game.screen import shots
from game.screen.ui.tokens import SMALLEST_TYPE
from tests.screens import Longer, make_app, wait

shots.register_all()
SCENES = sorted(shots.REGISTRY)
SIZES = [(800, 600), (1280, 800), (1920, 1080)]


def faults(name: str, language: str, size: tuple[int, int], **settings: object) -> list[str]:
    """What is wrong with the text of a scene, in words."""
    shot = shots.REGISTRY[name]
    app = make_app(
        shot.factory(), size, language=language, theme="paper", animation_speed=0.0, **settings
    )
    try:
        if language == "longer":
            i18n._Current.catalogue = Longer()
            app._lay_out_all()
        wait(app, min(shot.seconds, 2.0), 0.2)
        if shot.prepare:
            shot.prepare(app)
            wait(app, 0.4, 0.2)
        app.draw()
        recorder = app.recorder
        assert recorder is not None
        assert recorder.drawn, f"{name} shows no text"
        found = [f"cut: {d.text!r} in {d.box}" for d in recorder.clipped()]
        found += [
            f"over each other: {a.text!r} {a.rect} and {b.text!r} {b.rect}"
            for a, b in recorder.overlaps()
        ]
        found += [f"small: {d.text!r}" for d in recorder.drawn if d.pixels < SMALLEST_TYPE]
        return found
    finally:
        app.close()
        i18n.set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", SCENES)
def test_text_fits(name: str, language: str, size: tuple[int, int]) -> None:
    assert faults(name, language, size) == []


@pytest.mark.parametrize("name", SCENES)
def test_text_fits_in_larger_type(name: str) -> None:
    assert faults(name, "en", (1280, 800), font_scale=1.15) == []


def test_faults_are_found() -> None:
    """The walk itself: a text without room, and two in one place, must be reported."""
    import pygame

    from game.screen.scene import Scene
    from game.screen.ui.canvas import Canvas

    class Bad(Scene):
        def draw(self, canvas: Canvas) -> None:
            canvas.background()
            canvas.text("Much too long for its box", "body", pygame.Rect(20, 20, 60, 30))
            canvas.text("Below", "body", pygame.Rect(200, 20, 100, 30))
            canvas.text("Above", "body", pygame.Rect(210, 24, 100, 30))

    shots.register("bad", Bad)
    try:
        found = faults("bad", "en", (1280, 800))
    finally:
        del shots.REGISTRY["bad"]
    assert len(found) == 2
    assert found[0].startswith("cut")
    assert found[1].startswith("over")
