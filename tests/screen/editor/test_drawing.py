"""In the position editor, mouse, finger and keys can draw; reviews keep the drawings."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.screen.app.routes import Picked
from game.screen.review.scene import ReviewScene
from game.screen.ui.input import Pointer
from game.table.record_files import read_match
from game.table.study import Study
from game.table.variations import BAD, GOOD, IDEA
from tests.screen.editor.test_editor import click, drag, editing, spot
from tests.screen.screens import FRAME, press
from tests.support.waiting import until

POSITION = "white=d4 last=d4 turns=1"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_with_the_pen_in_the_hand_a_press_marks_and_a_drag_points(touch: bool) -> None:
    with editing("multiplicity size=4", POSITION) as (app, scene):
        before = dict(scene.editor.sketch.pieces)
        press(app, "draw")
        drag(app, spot(scene, "d4"), spot(scene, "d6"), touch)
        drag(app, spot(scene, "c3"), spot(scene, "c3"), touch)
        assert scene.editor.note.arrows == {("d4", "d6"): GOOD}
        assert scene.editor.note.marks == {"c3": GOOD}
        assert scene.editor.sketch.pieces == before
        drag(app, spot(scene, "c3"), spot(scene, "c3"), touch)
        assert not scene.editor.note.marks
        press(app, "undo")
        assert scene.editor.note.marks == {"c3": GOOD}
        press(app, "delete")
        assert not scene.editor.note
        press(app, "undo", "cancel")
        assert scene.editor.note.signs == 2
        assert not scene.editor.pen.on
        click(app, scene, "e5")
        assert "e5" in scene.editor.sketch.pieces


def test_a_held_key_and_the_palette_choose_the_colour() -> None:
    with editing("multiplicity size=4", POSITION) as (app, scene):
        press(app, "draw")
        at = spot(scene, "c3")
        down = Pointer("down", at, 3, held=True, mod=pygame.KMOD_LSHIFT)
        app.frame(FRAME, [down, Pointer("up", at, 3)])
        assert scene.editor.note.marks == {"c3": BAD}
        palette = scene.form.get("pen")
        last = palette.rect.right - 8, palette.rect.centery
        app.frame(FRAME, [Pointer("down", last, held=True), Pointer("up", last)])
        click(app, scene, "c3")
        assert scene.editor.note.marks == {"c3": IDEA}


def test_an_arrow_is_drawn_by_keys_alone() -> None:
    with editing("multiplicity size=4", POSITION) as (app, scene):
        press(app, "draw")
        scene.form.focus("board")
        board = scene.board
        assert board is not None
        start = board.spot
        press(app, "colour", "accept", "up", "accept")
        board = scene.board
        assert board is not None
        assert scene.editor.note.arrows == {(start, board.spot): BAD}
        press(app, "accept", "accept")
        assert scene.editor.note.marks == {board.spot: BAD}


def test_a_review_of_the_position_keeps_what_is_drawn(home: Path) -> None:
    with editing("multiplicity size=4", POSITION) as (app, scene):
        press(app, "draw")
        drag(app, spot(scene, "d4"), spot(scene, "d6"))
        note = scene.editor.note
        analyse = scene.form.get("analyse").rect.center
        app.frame(FRAME, [Pointer("down", analyse, held=True), Pointer("up", analyse)])
        app.frame(FRAME)
        review = app.scene
        assert isinstance(review, ReviewScene)
        assert review.study.note == note

        def kept() -> list[Path]:
            app.frame(FRAME)
            return list(home.rglob("games/*.json"))

        until(lambda: bool(kept()))
        [path] = kept()
        study = Study(read_match(path))
        study.go(0)
        assert study.note == note


def test_another_board_keeps_what_it_has_points_for() -> None:
    with editing("multiplicity size=5") as (app, scene):
        press(app, "draw")
        drag(app, spot(scene, "e5"), spot(scene, "e6"))
        drag(app, spot(scene, "i5"), spot(scene, "i5"))
        scene.resume(Picked("setup", "multiplicity size=4"))
        assert scene.editor.note.arrows == {("e5", "e6"): GOOD}
        assert not scene.editor.note.marks
