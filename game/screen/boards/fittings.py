"""What is added to a board's body on the frame loop: labels, goals, walls, shadow on the table.

All of it is blits of small sprites, done once per view.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pygame

from game.rules.topology import Point
from game.screen.boards import names, shapes, sprites, squares, walls
from game.screen.boards.glows import blit_centred
from game.screen.boards.slab import UNITS
from game.screen.boards.sprites import surface
from game.screen.boards.workshop import STILL, Store, workshop
from game.screen.ui.fonts import font
from game.screen.ui.theme import Colour, Theme

if TYPE_CHECKING:
    from game.screen.boards.view import BoardView

XY = tuple[float, float]

# Coordinates on a board: none, letters and numbers on its frame, or besides every point's name
# where the frame has none.
BARE, FRAMED, NAMED = "bare", "framed", "named"

LABEL = 17
SMALLEST_LABEL = 14
SHADOW_OFFSET = (10, 16)
SHADOW_BLUR = 18
SHADOW_ALPHA = 0.62
COARSE = 6  # the table's shadow is made at a sixth of the size

NAME, SMALLEST_NAME = 14.5, 12  # units and least pixels of the type in which points are named
RING = 6.0  # units by which signs reach beyond a counter

_store = Store(room=8 << 20)
_texts: OrderedDict[tuple[str, int, Colour], pygame.Surface] = OrderedDict()


def text(words: str, pixels: int, colour: Colour) -> pygame.Surface:
    """Bold text as a surface, kept."""
    key = (words, pixels, colour)
    found = _texts.get(key)
    if found is None:
        found = _texts[key] = font("text", "700", pixels).render(words, True, colour)
        if len(_texts) > 600:
            _texts.popitem(last=False)
    return found


def letters(words: str, pixels: int, colour: Colour) -> pygame.Surface:
    """The same, cut to the letters: its middle is theirs."""
    image = text(words, pixels, colour)
    return image.subsurface(image.get_bounding_rect())


def name_size(view: BoardView) -> int:
    """Pixels of the type in which points are named."""
    return max(SMALLEST_NAME, round(NAME * view.k))


def free_spots(view: BoardView, wait: bool = True) -> dict[Point, XY] | None:
    """Where each point of a board of lines is named, from the board's corner; kept.

    Without `wait` they are worked out in the workshop; None until then.
    """
    size = name_size(view)
    key = ("names", view.look.body, view.size, view.piece_size, size)
    found: dict[Point, XY] | None = _store.get(key) or workshop.take(key)
    if found is None:
        at = {point: view.local(point) for point in view.look.places}
        lines = [(at[line[0]], at[line[-1]]) for line in view.look.topology.lines]
        room = {p: letters(p, size, (0, 0, 0)).get_size() for p in at}
        paper = names.Paper(at, lines, room, view.piece_size / 2, RING * view.k, view.size)
        if not wait:
            workshop.ask(key, lambda _: names.spots(paper), rank=STILL)
            return None
        found = names.spots(paper)
        workshop.drop(key)
    _store.put(key, found, 100 * len(found))
    return found


def may_name(view: BoardView) -> bool:
    """Whether it is known where the names go, if points are to be named."""
    named = view.coordinates == NAMED and view.look.cell == "point"
    return not named or free_spots(view, wait=False) is not None


def dressed(body: pygame.Surface, view: BoardView, named: bool = True) -> pygame.Surface:
    """The body with everything that does not move; the body itself stays as it is."""
    look, k = view.look, view.k
    board = body.copy()
    for point, piece in look.goals.items():
        blit_centred(board, _goal(view, piece.colour, piece.mark), _local(look.places[point], k))
    for x, y, upright, count in walls.places(look.topology, look.walls) if look.walls else ():
        blit_centred(board, wall_sprite(view, count, upright), _local((x, y), k))
    size = max(SMALLEST_LABEL, round(LABEL * k))
    if named and view.coordinates == NAMED and look.cell == "point":
        write_names(board, view, {point: point for point in look.places}, (0, 0))
    if view.coordinates == BARE:
        return board
    if size < 24 * k or k > 0.45:  # on thumbnails the frame has no room for letters
        for words, place in look.labels:
            blit_centred(board, text(words, size, _label_colour(view.theme)), _local(place, k))
    return board


def write_names(
    canvas: pygame.Surface, view: BoardView, words: Mapping[Point, str], corner: tuple[int, int]
) -> None:
    """Names beside the points of a board whose upper left corner lies there."""
    colour, size = names.ink(view.theme.board(view.look.key)), name_size(view)
    for point, (x, y) in view.name_spots.items():
        if words.get(point):
            at = corner[0] + x, corner[1] + y
            blit_centred(canvas, letters(words[point], size, colour), at)


def _label_colour(theme: Theme) -> Colour:
    return theme.ui.engraved


def _local(place: XY, k: float) -> XY:
    return (place[0] + UNITS / 2) * k, (place[1] + UNITS / 2) * k


def wall_sprite(view: BoardView, count: int, upright: bool) -> pygame.Surface:
    """One bar or two, with their shadow."""
    key = ("wall", view.theme.name, view.size, view.look.topology.size, count, upright)
    found = _store.get(key)
    if found is None:
        length = squares.square_side(view.look.topology) - walls.LENGTH_LESS
        pixels = walls.bars(length, view.k, count > 1, upright, view.theme)
        found = surface(pixels)
        _store.put(key, found, pixels.nbytes)
    return found


def _goal(view: BoardView, colour: str, mark: int) -> pygame.Surface:
    key = ("goal", view.theme.name, view.size, view.look.topology.size, colour, mark)
    found = _store.get(key)
    if found is None:
        theme = view.theme
        side = sprites.side(theme, "pawn", colour, mark)
        diameter = 2 * walls.GOAL_RADIUS * squares.square_side(view.look.topology) * view.k
        tint = side.colours.base if not theme.flat else (0, 0, 0)
        found = surface(walls.goal(diameter, side.mark, tint, colour == "black"))
        _store.put(key, found, found.get_width() ** 2 * 4)
    return found


def table_shadow(view: BoardView) -> tuple[pygame.Surface, tuple[int, int]]:
    """The board's shadow and where it lies from the board's upper left corner."""
    pad = round(3 * SHADOW_BLUR * view.k) // COARSE * COARSE + COARSE
    key = ("table", view.look.cell, view.size)
    found = _store.get(key)
    if found is None:
        found = _table_shadow(view, pad)
        _store.put(key, found, found.get_width() ** 2 * 4)
    return found, (
        round(SHADOW_OFFSET[0] * view.k) - pad,
        round(SHADOW_OFFSET[1] * view.k) - pad,
    )


def _table_shadow(view: BoardView, pad: int) -> pygame.Surface:
    width = view.size + 2 * pad
    cells = width // COARSE
    axis = (np.arange(cells, dtype=np.float32) + 0.5) * (width / cells) / view.k
    axis -= UNITS / 2 + pad / view.k
    x, y = np.broadcast_arrays(axis[None, :], axis[:, None])
    if view.look.cell == "hexagon":
        inside = shapes.pointed_hexagon(x, y, UNITS / 2 * shapes.SQRT3 / 2, 12)
    elif view.look.cell == "square":
        inside = shapes.rounded_box(x, y, UNITS / 2, UNITS / 2, 12)
    else:
        inside = UNITS / 2 - np.hypot(x, y)
    soft = 1 / (1 + np.exp(np.clip(-1.702 * inside / SHADOW_BLUR, -40, 40)))
    pixels = np.zeros((cells, cells, 4), np.uint8)
    pixels[..., 3] = soft * (255 * SHADOW_ALPHA)
    return pygame.transform.smoothscale(surface(pixels), (width, width))
