"""For every kind of colour vision, pieces are distinct from every board and from one another.

This is measured twice: on the palette, and on mean colours of drawn pieces, with light and grain.
"""

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from game.platform.settings import THEMES
from game.platform.theme import Theme, load_theme
from game.rules.registry import parse_setup
from game.screen.boards import sprites
from game.screen.boards.board_look import BoardLook
from game.screen.boards.board_render import Area
from game.screen.boards.grain import UNITS, WoodGrain, material
from game.screen.boards.painters import LinesPainter
from game.screen.plugin.registry import look_of
from game.screen.ui.color_vision import worst

LEAST = 3.0
# Size of a piece in pixels, and the minimum difference in colour (of 765) that makes its mark
# visible.
MARKED, MARK_DIFFERS = 64, 60
MOST_SHARED = 0.5  # maximum share of two marks' area that overlaps
SIZE = 240
SETUPS = {
    "more-or-less": "more-or-less",
    "less": "less tiles=A0B1C2D3E0F1G2H3I0",
    "libra": "libra size=5",
    "multiplicity": "multiplicity size=5",
}
COLOURS = {"counter": ("black", "green"), "pawn": ("black", "white"), "stone": ("black", "white")}
CASES = [(theme, key) for theme in THEMES for key in SETUPS]


def area(size: int) -> Area:
    axis = ((np.arange(size) + 0.5) * UNITS / size - UNITS / 2).astype(np.float32)
    x, y = np.broadcast_arrays(axis[None, :], axis[:, None])
    return Area(axis, axis, x, y, UNITS / size)


def bare_parts(look: BoardLook, theme: Theme) -> dict[str, NDArray[np.bool_]]:
    """Return, by the name of the wood, masks of the bare wood under pieces on a drawn board."""
    here = area(SIZE)
    if look.cell != "point":
        reach = look.diameter * 0.42
        near = [np.hypot(here.x - x, here.y - y) < reach for x, y in look.places.values()]
        return {"field": np.any(near, axis=0)}
    painter = look.painter(theme)
    assert isinstance(painter, LinesPainter)
    two = dataclasses.replace(painter.board, field=((255, 0, 0),), inlay=((0, 255, 0),))
    woods = dataclasses.replace(painter, board=two, grain="")
    radius = np.hypot(here.x, here.y)
    green = woods.marquetry(here, radius)[..., 1] > 0.5
    lines, points = woods.distances(here)
    bare = (lines > 4) & (points > 8) & (radius < 330)
    return {"field": bare & ~green, "inlay": bare & green}


def face(theme: Theme, style: str, colour: str) -> NDArray[np.float64]:
    """Return the mean colour of a drawn piece, without its mark, outermost rim and shadow."""
    diameter = 64
    pixels = sprites.render(theme, style, colour, sprites.BLANK, diameter)
    middle = (pixels.shape[0] - 1) / 2
    y, x = np.mgrid[: pixels.shape[0], : pixels.shape[1]] - middle
    inner = pixels[np.hypot(x, y) < diameter / 2 * 0.86][:, :3]
    return np.asarray(inner.mean(0), np.float64)


@pytest.mark.parametrize(("theme_name", "key"), CASES)
def test_drawn_pieces_on_the_drawn_board(theme_name: str, key: str) -> None:
    theme, look = load_theme(theme_name), look_of(parse_setup(SETUPS[key]))
    drawn = look.painter(theme).render(SIZE)[..., :3]
    for wood, mask in bare_parts(look, theme).items():
        ground = drawn[mask].mean(0)
        for colour in COLOURS[look.style]:
            if theme.flat and colour == "white":
                # A white piece on white wood differs from it by its outline.
                ratio = worst((0, 0, 0), ground)
            else:
                ratio = worst(face(theme, look.style, colour), ground)
            assert ratio >= LEAST, f"{colour} on {wood} of {key}: {ratio:.2f}"


@pytest.mark.parametrize("theme_name", THEMES)
@pytest.mark.parametrize("style", COLOURS)
def test_drawn_pieces_beside_one_another(theme_name: str, style: str) -> None:
    theme = load_theme(theme_name)
    one, other = COLOURS[style]
    ratio = worst(face(theme, style, one), face(theme, style, other))
    assert ratio >= LEAST, f"{one} and {other}: {ratio:.2f}"


@pytest.mark.parametrize(("theme_name", "key"), CASES)
def test_palette_of_pieces_and_boards(theme_name: str, key: str) -> None:
    theme, look = load_theme(theme_name), look_of(parse_setup(SETUPS[key]))
    board = theme.board(key)
    grain = material(look.wood, theme_name, theme.flat)
    axis = np.linspace(-380, 380, 96, dtype=np.float32)
    for stops in filter(None, (board.field, board.inlay)):
        ground = WoodGrain(grain, stops).sample(axis, axis).reshape(-1, 3).mean(0) * 255
        for colour in COLOURS[look.style]:
            base = sprites.side(theme, look.style, colour, 0).colours
            ink = base.rim or base.base
            assert max(worst(base.base, ground), worst(ink, ground)) >= LEAST, (colour, stops)


@pytest.mark.parametrize("theme_name", THEMES)
def test_marks_on_pieces(theme_name: str) -> None:
    theme = load_theme(theme_name)
    for name, piece in theme.pieces.items():
        assert piece.mark is not None
        assert piece.mark_shape != "none"
        assert worst(piece.base, piece.mark) >= LEAST, name


@pytest.mark.parametrize("theme_name", THEMES)
def test_marks_differ_by_shape_alone(theme_name: str) -> None:
    theme = load_theme(theme_name)
    for style, colours in COLOURS.items():
        shapes = {
            sprites.side(theme, style, colour, mark).mark
            for colour in colours
            for mark in ((0, 1) if style == "pawn" else (0,))
        }
        assert len(shapes) == len(colours) * (2 if style == "pawn" else 1)


def drawn_mark(
    theme: Theme, style: str, colour: str
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Return the mask of a piece's drawn mark, and the mean colours there with and without it."""
    marked, blank = (
        sprites.render(theme, style, colour, mark, MARKED)[..., :3].astype(np.float64)
        for mark in (0, sprites.BLANK)
    )
    there = np.abs(marked - blank).sum(-1) > MARK_DIFFERS
    return there, marked[there].mean(0), blank[there].mean(0)


@pytest.mark.parametrize("theme_name", THEMES)
@pytest.mark.parametrize("style", COLOURS)
def test_drawn_marks_tell_pieces_apart_by_form_in_every_sight(theme_name: str, style: str) -> None:
    theme = load_theme(theme_name)
    marks = [drawn_mark(theme, style, colour) for colour in COLOURS[style]]
    for _there, mark, face_ in marks:
        assert worst(mark, face_) >= LEAST
    (one, *_), (other, *_) = marks
    shared = (one & other).sum() / (one | other).sum()
    assert shared < MOST_SHARED, f"{shared:.2f} of both marks is the same form"


@pytest.mark.parametrize("theme_name", THEMES)
def test_walls_on_their_board(theme_name: str) -> None:
    theme = load_theme(theme_name)
    look = look_of(parse_setup(SETUPS["less"]))
    ground = look.painter(theme).render(SIZE)[..., :3][bare_parts(look, theme)["field"]].mean(0)
    assert worst(theme.wall.base, ground) >= LEAST
