"""A typeface with fallbacks: each letter comes from the first font that has it.

The chain of a typeface is its own font, our fonts for other scripts (assets/fonts), and the
system's fonts. A character in none of them is drawn as its code point in a small box. Letters are
arranged in the order of their script. For nearly all texts, the typeface's own font is enough, and
the text is then drawn with that font directly.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.font import Font

from game.platform.graphemes import graphemes
from game.platform.paths import ASSETS
from game.screen.ui import bidi
from game.screen.ui.font_files import Coverage, coverage_of, system_fonts
from game.screen.ui.paint import ART_READY
from game.screen.ui.pygame_compat import outlined, shaping

Colour = tuple[int, int, int]
FOLDER = ASSETS / "fonts"
OTHERS = ("hebrew", "arabic", "armenian", "georgian", "devanagari", "thai", "signs", "emoji")
CHAINS = {"text": ("sans", *OTHERS), "display": ("serif", "sans", *OTHERS)}
# Sizes of fallback fonts relative to the main font, so that x-heights match.
SHARES = {"sans": 0.94, "serif": 0.96, "signs": 0.9, "emoji": 0.86}
OTHER_SHARE = 0.96
SELECTORS = ("\ufe00", "\ufe0f")
# Size of the code point in a box, relative to the text, and the minimum size in px.
BOX_SHARE, BOX_TYPE = 0.55, 9
CAPITAL = 0.72  # height of capitals relative to the ascent
# Scripts that need shaping or run from right to left: the first word of their letters' names in
# Unicode, and their OpenType tags.
SHAPED = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "DEVANAGARI": "Deva", "BENGALI": "Beng", "THAI": "Thai",
    "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda", "MALAYALAM": "Mlym", "GUJARATI": "Gujr",
    "GURMUKHI": "Guru", "SINHALA": "Sinh", "KHMER": "Khmr", "MYANMAR": "Mymr", "LAO": "Laoo",
    "TIBETAN": "Tibt", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo",
}  # fmt: skip


class SystemFonts:
    """The fonts of the system, searched in a thread when the first one is needed."""

    def __init__(self, folders: Sequence[Path] | None = None) -> None:
        """Search `folders`, or the font folders of this system."""
        self._folders = folders
        self._found: list[tuple[Path, Coverage]] | None = None
        self._thread: threading.Thread | None = None
        self._news = False

    def having(self, characters: str) -> Path | None:
        """Return a font with these characters; None if there is none or the search still runs."""
        if self._found is None:
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="fonts", daemon=True)
                self._thread.start()
            return None
        having = (path for path, known in self._found if all(c in known for c in characters))
        return next(having, None)

    def wait(self) -> None:
        """Wait until the search is over."""
        self.having("")
        if self._thread is not None:
            self._thread.join()

    def take_news(self) -> bool:
        """Return True a single time after the search: earlier drawings are then outdated."""
        news, self._news = self._news, False
        if news:
            runs_of.cache_clear()
        return news

    def _look(self) -> None:
        self._found = [(path, coverage_of(path)) for path in system_fonts(self._folders)]
        self._news = True
        ART_READY.tell()


SYSTEM = SystemFonts()


@dataclass(frozen=True)
class Run:
    """Neighbouring letters of one font and direction.

    `path` is None for a character that no font has; `start` is the run's index in the line.
    """

    text: str
    start: int
    path: Path | None
    level: int
    script: str = ""

    @property
    def backward(self) -> bool:
        return bool(self.level % 2)


# -- which font has which letters ------------------------------------------------------------------


@cache
def _chain(own: Path, family: str) -> tuple[Path, ...]:
    return (own, *(FOLDER / f"{name}.ttf" for name in CHAINS[family]))


@cache
def _letters_of(path: Path) -> frozenset[str]:
    return coverage_of(path).characters()


@lru_cache(maxsize=2048)
def runs_of(text: str, own: Path, family: str) -> tuple[Run, ...]:
    """Return the runs of a line from left to right."""
    levels = bidi.levels(text)
    pieces: list[Run] = []
    for letters, start in _words(text):
        for part, at, path in _placed(letters, start, _chain(own, family)):
            pieces.append(Run(part, at, path, levels[at], _script(part) if path else ""))
    runs: list[Run] = []
    for (path, level, script), group in groupby(pieces, lambda p: (p.path, p.level, p.script)):
        same = list(group)
        if path is None:
            runs += same
        else:
            joined = "".join(one.text for one in same)
            runs.append(Run(joined, same[0].start, path, level, script))
    return tuple(runs[n] for n in bidi.in_visual_order([run.level for run in runs]))


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words and the blanks between them, each with its start."""
    start = 0
    for _blank, group in groupby(text, str.isspace):
        word = "".join(group)
        yield word, start
        start += len(word)


Placed = tuple[str, int, Path | None]  # letters, start, font


def _placed(word: str, start: int, chain: tuple[Path, ...]) -> Iterator[Placed]:
    """Yield a word in parts with their fonts; a word stays whole if one font has all of it."""
    path = _having(word, chain)
    if path is not None:
        yield word, start, path
        return
    for letter in graphemes(word):
        yield from _placed_letter(letter, start, chain)
        start += len(letter)


def _placed_letter(letter: str, start: int, chain: tuple[Path, ...]) -> Iterator[Placed]:
    path = _having(letter, chain) or SYSTEM.having(_seen(letter))
    if path is not None:
        yield letter, start, path
        return
    for at, character in enumerate(letter):
        if _seen(character):
            own = _having(character, chain) or SYSTEM.having(character)
            yield character, start + at, own


def _having(text: str, chain: tuple[Path, ...]) -> Path | None:
    seen = _seen(text)
    return next((path for path in chain if all(c in coverage_of(path) for c in seen)), None)


def _seen(text: str) -> str:
    """Return a text without blanks, joiners and selectors, which need no glyph."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(c for c in composed if not _blank(c) and not _joins(c))


def _blank(character: str) -> bool:
    """Return whether a character is a blank of any width, or a control character."""
    return unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc")


def _joins(character: str) -> bool:
    selector = SELECTORS[0] <= character <= SELECTORS[1]
    return selector or unicodedata.category(character) == "Cf"


def _script(text: str) -> str:
    letter = next((c for c in text if unicodedata.category(c)[0] == "L"), "")
    return SHAPED.get(unicodedata.name(letter, "").split(" ")[0], "") if letter else ""


# -- faces -----------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _opened(path: Path, pixels: int, script: str, backward: bool) -> tuple[Font, bool]:
    """Return a font for a script and direction, and whether pygame shapes and orders its text."""
    opened = Font(str(path), pixels)
    return opened, bool(script) and shaping(opened, script, backward)


def forget_fonts() -> None:
    """Close the fonts, which become invalid after pygame.quit()."""
    _opened.cache_clear()
    runs_of.cache_clear()


class Typeface:
    """A typeface at a size in pixels, with its fallbacks."""

    def __init__(self, family: str, path: Path, pixels: int) -> None:
        self.family, self.path, self.pixels = family, path, pixels
        self.own = Font(str(path), pixels)
        self._letters = _letters_of(path)

    def size(self, text: str) -> tuple[int, int]:
        """Return the width of a line, and the height of the typeface."""
        if self._letters.issuperset(text):
            return self.own.size(text)
        return sum(self._width(run) for run in self._runs(text)), self.own.get_height()

    def get_ascent(self) -> int:
        return self.own.get_ascent()

    def caret(self, text: str, index: int) -> int:
        """Return the distance in pixels from the line's left to a caret before `text[index]`."""
        if self._letters.issuperset(text):
            return self.own.size(text[:index])[0]
        left = 0
        for run in self._runs(text):
            wide = self._width(run)
            within = index - run.start
            if 0 < within <= len(run.text) or (index == 0 and run.start == 0):
                part = min(wide, self._width(replace(run, text=run.text[:within])))
                return left + (wide - part if run.backward else part)
            left += wide
        return left

    def render(self, text: str, antialias: bool, colour: Colour) -> Surface:
        """Return a line as a surface, extended above and below equally for tall fallback fonts."""
        if self._letters.issuperset(text):
            return self.own.render(text, antialias, colour)
        return self._composed(text, lambda run: self._drawn(run, colour), 0)

    def outline(self, text: str, colour: Colour, rim: int) -> Surface:
        """Return letters thickened by `rim` pixels on every side."""
        if self._letters.issuperset(text):
            return outlined(self.own, text, colour, rim)
        return self._composed(text, lambda run: self._drawn(run, colour, rim), rim)

    def _runs(self, text: str) -> tuple[Run, ...]:
        return runs_of(text, self.path, self.family)

    def _font(self, run: Run) -> tuple[Font, bool]:
        if run.path is None or run.path == self.path:
            return self.own, False
        share = SHARES.get(run.path.stem, OTHER_SHARE)
        return _opened(run.path, max(1, round(self.pixels * share)), run.script, run.backward)

    def _width(self, run: Run) -> int:
        if run.path is None:
            return self._box(run.text)[0].width
        font, shaped = self._font(run)
        return font.size(_ordered(run, shaped))[0] if run.text else 0

    def _composed(self, text: str, draw: Callable[[Run], Surface], rim: int) -> Surface:
        runs = self._runs(text)
        ascent, height = self.own.get_ascent(), self.own.get_height()
        fonts = [self._font(run)[0] for run in runs]
        above = max([0, *(font.get_ascent() - ascent for font in fonts)])
        below = [font.get_height() - font.get_ascent() - (height - ascent) for font in fonts]
        more = max([above, *below])
        width = sum(self._width(run) for run in runs)
        whole = Surface((max(1, width) + 2 * rim, height + 2 * (more + rim)), pygame.SRCALPHA)
        left = 0
        for run, font in zip(runs, fonts):
            drawn = draw(run)
            whole.blit(drawn, (left, more + ascent - font.get_ascent()))
            left += self._width(run)
        return whole

    def _drawn(self, run: Run, colour: Colour, rim: int = 0) -> Surface:
        if run.path is None:
            return self._boxed(run.text, colour, rim)
        font, shaped = self._font(run)
        text = _ordered(run, shaped)
        return outlined(font, text, colour, rim) if rim else font.render(text, True, colour)

    def _box(self, character: str) -> tuple[Rect, Font, str]:
        """Return the box of a character that no font has, the font of its label, and the label."""
        font, _shaped = _opened(self.path, max(BOX_TYPE, round(self.pixels * BOX_SHARE)), "", False)
        words = f"U+{ord(character):04X}"
        wide, _high = font.size(words)
        cap = round(self.own.get_ascent() * CAPITAL)
        edge = max(2, self.pixels // 9)
        box = Rect(0, self.own.get_ascent() - cap - edge, wide + 2 * edge + 2, cap + 2 * edge)
        return box, font, words

    def _boxed(self, character: str, colour: Colour, rim: int) -> Surface:
        box, font, words = self._box(character)
        whole = Surface((box.width + 2 * rim, self.own.get_height() + 2 * rim), pygame.SRCALPHA)
        frame = Rect(rim + 1, rim + box.top, box.width - 2, box.height).inflate(2 * rim, 2 * rim)
        pygame.draw.rect(whole, colour, frame, max(1, self.pixels // 18), border_radius=3)
        letters = font.render(words, True, colour)
        whole.blit(letters, letters.get_rect(center=frame.center))
        return whole


def _ordered(run: Run, shaped: bool) -> str:
    """Return the text of a run in the order and forms that its font needs."""
    if shaped:
        return run.text
    text = bidi.joined(run.text) if run.script == "Arab" else run.text
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if _blank(c) else c for c in text if not _joins(c))
    return bidi.mirrored(text) if run.backward else text
