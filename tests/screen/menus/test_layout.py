"""In every scene, language and size, no text is cut or overlaps another text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import pygame
import pytest

from game.platform.i18n import LANGUAGES, set_language
from game.rules.registry import titles
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.ui.bindings import cap
from game.screen.ui.button import Button, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import SMALLEST_TYPE
from tests.screen.screens import Unseen, form_of, make_app, recorded
from tests.support.languages import LONG, OTHERS
from tools.screenshots import album as shots
from tools.screenshots.camera import Shot

pytestmark = pytest.mark.usefixtures("silent_engines")
# The many pages of the rulebook are alike, so they are tested only in the smallest window.
PAGES = sorted(name for name in shots.SHOTS if name.startswith("rules."))
SCENES = sorted(set(shots.SHOTS) - set(PAGES))
SIZES = [(800, 600), (1280, 800), (1920, 1080)]
UPRIGHT = [(480, 900), (720, 1280), (900, 1150)]
SMALLEST_DISPLAYS = [(800, 480), (480, 800)]  # the first is so small that the picture is reduced


class Blank(Scene):
    """An empty scene to start from."""


class Walk:
    """A window that shows scene after scene, so that fonts and surfaces are made only once."""

    def __init__(self, language: str, size: tuple[int, int], **settings: Any) -> None:
        # A flat theme without animation saves time; the layout is the same in all themes.
        self.app: App = make_app(
            Blank(),
            size,
            kind=Unseen,
            language=language,
            theme="paper",
            animation_speed=0.0,
            **settings,
        )

    def faults(self, name: str) -> list[str]:
        """Return the faults in the text and controls of a scene, in words."""
        app, shot = self.app, shots.SHOTS[name]
        app.toasts.live.clear()
        app.show(shot.factory())
        self._pass(4)
        if shot.prepare:
            shot.prepare(app)
            self._pass(3)
        app.draw()
        recorder = recorded(app)
        assert recorder.drawn or name.startswith("strip."), f"{name} shows no text"
        found = [f"cut: {d.text!r} in {d.box}" for d in recorder.clipped()]
        found += [
            f"over each other: {a.text!r} {a.rect} and {b.text!r} {b.rect}"
            for a, b in recorder.overlaps()
        ]
        found += self._out_of_reach()
        found += [f"Enter does not press {button!r}" for button in self._false_labels()]
        return found + [f"small: {d.text!r}" for d in recorder.drawn if d.pixels < SMALLEST_TYPE]

    def _out_of_reach(self) -> list[str]:
        """Return the controls that are outside the window or overlap other controls."""
        form, window = getattr(self.app.scene, "form", None), self.app.canvas.rect
        shown = [widget for widget in form.widgets if widget.visible] if form else []
        out = [w.name for w in shown if w.rect and not window.contains(w.rect)]
        found = [f"out of the window: {name}" for name in out]
        buttons = [w for w in shown if isinstance(w, Pressable)]
        for number, one in enumerate(buttons):
            for other in buttons[number + 1 :]:
                both = one.rect.clip(other.rect)
                if both and both not in (one.rect, other.rect):
                    found.append(f"over each other: {one.name} and {other.name}")
        return found

    def _false_labels(self) -> Iterator[str]:
        """Yield the buttons that show the key Enter although Enter presses another button."""
        form, enter = getattr(self.app.scene, "form", None), cap(self.app.bindings, "accept")
        if form is None:
            return
        for control in form.widgets:
            shows = isinstance(control, Button) and control.cap == enter and control.entered
            if shows and control.enabled and form.enters is not control:
                yield control.label

    def _pass(self, frames: int) -> None:
        for _number in range(frames):
            self.app.frame(0.2)

    def close(self) -> None:
        self.app.close()
        set_language("en")


@pytest.fixture
def walk(request: pytest.FixtureRequest) -> Iterator[Walk]:
    made = Walk(*request.param[:2], **(request.param[2] if len(request.param) > 2 else {}))
    yield made
    made.close()


def named(value: Any) -> str:
    language, size = value[:2]
    large = "-large" if len(value) > 2 else ""
    return f"{language}-{size[0]}x{size[1]}{large}"


# Daily cases: the smallest windows in all languages, and each other window in one language.
TIGHT = [*product(("en", *LONG, *OTHERS), SMALLEST_DISPLAYS)]
SMALLEST = [*product(("en", *LONG, *OTHERS), SIZES[:1]), *product(LONG, UPRIGHT[:1]), *TIGHT]
EVERY_DAY = [*SMALLEST, *zip(cycle(LONG), (*SIZES[1:], *UPRIGHT[1:]))]
ALL: list[object] = [
    case if case in EVERY_DAY else pytest.param(case, marks=pytest.mark.slow)
    for case in [*product(("en", *LONG), SIZES + UPRIGHT), *product(OTHERS, SIZES[:1]), *TIGHT]
]
BOOKS = [
    *product((*LONG, *OTHERS), SIZES[:1]),
    *product(LONG, UPRIGHT[:1]),
    *zip((*LONG, *OTHERS), cycle(SMALLEST_DISPLAYS)),
]
LARGE = {"font_scale": 1.3}
LARGE_TYPE = [
    *(("en", size, LARGE) for size in SIZES[:2]),
    *((language, size, LARGE) for language, size in TIGHT),
]


@pytest.mark.parametrize("walk", ALL + LARGE_TYPE, ids=named, indirect=True)
def test_text_fits(walk: Walk) -> None:
    faults = {name: walk.faults(name) for name in SCENES}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("walk", BOOKS, ids=named, indirect=True)
def test_text_of_the_rulebook_fits(walk: Walk) -> None:
    faults = {name: walk.faults(name) for name in PAGES}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0], *SMALLEST_DISPLAYS])
def test_the_lamp_of_a_card_covers_none_of_its_words(language: str, size: tuple[int, int]) -> None:
    known = tuple(titles())
    app = make_app(GameChoiceScene(), size, kind=Unseen, language=language, guided=known)
    try:
        app.draw()
        lamps = [form_of(app.scene).get(f"guide-{key}").rect for key in known]
        drawn = [d for d in recorded(app).drawn if not any(lamp.contains(d.rect) for lamp in lamps)]
        over = [d.text for d in drawn if d.rect.collidelist(lamps) >= 0]
        assert over == []
    finally:
        app.close()
        set_language("en")


def test_faults_are_found() -> None:
    """The walk must report a text without room, and two texts in one place."""

    class Bad(Scene):
        def draw(self, canvas: Canvas) -> None:
            canvas.background()
            canvas.text("Much too long for its box", "body", pygame.Rect(20, 20, 60, 30))
            canvas.text("Below", "body", pygame.Rect(200, 20, 100, 30))
            canvas.text("Above", "body", pygame.Rect(210, 24, 100, 30))

    shots.SHOTS["bad"] = Shot("bad", Bad)
    walk = Walk("en", (1280, 800))
    try:
        found = walk.faults("bad")
    finally:
        del shots.SHOTS["bad"]
        walk.close()
    assert len(found) == 2
    assert found[0].startswith("cut")
    assert found[1].startswith("over")
