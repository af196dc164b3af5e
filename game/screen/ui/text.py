"""Text that always fits: wrapped, shrunk down to the smallest size, then cut if that is allowed.

A layout only measures; `Canvas.text` draws it. The fonts of two packaged families are opened a
single time per size: Hanken Grotesk for all text, Source Serif Pro for titles; both are under the
SIL Open Font Licence. Poster letters have a gradient and a dark outline, for the logo, wins and
combos.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame
from pygame import Surface

from game.platform.graphemes import boundaries, graphemes
from game.platform.paths import install_advice
from game.platform.sanitize import sanitized
from game.platform.theme import Theme
from game.screen.ui import paint
from game.screen.ui.paint import mix
from game.screen.ui.tokens import SMALLEST_TYPE, STYLES
from game.screen.ui.typeface import SYSTEM, Typeface, forget_fonts

FILES: dict[tuple[str, str], tuple[str, str]] = {
    ("text", "500"): ("font_hanken_grotesk", "HankenGrotesk-Medium.otf"),
    ("text", "600"): ("font_hanken_grotesk", "HankenGrotesk-SemiBold.otf"),
    ("text", "700"): ("font_hanken_grotesk", "HankenGrotesk-Bold.otf"),
    ("text", "700 italic"): ("font_hanken_grotesk", "HankenGrotesk-BoldItalic.otf"),
    ("display", "700"): ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    ("display", "900"): ("font_source_serif_pro", "SourceSerifPro-Black.ttf"),
    ("display", "700 italic"): ("font_source_serif_pro", "SourceSerifPro-BoldIt.ttf"),
}


@cache
def font_path(family: str, weight: str) -> Path:
    """Return the file of a font. Raises FileNotFoundError, naming the missing package."""
    package, name = FILES[family, weight]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        distribution = package.replace("_", "-")
        raise FileNotFoundError(f"{distribution} is not installed: {install_advice(distribution)}")
    return Path(next(iter(spec.submodule_search_locations))) / "files" / name


@lru_cache(maxsize=96)
def font(family: str, weight: str, pixels: int) -> pygame.font.Font:
    """Return a font at a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(font_path(family, weight)), pixels)


ELLIPSIS = "…"
TIGHT = 1.1  # minimum distance of lines, as a multiple of the size


@dataclass(frozen=True)
class TextLayout:
    """Lines of one text at one size. `fits` is False if the lines are larger than their box."""

    lines: tuple[str, ...]
    style: str
    pixels: int
    leading: int
    width: int
    height: int
    fits: bool
    cut: bool = False  # whether the text ends in an added ellipsis


def caret_of(text: str, index: int, style: str, pixels: int) -> int:
    """Return the distance in pixels from the line's left to a caret before `text[index]`."""
    return face_of(style, pixels).caret(text, index)


def width_of(text: str, style: str, pixels: int) -> int:
    """Return the width of one line in a style at this size, without shrinking."""
    return face_of(style, pixels).size(sanitized(text))[0]


def face_of(style: str, pixels: int) -> Typeface:
    """Return the typeface of a style at a size in pixels, with its fallbacks."""
    look = STYLES[style]
    return _typeface(look.family, look.weight, pixels)


@lru_cache(maxsize=96)
def _typeface(family: str, weight: str, pixels: int) -> Typeface:
    if not pygame.font.get_init():
        pygame.font.init()
    return Typeface(family, font_path(family, weight), pixels)


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
    """Return the layout of `text` at the largest size up to `pixels` that fits width x height."""
    size = pixels
    while True:
        layout = _at_size(text, style, size, width, height, wrap)
        if layout.fits or size <= SMALLEST_TYPE:
            break
        size = max(SMALLEST_TYPE, size - max(1, size // 24))
    if not layout.fits and wrap | ("\n" in text):
        # Line spacing is reduced before any text is cut.
        layout = _at_size(text, style, size, width, height, wrap, TIGHT)
    if layout.fits or not ellipsis:
        return layout
    return _shortened(text, style, pixels, width, height)


def _at_size(
    text: str, style: str, pixels: int, width: int, height: int, wrap: bool, leading_of: float = 0.0
) -> TextLayout:
    face, text = face_of(style, pixels), sanitized(text)  # fonts cannot render NUL and surrogates
    lines = _wrapped(text, face, width) if wrap else tuple(text.split("\n"))
    leading = max(1, round(pixels * (leading_of or STYLES[style].leading)))
    wide = max((face.size(line)[0] for line in lines), default=0)
    # A single line needs only the height of its letters; each further line needs the line distance.
    tall = round(pixels * 1.05) + leading * (len(lines) - 1)
    fits = wide <= width and tall <= height
    return TextLayout(lines, style, pixels, leading, wide, tall, fits)


def _wrapped(text: str, face: Typeface, width: int) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for blank, word in _words(paragraph):
            longer = f"{line}{blank}{word}" if line else word
            if line and face.size(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def _words(paragraph: str) -> Iterator[tuple[str, str]]:
    """Yield the parts between which a line may break, each with the space before it.

    Chinese and Japanese have no spaces: a line may break before each of their letters.
    """
    for number, word in enumerate(paragraph.split(" ")):
        blank = " " if number else ""
        if word.isascii() or not any(unicodedata.east_asian_width(c) in "WF" for c in word):
            yield blank, word
            continue
        for letter in graphemes(word):
            yield blank, letter
            blank = ""


def _shortened(text: str, style: str, pixels: int, width: int, height: int) -> TextLayout:
    """Return one line at full size with an ellipsis, because rows of a list need the same size."""
    face, text = face_of(style, pixels), sanitized(text)
    places = boundaries(text)

    def line_to(place: int) -> str:
        return text[: places[place]].rstrip(" ,") + ELLIPSIS

    fits, beyond = 0, len(places)
    while beyond - fits > 1:  # bisection: thousands of letters need only a dozen measurements
        middle = (fits + beyond) // 2
        fits, beyond = (
            (middle, beyond) if face.size(line_to(middle))[0] <= width else (fits, middle)
        )
    line = line_to(fits)
    layout = _at_size(line, style, pixels, width, height, False)
    return TextLayout(
        (line,), style, pixels, layout.leading, layout.width, layout.height, True, True
    )


@lru_cache(maxsize=2048)
def in_full_size(text: str, style: str, pixels: int, width: int) -> str:
    """Return as much of a line as fits without shrinking, for rows of lists and for text fields."""
    if width_of(text, style, pixels) <= width:
        return text
    return _shortened(text, style, pixels, width, 1 << 30).lines[0]


@lru_cache(maxsize=2048)
def wrapped_height(text: str, style: str, pixels: int, width: int) -> int:
    """Return the height that the text needs when wrapped to `width` at full size."""
    return _at_size(text, style, pixels, width, 1 << 30, True).height


def forget_text() -> None:
    """Drop layouts and opened fonts, which become invalid after pygame.quit()."""
    for cached in (font, _typeface, lay_out, in_full_size, wrapped_height):
        cached.cache_clear()
    forget_fonts()


def fonts_arrived() -> bool:
    """Return True a single time when the system's fonts are known, and drop older layouts."""
    arrived = SYSTEM.take_news()
    if arrived:
        forget_text()
    return arrived


def poster(text: str, style: str, pixels: int, theme: Theme, glow: bool = True) -> Surface:
    """Return poster letters; the surface has a margin of `reach(pixels)` round their box."""
    key = ("poster", text, style, pixels, theme.name, glow)
    return paint.CACHE.get(key, lambda: _poster(text, style, pixels, theme, glow))


def reach(pixels: int) -> int:
    """Return the margin of a poster's surface beyond the letters, for outline and glow."""
    return max(8, round(pixels * 0.3))


def poster_box(text: str, style: str, pixels: int) -> tuple[int, int]:
    """Return the size of the letters' box, without the margin."""
    return face_of(style, pixels).size(text)


def _poster(text: str, style: str, pixels: int, theme: Theme, glow: bool) -> Surface:
    face = face_of(style, pixels)
    w, h = face.size(text)
    margin = reach(pixels)
    whole = Surface((w + 2 * margin, h + 2 * margin), pygame.SRCALPHA)
    casing = max(2, round(pixels * 0.025))
    outline = face.outline(text, (0, 0, 0) if theme.flat else theme.ui.casing, casing)
    whole.fill((*theme.ui.glow, 0))
    if glow and not theme.flat:
        _add_glow(whole, face, text, margin, theme)
    mask = face.render(text, True, (255, 255, 255))
    lift = (mask.get_height() - h) // 2  # letters of a fallback font may be higher
    whole.blit(outline, (margin - casing, margin - casing - lift))
    top, bottom = face_colours(theme)
    # The gradient spans the height of capitals, not the whole line box.
    whole.blit(_filled(mask, face.get_ascent() + lift, top, bottom), (margin, margin - lift))
    return whole


def face_colours(theme: Theme) -> tuple[paint.Colour, paint.Colour]:
    """Return the top and bottom colours of the gradient."""
    ui = theme.ui
    if theme.flat:
        return ui.accent, ui.accent
    return mix(ui.focus, (255, 255, 255), 0.3), mix(ui.accent, (238, 126, 40), 0.35)


def _filled(mask: Surface, base: int, top: paint.Colour, bottom: paint.Colour) -> Surface:
    """Fill letters whose baseline is at `base` with a gradient."""
    w, h = mask.get_size()
    cap = round(base * 0.74)
    strip = Surface((1, h))
    for y in range(h):
        share = min(1.0, max(0.0, (y - (base - cap)) / max(1, cap)))
        strip.set_at((0, y), mix(top, bottom, share**1.3))
    filled = mask.copy()
    wide = pygame.transform.scale(strip, (w, h))
    filled.blit(wide, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return filled


def _add_glow(whole: Surface, face: Typeface, text: str, margin: int, theme: Theme) -> None:
    light = Surface(whole.get_size(), pygame.SRCALPHA)
    light.fill((*theme.ui.glow, 0))
    letters = face.render(text, True, theme.ui.glow)
    lift = (letters.get_height() - face.size(text)[1]) // 2
    light.blit(letters, (margin, margin - lift))
    light = paint.blurred(light, max(3, margin // 3))
    light.set_alpha(210)
    whole.blit(light, (0, 0))
