"""What is added to a board's body on the frame loop: labels, goals, walls, shadow on the table.

All of it is blits of small sprites, done once per view.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import pygame

from game.rules.topology import Point
from game.screen.boards import shapes, sprites, squares, walls
from game.screen.boards.glows import blit_centred
from game.screen.boards.slab import UNITS
from game.screen.boards.sprites import surface
from game.screen.boards.workshop import Store
from game.screen.theme import Colour, Theme
from game.screen.ui.fonts import font

if TYPE_CHECKING:
    from game.screen.boards.view import BoardView

XY = tuple[float, float]

LABEL = 17
SMALLEST_LABEL = 14
SHADOW_OFFSET = (10, 16)
SHADOW_BLUR = 18
SHADOW_ALPHA = 0.62
COARSE = 6  # the table's shadow is made at a sixth of the size

NAMES_AWAY = (15, 19, 24, 29)  # units from a point to the middle of its name

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


def ink_on_field(view: BoardView) -> Colour:
    """The engraving's colour, or white where the field is too dark for it."""
    board = view.theme.board(view.look.key)
    return board.engraving if sum(board.field[0]) > 330 else (255, 255, 255)


def free_spots(view: BoardView) -> dict[Point, XY]:
    """Beside each point of a board of lines, the place farthest from lines and other points."""
    at = {point: view.local(point) for point in view.look.places}
    lines = [(at[line[0]], at[line[-1]]) for line in view.look.topology.lines]
    k = max(view.k, 0.85)
    angles = np.arange(24, dtype=np.float32) * np.float32(np.pi / 12)
    around = np.concatenate([np.stack([1.15 * np.cos(angles), np.sin(angles)]) * away * k
                             for away in NAMES_AWAY], axis=1)  # fmt: skip
    nearer_first = np.repeat(np.arange(len(NAMES_AWAY)), len(angles)) * 0.8 * k
    spots: dict[Point, XY] = {}
    for point, (x, y) in at.items():
        cx, cy = around[0] + x, around[1] + y
        room = np.minimum(
            view.size * 0.462 - np.hypot(cx - view.size / 2, cy - view.size / 2), 12 * k
        )
        for a, b in lines:
            room = np.minimum(room, shapes.segment_distance(cx, cy, a, b))
        for ox, oy in at.values():
            room = np.minimum(room, np.hypot(cx - ox, cy - oy) - 5 * k)
        for sx, sy in spots.values():
            room = np.minimum(room, np.hypot((cx - sx) * 0.6, cy - sy) - 5 * k)
        best = int(np.argmax(room - nearer_first))
        spots[point] = (float(cx[best]), float(cy[best]))
    return spots


def dressed(body: pygame.Surface, view: BoardView) -> pygame.Surface:
    """The body with everything that does not move; the body itself stays as it is."""
    look, k = view.look, view.k
    board = body.copy()
    for point, piece in look.goals.items():
        blit_centred(board, _goal(view, piece.colour, piece.mark), _local(look.places[point], k))
    for x, y, upright, count in walls.places(look.topology, look.walls) if look.walls else ():
        blit_centred(board, wall_sprite(view, count, upright), _local((x, y), k))
    size = max(SMALLEST_LABEL, round(LABEL * k))
    if size < 24 * k or k > 0.45:  # on thumbnails the frame has no room for letters
        for words, place in look.labels:
            blit_centred(board, text(words, size, _label_colour(view.theme)), _local(place, k))
    return board


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
