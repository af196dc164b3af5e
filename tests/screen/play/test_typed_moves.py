"""A game can be played by typed moves alone: completed, refused with a reason, read aloud."""

from __future__ import annotations

import random

import pygame
import pytest

from game.puzzles.plugin import WIN_ONE
from game.rules.base import Action
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.editor.scene import PositionEditorScene
from game.screen.play.match_scene import MatchScene
from game.screen.plugin.typed_moves import points_of, read_typed
from game.screen.ui.input import Press, Typed
from game.table.spec import SeatSpec
from tests.screen.app.fake_voice import listen
from tests.screen.play.play_helpers import click, frames, playing, press
from tests.screen.puzzles.helpers import easy, puzzle_of, solving
from tests.screen.review.test_review import played, reviewing
from tests.screen.screens import Unseen, make_app, texts
from tests.support.waiting import until

PAIR = (SeatSpec("person", 5, "Ada"), SeatSpec("person", 5, "Ben"))
LESS = "white=a5,a6,b6,d4 black=d3,e1,e2,f1 spent=30,30 turns=20 turn=white"
SETUPS = [
    ("more-or-less", None),
    ("less walls=" + "0" * 60, LESS),
    ("libra size=3 mode=bid", None),
    ("multiplicity size=3", None),
]


def write(app: App, text: str) -> None:
    frames(app, 1, Typed(text))


def enter(app: App) -> None:
    frames(app, 1, Press(("accept",), pygame.K_RETURN))


def tab(app: App) -> None:
    frames(app, 1, Press(("next",), pygame.K_TAB))


def why(scene: MatchScene | PositionEditorScene) -> str:
    return scene.typing.found.why


@pytest.mark.parametrize(("setup", "position"), SETUPS, ids=[one[0].split()[0] for one in SETUPS])
def test_a_game_is_played_to_its_end_by_text_and_heard(setup: str, position: str | None) -> None:
    dice = random.Random(5)
    with playing(setup, PAIR, position=position, kind=Unseen, speech=True) as (app, scene):
        voice = listen(app)
        press(app, "type")
        assert scene.text_input
        heard: list[str] = []
        for _turn in range(300):
            if scene.match.over:
                break
            state, game = scene.match.state, scene.game
            turn: list[Action] = []
            here = state
            while not turn or not game.turn_ended(state, here):
                legal = game.legal(here)
                stop = [one for one in legal if one.kind == "stop"]
                turn.append((stop or [dice.choice(legal)])[0])
                state, here = here, game.advance(here, turn[-1])
            write(app, game.turn_text(turn))
            enter(app)
            assert scene.match.turns[-1].text == game.turn_text(turn)
            frames(app, 3)
            heard += voice.take()
        assert scene.match.over
        frames(app, 5)
        heard += voice.take()
        first = scene.match.turns[0].entries[0].action
        assert first is not None
        assert str(first.target or "") in " ".join(heard)


def test_what_may_follow_is_listed_completed_pressed_and_heard() -> None:
    with playing("multiplicity size=3", PAIR, speech=True) as (app, scene):
        voice = listen(app)
        press(app, "type")
        write(app, "c")
        assert scene.typing.found.ways == ("c1", "c2", "c3", "c4", "c5")
        assert "c. c1, c2, c3, c4" in voice.take()
        tab(app)
        assert scene.typing.text == "c1"
        frames(app, 1, Press((), pygame.K_BACKSPACE))
        app.draw()
        ways = scene.typing.ways
        assert ways is not None
        rect = next(rect for rect, way in ways.chips if way == "c3")
        click(app, rect.center, touch=True)
        assert scene.match.turns[0].text == "c3"
        assert scene.typing.text == ""
        frames(app, 1, Press(("cancel",), pygame.K_ESCAPE))
        assert not scene.typing.open
        assert not scene.text_input


@pytest.mark.parametrize(
    ("setup", "text", "words"),
    [
        ("multiplicity size=3", "z9", "z9"),
        ("more-or-less", "b1", "The very first counter goes on the centre of the board."),
        ("less walls=" + "0" * 60, "e1-e2", ""),
        ("libra size=3 mode=target target=5", "Wz9", "z9"),
    ],
)
def test_what_is_no_move_is_answered_with_the_reason(setup: str, text: str, words: str) -> None:
    with playing(setup, PAIR) as (app, scene):
        press(app, "type")
        write(app, text)
        enter(app)
        assert scene.match.turns == []
        assert words in why(scene)
        assert why(scene)
        assert scene.typing.text == text, "nothing that was written is lost"


def test_letters_of_commands_do_nothing_else_while_a_move_is_typed() -> None:
    with playing("multiplicity size=3", PAIR) as (app, scene):
        press(app, "type")
        before = scene.services.settings.coordinates
        frames(app, 1, Press(("coordinates",), pygame.K_k, sign="k"))
        assert scene.services.settings.coordinates == before


def test_what_lies_on_the_board_is_said_while_a_move_is_typed() -> None:
    with playing("multiplicity size=3", PAIR, speech=True) as (app, _scene):
        voice = listen(app)
        press(app, "type")
        voice.take()
        frames(app, 1, Press(("say-turn",), pygame.K_F5))
        assert any(said.startswith("Choose a cell") for said in voice.take())


def test_capitals_count_only_where_two_actions_differ_in_nothing_else() -> None:
    less = parse_setup("less walls=" + "0" * 60)
    legal = less.legal(less.start())
    found = read_typed(less, less.start(), legal, legal[0].text.upper())
    assert found.actions == (legal[0],)
    libra = parse_setup("libra size=3 mode=target target=5")
    choices = libra.legal(libra.start())
    assert len(read_typed(libra, libra.start(), choices, "w").ways) == 19
    assert points_of(libra, "Bc3") == ("c3",)
    assert points_of(less, "a1-b1") == ("a1", "b1")


def tap_answer(app: App, label: str) -> None:
    """Tap an answer of the menu that is open."""
    dialog = app.scene
    app.draw()
    assert isinstance(dialog, Dialog)
    button = next(one for one in dialog.form.widgets if getattr(one, "label", "") == label)
    click(app, button.rect.center, touch=True)


def test_the_menu_opens_it_for_mouse_and_touch() -> None:
    with playing("multiplicity size=3", PAIR) as (app, scene):
        press(app, "menu")
        tap_answer(app, "Type moves")
        assert app.scene is scene
        assert scene.typing.open
    with reviewing(played("multiplicity size=3", 5)) as (app, review):
        press(app, "menu")
        tap_answer(app, "Variations")
        tap_answer(app, "Type moves")
        assert app.scene is review
        assert review.typing.open


def test_a_puzzle_is_solved_by_typing_once_its_menu_has_opened_the_line() -> None:
    puzzle = easy("less", WIN_ONE)
    with solving(puzzle) as (app, scene):
        press(app, "menu")
        tap_answer(app, "Type moves")
        assert app.scene is scene
        assert scene.typing.open
        write(app, puzzle.solution[0])
        enter(app)
        attempt = puzzle_of(scene).attempt
        assert until(lambda: attempt.decided is not None, step=lambda: frames(app))


def test_in_a_review_a_typed_turn_becomes_a_variation() -> None:
    with reviewing(played("multiplicity size=3", 5)) as (app, scene):
        scene.go(1)
        frames(app, 2)
        press(app, "type")
        legal = [action.text for action in scene.study.legal()]
        known = scene.match.turns[1].entries[0].text
        text = next(one for one in legal if one != known)
        write(app, text)
        enter(app)
        assert scene.study.turns[-1].entries[0].text == text


def test_in_the_editor_points_are_typed() -> None:
    app = make_app(PositionEditorScene("libra size=3 mode=target target=5"))
    scene = app.scene
    assert isinstance(scene, PositionEditorScene)
    press(app, "type")
    for text in ("Wc1", "Bc3"):
        write(app, text)
        enter(app)
    pieces = scene.editor.sketch.pieces
    assert (pieces["c1"].colour, pieces["c3"].colour) == ("white", "black")
    write(app, "z")
    assert why(scene) == "There is no point “z” on this board."
    assert why(scene) in texts(app)
    app.close()


def test_an_empty_line_says_what_it_is_for() -> None:
    with playing("multiplicity size=3") as (app, scene):
        press(app, "type")
        frames(app, 1)
        assert scene.spoken.startswith("Type a move")
        write(app, "a")
        assert scene.spoken.startswith("a")
