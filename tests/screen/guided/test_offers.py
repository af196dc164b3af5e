"""The guided first game is offered to people who have never played; other people can find it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.guided.scene import guided_scene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.title import TitleScene
from game.screen.play.scene import PlayScene
from game.screen.rulebook.scene import RulesScene
from game.screen.ui.button import Button
from game.table.record_files import ever_played
from tests.screen.guided.helpers import lesson_in
from tests.screen.play.play_helpers import Glanced
from tests.screen.screens import click, make_app, press, texts

KEYS = [game.key for game in GAMES]


@pytest.fixture
def opened() -> Iterator[list[App]]:
    apps: list[App] = []
    yield apps
    for app in apps:
        app.close()


def show(opened: list[App], scene: Scene, **settings: Any) -> App:
    app = make_app(scene, (800, 600), **{"animation_speed": 0.0, **settings}, kind=Glanced)
    opened.append(app)
    app.frame(0.02)
    return app


def offer(scene: GameChoiceScene, key: str) -> Button:
    button = scene.form.get(f"guide-{key}")
    assert isinstance(button, Button)
    return button


def shown_lesson(app: App) -> str:
    return lesson_in(app.scene).led.game.key


@pytest.mark.parametrize("key", KEYS)
def test_a_card_offers_it_in_words_to_whoever_never_played(opened: list[App], key: str) -> None:
    scene = GameChoiceScene()
    app = show(opened, scene)
    assert offer(scene, key).label == "New? Show me how"
    click(app, offer(scene, key).rect.center)
    assert shown_lesson(app) == key


@pytest.mark.parametrize("known", [{"guided": ("less",)}, {"matches": {"less": {}}}])
def test_it_is_not_pushed_again_but_stays_in_words(opened: list[App], known: Any) -> None:
    scene = GameChoiceScene()
    app = show(opened, scene, **known)
    assert offer(scene, "less").label == "Show me how"
    assert offer(scene, "less").tip == "Guided first game"
    assert offer(scene, "libra").label == "New? Show me how"
    click(app, offer(scene, "less").rect.center)
    assert shown_lesson(app) == "less"


def test_the_key_opens_that_of_the_card_with_the_focus(opened: list[App]) -> None:
    app = show(opened, GameChoiceScene("libra"))
    press(app, "guide")
    assert shown_lesson(app) == "libra"


def test_a_kept_game_tells_that_its_game_was_played(tmp_path: Path) -> None:
    (tmp_path / "2026-11-20T10-00-00-more-or-less.json").write_text("{}")
    (tmp_path / "2026-11-20T10-00-00-libra-2.json").write_text("{}")
    (tmp_path / "running.json").write_text("{}")
    played = [key for key in KEYS if ever_played(key, tmp_path)]
    assert played == ["more-or-less", "libra"]


def test_the_trailer_shows_its_game_on_request(opened: list[App]) -> None:
    scene = TitleScene("show", 1)
    app = show(opened, scene, attract_delay=30)
    click(app, scene.shown_how.center)
    assert shown_lesson(app) == KEYS[1]


def test_the_trailer_shows_it_by_key_and_the_menu_by_its_entry(opened: list[App]) -> None:
    app = show(opened, TitleScene("show"), attract_delay=30)
    press(app, "guide")
    assert shown_lesson(app) == KEYS[0]
    scene = TitleScene("menu")
    app = show(opened, scene, attract_delay=0)
    click(app, scene.form.get("guide").rect.center)
    assert shown_lesson(app) == KEYS[0]


def test_the_rules_lead_to_it(opened: list[App]) -> None:
    scene = RulesScene("multiplicity")
    app = show(opened, scene)
    click(app, scene.form.get("guide").rect.center)
    assert shown_lesson(app) == "multiplicity"


@pytest.mark.parametrize(("link", "asked"), [("sim", False), ("/dev/ttyUSB7", True)])
def test_the_lesson_is_on_the_screen_and_on_a_real_board_only_when_asked_for(
    opened: list[App], link: str, asked: bool
) -> None:
    seats = [{"kind": "person"}, {"kind": "board"}]
    scene = GameChoiceScene("less")
    app = show(opened, scene, board_link=link, matches={"less": {"seats": seats}})
    press(app, "guide")
    lesson = app.scene
    assert isinstance(lesson, PlayScene)
    assert lesson.match.spec.board is None
    assert lesson.sensor_board is None
    press(app, "menu")
    assert ("On the sensor board" in texts(app)) == asked


def test_a_lesson_that_was_left_is_resumed_from_the_title_at_its_step(opened: list[App]) -> None:
    app = show(opened, guided_scene("less"))
    lesson = app.scene
    assert isinstance(lesson, PlayScene)
    lesson.propose(lesson_in(lesson).wanted[0])
    app.frame(0.02)
    app.close()
    title = TitleScene("menu")
    app = show(opened, title, attract_delay=0)
    click(app, title.form.get("resume").rect.center)
    again = lesson_in(app.scene)
    assert again.leading
    assert again.coach.place == 1
