"""Without a screen: what is told in lines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from game.screen.app.scene import Scene
from game.screen.kiosk.headless import HeadlessApp


class Named(Scene):
    """A scene with a heading of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.asked = 0  # how often the heading was made

    @property
    def heading(self) -> str:
        self.asked += 1
        return self._name


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scene that the app shows, as the only element."""
    scenes: list[Scene] = []
    monkeypatch.setattr(HeadlessApp, "scene", property(lambda _app: scenes[0]))
    return scenes


def reporting(told: list[str]) -> HeadlessApp:
    """Return an app that reports what it shows, and does nothing else."""
    app = HeadlessApp.__new__(HeadlessApp)
    view = SimpleNamespace(connection="connected", words="")
    app.__dict__.update(_out=told.append, _line="", _told=set())
    app.__dict__["_lease"] = SimpleNamespace(view=view)
    return app


def test_a_heading_is_made_once_for_many_frames(shown: list[Scene]) -> None:
    told: list[str] = []
    app, scene = reporting(told), Named("Scene")
    shown.append(scene)
    for _frame in range(5):
        app._report()
    assert (told, scene.asked) == (["Scene"], 1)


def test_every_scene_is_told_whatever_lay_at_its_place_in_memory(shown: list[Scene]) -> None:
    """Where one scene ends before the next one is made, it may get the same address."""
    told: list[str] = []
    app = reporting(told)
    names = [f"Scene {number}" for number in range(50)]
    for name in names:
        shown.clear()
        shown.append(Named(name))
        app._report()
    assert told == names
