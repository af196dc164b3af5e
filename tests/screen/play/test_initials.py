"""A high score in a solo game is offered, signed with initials as in an arcade, and shown."""

from __future__ import annotations

import datetime
import random
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.menus.scores import ScoresScene
from game.screen.menus.title import TitleScene
from game.screen.play.result import ResultScene
from game.screen.ui.button import Button
from game.screen.ui.input import Composing, Pointer, Press, Typed
from game.table.high_scores import candidates, load_scores
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.play.play_helpers import Glanced
from tests.screen.screens import FRAME, click, form_of, key, make_app, press, shown, texts, write
from tests.screen.ui.keyboards import typing

SOLO = (SeatSpec("person"), SeatSpec("engine", 7))
NEEDED = {"more-or-less": {"fastest", "train", "turned"}, "multiplicity": {"margin"}}


def played(setup: str, seats: tuple[SeatSpec, SeatSpec] = SOLO) -> Match:
    """Return a finished match that the person at seat 0 has won, with all candidates needed."""
    for seed in range(400):
        dice = random.Random(seed)
        match = Match(MatchSpec(setup, seats), parse_setup(setup), date="2026-01-02T03:04:05")
        while not match.over:
            match.play(dice.choice(match.legal()))
        won = match.outcome is not None and 0 in match.outcome.winners
        alone = seats == SOLO
        if won and (not alone or NEEDED[match.game.key] <= candidates(match).keys()):
            return match
    raise AssertionError("no seed wins")


def result(setup: str = "multiplicity size=3", **settings: Any) -> App:
    return make_app(ResultScene(played(setup)), animation_speed=0.0, **settings)


def saved(app: App, game: str, name: str = "margin") -> list[str]:
    app.files.close()  # waits until the other thread has written the files
    return [score.initials for score in load_scores()[0].get(game, {}).get(name, ())]


def test_letters_are_typed_on_the_keyboard() -> None:
    app = result()
    for letter in "mir":
        key(app, ord(letter), letter)
    press(app, "accept")
    assert saved(app, "multiplicity") == ["MIR"]
    assert app.settings.initials == "MIR"


@pytest.mark.parametrize(("typed", "kept"), [("зоя", "ЗОЯ"), ("é1ß", "É1ß"), ("李小龙", "李小龙")])
def test_letters_of_any_alphabet_are_typed(typed: str, kept: str) -> None:
    app = result()
    for letter in typed:
        write(app, letter)
    press(app, "accept")
    assert saved(app, "multiplicity") == [kept]
    app.close()


def test_what_is_typed_in_the_window_is_one_letter() -> None:
    app = result(initials="AAA")
    app.frame(1 / 60, typing("fr", "M"))
    app.frame(1 / 60, typing("fr", "7"))
    assert shown(app, ResultScene).letters == ["M", "7", "A"]
    app.close()


def test_letters_are_turned_with_a_pad_alone() -> None:
    app = result(initials="AAA")

    def pad(command: str) -> None:
        app.frame(1 / 60, [Press((command,))])

    pad("down")
    pad("right")
    pad("up")
    for _step in range(8):  # moves down to the save button
        focused = form_of(app.scene).focused
        if focused is not None and focused.name == "save":
            break
        pad("next")
    pad("accept")
    assert saved(app, "multiplicity") == ["B9A"]


def test_letters_are_chosen_with_the_mouse() -> None:
    app = result(initials="AAA")
    box = form_of(app.scene).get("initial-1").rect
    click(app, (box.centerx, box.bottom - 4))
    click(app, (box.centerx, box.bottom - 4))
    click(app, form_of(app.scene).get("save").rect.center)
    assert saved(app, "multiplicity") == ["ACA"]


def test_letters_are_turned_with_the_wheel_and_their_arrows() -> None:
    app = result(initials="AAA")
    box = form_of(app.scene).get("initial-1").rect
    letters = shown(app, ResultScene).letters

    def wheel(steps: int) -> list[str]:
        app.frame(FRAME, [Pointer("move", box.center)])
        app.frame(FRAME, [Pointer("wheel", box.center, wheel=steps)])
        return letters

    assert wheel(-1) == ["A", "B", "A"]
    assert wheel(1) == ["A", "A", "A"]
    click(app, (box.centerx, box.top + 4))
    assert letters == ["A", "9", "A"]
    click(app, box.center)
    assert letters == ["A", "9", "A"], "the letter itself turns nothing"
    app.close()


def test_a_letter_stands_between_its_arrows_and_shows_what_is_being_composed() -> None:
    app = result(initials="AMZ")
    form = form_of(app.scene)
    canvas = app.canvas
    app.draw()
    for name in ("initial-0", "initial-1"):  # one control with the focus, and one without
        rect = form.get(name).rect
        tall = rect.height // 5
        for top in (rect.top, rect.bottom - tall):
            arrow = canvas.surface.subsurface(Rect(rect.left, top, rect.width, tall))
            assert len(set(pygame.surfarray.array2d(arrow).flat)) > 3, "an arrow is drawn there"
    app.frame(FRAME, [Composing("ん")])
    assert "ん" in texts(app)
    assert form.focused is not None
    app.frame(FRAME, [Typed("é")])
    assert shown(app, ResultScene).letters == ["É", "M", "Z"]
    assert "ん" not in texts(app)
    app.close()


def test_any_press_hurries_the_heap_and_a_mere_movement_does_not() -> None:
    for event, hurries in (
        (Pointer("move", (5, 5)), False),
        (Pointer("down", (5, 5), held=True), True),
        (Press((), pygame.K_F12), True),
    ):
        app = make_app(ResultScene(played("multiplicity size=3")), kind=Glanced)
        scene = shown(app, ResultScene)
        app.draw()
        assert scene.animating, "pieces fall"
        app.frame(FRAME, [event])
        assert scene.celebration.hurried == hurries
        app.close()


def test_what_was_achieved_is_said_above_its_list() -> None:
    app = result()
    margin = candidates(shown(app, ResultScene).match)["margin"].value
    said = texts(app)
    assert f"Won by {margin}" in said
    assert {"New record", str(margin), "level 7"} <= set(said)
    app.close()


def test_a_train_and_turned_counters_enter_their_lists() -> None:
    app = result("more-or-less")
    for letter in "abc":
        key(app, ord(letter), letter)
    press(app, "accept")
    for name in ("fastest", "train", "turned"):
        assert saved(app, "more-or-less", name) == ["ABC"], name
    app = make_app(ScoresScene("more-or-less"), kind=Glanced)
    assert {"ABC", "Longest train", "Fewest turns to win"} <= set(texts(app))
    app = make_app(TitleScene(), kind=Glanced)
    assert "ABC" in texts(app)


def test_initials_are_asked_for_once_an_evening_and_may_be_changed() -> None:
    given = datetime.datetime.now().isoformat(timespec="seconds")
    app = result(initials="ANA", initials_given=given)
    names = {widget.name for widget in form_of(app.scene).widgets}
    assert "save" not in names
    click(app, form_of(app.scene).get("other person").rect.center)
    for letter in "ben":
        key(app, ord(letter), letter)
    press(app, "accept")
    assert saved(app, "multiplicity") == ["BEN"]


def test_a_game_enters_the_scores_once_however_often_its_result_is_opened() -> None:
    given = datetime.datetime.now().isoformat(timespec="seconds")
    for _time in range(2):
        app = result(initials="ANA", initials_given=given)
        assert saved(app, "multiplicity") == ["ANA"]
        app.close()


def test_the_next_evening_asks_again() -> None:
    app = result(initials="ANA", initials_given="2026-01-01T20:00:00")
    names = {widget.name for widget in form_of(app.scene).widgets}
    assert "save" in names
    assert saved(app, "multiplicity") == []


@pytest.mark.parametrize(
    "seats",
    [
        (SeatSpec("person"), SeatSpec("person")),
        (SeatSpec("engine", 3), SeatSpec("engine", 3)),
    ],
    ids=["two people", "two engines"],
)
def test_only_solo_games_are_signed(seats: tuple[SeatSpec, SeatSpec]) -> None:
    app = make_app(ResultScene(played("multiplicity size=3", seats)), animation_speed=0.0)
    buttons = {widget.name: widget for widget in form_of(app.scene).widgets}
    assert "save" not in buttons
    again = buttons["rematch"]
    assert isinstance(again, Button)
    assert again.icon == "again", "a narrow window shows nothing but the icon"


def test_the_tables_are_reached_from_the_title_by_key() -> None:
    app = make_app(TitleScene("menu"), kind=Glanced)
    press(app, "scores")
    assert isinstance(app.scene, ScoresScene)
    press(app, "cancel")
    assert isinstance(app.scene, TitleScene)
    assert pygame.display.get_init()
