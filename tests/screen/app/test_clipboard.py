"""Keys copy and paste, files can be dropped on the window, and systems may lack a clipboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.boards import BOARDS
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.play.scene import PlayScene
from game.screen.review.scene import ReviewScene
from game.screen.ui.input import Dropped
from game.table.input_kind import InputGame, read_text
from game.table.match import Match
from game.table.record import dump
from game.table.spec import two_people
from tests.screen.screens import FRAME, make_app, paste, press, texts

LINE = "multiplicity size=4 position white=d4 last=d4 turns=1 turn=black"


def with_clipboard(app: App, text: str | None = "") -> list[str]:
    """Give the app a clipboard that pastes `text` (None: no clipboard); return its contents."""
    held = [] if text is None else [text]
    works = text is not None

    def put(text: str) -> bool:
        held.append(text)
        return works

    app.copy_text = put  # type: ignore[method-assign]
    paste(app, held[-1] if works else None)
    return held


def a_match() -> Match:
    match = Match(two_people("multiplicity size=4"))
    for label in ("d4", "e4", "a5"):
        match.play(match.game.parse_action(match.state, label))
    return match


def test_a_position_and_a_game_are_copied_in_play_and_review() -> None:
    match = a_match()
    for scene in (PlayScene(match.spec, match, keep=False), ReviewScene(match)):
        app = make_app(scene)
        held = with_clipboard(app)
        press(app, "copy", "copy-game")
        position, game = held[1:]
        assert position == f"{match.game.setup} position {match.game.position_text(match.state)}"
        found = read_text(game)
        assert isinstance(found, InputGame)
        assert found.match.state == match.state
        assert "The game is on the clipboard." in texts(app)
        app.close()


def test_the_menus_copy_too_and_open_the_editor() -> None:
    match = a_match()
    for scene in (PlayScene(match.spec, match, keep=False), ReviewScene(match)):
        app = make_app(scene)
        held = with_clipboard(app)
        for answer, start in (("Position", "multiplicity size=4 pos"), ("Whole game", "{")):
            choose(app, "Copy", answer)
            assert held[-1].startswith(start)
        choose(app, "Copy", "Setup")
        assert held[-1] == "multiplicity size=4"
        choose(app, "Copy", "Edit the position")
        editor = app.scene
        assert isinstance(editor, PositionEditorScene)
        assert editor.state == match.state
        app.close()


def choose(app: App, *answers: str) -> None:
    """Open the menu and choose these answers, each in the next dialog."""
    press(app, "menu")
    for label in answers:
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        labels = [answer.label for answer in dialog.answers]
        dialog.form.focus(f"answer-{labels.index(label)}")
        press(app, "accept")


def test_in_the_middle_of_a_turn_the_position_before_it_is_copied() -> None:
    match = a_match()
    before = match.state
    match.play(match.legal()[0])
    assert match.turn_begun
    app = make_app(PlayScene(match.spec, match, keep=False))
    held = with_clipboard(app)
    press(app, "copy")
    assert held[-1].endswith(match.game.position_text(before))
    app.close()


def test_pasted_texts_open_where_they_belong() -> None:
    for text, scene in (
        ("libra size=4 mode=bid", NewMatchScene),
        (dump(a_match()), ReviewScene),
    ):
        app = make_app(GameChoiceScene())
        with_clipboard(app, text)
        press(app, "paste")
        assert isinstance(app.scene, scene)
        press(app, "cancel")
        assert isinstance(app.scene, GameChoiceScene)
        app.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the clipboard holds no text"),
        ("good morning", "“good morning” is neither a game nor a setup nor a position"),
        ("libra size=77", "size=77 is no"),
        (r"{\rtf1\ansi\deff0 {\fonttbl {\f0 Arial;}} good morning}", "This cannot be opened"),
        ("\0\0good\0morning", "is neither a game nor a setup nor a position"),
        ("libra\0 size=5", "is neither a game nor a setup nor a position"),
        (None, "There is no clipboard here."),
    ],
)
def test_what_cannot_be_pasted_is_said(text: str | None, words: str) -> None:
    app = make_app(GameChoiceScene())
    with_clipboard(app, text)
    press(app, "paste")
    assert isinstance(app.scene, GameChoiceScene)
    assert any(words in shown for shown in texts(app))
    app.close()


def test_a_clipboard_that_is_not_there_is_said_when_copying() -> None:
    match = a_match()
    app = make_app(ReviewScene(match))
    with_clipboard(app, None)
    press(app, "copy")
    assert "There is no clipboard here." in texts(app)
    app.close()


def test_files_dropped_on_any_scene_are_opened_or_refused(tmp_path: Path) -> None:
    files = {
        "game.json": (dump(a_match()), ReviewScene),
        "setup.txt": ("less seed=7", NewMatchScene),
        "board.json": (
            (BOARDS / "decagon-51.json").read_text(encoding="utf-8"),
            NewMatchScene,
        ),
        "letter.txt": ("Dear reader", GameChoiceScene),
    }
    app = make_app(GameChoiceScene())
    for name, (text, scene) in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        app.frame(FRAME, [Dropped(str(tmp_path / name))])
        assert isinstance(app.scene, scene), name
        if scene is not GameChoiceScene:
            press(app, "cancel")
    assert any("letter.txt is neither a game nor a setup" in shown for shown in texts(app))
    app.close()


def test_a_match_is_begun_from_a_pasted_position() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    with_clipboard(app, LINE)
    press(app, "paste", "accept")
    scene = app.scene
    assert isinstance(scene, PlayScene)
    assert scene.match.history.start == scene.match.game.from_position(
        LINE.partition("position ")[2]
    )
    app.close()
