"""A disk cache of rendered boards, so that the next start shows sharp boards immediately.

Everything in the cache can be rendered again, so a damaged or missing file is no error. File names
contain a checksum of the art's sources. If there are too many files, the least recently used are
deleted. The art renderer's thread calls this module.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from functools import cache
from pathlib import Path

import numpy as np

from game.platform import untrusted
from game.platform.paths import ASSETS
from game.platform.storage import cache_folder, write_bytes
from game.platform.untrusted import InputError
from game.screen.boards.piece_render import Pixels

MAX_FILES = 40  # maximum number of files; a board of 768 pixels takes about a megabyte


def fetch(name: str, size: int) -> Pixels | None:
    """Return the (size, size, 4) pixels stored under `name`; None if there are none."""
    path = _path(name, size)
    try:
        packed = untrusted.read_bytes(path, 2 * size * size * 4)
        raw = zlib.decompressobj().decompress(packed, size * size * 4 + 1)
        os.utime(path)  # marks the file as just used
    except (OSError, InputError, zlib.error):
        return None
    if len(raw) != size * size * 4:
        return None
    return np.frombuffer(raw, np.uint8).reshape(size, size, 4)


def keep(name: str, pixels: Pixels) -> None:
    """Write pixels to the cache; failures are ignored."""
    path = _path(name, pixels.shape[0])
    with contextlib.suppress(OSError):
        write_bytes(path, zlib.compress(pixels.tobytes(), 1))
        _tidy(path.parent)


def has(name: str, size: int) -> bool:
    """Return whether there is a file with this name and size."""
    return _path(name, size).exists()


def _path(name: str, size: int) -> Path:
    return cache_folder() / "boards" / f"{name}-{size}-{_stamp():08x}.z"


def _tidy(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in files[:-MAX_FILES]:
        path.unlink(missing_ok=True)


@cache
def _stamp() -> int:
    """Return a checksum of the sources of boards: this folder's code, themes and grain."""
    folders = (Path(__file__).parent, ASSETS / "themes", ASSETS / "art" / "grain")
    stamp = 0
    for path in sorted(path for folder in folders for path in folder.glob("*.*")):
        stamp = zlib.crc32(path.read_bytes(), stamp)
    return stamp
