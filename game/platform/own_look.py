"""The user's own look: a folder with `look.toml` and pictures of boards and pieces.

A look is read completely within limits, or refused in one sentence that names the file and the key.
Pictures are recognised by their first bytes and are not decoded here: the screen or a browser does
that.
"""

from __future__ import annotations

import hashlib
import os
import re
from base64 import b64encode
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from game.platform import untrusted
from game.platform.errors import CodedError, Wordings
from game.platform.sanitize import one_line
from game.platform.toml import loads
from game.platform.untrusted import InputError

FILE = "look.toml"
VERSION = 1  # version of the format, stored under the key `look`
MAX_TOML_BYTES = 16_000
MAX_PICTURE_BYTES = 1_000_000
MAX_BYTES = 6_000_000  # bytes of all pictures together
LEAST_SIDE, MAX_SIDE = 16, 2048  # pixels of a picture's side
MAX_NAME_LENGTH, MAX_FILE_LENGTH = 40, 100  # characters
# type of a picture by its first bytes
KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
KEYS = ("look", "name", "author")
GAME_KEYS = ("board", "lines", "frame", "pieces")

Rgb = tuple[int, int, int]


class OwnLookError(CodedError):
    """The user's own look cannot be shown."""

    wordings = Wordings(__file__, "own-looks")


@dataclass(frozen=True, eq=False)
class OwnPicture:
    """A picture as stored in its file: square, `side` pixels wide; `kind` is "png" or "jpeg"."""

    name: str
    kind: str
    side: int
    data: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """Return sixteen hexadecimal digits that identify the picture."""
        return hashlib.sha256(self.data).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class GameLook:
    """The pictures of one game.

    `board` is the background, stretched over the square of the board.  The program draws lines and
    cells on it, in the colour `lines` or in the theme's colour.  With `lined` the picture has the
    lines itself, and is used for the game's usual board only.  Without `frame` the picture reaches
    the edge of the board and gets no lighting.  `pieces` are by colour; a partner's piece is under
    "COLOUR-partner".
    """

    board: OwnPicture | None = None
    lines: Rgb | None = None
    lined: bool = False
    frame: bool = True
    pieces: Mapping[str, OwnPicture] = field(default_factory=dict)
    address: str = ""  # URL prefix of the pictures; "" embeds them in each drawing

    def board_for(self, usual: bool) -> OwnPicture | None:
        """Return the picture for the game's `usual` board or another one, or None without one."""
        return self.board if usual or not self.lined else None

    def href(self, picture: OwnPicture) -> str:
        """Return the link to a picture for a drawing: an address, or the picture as a data URL."""
        if self.address:
            return f"{self.address}{picture.digest}"
        return f"data:image/{picture.kind};base64,{b64encode(picture.data).decode()}"

    def piece(self, colour: str, mark: int = 0) -> OwnPicture | None:
        """Return the picture of a piece; a partner's falls back to the picture of its colour."""
        partner = self.pieces.get(f"{colour}-partner") if mark > 0 else None
        return partner or self.pieces.get(colour)

    @property
    def pictures(self) -> tuple[OwnPicture, ...]:
        return (*((self.board,) if self.board else ()), *self.pieces.values())

    @cached_property
    def stamp(self) -> str:
        """Return twelve hexadecimal digits that identify the look, as a cache key for drawings."""
        pieces = sorted((name, one.digest) for name, one in self.pieces.items())
        board = self.board.digest if self.board else ""
        told = board, self.lines, self.lined, self.frame, pieces
        return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


@dataclass(frozen=True, eq=False)
class OwnLook:
    """A look that was read from `folder`; `games` are by the games' keys."""

    name: str
    author: str
    folder: str
    games: Mapping[str, GameLook]

    @property
    def pictures(self) -> tuple[OwnPicture, ...]:
        return tuple(one for game in self.games.values() for one in game.pictures)


def read_own_look(folder: Path | str, known: Mapping[str, Collection[str]]) -> OwnLook:
    """Return the look in a folder; `known` are the names of pieces by the keys of games.

    Raises OwnLookError.
    """
    folder = Path(os.path.expanduser(folder))
    if not folder.is_dir():
        raise OwnLookError("folder", folder=str(folder))
    data = _toml(folder)
    for key, value in data.items():
        if isinstance(value, dict) and key not in known:
            raise OwnLookError("game", key=_short(key), known=", ".join(known))
    _only(data, (*KEYS, *known), FILE)
    if data.get("look") != VERSION or data["look"] is True:
        raise OwnLookError("version", found=_short(data.get("look")), expected=VERSION)
    reader = _Pictures(folder)
    games = {
        key: _game(data[key], key, pieces, reader) for key, pieces in known.items() if key in data
    }
    if not any(game.pictures for game in games.values()):
        raise OwnLookError("empty", games=", ".join(known))
    name, author = (_words(data, key) for key in ("name", "author"))
    return OwnLook(name or folder.name[:MAX_NAME_LENGTH], author, str(folder), games)


def _toml(folder: Path) -> dict[str, Any]:
    try:
        text = untrusted.read_text(folder / FILE, MAX_TOML_BYTES)
    except FileNotFoundError:
        raise OwnLookError("no-file", folder=str(folder)) from None
    except OSError as error:
        raise OwnLookError("unread", name=FILE, reason=error) from None
    except InputError as error:
        raise OwnLookError("input", why=error) from None
    try:
        return loads(text)
    except RecursionError:
        raise OwnLookError("toml", message="nested too deeply") from None
    except ValueError as error:  # invalid TOML, or a number with too many digits
        raise OwnLookError("toml", message=str(error)) from None


def _game(data: object, key: str, known: Collection[str], reader: _Pictures) -> GameLook:
    table = _table(data, key)
    _only(table, GAME_KEYS, f"[{key}]")
    pieces = _table(table.get("pieces", {}), f"{key}.pieces")
    _only(pieces, known, f"[{key}.pieces]")
    lines = table.get("lines")
    return GameLook(
        board=reader.read(table["board"], f"{key}.board") if "board" in table else None,
        lines=None if lines is None or lines is False else _colour(lines, f"{key}.lines"),
        lined=lines is False,
        frame=_switch(table.get("frame", True), f"{key}.frame"),
        pieces={name: reader.read(file, f"{key}.pieces.{name}") for name, file in pieces.items()},
    )


class _Pictures:
    """Reads the pictures of a folder, each once, and adds up their bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, OwnPicture] = {}
        self._bytes = 0

    def read(self, name: object, where: str) -> OwnPicture:
        """Return the picture of this name, found under the key `where`. Raises OwnLookError."""
        if not isinstance(name, str) or not 0 < len(name) <= MAX_FILE_LENGTH:
            raise OwnLookError("value", where=where, found=_short(name), expected='"NAME.png"')
        # Only files in the folder itself are allowed, because pictures are served to others.
        if Path(name).name != name or "\\" in name:
            raise OwnLookError("outside", where=where, name=name)
        if name not in self._read:
            self._read[name] = self._picture(name, where)
        return self._read[name]

    def _picture(self, name: str, where: str) -> OwnPicture:
        try:
            data = untrusted.read_bytes(self._folder / name, MAX_PICTURE_BYTES)
        except FileNotFoundError:
            raise OwnLookError("missing", where=where, name=name) from None
        except OSError as error:
            raise OwnLookError("unread", name=name, reason=error) from None
        except InputError as error:
            if error.code == "large":
                raise OwnLookError("bytes", name=name, most=_kb(MAX_PICTURE_BYTES)) from None
            raise OwnLookError("input", why=error) from None
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise OwnLookError("all-bytes", name=name, most=_kb(MAX_BYTES))
        kind = next((kind for head, kind in KINDS.items() if data.startswith(head)), "")
        if not kind:
            raise OwnLookError("kind", name=name)
        width, height = _png_size(data) if kind == "png" else _jpeg_size(data)
        if not width or not height:
            raise OwnLookError("damaged", name=name)
        size = f"{width} × {height}"
        if max(width, height) > MAX_SIDE or min(width, height) < LEAST_SIDE:
            raise OwnLookError("pixels", name=name, size=size, least=LEAST_SIDE, most=MAX_SIDE)
        if width != height:
            raise OwnLookError("square", name=name, size=size)
        return OwnPicture(name, kind, width, data)


def _png_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the first chunk of a PNG; zeros if it is not a header."""
    if data[12:16] != b"IHDR":
        return 0, 0
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the frame header of a JPEG; zeros if there is none."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            if data.find(b"\xff\xd9", at) < 0:
                # The file is truncated: some decoders would invent the missing part.
                return 0, 0
            height, width = (int.from_bytes(data[n : n + 2], "big") for n in (at + 5, at + 7))
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


def _only(table: Mapping[str, object], known: Collection[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise OwnLookError("key", where=where, key=_short(key), known=", ".join(known))


def _table(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise OwnLookError("value", where=where, found=_short(data), expected=f"[{where}]")
    return data


def _words(data: Mapping[str, object], key: str) -> str:
    found = data.get(key, "")
    if not isinstance(found, str):
        raise OwnLookError("value", where=key, found=_short(found), expected='"NAME"')
    return one_line(found).strip()[:MAX_NAME_LENGTH]


def _switch(found: object, where: str) -> bool:
    if not isinstance(found, bool):
        raise OwnLookError("value", where=where, found=_short(found), expected="true or false")
    return found


def _colour(found: object, where: str) -> Rgb:
    if not isinstance(found, str) or not re.fullmatch("#[0-9a-fA-F]{6}", found):
        expected = '"#a0b1c2" or false'
        raise OwnLookError("value", where=where, found=_short(found), expected=expected)
    red, green, blue = bytes.fromhex(found[1:])
    return red, green, blue


def _short(found: object) -> str:
    """Return a value as an error quotes it; for nested data, only the type."""
    if not isinstance(found, str | int | float | bool):
        return "nothing" if found is None else type(found).__name__
    text = repr(found) if isinstance(found, str) else str(found).lower()
    return text if len(text) <= MAX_NAME_LENGTH else f"{text[:MAX_NAME_LENGTH]}…"


def _kb(count: int) -> int:
    return count // 1000
