"""The characters of a font file, and the folders in which the system keeps its fonts.

The characters are read from the file itself (the `cmap` table of OpenType, formats 4 and 12),
because pygame cannot tell whether a font has a character outside the first Unicode plane.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO

OUTLINES = (b"glyf", b"CFF ", b"CFF2")  # a font without any of these has only bitmaps
# Preference of each (platform, encoding); the one with the highest preference is used.
ENCODINGS = {(3, 10): 3, (0, 6): 2, (0, 4): 2, (3, 1): 1, (0, 3): 1}
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
LONGEST_TABLE = 4 << 20  # maximum number of bytes read of a table, whatever length the file states
# System fonts to try first: those with many scripts, or made for the screen.
PREFERRED = (
    "notosanscjk-bold", "notosanscjk", "sourcehansans", "notosans-bold", "notosans",
    "msyhbd", "yugothb", "meiryob", "malgunbd", "seguisym", "seguiemj", "segoeui", "nirmalab",
    "hiragino", "pingfang", "applesdgothicneo", "arial unicode", "apple symbols",
    "wqy", "droidsansfallback", "dejavusans-bold", "freesansbold", "unifont",
)  # fmt: skip


class Coverage:
    """The characters of a font, as sorted ranges of code points."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._starts = array("I", (low for low, _high in ranges))
        self._ends = array("I", (high for _low, high in ranges))

    def __contains__(self, character: object) -> bool:
        code = ord(str(character))
        at = bisect_right(self._starts, code) - 1
        return at >= 0 and code <= self._ends[at]

    def characters(self) -> frozenset[str]:
        """Return all characters as a set, for texts that are checked often."""
        pairs = zip(self._starts, self._ends)
        return frozenset(chr(code) for low, high in pairs for code in range(low, high + 1))


@cache
def coverage_of(path: Path) -> Coverage:
    """Return the characters of a font file; for a collection, those of its first font.

    Empty if the file is not a font, or is a bitmap font.
    """
    try:
        with path.open("rb") as file:
            return Coverage(sorted(_ranges(file)))
    except (OSError, struct.error, ValueError, IndexError):
        return Coverage([])


def _ranges(file: BinaryIO) -> Iterator[tuple[int, int]]:
    start = 0
    if file.read(4) == b"ttcf":
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
    file.seek(start + 4)
    (count,) = struct.unpack(">H6x", file.read(8))
    tables = {}
    for _number in range(count):
        tag, _checksum, offset, length = struct.unpack(">4s3I", file.read(16))
        tables[tag] = offset, length
    if b"cmap" not in tables or not any(tag in tables for tag in OUTLINES):
        return
    offset, length = tables[b"cmap"]
    file.seek(offset)
    data = file.read(min(length, LONGEST_TABLE))
    yield from _subtable(data)


def _subtable(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the preferred encoding."""
    (count,) = struct.unpack_from(">2xH", cmap)
    found = [struct.unpack_from(">HHI", cmap, 4 + 8 * number) for number in range(count)]
    known = [(ENCODINGS[one[:2]], one[2]) for one in found if one[:2] in ENCODINGS]
    if not known:
        return
    offset = max(known)[1]
    (kind,) = struct.unpack_from(">H", cmap, offset)
    if kind == 12:
        (groups,) = struct.unpack_from(">I", cmap, offset + 12)
        for number in range(groups):
            yield struct.unpack_from(">II", cmap, offset + 16 + 12 * number)
    elif kind == 4:
        yield from _segments(cmap, offset)


def _segments(cmap: bytes, offset: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a table of format 4."""
    (double,) = struct.unpack_from(">H", cmap, offset + 6)
    count = double // 2
    ends = struct.unpack_from(f">{count}H", cmap, offset + 14)
    starts = struct.unpack_from(f">{count}H", cmap, offset + 16 + double)
    base = offset + 16 + 3 * double
    shifts = struct.unpack_from(f">{count}H", cmap, base)
    for number, (low, high, shift) in enumerate(zip(starts, ends, shifts)):
        if low == 0xFFFF:
            continue
        if not shift:
            yield low, high
            continue
        # Such a range may contain code points without a glyph.
        glyphs = struct.unpack_from(f">{high - low + 1}H", cmap, base + 2 * number + shift)
        yield from ((low + at, low + at) for at, glyph in enumerate(glyphs) if glyph)


def system_folders() -> list[Path]:
    """Return the font folders of this system."""
    home = Path(os.path.expanduser("~"))  # stays "~" if there is no home
    if sys.platform == "win32":
        own = Path(os.environ.get("LOCALAPPDATA", home)) / "Microsoft" / "Windows" / "Fonts"
        return [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", own]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [Path(one) / "fonts" for one in shared.split(":") if one]
    return [*folders, home / ".local" / "share" / "fonts", home / ".fonts"]


def system_fonts(folders: Sequence[Path] | None = None) -> list[Path]:
    """Return the system's font files, the most suitable first."""
    found: list[Path] = []
    for folder in system_folders() if folders is None else folders:
        for place, _folders, names in os.walk(folder):
            found += [Path(place) / name for name in names if name.lower().endswith(SUFFIXES)]
    return sorted(found, key=lambda path: (_rank(path), path.name))


def _rank(path: Path) -> int:
    name = path.name.lower()
    ranks = (number for number, one in enumerate(PREFERRED) if name.startswith(one))
    return next(ranks, len(PREFERRED) + ("bold" not in name))
