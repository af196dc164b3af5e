"""Between two scenes, a shared board flies; nothing appears twice, and input ends the flight."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.platform.settings import Settings
from game.screen.app.app import App
from game.screen.app.scene import STAY, Change, Pop, Push, Scene, ShownBoard
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from tests.screen.screens import FRAME

RED, GREEN, WOOD = (250, 0, 0), (0, 250, 0), (0, 0, 250)
BESIDE = (1000, 700)  # a spot outside all boards of these tests


class Room(Scene):
    """A scene of one colour, with a board in it unless `rect` is None."""

    def __init__(self, colour: tuple[int, int, int], rect: pygame.Rect | None = None) -> None:
        self.colour, self.rect = colour, rect
        self.answer: Change = STAY

    def handle(self, event: InputEvent) -> Change | None:
        return self.answer if isinstance(event, Press) else None

    @property
    def boards(self) -> Sequence[ShownBoard]:
        if self.rect is None:
            return ()
        wood = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        wood.fill(WOOD)
        return [ShownBoard("less", self.rect, wood, wood, "start")]

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(self.colour)
        if self.rect is not None:
            canvas.surface.fill(WOOD, self.rect)


def change(first: Room, second: Scene, **settings: object) -> App:
    """Return an app, without a recorder, in the middle of a change from one scene to the other."""
    app = App(first, settings=Settings(language="en").with_(**settings), size=(1280, 800))
    app.frame(FRAME)
    first.answer = Push(second)
    app.frame(FRAME, [Press(("accept",))])
    return app


def middle(app: App) -> tuple[int, int]:
    """Return the middle of the area that has the colour of wood."""
    mask = pygame.mask.from_threshold(app.window.surface, WOOD, (30, 30, 30, 255))
    box = mask.get_bounding_rects()[0]
    return box.center


def frames(app: App) -> list[pygame.Surface]:
    """Return every frame until the camera rests."""
    seen = []
    while app.between_scenes:
        seen.append(app.window.surface.copy())
        app.frame(FRAME)
        assert len(seen) < 60
    return seen


def test_a_board_that_both_show_moves_and_grows() -> None:
    small, large = pygame.Rect(40, 40, 200, 200), pygame.Rect(400, 100, 600, 600)
    app = change(Room(RED, small), Room(GREEN, large))
    ways = []
    while app.between_scenes:
        ways.append(middle(app)[0])
        app.frame(FRAME)
    assert ways == sorted(ways)
    assert ways[0] < 200
    assert ways[-1] > 600
    assert app.window.surface.get_at(BESIDE)[:3] == GREEN
    app.close()


@pytest.mark.parametrize("rect", [None, pygame.Rect(40, 40, 200, 200)])
def test_no_frame_shows_both_scenes(rect: pygame.Rect | None) -> None:
    app = change(Room(RED, rect), Room(GREEN, rect))
    for seen in frames(app):
        red, green, _blue = seen.get_at(BESIDE)[:3]
        assert min(red, green) < 60
    app.close()


@pytest.mark.parametrize("settings", [{"reduced_motion": True}, {"animation_speed": 0.0}])
def test_without_motion_it_is_a_cut(settings: dict[str, object]) -> None:
    app = change(Room(RED), Room(GREEN), **settings)
    assert app.window.surface.get_at(BESIDE)[:3] == GREEN
    app.close()


def test_input_is_answered_at_once_and_cuts_it_short() -> None:
    second = Room(GREEN)
    app = change(Room(RED), second)
    second.answer = Pop()
    app.frame(FRAME, [Pointer("down", (5, 5))])
    assert app.window.surface.get_at(BESIDE)[:3] == GREEN
    app.frame(FRAME, [Press(("cancel",))])
    assert app.scene is not second
    app.close()


def test_a_dialog_dissolves_over_its_scene() -> None:
    class Dialog(Room):
        overlay = True

        def draw(self, canvas: Canvas) -> None:
            canvas.surface.fill(GREEN, (0, 0, 100, 100))

    app = change(Room(RED), Dialog(GREEN))
    app.frame(0.1)
    red, green, _blue = app.window.surface.get_at((50, 50))[:3]
    assert red > 20
    assert green > 20
    app.close()


def test_the_table_is_as_opaque_afterwards_as_before() -> None:
    """With an alpha of 255 instead of None, later blits of the table would be 20 times slower."""
    near, far = pygame.Rect(40, 40, 100, 100), pygame.Rect(400, 200, 200, 200)
    app = change(Room((90, 20, 20), near), Room((20, 20, 90), far))
    assert len(frames(app)) > 4
    assert app.canvas.table.get_alpha() is None
    assert not app.canvas.table.get_flags() & pygame.SRCALPHA
    app.close()
