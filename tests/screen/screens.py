"""Helpers for tests of the screen: an app run frame by frame, input events, recorded text."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from game.platform import i18n
from game.platform.settings import Settings
from game.screen.app.app import App
from game.screen.app.routes import Route
from game.screen.app.scene import Change, Scene
from game.screen.scenes import open_scene
from game.screen.ui.bindings import Bindings
from game.screen.ui.button import Pressable
from game.screen.ui.choosers import Toggle
from game.screen.ui.input import Pointer, Press, Typed
from game.screen.ui.widget import Form
from tests.support.text_recorder import TextRecorder

SomeScene = TypeVar("SomeScene", bound=Scene)
BINDINGS = Bindings()
FRAME = 1 / 60


class Unseen(App):
    """An app that draws only on request, because nobody sees most of its frames."""

    def draw_if_needed(self, dt: float) -> None:
        pass


def make_app(
    scene: Scene,
    size: tuple[int, int] = (1280, 800),
    scenes: Callable[[Route], Scene] = open_scene,
    kind: type[App] = App,
    **settings: object,
) -> App:
    """Return an app with default settings and a recorder of text."""
    wanted = Settings(language="en").with_(**settings)
    return kind(scene, scenes=scenes, settings=wanted, size=size, recorder=TextRecorder())


def press(app: App, *commands: str) -> None:
    """Press the keys of commands, one in each frame."""
    for command in commands:
        app.frame(FRAME, [Press(BINDINGS.commands(BINDINGS.first(command)))])


def key(app: App, code: int, name: str = "", mod: int = 0) -> None:
    """Press a key by its code."""
    app.frame(FRAME, [Press(BINDINGS.commands(name), code, mod, name)])


def write(app: App, text: str) -> None:
    app.frame(FRAME, [Typed(text)])


def click(app: App, spot: tuple[int, int], touch: bool = False) -> None:
    """Press and release mouse or finger at a spot, in two frames."""
    app.frame(FRAME, [Pointer("move", spot)] if not touch else [])
    app.frame(FRAME, [Pointer("down", spot, touch=touch, held=True)])
    app.frame(FRAME, [Pointer("up", spot, touch=touch)])


def wait(app: App, seconds: float, dt: float = 0.05) -> None:
    for _frame in range(round(seconds / dt)):
        app.frame(dt)


def texts(app: App) -> list[str]:
    """Return the texts on the screen now."""
    app.draw()
    return [drawn.text for drawn in recorded(app).drawn]


def recorded(app: App) -> TextRecorder:
    """Return the texts recorded from the last frame."""
    assert isinstance(app.recorder, TextRecorder)
    return app.recorder


def scene_of(app: App) -> Scene:
    """Return the scene on top, as a plain `Scene` for the type checker."""
    return app.scene


def form_of(scene: Scene) -> Form:
    """Return the form of a scene of any kind."""
    form = getattr(scene, "form", None)
    assert isinstance(form, Form), scene
    return form


def act_on(scene: Scene, name: str) -> Change:
    """Press the button of this name."""
    button = form_of(scene).get(name)
    assert isinstance(button, Pressable), name
    return button.act()


def flip_on(scene: Scene, name: str) -> None:
    """Flip the switch of this name."""
    toggle = form_of(scene).get(name)
    assert isinstance(toggle, Toggle), name
    toggle.flip()


def focused_name(scene: Scene) -> str:
    """Return the name of the widget with the focus; "" if there is none."""
    focused = form_of(scene).focused
    return "" if focused is None else focused.name


def paste(app: App, text: str | None) -> None:
    """Set the text that every later paste returns; None simulates a desktop without a clipboard."""
    app.paste_text = lambda: text  # type: ignore[method-assign]


def shown(app: App, kind: type[SomeScene]) -> SomeScene:
    """Return the scene on top, which must be of this kind."""
    assert isinstance(app.scene, kind), app.scene
    return app.scene


def copies(app: App) -> list[str]:
    """Replace the clipboard by a list that gets all copied texts, and return this list."""
    held: list[str] = []

    def keep(text: str) -> bool:
        held.append(text)
        return True

    app.copy_text = keep  # type: ignore[method-assign]
    return held


class Longer(gettext.NullTranslations):
    """A made-up language a third longer than English, as long as a typical translation."""

    def gettext(self, message: str) -> str:
        return stretch(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return stretch(one if count == 1 else many)


def stretch(message: str) -> str:
    """Lengthen each word by a third, as in "Sensorrr"; placeholders stay."""
    words = message.split(" ")
    longer = [w if "{" in w else w + w[-1:] * round(len(w) * 0.34) for w in words]
    return " ".join(longer)


@contextmanager
def longer_language() -> Iterator[None]:
    before = i18n.use_catalogue(Longer())
    try:
        yield
    finally:
        i18n.use_catalogue(before)
