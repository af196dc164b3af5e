"""The guided first game on the screen: by its script, and by somebody who does something else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.platform.settings import Settings
from game.rules.base import Action
from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.guided.scene import GuidedScene
from game.screen.play.illegal_move_hints import REFUSALS_BEFORE_RULE
from game.screen.scenes import open_scene
from game.table import undo
from game.table.engine_seat import MakePlayer
from tests.screen.play.play_helpers import (
    Dice,
    click,
    click_on,
    frames,
    play_by_keys,
    play_by_mouse,
    press,
    spot,
)
from tests.screen.screens import click as tap
from tests.screen.screens import scene_of
from tests.support.waiting import until

KEYS = [game.key for game in GAMES]


@contextmanager
def guided(key: str, make: MakePlayer = Dice, **settings: object) -> Iterator[GuidedScene]:
    """The guided game in a window nobody sees; nothing is animated, nothing kept."""
    scene = GuidedScene(key, make=make, keep=False)
    chosen = Settings(language="en", **{"animation_speed": 0.0, **settings})  # type: ignore[arg-type]
    app = App(scene, scenes=open_scene, settings=chosen, size=(800, 600), keep=False)
    try:
        app.frame(0.02)
        yield scene
    finally:
        app.close()


def app_of(scene: GuidedScene) -> App:
    assert isinstance(scene.desk, App)
    return scene.desk


def asked(scene: GuidedScene) -> bool:
    """Wait, reading on, until something is asked; False when the guide has let go first."""

    def come() -> bool:
        if scene.coach.reading:
            press(app_of(scene), "accept")
        return not scene.leading or bool(scene.wanted and scene.hand.enabled)

    assert until(come, step=lambda: app_of(scene).frame(0.02))
    return scene.leading


def by_touch(scene: GuidedScene, action: Action) -> None:
    """Make an action with a finger: a tap on a cell aims, the button acts."""
    app = app_of(scene)
    if action.kind == "stop":
        tap(app, scene.form.get("main").rect.center, touch=True)
        return
    if action.piece is not None and action.piece.colour != scene.hand.colour:
        scene.panel.hand.turn_colour(action.piece.colour)
    if action.source is not None and scene.hand.source != action.source:
        tap(app, spot(scene, action.source), touch=True)
    tap(app, spot(scene, str(action.target)), touch=True)
    if action.source is None:
        tap(app, scene.form.get("main").rect.center, touch=True)


HANDS = {
    "mouse": lambda scene, action: play_by_mouse(app_of(scene), scene, action),
    "keys": lambda scene, action: play_by_keys(app_of(scene), scene, action),
    "touch": by_touch,
}


@pytest.mark.parametrize("hand", sorted(HANDS))
@pytest.mark.parametrize("key", KEYS)
def test_it_is_played_to_its_end_and_goes_on_as_an_ordinary_game(key: str, hand: str) -> None:
    with guided(key) as scene:
        said = []
        while asked(scene):
            said.append(scene.card.words)
            before = len(scene.match.entries)
            HANDS[hand](scene, scene.wanted[0])
            assert len(scene.match.entries) == before + 1, said
        assert len(said) >= 4
        assert key in scene.desk.settings.guided
        assert scene.turn_list.visible
        assert [seat.kind for seat in scene.spec.seats].count("engine") == 1
        assert scene.spec.seats[1 - scene.lesson.person].level == 1
        played = len(scene.match.entries)
        assert until(
            lambda: scene.hand.enabled or scene.match.over,
            20.0,
            step=lambda: app_of(scene).frame(0.02),
        )
        play_by_mouse(app_of(scene), scene, scene.match.legal()[0])
        assert len(scene.match.entries) > played


@pytest.mark.parametrize("key", KEYS)
def test_something_else_is_put_off_at_the_place_and_the_lesson_stays(key: str) -> None:
    with guided(key) as scene:
        tried = 0
        while asked(scene):
            match, step = scene.match, scene.step
            for other in match.legal():
                if other in scene.wanted or other.target is None or other.source is None:
                    continue
                if undo.to_point(match, other.source) or undo.to_point(match, other.target):
                    continue  # a click there takes hops back
                before = len(match.entries)
                click(app_of(scene), spot(scene, other.source))
                click(app_of(scene), spot(scene, other.target))
                if len(match.entries) > before:
                    break  # another piece that is wanted stood there
                assert scene.hints.note is not None
                assert scene.step is step
                tried += 1
                break
            if asked(scene) and scene.step is step and scene.wanted:
                play_by_mouse(app_of(scene), scene, scene.wanted[0])
        moves = any(
            step.wants.kinds or ">" in "".join(step.wants.actions) for step in scene.lesson.steps
        )
        assert tried >= (1 if moves else 0)


def test_a_counter_that_might_move_is_put_off_kindly_and_no_counter_is_refused() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        others = {action.source for action in scene.match.legal()} - {"b6", None}
        click(app_of(scene), spot(scene, str(sorted(map(str, others))[0])))
        assert scene.hints.note is not None
        assert scene.hints.note.text == "That works too, but first try what is lit."
        assert not scene.hints.note.bad
        click(app_of(scene), spot(scene, "a1"))
        assert scene.hints.note is not None
        assert scene.hints.note.bad
        assert scene.hints.note.text == "You move only counters that show your own colour."
        assert scene.hints.points == ("a1", "a1")


def test_a_stop_that_comes_too_early_is_put_off() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        play_by_mouse(app_of(scene), scene, scene.wanted[0])
        assert asked(scene)
        before = len(scene.match.entries)
        press(app_of(scene), "stop")
        assert len(scene.match.entries) == before
        assert scene.hints.note is not None


def test_the_wrong_colour_is_put_off_in_the_words_of_the_step() -> None:
    with guided("libra") as scene:
        assert asked(scene)
        assert scene.hand.colour == "white"
        click(app_of(scene), spot(scene, "c4"))
        assert scene.hints.note is not None
        assert scene.hints.note.text == scene.lesson.steps[0].first
        assert not scene.coach.place.number


def test_what_is_harmless_is_taken_too_with_a_kind_answer() -> None:
    with guided("multiplicity") as scene:
        last = len(scene.lesson.steps) - 1
        while asked(scene) and scene.step is not scene.lesson.steps[last]:
            play_by_mouse(app_of(scene), scene, scene.wanted[0])
        other = next(action for action in scene.match.legal() if action not in scene.wanted)
        play_by_mouse(app_of(scene), scene, other)
        assert scene.card.words == scene.lesson.steps[last].also
        assert scene.card.answered


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_taken_back_at_every_step(key: str) -> None:
    with guided(key) as scene:
        while asked(scene):
            match, step, before = scene.match, scene.step, len(scene.match.entries)
            play_by_mouse(app_of(scene), scene, scene.wanted[0])
            assert len(match.entries) == before + 1
            press(app_of(scene), "take-back")
            assert len(match.entries) <= before
            assert asked(scene)
            if len(match.entries) == before:
                assert scene.step is step
            while len(match.entries) <= before and asked(scene):
                play_by_mouse(app_of(scene), scene, scene.wanted[0])


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_left_at_every_step(key: str) -> None:
    count = len(scene_steps(key))
    for number in range(count):
        with guided(key) as scene:
            for _step in range(number):
                if asked(scene):
                    play_by_mouse(app_of(scene), scene, scene.wanted[0])
            if number % 2:
                press(app_of(scene), "last")
            elif scene.leading:
                click_on(app_of(scene), scene, "alone")
            assert not scene.leading
            assert until(
                lambda scene=scene: scene.hand.enabled or scene.match.over,  # type: ignore[misc]
                20.0,
                step=lambda scene=scene: app_of(scene).frame(0.02),  # type: ignore[misc]
            )
            assert set(scene.hand.legal) == set(scene.match.legal())


def scene_steps(key: str) -> tuple[object, ...]:
    with guided(key) as scene:
        return scene.lesson.steps


def test_the_menu_leads_out_of_it_too() -> None:
    with guided("less") as scene:
        app = app_of(scene)
        assert asked(scene)
        press(app, "menu")
        assert isinstance(app.scene, Dialog)
        answers = [answer.label for answer in app.scene.answers]
        press(app, *["next"] * answers.index("Play on alone"), "accept")
        assert scene_of(app) is scene
        assert not scene.leading


def no_engine(*_asked: object) -> object:
    raise RuntimeError("there is no engine")


@pytest.mark.parametrize("key", KEYS)
def test_without_an_engine_the_lesson_is_whole_and_the_game_can_be_played_on(key: str) -> None:
    with guided(key, make=no_engine) as scene:  # type: ignore[arg-type]
        while asked(scene):
            play_by_mouse(app_of(scene), scene, scene.wanted[0])
        assert until(
            lambda: scene.hand.enabled or scene.match.over,
            20.0,
            step=lambda: app_of(scene).frame(0.02),
        ), "a person may play for the engine that is missing"


def test_the_lamp_says_again_what_is_asked() -> None:
    with guided("multiplicity") as scene:
        assert asked(scene)
        press(app_of(scene), "hint")
        assert scene.hints.note is not None
        assert scene.hints.note.text == scene.card.words
        assert not scene.assistant.asking


def test_an_answer_is_there_long_enough_to_be_read_and_then_the_other_side_moves() -> None:
    with guided("more-or-less") as scene:
        app = app_of(scene)
        for _step in range(3):
            assert asked(scene)
            play_by_mouse(app, scene, scene.wanted[0])
        frames(app, 3)
        assert scene.coach.reading
        assert scene.card.answered
        before = len(scene.match.entries)
        for _second in range(10):
            app.frame(0.1)
        assert len(scene.match.entries) == before, "it waits"
        for _second in range(40):
            app.frame(0.1)
        assert not scene.coach.reading
        assert until(lambda: len(scene.match.entries) > before, 20.0, step=lambda: app.frame(0.02))


def test_refusals_in_a_row_offer_the_rule_as_in_any_game() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        for _time in range(REFUSALS_BEFORE_RULE):
            click(app_of(scene), spot(scene, "a1"))
        assert scene.hints.page


def test_its_sentences_are_read_aloud_where_speech_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with guided("less", speech=True) as scene:
        said: list[str] = []
        monkeypatch.setattr(app_of(scene).audio, "say", lambda text, urgent: said.append(text))
        assert asked(scene)
        play_by_mouse(app_of(scene), scene, scene.wanted[0])
        assert asked(scene)
        steps = scene.lesson.steps
        assert [text for text in said if text in (steps[0].answer, steps[1].say)] == [
            steps[0].answer,
            steps[1].say,
        ]


def test_looking_back_ends_with_the_key_that_would_leave_the_guide() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        press(app_of(scene), "page-up")
        assert scene.browser.active
        press(app_of(scene), "last")
        assert not scene.browser.active
        assert scene.leading
        press(app_of(scene), "last")
        assert not scene.leading
