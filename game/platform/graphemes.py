"""Graphemes: letters as people see them, each consisting of one or several characters.

A simplified form of Unicode's extended grapheme clusters (UAX 29). Marks, joiners, variation
selectors, skin tones and tags belong to the character before them; flags are pairs; the parts of a
Korean syllable belong together.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

JOINER, NON_JOINER = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
MARKS = ("Mn", "Me", "Mc")
SKIN_TONES = ("\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}", "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}")
FLAG_LETTERS = ("\U0001f1e6", "\U0001f1ff")
TAGS = ("\U000e0020", "\U000e007f")
SYLLABLE_PARTS = ("\u1100", "\u11ff")  # conjoining jamo
FOLLOWING_PARTS = ("\u1160", "\u11ff")  # vowels and endings
SYLLABLES = ("\uac00", "\ud7a3")


def graphemes(text: str) -> Iterator[str]:
    """Yield the graphemes of a text; joined, they give the text again."""
    yield from (text[start:end] for start, end in pairwise(boundaries(text)))


def boundaries(text: str) -> list[int]:
    """Return the positions for a caret: before each grapheme, and at the end."""
    if text.isascii():
        return list(range(len(text) + 1))
    places = [0]
    for at in range(1, len(text)):
        if not _joined(text, places[-1], at):
            places.append(at)
    return [*places, len(text)] if text else places


def first_graphemes(text: str, most: int) -> str:
    """Return the first whole graphemes that have at most `most` characters together."""
    if len(text) <= most:
        return text
    return text[: max(place for place in boundaries(text) if place <= most)]


def _joined(text: str, start: int, at: int) -> bool:
    """Return whether the character at `at` belongs to the grapheme that begins at `start`."""
    here, before = text[at], text[at - 1]
    if here in (JOINER, NON_JOINER) or _within(here, SKIN_TONES) or _within(here, TAGS):
        return True
    if unicodedata.category(here) in MARKS:
        return True
    if before == JOINER:
        # A joiner joins pictures; between letters it only changes their shapes.
        return unicodedata.category(here) == "So"
    if _within(here, FLAG_LETTERS) and _within(before, FLAG_LETTERS):
        return (at - start) % 2 == 1
    parts = _within(before, SYLLABLE_PARTS) or _within(before, SYLLABLES)
    return parts and _within(here, FOLLOWING_PARTS)


def _within(character: str, bounds: tuple[str, str]) -> bool:
    return bounds[0] <= character <= bounds[1]
