"""The settings offer custom boards and pieces, remember the choice, and explain faulty ones."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game.platform import storage
from game.platform.settings import Settings, load_settings
from game.screen.app.app import App
from game.screen.menus.own_look import OwnLookScene
from game.screen.menus.settings import SettingsScene
from game.screen.scenes import open_scene
from game.screen.ui.input import Dropped
from tests.screen.screens import FRAME, act_on, click, form_of, make_app, press, texts, write
from tests.support.own_looks import BOARD, write_look, write_toml
from tests.support.waiting import until

GONE = "The program's is shown."


@pytest.fixture
def looks() -> Path:
    """Write a complete look and one without its picture; return the user's folder of looks."""
    folder = storage.looks_folder()
    write_look(folder / "plain", "lines = false\nframe = false")
    write_toml(folder / "torn", 'look = 1\n[libra]\nboard = "gone.png"\n')
    return folder


def opened(own_look: str = "") -> tuple[App, OwnLookScene]:
    scene = OwnLookScene()
    app = make_app(scene, own_look=own_look)
    settle(app, scene)
    return app, scene


def settle(app: App, scene: OwnLookScene) -> None:
    assert until(lambda: not scene.reading, step=lambda: app.frame(FRAME))


def shows_own(app: App) -> bool:
    return app.own_look is not None


def follow(app: App, own: bool) -> None:
    assert until(lambda: shows_own(app) == own, step=lambda: app.frame(FRAME))


def colours(app: App) -> set[tuple[int, ...]]:
    """Return the colours that are on the screen now."""
    app.draw()
    pixels = pygame.surfarray.array3d(app.canvas.surface).reshape(-1, 3)
    return set(map(tuple, pixels[::7].tolist()))


def test_a_look_is_chosen_with_the_keys_shown_on_every_board_and_taken_back(looks: Path) -> None:
    app, _scene = opened()
    assert {"As the program brings them", "Plain", "Ada", "torn"} <= set(texts(app))
    assert BOARD not in colours(app)
    press(app, "down", "accept")
    follow(app, own=True)
    assert app.settings.own_look == str(looks / "plain")
    assert until(lambda: BOARD in colours(app), step=lambda: app.frame(FRAME))
    assert set(app.theme.own) == {"more-or-less", "less", "libra", "multiplicity"}
    press(app, "up", "accept")
    follow(app, own=False)
    assert app.settings.own_look == ""
    assert app.theme.name == "walnut"


def test_a_torn_look_is_not_taken_and_says_why(looks: Path) -> None:
    app, _scene = opened(own_look=str(looks / "plain"))
    follow(app, own=True)
    press(app, "down", "accept")
    assert any("gone.png is missing" in text for text in texts(app))
    assert app.settings.own_look == str(looks / "plain")
    assert shows_own(app)


def test_another_folder_is_typed_or_dropped(looks: Path, tmp_path: Path) -> None:
    app, scene = opened()
    other = write_look(tmp_path / "other", name="Other")
    scene.form.focus("folder")
    write(app, str(other))
    press(app, "accept")
    settle(app, scene)
    follow(app, own=True)
    assert app.settings.own_look == str(other)
    assert "Other" in texts(app)
    app.frame(FRAME, [Dropped(str(looks / "torn"))])
    settle(app, scene)
    assert any("gone.png is missing" in text for text in texts(app))
    assert app.settings.own_look == str(other)
    app.frame(FRAME, [Dropped(str(looks / "plain"))])
    settle(app, scene)
    assert app.settings.own_look == str(looks / "plain")


def test_a_folder_dropped_anywhere_opens_the_choice_with_it(looks: Path) -> None:
    app = make_app(SettingsScene())
    app.frame(FRAME, [Dropped(str(looks / "plain"))])
    assert isinstance(app.scene, OwnLookScene)
    follow(app, own=True)
    assert app.settings.own_look == str(looks / "plain")


@pytest.mark.parametrize("harm", ["gone", "broken"])
def test_a_look_that_is_lost_leaves_the_programs_and_one_sentence(looks: Path, harm: str) -> None:
    folder = looks / "plain"
    if harm == "gone":
        shutil.rmtree(folder)
    else:
        (folder / "board.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    app = make_app(SettingsScene(), own_look=str(folder))
    assert until(lambda: any(GONE in text for text in texts(app)), step=lambda: app.frame(FRAME))
    assert sum(GONE in text for text in texts(app)) == 1
    assert not shows_own(app)
    assert app.settings.own_look == str(folder)  # the memory stick with it may be back tomorrow


def test_it_is_remembered(looks: Path) -> None:
    app = App(OwnLookScene(), scenes=open_scene, size=(1280, 800))
    scene = app.scene
    assert isinstance(scene, OwnLookScene)
    settle(app, scene)
    press(app, "down", "accept")
    app.close()
    assert load_settings()[0].own_look == str(looks / "plain")
    again = App(SettingsScene(), scenes=open_scene, size=(1280, 800))
    follow(again, own=True)
    assert again.theme.own
    again.close()


def test_without_one_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_words: object) -> None:
        raise AssertionError("a look was read")

    monkeypatch.setattr("game.screen.app.own_look.read_in_thread", never)
    app = make_app(SettingsScene())
    app.change_settings(theme="slate")
    app.frame(FRAME)
    assert app.theme.own == {}
    assert Settings().own_look == ""


def test_the_settings_lead_there(looks: Path) -> None:
    app = make_app(SettingsScene())
    app.change(act_on(app.scene, "own-look"))
    scene = app.scene
    assert isinstance(scene, OwnLookScene)
    settle(app, scene)
    click(app, form_of(scene).get("again").rect.center)
    settle(app, scene)
    assert "Plain" in texts(app)
    click(app, form_of(scene).get("done").rect.center)
    assert isinstance(app.scene, SettingsScene)
