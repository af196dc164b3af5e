"""The window's size and place are computed right; `tests/window/test_desktop.py` tests them."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.screen.app.monitors import DesktopMonitor, Frame, WindowState
from game.screen.app.window import first_size, fitted, nearest, picture_size
from game.screen.ui.bindings import Bindings
from game.screen.ui.input import Pointer
from game.screen.ui.input_translator import InputTranslator

ROOM = Rect(0, 24, 1280, 776)


def monitor(name: str, *place: int) -> DesktopMonitor:
    return DesktopMonitor(name, Rect(place), Rect(place))


@pytest.mark.parametrize(
    ("rect", "place"),
    [
        ((100, 100, 900, 640), (100, 100, 900, 640)),
        ((0, 0, 3800, 2100), (0, 24, 1280, 776)),
        ((-300, 700, 900, 640), (0, 160, 900, 640)),
        ((2000, -900, 900, 640), (380, 24, 900, 640)),
    ],
)
def test_a_window_is_brought_into_its_room(
    rect: tuple[int, int, int, int], place: tuple[int, int, int, int]
) -> None:
    assert fitted(Rect(rect), ROOM) == Rect(place)


def test_a_frame_takes_its_room() -> None:
    frame = Frame(20, 1, 5, 2)
    assert frame.within(ROOM) == Rect(1, 44, 1277, 751)
    assert WindowState(Rect(1, 44, 1277, 751), frame).framed == ROOM


def test_the_nearest_monitor_shows_most_of_the_window() -> None:
    left, right = monitor("left", -1920, 0, 1920, 1080), monitor("right", 0, 0, 1280, 800)
    both = [right, left]
    assert nearest(Rect(-1000, 100, 900, 640), both) == left
    assert nearest(Rect(-400, 100, 900, 640), both) == right
    assert nearest(Rect(9000, 9000, 900, 640), both) == right


@pytest.mark.parametrize("desktop", [(800, 480), (480, 800), (640, 480), (1024, 600), (3840, 2160)])
def test_the_first_window_is_no_larger_than_the_desktop(desktop: tuple[int, int]) -> None:
    width, height = first_size(desktop)
    assert width <= desktop[0]
    assert height <= desktop[1]


@pytest.mark.parametrize(
    ("window", "picture"),
    [
        ((1280, 800), (1280, 800)),
        ((800, 600), (800, 600)),
        ((800, 480), (1000, 600)),
        ((480, 800), (480, 800)),
        ((800, 420), (1143, 600)),
        ((400, 300), (800, 600)),
        ((320, 640), (480, 960)),
    ],
)
def test_what_is_too_small_shows_a_larger_picture(
    window: tuple[int, int], picture: tuple[int, int]
) -> None:
    assert picture_size(window) == picture


def test_the_mouse_hits_what_is_seen_in_a_picture_that_is_reduced() -> None:
    translator = InputTranslator(Bindings())
    translator.zoom = 2.0
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 60), button=1)
    assert translator.events(down) == [Pointer("down", (200, 120), 1, held=True)]
