"""Board and column are side by side, or one below the other in upright windows."""

from __future__ import annotations

from itertools import combinations

import pytest
from pygame import Rect

from game.screen.app.window import first_size
from game.screen.play.layout import PlayLayout, lay_out
from game.screen.ui.tokens import Metrics

PHONES = [(480, 900), (720, 1280), (480, 1040)]
LYING = [(800, 600), (1280, 800), (2560, 1080)]
SIZES = [*PHONES, (900, 1150), (800, 820), *LYING]
PANEL = 264


def parts(layout: PlayLayout) -> dict[str, Rect]:
    names = ("board", "header", "seats", "game", "turns", "actions")
    return {name: getattr(layout, name) for name in names if getattr(layout, name).height}


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_everything_is_in_the_window_and_nothing_lies_over_another(
    size: tuple[int, int], opened: bool
) -> None:
    layout = lay_out(Metrics(*size), PANEL, opened)
    for name, rect in parts(layout).items():
        assert Rect((0, 0), size).contains(rect), name
    for (one, a), (other, b) in combinations(parts(layout).items(), 2):
        assert not a.colliderect(b), (one, other)


@pytest.mark.parametrize("size", PHONES)
def test_on_a_phone_the_board_is_as_wide_as_the_window(size: tuple[int, int]) -> None:
    layout = lay_out(Metrics(*size), PANEL)
    assert layout.board.width >= 0.94 * size[0]
    assert layout.board.bottom < layout.header.top


def test_in_a_wider_upright_window_there_are_two_stacks_below_the_board() -> None:
    layout = lay_out(Metrics(900, 1150), PANEL)
    assert layout.board.width > 0.9 * 900
    assert layout.game.left > layout.seats.right


@pytest.mark.parametrize("size", [(480, 900), (900, 1150)])
def test_turns_that_fold_take_the_place_of_the_panel(size: tuple[int, int]) -> None:
    folded, opened = (lay_out(Metrics(*size), PANEL, way) for way in (False, True))
    assert folded.folds
    assert opened.game.height == 0
    assert opened.turns.height >= folded.game.height
    assert opened.board == folded.board


@pytest.mark.parametrize("size", LYING)
def test_beside_a_board_turns_never_fold(size: tuple[int, int]) -> None:
    assert not lay_out(Metrics(*size), PANEL).folds


@pytest.mark.parametrize(
    ("desktop", "upright"), [((1920, 1080), False), ((720, 1280), True), ((1200, 1920), True)]
)
def test_the_first_window_lies_as_the_desktop_does(desktop: tuple[int, int], upright: bool) -> None:
    width, height = first_size(desktop)
    assert (height > width) == upright
    assert width <= desktop[0]
    assert height <= desktop[1]
