"""Surfaces of boards: sharp ones from the disk cache or the renderer, until then substitutes.

A body depends only on the look's body, the theme and the size, so views share it. Only the frame
loop calls this module; nothing here takes longer than scaling one picture.
"""

from __future__ import annotations

from functools import cache
from weakref import WeakSet

import pygame
from pygame import Surface

from game.platform.theme import Theme
from game.screen.boards import art_cache
from game.screen.boards.art_renderer import Alive, renderer
from game.screen.boards.board_look import BoardLook
from game.screen.boards.board_render import BoardPainter, CancelledError
from game.screen.boards.grain import ART
from game.screen.boards.piece_render import Pixels
from game.screen.boards.sprites import surface, swapped
from game.screen.ui.paint import LruCache

Key = tuple[str, str, str, str, int]
# Width of a draft that is rendered immediately if nothing else is available.
DRAFT = 160
SKETCHED = 400  # minimum width of a body for which a draft is rendered first

_store = LruCache(28 << 20)
_owners: dict[Key, WeakSet[object]] = {}


def body_key(look: BoardLook, theme: Theme, size: int) -> Key:
    return ("body", look.key, look.body, look.art_name(theme), size)


def sharp(look: BoardLook, theme: Theme, size: int, owner: object) -> Surface | None:
    """Return the finished surface, or None while it is being rendered.

    Rendering stops when all owners are gone, so that resizing a window does not leave old sizes in
    the queue.
    """
    key = body_key(look, theme, size)
    found: Surface | None = _store.find(key)
    if found is not None:
        return found
    pixels = renderer.take(key)
    if pixels is None:
        owners = _owners.setdefault(key, WeakSet())
        painter, first = look.painter(theme), not owners
        owners.add(owner)
        if first:
            renderer.ask(
                _draft_key(key), lambda alive: _sketch(key, painter, alive, owners), rank=1
            )
        renderer.ask(key, lambda alive: _render(key, painter, alive, owners), rank=2)
        return None
    _owners.pop(key, None)
    renderer.drop(_draft_key(key))
    return _store.put(key, pygame.image.frombuffer(pixels.data, (size, size), "BGRA"))


def drafted(look: BoardLook, theme: Theme, size: int) -> Surface | None:
    """Return a full-size draft a single time; it renders in a quarter of the surface's time."""
    pixels = renderer.take(_draft_key(body_key(look, theme, size)))
    return None if pixels is None else pygame.image.frombuffer(pixels.data, (size, size), "BGRA")


def _draft_key(key: Key) -> tuple[str, ...]:
    return ("draft", *map(str, key))


def _render(key: Key, painter: BoardPainter, alive: Alive, owners: WeakSet[object]) -> Pixels:
    """Render a surface in the renderer's thread; the frame loop only wraps the result."""
    name, size = cached_name(key), key[-1]
    found = art_cache.fetch(name, size)
    if found is None:
        found = swapped(painter.render(size, lambda: alive() and bool(owners)))
        art_cache.keep(name, found)
    return found


def _sketch(key: Key, painter: BoardPainter, alive: Alive, owners: WeakSet[object]) -> Pixels:
    """Render a draft, unless the final surface is small or already on disk."""
    size = key[-1]
    if size < SKETCHED or art_cache.has(cached_name(key), size):
        raise CancelledError
    return swapped(painter.render(size, lambda: alive() and bool(owners), fine=1))


def cached_name(key: Key) -> str:
    """Return the name, without the size, under which `art_cache` stores a surface of this key."""
    return "-".join(key[1:-1])


def release(look: BoardLook, theme: Theme, size: int, owner: object) -> None:
    """Stop rendering a surface for this owner, who may request it again."""
    owners = _owners.get(body_key(look, theme, size))
    if owners is not None:
        owners.discard(owner)


def now(look: BoardLook, theme: Theme, size: int) -> Surface:
    """Return the finished surface, rendered immediately if necessary: for tests and pictures."""
    key = body_key(look, theme, size)
    found: Surface | None = _store.find(key)
    if found is None:
        found = _store.put(key, surface(look.painter(theme).render(size)))
        renderer.drop(key)
    return found


def stand_in(look: BoardLook, theme: Theme, size: int) -> Surface:
    """Return the surface scaled from another one: a cached size, the shipped picture or a draft."""
    near = _nearest(look, theme, size) or _shipped(look.key, look.body, look.art_name(theme))
    if near is None:
        draft = min(DRAFT, size)
        near = _store.put(body_key(look, theme, draft), surface(look.painter(theme).render(draft)))
    return pygame.transform.smoothscale(near, (size, size))


def _nearest(look: BoardLook, theme: Theme, size: int) -> Surface | None:
    """Return a cached surface of another size, preferably a larger one."""
    wanted = body_key(look, theme, size)[:-1]
    sizes = [key[-1] for key in _store if isinstance(key, tuple) and key[:-1] == wanted]
    if not sizes:
        return None
    best = min(sizes, key=lambda other: (other < size, abs(other - size)))
    return _store.find((*wanted, best))


def shipped_name(key: str, body: str, theme_name: str) -> str:
    """Return the file name of a board that ships with the program."""
    return f"{key}-{body}-{theme_name}.png"


@cache
def _shipped(key: str, body: str, theme_name: str) -> Surface | None:
    path = ART / "boards" / shipped_name(key, body, theme_name)
    if not path.exists():
        return None
    image = pygame.image.load(path)
    return image.convert_alpha() if pygame.display.get_surface() else image
