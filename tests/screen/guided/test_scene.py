"""On the screen, the guided first game works for people who follow the script, and for others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn

import pytest

from game.platform.settings import Settings
from game.rules.base import Action
from game.rules.registry import GAMES
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Replace
from game.screen.guided.scene import guided_scene
from game.screen.play.illegal_move_hints import REFUSALS_BEFORE_RULE
from game.screen.play.kind import PlayKind
from game.screen.play.scene import PlayScene
from game.screen.plugin.explanations import Explanation
from game.screen.plugin.registry import lesson_of
from game.screen.scenes import open_scene
from game.screen.ui.button import Button
from game.table import undo
from game.table.engine_seat import MakePlayer
from tests.screen.guided.helpers import lesson_in
from tests.screen.play.play_helpers import (
    Dice,
    Glanced,
    click,
    click_on,
    frames,
    play_by_keys,
    play_by_mouse,
    press,
    spot,
)
from tests.screen.screens import Unseen, scene_of
from tests.screen.screens import click as tap
from tests.support.matches import winners_of
from tests.support.waiting import until

KEYS = [game.key for game in GAMES]


@contextmanager
def guided(
    key: str,
    make: MakePlayer = Dice,
    kind: type[App] = Glanced,
    size: tuple[int, int] = (800, 600),
    **settings: Any,
) -> Iterator[PlayScene]:
    """Return the guided game in a hidden window, without animation or saving."""
    scene = guided_scene(key, make=make, keep=False)
    chosen = Settings(language="en", **{"animation_speed": 0.0, **settings})
    app = kind(scene, scenes=open_scene, settings=chosen, size=size, keep=False)
    try:
        app.frame(0.02)
        yield scene
    finally:
        app.close()


def app_of(scene: PlayScene) -> App:
    assert isinstance(scene.services, App)
    return scene.services


def asked(scene: PlayScene) -> bool:
    """Read on until an action is asked for; return False if the lesson ends first."""

    def come() -> bool:
        if lesson_in(scene).coach.reading:
            press(app_of(scene), "accept")
        return over() or bool(lesson_in(scene).wanted and scene.hand.enabled)

    def over() -> bool:
        return not lesson_in(scene).leading or lesson_in(scene).won

    assert until(come, step=lambda: app_of(scene).frame(0.02))
    return not over()


def by_touch(scene: PlayScene, action: Action) -> None:
    """Make an action with a finger: a tap on a cell aims at it, and the button confirms."""
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
def test_it_is_played_to_a_won_end_and_leads_to_an_ordinary_game(key: str, hand: str) -> None:
    with guided(key) as scene:
        said = []
        while asked(scene):
            said.append(lesson_in(scene).card.words)
            before = len(scene.match.entries)
            HANDS[hand](scene, lesson_in(scene).wanted[0])
            assert len(scene.match.entries) == before + 1, said
        assert len(said) == len(lesson_in(scene).lesson.steps)
        assert lesson_in(scene).won
        assert lesson_in(scene).lesson.person in winners_of(scene.match)
        frames(app_of(scene), 80)
        assert app_of(scene).scene is scene, "the farewell is shown, no result"
        assert lesson_in(scene).card.words.startswith("Won")
        assert key in scene.services.settings.guided
        press(app_of(scene), "accept")
        game = app_of(scene).scene
        assert isinstance(game, PlayScene)
        assert type(game.kind) is PlayKind
        assert game.match.game.key == key
        assert [seat.kind for seat in game.spec.seats].count("engine") == 1
        assert game.spec.seats[1 - lesson_in(scene).lesson.person].level == 1
        app_of(scene).frame(0.02)
        assert not game.match.over


def wrong_spots(scene: PlayScene) -> list[list[str]]:
    """Return the points to press for each unwanted legal action, except hops back."""
    found = []
    for other in scene.match.legal():
        points = [point for point in (other.source, other.target) if point is not None]
        asked_for = {action.target for action in lesson_in(scene).wanted}
        if other in lesson_in(scene).wanted or (len(points) > 1 and other.target in asked_for):
            continue
        if any(undo.to_point(scene.match, point) for point in points):
            continue
        if (
            other.piece is None
            or other.piece.colour == scene.hand.colour
            or key_of(scene) != "libra"
        ):
            found.append(points)
    return [points for points in found if points]


def key_of(scene: PlayScene) -> str:
    return scene.game.key


@pytest.mark.parametrize("key", KEYS)
def test_something_else_is_put_off_at_the_place_with_a_reason_and_the_step_stays(key: str) -> None:
    with guided(key) as scene:
        tried = 0
        while asked(scene):
            step, before = lesson_in(scene).step, len(scene.match.entries)
            assert step is not None
            for points in wrong_spots(scene)[:1]:
                if len(points) == 1 and any(
                    points[0] in action.points for action in lesson_in(scene).wanted
                ):
                    scene.panel.hand.turn_colour(other_colour(scene))
                for point in points:
                    click(app_of(scene), spot(scene, point))
                assert len(scene.match.entries) == before
                note = scene.hints.note
                assert note is not None
                assert note.text
                assert note.text in reasons(scene) or note.bad
                assert lesson_in(scene).step is step
                tried += 1
                scene.hand.cancel()
            HANDS["keys"](scene, lesson_in(scene).wanted[0])
        assert tried >= 5
        assert lesson_in(scene).won


def other_colour(scene: PlayScene) -> str:
    return "black" if lesson_in(scene).wanted[0].piece == scene.game.kinds[0] else "white"


def reasons(scene: PlayScene) -> set[str]:
    """Return all texts that can be shown about a legal action or a lifted piece."""
    guide, state = lesson_in(scene).led.guide, scene.match.state
    assert guide is not None
    others = [None, *scene.match.legal()]
    return {guide.why(lesson_in(scene).coach.place, state, other) for other in others}


def test_a_counter_that_might_move_is_put_off_and_one_that_cannot_is_refused() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        others = {action.source for action in scene.match.legal()} - {"f1", None}
        click(app_of(scene), spot(scene, str(sorted(map(str, others))[0])))
        assert scene.hints.note is not None
        assert scene.hints.note.text == lesson_in(scene).lesson.steps[0].reason
        assert not scene.hints.note.bad
        click(app_of(scene), spot(scene, "a1"))
        assert scene.hints.note is not None
        assert scene.hints.note.bad
        assert scene.hints.note.text == "You move only counters that show your own colour."
        assert scene.hints.points == ("a1", "a1")


def test_a_stop_that_comes_too_early_is_put_off_in_words_of_its_own() -> None:
    with guided("more-or-less") as scene:
        assert asked(scene)
        play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert asked(scene)
        before = len(scene.match.entries)
        press(app_of(scene), "stop")
        assert len(scene.match.entries) == before
        assert scene.hints.note is not None
        assert scene.hints.note.text == lesson_in(scene).lesson.steps[1].early


def test_a_train_that_stops_before_it_has_won_is_put_off_with_its_number() -> None:
    with guided("more-or-less") as scene:
        while asked(scene) and lesson_in(scene).coach.place < 7:
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert asked(scene)
        before = len(scene.match.entries)
        press(app_of(scene), "stop")
        assert len(scene.match.entries) == before
        assert scene.hints.note is not None
        assert "with 17" in scene.hints.note.text


def test_the_wrong_colour_is_put_off_in_the_words_of_the_step() -> None:
    with guided("libra") as scene:
        assert asked(scene)
        assert scene.hand.colour == "white"
        click(app_of(scene), spot(scene, "a2"))
        assert scene.hints.note is not None
        assert scene.hints.note.text == lesson_in(scene).lesson.steps[0].reason
        assert not lesson_in(scene).coach.place


def to_find(scene: PlayScene) -> None:
    """Play to the first step in which the person has to find something."""
    lesson = lesson_in(scene)
    while asked(scene) and lesson.step is not None and not lesson.step.find:
        play_by_mouse(app_of(scene), scene, lesson.wanted[0])
    assert lesson.step is not None
    assert lesson.step.find


@pytest.mark.parametrize("key", KEYS)
def test_help_grows_with_the_lamp_until_it_shows_what_to_do(key: str) -> None:
    with guided(key) as scene:
        to_find(scene)
        right = lesson_in(scene).wanted[0].points[0]
        assert not scene.board.overlay.hints
        assert not scene.board.overlay.arrows
        assert len(scene.hand.legal) == len(scene.match.legal()), "everything may be tried"
        press(app_of(scene), "hint")
        assert right in scene.board.overlay.hints
        press(app_of(scene), "hint")
        assert scene.board.overlay.hints == (right,)
        press(app_of(scene), "hint")
        assert scene.board.overlay.arrows or scene.board.overlay.hints == (right,)
        assert set(scene.hand.legal) <= {
            action
            for action in scene.match.legal()
            if action.points == lesson_in(scene).wanted[0].points
        }
        press(app_of(scene), "hint")
        play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert lesson_in(scene).coach.help == 0


@pytest.mark.parametrize("key", KEYS)
def test_help_comes_by_itself_to_who_is_stuck(key: str) -> None:
    with guided(key) as scene:
        to_find(scene)
        for _frame in range(200):
            app_of(scene).frame(0.1)
        assert lesson_in(scene).coach.help == 1
        assert scene.board.overlay.hints


def test_in_a_step_that_is_shown_no_help_is_needed() -> None:
    with guided("less") as scene:
        assert asked(scene)
        for _frame in range(200):
            app_of(scene).frame(0.1)
        assert lesson_in(scene).coach.help == 0


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_taken_back_at_every_step(key: str) -> None:
    with guided(key, kind=Unseen) as scene:
        while asked(scene):
            match, step, before = scene.match, lesson_in(scene).step, len(scene.match.entries)
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
            assert len(match.entries) == before + 1
            press(app_of(scene), "take-back")
            assert len(match.entries) <= before
            assert asked(scene)
            if len(match.entries) == before:
                assert lesson_in(scene).step is step
            while len(match.entries) <= before and asked(scene):
                play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_left_at_every_step(key: str) -> None:
    for number in range(len(lesson_steps(key))):
        with guided(key, kind=Unseen) as scene:
            for _step in range(number):
                if asked(scene):
                    play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
            if number % 2:
                press(app_of(scene), "last")
            elif lesson_in(scene).leading:
                click_on(app_of(scene), scene, "alone")
            assert not lesson_in(scene).leading
            assert until(
                partial(lambda scene: scene.hand.enabled or scene.match.over, scene),
                20.0,
                step=partial(lambda scene: app_of(scene).frame(0.02), scene),
            )
            assert set(scene.hand.legal) == set(scene.match.legal())


def lesson_steps(key: str) -> tuple[object, ...]:
    found = lesson_of(key)
    assert found is not None
    return found.steps


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_left_at_some_step_is_gone_on_with(key: str) -> None:
    with guided(key) as scene:
        for _step in range(3):
            assert asked(scene)
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert asked(scene)
        left, said = scene.match, lesson_in(scene).card.words
    scene = guided_scene(key, match=left, make=Dice, keep=False)
    app = Glanced(scene, scenes=open_scene, settings=Settings(language="en"), keep=False)
    try:
        app.frame(0.02)
        assert asked(scene)
        assert lesson_in(scene).card.words == said
        assert lesson_in(scene).card.done == 3
    finally:
        app.close()


def test_the_end_can_be_taken_back_and_left() -> None:
    with guided("less") as scene:
        while asked(scene):
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        app_of(scene).frame(0.02)
        alone = scene.form.get("alone")
        assert isinstance(alone, Button)
        assert alone.label == "Leave"
        press(app_of(scene), "take-back")
        assert asked(scene)
        app_of(scene).frame(0.02)
        alone = scene.form.get("alone")
        assert isinstance(alone, Button)
        assert alone.label == "Play on alone"
        while asked(scene):
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert lesson_in(scene).won


def test_the_menu_leads_out_of_it_too() -> None:
    with guided("less") as scene:
        app = app_of(scene)
        assert asked(scene)
        press(app, "menu")
        assert isinstance(app.scene, Dialog)
        answers = [answer.label for answer in app.scene.answers]
        press(app, *["next"] * answers.index("Play on alone"), "accept")
        assert scene_of(app) is scene
        assert not lesson_in(scene).leading


def no_engine(*_asked: object) -> NoReturn:
    raise RuntimeError("there is no engine")


@pytest.mark.parametrize("key", KEYS)
def test_without_an_engine_the_lesson_is_whole_and_the_game_can_be_played_on(key: str) -> None:
    with guided(key, make=no_engine) as scene:
        while asked(scene):
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert lesson_in(scene).won
        press(app_of(scene), "take-back")
        lesson_in(scene).let_go()
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
        assert scene.hints.note.text == lesson_in(scene).card.words
        assert not scene.assistant.asking


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (600, 1000)])
@pytest.mark.parametrize("key", KEYS)
def test_what_the_guide_covers_is_explained_beside_it(key: str, size: tuple[int, int]) -> None:
    with guided(key, size=size) as scene:
        places = [one for one in scene.form.widgets if isinstance(one, Explanation)]
        card = lesson_in(scene).card.rect
        assert all(place.rect.collidelist([card]) for place in places)
        assert any(scene.panel.role_explained() in place.tip for place in places)


def test_an_answer_is_there_long_enough_to_be_read_and_then_the_other_side_moves() -> None:
    with guided("more-or-less") as scene:
        app = app_of(scene)
        for _step in range(3):
            assert asked(scene)
            play_by_mouse(app, scene, lesson_in(scene).wanted[0])
        frames(app, 3)
        assert lesson_in(scene).coach.reading
        assert lesson_in(scene).card.answered
        before = len(scene.match.entries)
        for _second in range(10):
            app.frame(0.1)
        assert len(scene.match.entries) == before, "it waits"
        letters_a_second = 10  # the speed of a slow reader
        for _tenth in range(len(lesson_in(scene).coach.said) * 10 // letters_a_second - 10):
            app.frame(0.1)
        assert lesson_in(scene).coach.reading
        assert until(lambda: not lesson_in(scene).coach.reading, step=lambda: app.frame(0.1))
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
        play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert asked(scene)
        heard = [text for text in said if "“spent” has grown" in text or "26" in text]
        assert len(heard) == 2
        assert heard[0] == "A step is one move: “spent” has grown to 19. A turn has three moves."


def test_looking_back_ends_with_the_key_that_would_leave_the_guide() -> None:
    with guided("more-or-less") as scene:
        for _step in range(3):
            assert asked(scene)
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        assert asked(scene)
        press(app_of(scene), "page-up")
        assert scene.browser.active
        press(app_of(scene), "last")
        assert not scene.browser.active
        assert lesson_in(scene).leading
        press(app_of(scene), "last")
        assert not lesson_in(scene).leading


def test_the_game_after_it_gives_a_hint_to_who_hesitates_once_an_action() -> None:
    with guided("multiplicity") as scene:
        while asked(scene):
            play_by_mouse(app_of(scene), scene, lesson_in(scene).wanted[0])
        spec, app = lesson_in(scene).play_next(), app_of(scene)
        assert isinstance(spec, Replace)
        assert isinstance(spec.scene, routes.PlayMatch)
        game = PlayScene(spec.scene.spec, hints=True, keep=False, make=Dice)
        app.show(game)
        assert until(lambda: game.hand.enabled, step=lambda: app.frame(0.02))
        for _frame in range(40):
            app.frame(0.1)
        assert game.hints.note is None
        for _frame in range(40):
            app.frame(0.1)
        assert until(lambda: game.hints.note is not None, step=lambda: app.frame(0.1))
        game.cancel()  # removes the whole hint, of which only the words come back
        for _frame in range(80):
            app.frame(0.1)
        assert game.hints.note is None, "it is not said twice"


@pytest.mark.parametrize("size", [(480, 800), (800, 480), (480, 900), (1280, 800)])
def test_a_lesson_opens_and_cheers_in_every_window(size: tuple[int, int]) -> None:
    scene = guided_scene("less", make=Dice, keep=False)
    app = Glanced(scene, scenes=open_scene, settings=Settings(language="en"), size=size, keep=False)
    frames(app, 3)
    assert lesson_in(scene).leading
    assert not lesson_in(scene).cheers
    app.close()
