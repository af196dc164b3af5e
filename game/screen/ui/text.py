"""Text that always fits: wrapped, shrunk down to the smallest size, then cut if that is allowed.

A layout is pure measuring; `Canvas.text` draws it, and can record every text with its box: tests
walk all scenes and find what is cut or overlaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect

from game.platform.sanitize import sanitized
from game.screen.ui.fonts import font
from game.screen.ui.tokens import SMALLEST_TYPE, STYLES

ELLIPSIS = "…"
TIGHT = 1.1  # the closest that lines may follow each other, of the size


@dataclass(frozen=True)
class TextLayout:
    """Lines of one text at one size.  `fits` is False when it stands out of its box."""

    lines: tuple[str, ...]
    style: str
    pixels: int
    leading: int
    width: int
    height: int
    fits: bool
    cut: bool = False  # an ellipsis was put


@dataclass(frozen=True)
class DrawnText:
    """One text on the screen: its lines, the box it had to stay in, the layer (dialogs higher)."""

    text: str
    rect: Rect
    box: Rect
    clipped: bool
    cut: bool
    pixels: int
    layer: int


def width_of(text: str, style: str, pixels: int) -> int:
    """Return the width of one line in a style of that many pixels; nothing is shrunk to fit."""
    return face_of(style, pixels).size(sanitized(text))[0]


def face_of(style: str, pixels: int) -> pygame.font.Font:
    """Return the face of a style at a size in pixels."""
    look = STYLES[style]
    return font(look.family, look.weight, pixels)


@lru_cache(maxsize=4096)
def lay_out(
    text: str,
    style: str,
    pixels: int,
    width: int,
    height: int,
    wrap: bool = False,
    ellipsis: bool = False,
) -> TextLayout:
    """Return the largest layout of `text` not above `pixels` that fits width x height."""
    size = pixels
    while True:
        layout = _at_size(text, style, size, width, height, wrap)
        if layout.fits or size <= SMALLEST_TYPE:
            break
        size = max(SMALLEST_TYPE, size - max(1, size // 24))
    if not layout.fits and wrap | ("\n" in text):
        # The last resort before anything is cut: lines set closer.
        layout = _at_size(text, style, size, width, height, wrap, TIGHT)
    if layout.fits or not ellipsis:
        return layout
    return _shortened(text, style, pixels, width, height)


def _at_size(
    text: str, style: str, pixels: int, width: int, height: int, wrap: bool, leading_of: float = 0.0
) -> TextLayout:
    face, text = face_of(style, pixels), sanitized(text)  # fonts refuse NUL and surrogates
    lines = _wrapped(text, face, width) if wrap else tuple(text.split("\n"))
    leading = max(1, round(pixels * (leading_of or STYLES[style].leading)))
    wide = max((face.size(line)[0] for line in lines), default=0)
    # A single line needs its letters only; further lines need the distance between them.
    tall = round(pixels * 1.05) + leading * (len(lines) - 1)
    fits = wide <= width and tall <= height
    return TextLayout(lines, style, pixels, leading, wide, tall, fits)


def _wrapped(text: str, face: pygame.font.Font, width: int) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and face.size(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def _shortened(text: str, style: str, pixels: int, width: int, height: int) -> TextLayout:
    """Return one line at full size with an ellipsis: in lists rows of one size matter more."""
    face, text = face_of(style, pixels), sanitized(text)
    keep = len(text)
    while keep and face.size(text[:keep].rstrip(" ,") + ELLIPSIS)[0] > width:
        keep -= 1
    line = text[:keep].rstrip(" ,") + ELLIPSIS
    layout = _at_size(line, style, pixels, width, height, False)
    return TextLayout(
        (line,), style, pixels, layout.leading, layout.width, layout.height, True, True
    )


@lru_cache(maxsize=2048)
def in_full_size(text: str, style: str, pixels: int, width: int) -> str:
    """Return as much of a line as fits unshrunk: for rows that belong together, for fields."""
    if width_of(text, style, pixels) <= width:
        return text
    return _shortened(text, style, pixels, width, 1 << 30).lines[0]


def wrapped_height(text: str, style: str, pixels: int, width: int) -> int:
    """Return the height that the text needs when wrapped to `width` at full size."""
    return _at_size(text, style, pixels, width, 1 << 30, True).height


def forget_layouts() -> None:
    lay_out.cache_clear()
    in_full_size.cache_clear()
