"""In the first minute, no message shows a stranger the words of programmers."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.platform.storage import HOME_VARIABLE
from game.rules import Game
from game.screen.app.app import App
from game.screen.menus.title import TitleScene
from game.screen.play.scene import PlayScene
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.screens import make_app, press, wait
from tests.support.waiting import until


def said(app: App) -> list[str]:
    return [toast.text for toast in app.toasts.live]


def test_where_nothing_can_be_written_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(HOME_VARIABLE, str(blocked))
    app = make_app(TitleScene(first=3), animation_speed=0.0)
    press(app, "accept")
    scene = app.scene
    assert isinstance(scene, PlayScene)
    scene.propose(scene.match.legal()[0])
    told: list[str] = []

    def kept() -> list[str]:
        """Return every message about saving the game that has been shown so far."""
        told.extend(text for text in said(app) if text not in told)
        return [text for text in told if "cannot be saved" in text]

    assert until(lambda: bool(kept()), step=lambda: app.frame(0.01))
    wait(app, 1.0)
    assert len(kept()) == 1
    assert str(blocked) in kept()[0]
    assert not any(word in text for text in told for word in ("Errno", "compil"))
    app.close()


class Compiling:
    """An engine that reports its compiler's progress, and never answers."""

    message, problem = "compiling yavalath: 0 of 3", ""

    def __init__(self, game: Game, level: int, seed: int) -> None: ...

    def start(self, state: object, limits: object) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...


def test_an_engine_that_compiles_is_warming_up() -> None:
    seats = (SeatSpec("engine", 1), SeatSpec("person"))
    scene = PlayScene(MatchSpec("multiplicity size=3", seats), keep=False, make=Compiling)
    app = make_app(scene, animation_speed=0.0)
    assert until(lambda: bool(said(app)), step=lambda: app.frame(0.01))
    assert said(app) == ["The engine is warming up: it plays a little weaker for now."]
    app.close()
