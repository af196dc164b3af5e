"""In the position editor, positions of every game are set up, refused with a reason, played on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest

from game.rules import Piece, Point
from game.screen.app.app import App
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.play.scene import PlayScene
from game.screen.review.scene import ReviewScene
from game.screen.ui.bindings import Bindings
from game.screen.ui.input import Pointer, Press
from game.table.spec import two_people
from tests.screen.screens import FRAME, copies, make_app, paste, press, texts

BLACK, GREEN = Piece("black", 0), Piece("green", 1)


@contextmanager
def editing(setup: str, position: str = "") -> Iterator[tuple[App, PositionEditorScene]]:
    scene = PositionEditorScene(setup, position)
    app = make_app(scene, theme="paper", animation_speed=0.0)
    app.frame(FRAME)
    try:
        yield app, scene
    finally:
        app.close()


def spot(scene: PositionEditorScene, point: Point) -> tuple[int, int]:
    assert scene.view is not None
    x, y = scene.view.position(point)
    return round(x), round(y)


def drag(app: App, start: tuple[int, int], end: tuple[int, int], touch: bool = False) -> None:
    app.frame(FRAME, [Pointer("down", start, touch=touch, held=True)])
    for step in range(1, 6):
        x, y = (round(a + (b - a) * step / 5) for a, b in zip(start, end))
        app.frame(FRAME, [Pointer("move", (x, y), touch=touch, held=True)])
    app.frame(FRAME, [Pointer("up", end, touch=touch)])


def click(app: App, scene: PositionEditorScene, point: Point, button: int = 1) -> None:
    at = spot(scene, point)
    app.frame(FRAME, [Pointer("down", at, button, held=True), Pointer("up", at, button)])


def test_a_press_lays_turns_and_takes_away() -> None:
    with editing("more-or-less") as (app, scene):
        click(app, scene, "e5")
        assert scene.editor.sketch.pieces == {"e5": BLACK}
        click(app, scene, "e5")
        assert scene.editor.sketch.pieces == {"e5": GREEN}
        click(app, scene, "e5", button=3)
        assert scene.editor.sketch.pieces == {}
    with editing("multiplicity size=4") as (app, scene):
        click(app, scene, "d4")
        assert scene.words == "Black is to move."
        click(app, scene, "d4")
        assert scene.editor.sketch.pieces == {}


def test_a_piece_is_dragged_to_another_point_and_off_the_board() -> None:
    for touch in (False, True):
        with editing("less seed=1") as (app, scene):
            drag(app, spot(scene, "e2"), spot(scene, "c4"), touch)
            pieces = scene.editor.sketch.pieces
            assert "e2" not in pieces
            assert pieces["c4"].colour == "white"
            drag(app, spot(scene, "c4"), spot(scene, "a6"), touch)
            assert pieces["c4"].colour == "white", "there is something already"
            assert scene.note is not None
            drag(app, spot(scene, "c4"), (scene.area.right + 5, scene.area.top), touch)
            assert scene.editor.sketch.count(pieces["f1"]) == 3
            assert "White: 3 pieces; 4 are needed" in scene.words


def test_stones_are_laid_along_a_stroke_and_undone_together() -> None:
    with editing("libra size=4") as (app, scene):
        drag(app, spot(scene, "d1"), spot(scene, "d7"))
        assert len(scene.editor.sketch.pieces) == 7
        press(app, "undo")
        assert scene.editor.sketch.pieces == {}
        press(app, "redo")
        assert len(scene.editor.sketch.pieces) == 7


def test_keys_alone_lay_move_and_take_away() -> None:
    with editing("multiplicity size=4") as (app, scene):
        press(app, "accept", "up", "colour", "accept")
        pieces = scene.editor.sketch.pieces
        assert [(p, piece.colour) for p, piece in pieces.items()] == [
            ("d4", "white"),
            ("d5", "black"),
        ]
        app.frame(FRAME, [Press(("up",), pygame.K_UP, pygame.KMOD_SHIFT, "shift+up")])
        assert list(scene.editor.sketch.pieces) == ["d4", "d6"]
        press(app, "take-back")
        assert list(scene.editor.sketch.pieces) == ["d4"]


def test_more_pieces_than_there_are_are_refused_at_the_point() -> None:
    with editing("less seed=1") as (app, scene):
        click(app, scene, "c3")
        assert "c3" not in scene.editor.sketch.pieces
        assert scene.note is not None
        assert "All four pieces of White lie" in scene.note.text
    with editing("libra size=3 obstacles=c3") as (app, scene):
        click(app, scene, "c3")
        assert scene.note is not None
        assert "There is an obstacle" in scene.note.text


@pytest.mark.parametrize(
    ("setup", "position", "words"),
    [
        ("more-or-less", "", "Black is to move."),
        ("more-or-less", "black=a1", "Green is to move."),
        ("less seed=1", "", "White is to move."),
        ("libra size=3", "white=c3", "MORE is to move."),
        ("libra size=3 mode=bid", "bid=4 turn=p1", "The first player is to move."),
        ("multiplicity", "white=e5 last=e5", "Black is to move."),
    ],
)
def test_who_is_to_move_is_said(setup: str, position: str, words: str) -> None:
    with editing(setup, position) as (_app, scene):
        assert scene.words == words


def test_a_game_that_is_over_may_be_looked_into_but_not_played_on() -> None:
    home = "white=a6,b6,a5,b5 black=e1,f1,e2,f2 spent=20,17 turns=14"
    with editing("less seed=1", home) as (app, scene):
        assert scene.words.startswith("The game is over here.")
        assert not scene.form.get("play").enabled
        scene.form.focus("analyse")
        press(app, "accept")
        assert isinstance(app.scene, ReviewScene)


def test_numbers_beside_the_board_are_set() -> None:
    with editing("less seed=1") as (app, scene):
        scene.form.focus("turn")
        press(app, "right")
        assert scene.state is not None
        assert scene.game.to_move(scene.state) == 1
        scene.form.focus("spent_0")
        press(app, "right", "right", "right", "right")
        assert "More moves are spent" in scene.words
        scene.form.focus("rounds")
        press(app, "right")
        assert scene.state is not None
        assert scene.game.turns(scene.state) == 3


def test_positions_are_copied_pasted_and_opened_from_play() -> None:
    with editing("multiplicity size=4", "white=d4 last=d4") as (app, scene):
        held = copies(app)
        paste(app, "white=a4 last=a4")
        press(app, "copy")
        assert held == ["multiplicity size=4 position white=d4 last=d4 turns=1 turn=black"]
        press(app, "paste")
        assert list(scene.editor.sketch.pieces) == ["a4"]
        paste(app, "less seed=3")
        press(app, "paste")
        assert scene.game.key == "less"
        press(app, "undo")
        assert list(scene.editor.sketch.pieces) == ["a4"]
        paste(app, "white=a4,a4")
        press(app, "paste")
        assert any("already something" in shown for shown in texts(app))
    app = make_app(PlayScene(two_people("libra size=4"), keep=False))
    press(app, "edit")
    assert isinstance(app.scene, PositionEditorScene)
    app.close()


def test_the_setup_is_chosen_anew_and_what_fits_stays() -> None:
    with editing("multiplicity size=5", "white=e5 last=e5") as (app, scene):
        scene.form.focus("setup")
        press(app, "accept")
        options = app.scene
        assert isinstance(options, NewMatchScene)
        options.form.focus("size")
        press(app, "left")
        options.form.focus("start")
        press(app, "accept")
        assert app.scene is scene
        assert scene.game.setup == "multiplicity size=4"
        assert list(scene.editor.sketch.pieces) == ["e5"]


POSITIONS = {
    "more-or-less": (["a1"], "Green"),
    "less seed=1": ([], "White"),
    "libra size=4": (["d4", "a4", "g4"], "MORE"),
    "multiplicity size=4": (["d4"], "Black"),
}


@pytest.mark.parametrize("setup", POSITIONS)
def test_a_position_is_laid_and_played_on_against_an_engine(setup: str) -> None:
    points, mover = POSITIONS[setup]
    with editing(setup) as (app, scene):
        for point in points:
            click(app, scene, point)
        if setup.startswith("less"):
            drag(app, spot(scene, "e2"), spot(scene, "c3"))
        assert scene.words == f"{mover} is to move."
        laid = scene.state
        scene.form.focus("play")
        press(app, "accept")
        menu = app.scene
        assert isinstance(menu, NewMatchScene)
        for seat in (0, 1):
            menu.draft.seats[seat].kind, menu.draft.seats[seat].level = "engine", 1
        menu.form.focus("start")
        press(app, "accept")
        play = app.scene
        assert isinstance(play, PlayScene)
        assert play.match.history.start == laid
        clock = pygame.time.Clock()
        for _frame in range(2000):
            if len(play.match.turns) >= 2:
                break
            app.frame(0.05)
            clock.tick(60)
        assert len(play.match.turns) >= 2


def test_its_keys_are_in_the_list() -> None:
    assert Bindings().first("edit") == "ctrl+e"
