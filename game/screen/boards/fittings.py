"""Labels, names, fittings and shadow of a board, drawn on the frame loop.

Drawing only blits small sprites, a single time per view.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

import numpy as np
import pygame
from pygame import Surface

from game.pictures.label_placement import LabelSpace, place_labels
from game.pictures.lines import UNITS, XY
from game.platform.theme import BoardColours, Colour
from game.rules.topology import Point
from game.screen.boards import shapes
from game.screen.boards.art_renderer import RANK_AT_REST, renderer
from game.screen.boards.board_look import BoardGeometry, Fitting
from game.screen.boards.highlights import blit_centred
from game.screen.boards.piece_render import Pixels
from game.screen.boards.sprites import surface
from game.screen.ui.color_vision import contrast, worst
from game.screen.ui.paint import LruCache, mix
from game.screen.ui.pygame_compat import skipping_clear
from game.screen.ui.text import font

# Coordinates of a board: only letters and numbers on its frame, or also each point's name.
FRAMED, NAMED = "framed", "named"

LABEL = 17
SMALLEST_LABEL = 14
SHADOW_OFFSET = (10, 16)
SHADOW_BLUR = 18
SHADOW_ALPHA = 0.62
COARSE = 6  # divisor of the size at which the table's shadow is made

# Type size of point names in board units, and minimum size in pixels.
NAME, SMALLEST_NAME = 14.5, 12
# Share of the field's colour in the ink of names, if enough contrast remains.
QUIET = 0.22
LEAST_CONTRAST = 4.6  # minimum contrast of a name with every colour of the field
RING = 6.0  # board units by which marks extend beyond a counter

_store = LruCache(8 << 20)


@lru_cache(maxsize=600)
def text(words: str, pixels: int, colour: Colour) -> Surface:
    """Return bold text as a surface, cached."""
    return font("text", "700", pixels).render(words, True, colour)


def letters(words: str, pixels: int, colour: Colour) -> Surface:
    """Return text as a surface cut to its letters, so that both have the same middle."""
    image = text(words, pixels, colour)
    return image.subsurface(image.get_bounding_rect())


def name_size(at: BoardGeometry) -> int:
    """Return the type size of point names in pixels."""
    return max(SMALLEST_NAME, round(NAME * at.k))


def name_spots(at: BoardGeometry, wait: bool = True) -> dict[Point, XY] | None:
    """Return the places of the points' names, from the board's upper left corner.

    Without `wait`, the names of a board of lines are placed in the background; the result is None
    until that is done.
    """
    if at.look.cell != "point":
        low = 0.72 * at.look.cell_reach * at.k
        return {p: (x, y + low) for p, (x, y) in ((p, at.local(p)) for p in at.look.places)}
    size = name_size(at)
    key = ("names", at.look.body, at.size, at.piece_size, size)
    found: dict[Point, XY] | None = _store.find(key) or renderer.take(key)
    if found is None:
        places = {point: at.local(point) for point in at.look.places}
        lines = [(places[line[0]], places[line[-1]]) for line in at.look.topology.lines]
        room = {p: letters(p, size, (0, 0, 0)).get_size() for p in places}
        paper = LabelSpace(places, lines, room, at.piece_size / 2, RING * at.k, at.size)
        if not wait:
            renderer.ask(key, lambda _: place_labels(paper), rank=RANK_AT_REST)
            return None
        found = place_labels(paper)
        renderer.drop(key)
    return _store.put(key, found, 100 * len(found))


def fit(board: Surface, at: BoardGeometry) -> None:
    """Draw the look's fittings on the board."""
    for fitting in at.look.fittings:
        blit_centred(board, _fitting_sprite(fitting, at), at.local(fitting.at))


def prepare(at: BoardGeometry) -> bool:
    """Render the fittings in the background; return whether all of them are done."""
    missing = False
    for fitting in at.look.fittings:
        key = _fitting_key(fitting, at)
        if _store.find(key) is not None:
            continue
        pixels = renderer.take(key)
        if pixels is None:
            missing = True
            renderer.ask(key, partial(_rendered, fitting, at))
        else:
            _store.put(key, surface(pixels))
    return not missing


def _rendered(fitting: Fitting, at: BoardGeometry, _alive: object) -> Pixels:
    return fitting.render(at.k, at.theme)


def _fitting_sprite(fitting: Fitting, at: BoardGeometry) -> Surface:
    """Return the cached picture of a fitting on a board of this size."""
    return _store.get(_fitting_key(fitting, at), lambda: surface(fitting.render(at.k, at.theme)))


def _fitting_key(fitting: Fitting, at: BoardGeometry) -> tuple[object, ...]:
    return ("fitting", at.theme.name, at.size, fitting.kind)


def write_labels(board: Surface, at: BoardGeometry) -> None:
    """Draw letters and numbers on the frame, except on thumbnails."""
    size, colour = max(SMALLEST_LABEL, round(LABEL * at.k)), at.theme.ui.engraved
    own = at.look.own_board(at.theme)
    if own is not None and not own.frame:
        if own.lined:
            return  # the user's picture has its own labels, or is meant to have none
        colour = own.lines or ink(at.look.colours(at.theme))
    if size < 24 * at.k or at.k > 0.45:
        for words, place in at.look.labels:
            blit_centred(board, text(words, size, colour), at.local(place))


@lru_cache(maxsize=64)
def ink(board: BoardColours) -> Colour:
    """Return the least prominent ink that is legible on every colour of the field."""
    grounds = [*board.field, *board.inlay]
    inks = (board.engraving, (255, 255, 255), (0, 0, 0))
    best = max(inks, key=lambda one: min(contrast(one, ground) for ground in grounds))
    for share in (QUIET, QUIET / 2):
        quiet = mix(best, board.field[0], share)
        if min(worst(quiet, ground) for ground in grounds) >= LEAST_CONTRAST:
            return quiet
    return best


def write_names(
    canvas: Surface, at: BoardGeometry, words: Mapping[Point, str], corner: tuple[int, int]
) -> None:
    """Draw names beside the points of a board whose upper left corner is `corner`."""
    for point, (x, y) in (name_spots(at) or {}).items():
        if words.get(point):
            write_name(canvas, at, words[point], (corner[0] + x, corner[1] + y))


def write_name(canvas: Surface, at: BoardGeometry, name: str, spot: XY) -> None:
    """Draw one name, centred on a place of the canvas."""
    colour = ink(at.look.colours(at.theme))
    blit_centred(canvas, letters(name, name_size(at), colour), spot)


def table_shadow(at: BoardGeometry) -> tuple[Surface, tuple[int, int]]:
    """Return the board's shadow, and its place from the board's upper left corner."""
    pad = round(3 * SHADOW_BLUR * at.k) // COARSE * COARSE + COARSE
    key = ("table", at.look.cell, at.size)
    found = _store.get(key, lambda: skipping_clear(_table_shadow(at, pad)))
    return found, (round(SHADOW_OFFSET[0] * at.k) - pad, round(SHADOW_OFFSET[1] * at.k) - pad)


def _table_shadow(at: BoardGeometry, pad: int) -> Surface:
    width = at.size + 2 * pad
    cells = width // COARSE
    axis = (np.arange(cells, dtype=np.float32) + 0.5) * (width / cells) / at.k
    axis -= UNITS / 2 + pad / at.k
    x, y = np.broadcast_arrays(axis[None, :], axis[:, None])
    if at.look.cell == "hexagon":
        inside = shapes.pointed_hexagon(x, y, UNITS / 2 * shapes.SQRT3 / 2, 12)
    elif at.look.cell == "square":
        inside = shapes.rounded_box(x, y, UNITS / 2, UNITS / 2, 12)
    else:
        inside = UNITS / 2 - np.hypot(x, y)
    soft = 1 / (1 + np.exp(np.clip(-1.702 * inside / SHADOW_BLUR, -40, 40)))
    pixels = np.zeros((cells, cells, 4), np.uint8)
    pixels[..., 3] = soft * (255 * SHADOW_ALPHA)
    return pygame.transform.smoothscale(surface(pixels), (width, width))
