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

    @property
    def heading(self) -> str:
        return self._name


def test_every_scene_is_told_whatever_lay_at_its_place_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where one scene ends before the next one is made, it may get the same address."""
    told: list[str] = []
    app = HeadlessApp.__new__(HeadlessApp)
    view = SimpleNamespace(connection="connected", words="")
    app.__dict__.update(_out=told.append, _line="", _told=set())
    app.__dict__["_lease"] = SimpleNamespace(view=view)
    shown: list[Scene] = []
    monkeypatch.setattr(HeadlessApp, "scene", property(lambda _app: shown[0]))
    names = [f"Scene {number}" for number in range(50)]
    for name in names:
        shown.clear()
        shown.append(Named(name))
        app._report()
    assert told == names
