"""Smooth shapes: rounded boxes, soft shadows and glows as cached nine-part surfaces.

pygame draws jagged rounded corners. Here a small box is drawn four times too large, reduced, and
stretched along its straight parts. Every shape is made a single time per look and size.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

import pygame
from pygame import Surface

from game.screen.ui.pygame_compat import gaussian_blur, skipping_clear

Colour = tuple[int, int, int]
Value = TypeVar("Value")
OVER = 4  # factor of supersampling


class LruCache:
    """A cache with a limit in bytes, which drops the least recently used values first.

    `finish` is applied to the values that `get` makes.
    """

    def __init__(self, room: int, finish: Callable[[Any], Any] = lambda made: made) -> None:
        self._room, self._bytes, self._finish = room, 0, finish
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

    def find(self, key: Hashable) -> Any | None:
        """Return the cached value and mark it as recently used; None if absent."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, value: Value, size: int | None = None) -> Value:
        """Cache and return a value of `size` bytes; for surfaces the size may be None.

        A value larger than the limit stays in the cache alone.
        """
        size = _bytes_of(value) if size is None else size
        if key in self._kept:
            self._bytes -= self._kept.pop(key)[1]
        self._kept[key] = (value, size)
        self._bytes += size
        while self._bytes > self._room and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1][1]
        return value

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of `key`; if absent, make and cache it. Do not draw on the value."""
        found: Value | None = self.find(key)
        if found is None:
            made: Value = self._finish(make())
            return self.put(key, made)
        return found

    def clear(self) -> None:
        self._kept.clear()
        self._bytes = 0

    def __iter__(self) -> Iterator[Hashable]:
        """Iterate over the keys, the least recently used first."""
        return iter(list(self._kept))


def _bytes_of(value: Any) -> int:
    """Return the bytes of one or several surfaces."""
    if isinstance(value, Surface):
        return value.get_width() * value.get_height() * 4
    return sum(_bytes_of(one) for one in value if one is not None)


CACHE = LruCache(48_000_000, skipping_clear)
ROOMS = LruCache(40_000_000, skipping_clear)  # for surfaces as large as the window
LINES = LruCache(12_000_000, skipping_clear)  # for lines of text


def forget_surfaces() -> None:
    """Clear the caches of surfaces for one size, theme and language."""
    for cache in (CACHE, ROOMS, LINES):
        cache.clear()


def box(
    size: tuple[int, int],
    radius: int,
    fill: tuple[int, ...] | None,
    border: tuple[int, ...] | None = None,
    width: int = 0,
) -> Surface:
    """Return a rounded box with an inner border; `fill` None is transparent. Do not draw on it."""
    w, h = max(1, size[0]), max(1, size[1])
    radius = max(0, min(radius, w // 2, h // 2))

    def make() -> Surface:
        corner = max(radius, width) + 1
        sw, sh = min(w, 2 * corner + 1), min(h, 2 * corner + 1)
        big = Surface((sw * OVER, sh * OVER), pygame.SRCALPHA)
        edge = border if border is not None and width else fill
        big.fill((*(edge or (0, 0, 0))[:3], 0))
        if edge is not None:
            pygame.draw.rect(big, edge, big.get_rect(), border_radius=radius * OVER)
        if border is not None and width:
            inner = big.get_rect().inflate(-2 * width * OVER, -2 * width * OVER)
            inside = (*border[:3], 0) if fill is None else fill
            pygame.draw.rect(big, inside, inner, border_radius=max(0, radius - width) * OVER)
        return _stretch(pygame.transform.smoothscale(big, (sw, sh)), w, h)

    return CACHE.get(("box", w, h, radius, fill, border, width), make)


def _stretch(small: Surface, w: int, h: int) -> Surface:
    """Stretch a small box to w x h by repeating its middle row and column."""
    sw, sh = small.get_size()
    if (sw, sh) == (w, h):
        return small
    whole = Surface((w, h), pygame.SRCALPHA)
    for from_x, from_w, x, to_w in _thirds(sw, w):
        for from_y, from_h, y, to_h in _thirds(sh, h):
            if min(from_w, from_h, to_w, to_h) <= 0:
                continue
            part = small.subsurface((from_x, from_y, from_w, from_h))
            if (from_w, from_h) != (to_w, to_h):
                part = pygame.transform.scale(part, (to_w, to_h))
            whole.blit(part, (x, y))
    return whole


def _thirds(small: int, whole: int) -> list[tuple[int, int, int, int]]:
    """Return start and length of a side's three parts, in the small box and in the whole box."""
    first = small // 2
    last = small - first - 1
    middle = (first, 1, first, whole - first - last)
    return [(0, first, 0, first), middle, (first + 1, last, whole - last, last)]


def soft(
    size: tuple[int, int], radius: int, blur: int, colour: Colour, alpha: float
) -> tuple[Surface, int]:
    """Return a blurred rounded box and the margin by which it exceeds `size` on each side."""
    w, h = max(1, size[0]), max(1, size[1])
    margin = 2 * blur
    key = ("soft", w, h, radius, blur, colour, round(alpha, 2))

    def make() -> Surface:
        corner = max(radius, 1) + 2 * blur + 1
        sw, sh = min(w, 2 * corner + 1), min(h, 2 * corner + 1)
        small = Surface((sw + 2 * margin, sh + 2 * margin), pygame.SRCALPHA)
        small.fill((*colour, 0))
        shape = pygame.Rect(margin, margin, sw, sh)
        pygame.draw.rect(small, (*colour, round(255 * alpha)), shape, border_radius=radius)
        small = blurred(small, blur)
        return _stretch(small, w + 2 * margin, h + 2 * margin)

    return CACHE.get(key, make), margin


def blurred(surface: Surface, radius: int) -> Surface:
    """Return a blurred copy; a large radius is applied to a reduced copy, which looks the same."""
    if radius < 1:
        return surface
    w, h = surface.get_size()
    shrink = max(1, radius // 4)
    small = pygame.transform.smoothscale(surface, (max(1, w // shrink), max(1, h // shrink)))
    small = gaussian_blur(small, max(1, round(radius / shrink)))
    return pygame.transform.smoothscale(small, (w, h))


def gradient_text(mask: Surface, top: Colour, bottom: Colour) -> Surface:
    """Return `mask` (white letters) filled with a gradient from top to bottom."""
    w, h = mask.get_size()
    strip = Surface((1, 2))
    strip.set_at((0, 0), top)
    strip.set_at((0, 1), bottom)
    filled = mask.copy()
    filled.blit(
        pygame.transform.smoothscale(strip, (w, h)), (0, 0), special_flags=pygame.BLEND_RGB_MULT
    )
    return filled


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Mix `share` (0..1) of `other` into `one`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other))
    return red, green, blue


class RedrawSignal:
    """A counter that threads increase when something new is ready for drawing."""

    count = 0

    def tell(self) -> None:
        self.count += 1


ART_READY = RedrawSignal()
