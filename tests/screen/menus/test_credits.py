"""Cards and credits show what was published, and mark the program's own additions."""

from __future__ import annotations

import pytest

from game.rules.registry import titles
from game.screen.app.app import App
from game.screen.menus.cards import CreditsScene, columns_of
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.settings import SettingsScene
from game.screen.plugin.registry import screen_plugin_of
from game.screen.rulebook.book import pages_of
from tests.screen.screens import form_of, make_app, press, texts

NAMES = (
    "Arthur Blumberg",
    "Kadon Enterprises",
    "Kate Jones",
    "Frank Rehm",
    "www.gamepuzzles.com/mlgerman.htm",
    "Aleksandr Starovojtov",
    "Invented4",
    "www.less-game.com",
    "Néstor Romeral Andrés",
    "nestorgames",
    "Christian Freeling in 2012",
    "reconstruction",
    "Hanken Grotesk",
    "Source Serif Pro",
    "Noto Sans",
    "SIL Open Font License",
    "DejaVu Sans is under the licence of Bitstream Vera.",
    "pygame-ce (LGPL 2.1)",
    "pyserial (BSD)",
    "MIT licence",
)


def seen_while_scrolling(app: App) -> str:
    """Return all text that can be read while scrolling from the top to the end."""
    found = texts(app)
    for _number in range(30):
        press(app, "down")
        found += texts(app)
    return " ".join(found)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
def test_everybody_is_named(size: tuple[int, int]) -> None:
    app = make_app(CreditsScene(), size, font_scale=1.3 if size[0] == 800 else 1.0)
    words = seen_while_scrolling(app)
    assert [name for name in NAMES if name not in words] == []


def test_credits_are_reached_from_the_settings_by_keys() -> None:
    app = make_app(SettingsScene())
    form_of(app.scene).focus("credits")
    press(app, "accept")
    assert isinstance(app.scene, CreditsScene)
    press(app, "cancel")
    assert isinstance(app.scene, SettingsScene)


def test_cards_say_what_is_published() -> None:
    shown = set(texts(make_app(GameChoiceScene(), (1280, 800))))
    assert {"1–2 players", "1, 2 or 4 players", "ages 10 to adult", "ages 8 and up"} <= shown
    assert "30 min" in shown
    assert "about 20 min" in shown
    assert [screen_plugin_of(key).card.measured for key in titles()] == [True, True, True, False]


def test_the_rulebook_gives_the_minutes_of_the_card() -> None:
    for key in titles():
        card = screen_plugin_of(key).card
        kind = "ours" if card.measured else "rule"
        said = [say for say in pages_of(key)[0].words if f"{card.minutes} minutes" in say.text]
        assert [say.kind for say in said] == [kind]


def test_columns_are_even_and_in_reading_order() -> None:
    assert columns_of([5, 4, 2, 2, 7], 3) == [[0, 3], [1, 2], [4]]
    assert columns_of([3, 1, 1], 1) == [[0, 1, 2]]
    assert columns_of([3], 3) == [[0]]
