"""Portraits of the opponents: counters with a face cut into them, sharp at each size.

Rendered by the workshop and kept; until one is there its counter lies there without a face.
"""

from __future__ import annotations

import pygame

from game.platform.theme import Theme
from game.screen.boards import piece_render, sprites
from game.screen.boards.art_renderer import renderer
from game.screen.boards.faces import face, faces
from game.screen.boards.piece_render import Pixels, Side
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import LruCache

_store = LruCache(6 << 20)


def draw_portrait(canvas: Canvas, key: str, centre: tuple[int, int], size: int) -> bool:
    """Draw the portrait of an opponent, `size` pixels wide, about `centre`.

    False while it is not quite there; an opponent that is not known has none.
    """
    if key not in faces():
        return True
    image = _portrait(canvas.theme, key, size)
    if image is None:
        rect = pygame.Rect(0, 0, size, size)
        rect.center = centre
        base = canvas.theme.piece(faces()[key][0]).base
        canvas.rounded(rect, size // 2, base, canvas.ui.line, canvas.hairline)
        return False
    canvas.surface.blit(image, image.get_rect(center=centre))
    if not canvas.theme.flat:  # a dark counter on a dark card needs a rim
        rim = pygame.Rect(0, 0, size + 2, size + 2)
        rim.center = centre
        canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)
    return True


def _portrait(theme: Theme, key: str, size: int) -> pygame.Surface | None:
    name = ("portrait", theme.name, key, size)
    found: pygame.Surface | None = _store.find(name)
    if found is not None:
        return found
    pixels = renderer.take(name)
    if pixels is None:
        renderer.ask(name, lambda _: _render(theme, key, size), rank=1)
        return None
    return _store.put(name, sprites.surface(pixels))


def _render(theme: Theme, key: str, size: int) -> Pixels:
    side = Side(theme.piece(faces()[key][0]), face(key))
    return piece_render.counter(size, side, side, theme)
