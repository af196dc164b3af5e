"""Bounded reading of untrusted files and JSON: read whole within limits, or refused in a sentence.

Everything from a user's folders, the command line and the clipboard is read here. Only regular
files are opened, because a FIFO would block and a device never ends. A file's size is counted while
it is read. JSON is limited in its depth, its number of values, and the numbers themselves.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from game.platform.errors import CodedError, Wordings
from game.platform.sanitize import sanitized, with_line_feeds
from game.platform.text_encoding import NO_TEXT, decode_text

MOST_BYTES = 8_000_000  # bytes of a file; long games with variations need much less
MOST_DEPTH = 50  # levels of nesting in JSON
# JSON strings without escapes, and all other text that is not a bracket.
NO_BRACKETS = re.compile(r'"[^"]*"?|[^\[\]{}"]+')
# Minimum average of bytes per JSON value. A text with shorter values is refused, because each value
# takes a hundred bytes in memory.
BYTES_A_VALUE = 8
LARGEST = 2**63 - 1  # largest integer of the library's database
LONGEST_NUMBER = 30  # maximum number of characters of an integer that is parsed
CHUNK = 1 << 16
MOST_FILES = 2_000  # files of a folder that are all kept in memory
MOST_BYTES_OF_FOLDER = 64_000_000  # bytes of those files
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # first bytes of spreadsheets and archives
FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


class InputError(CodedError):
    """A file or a text from outside cannot be read."""

    wordings = Wordings(__file__, "inputs")


def open_regular(path: Path | str) -> BinaryIO:
    """Open a regular file for reading.

    Raises OSError from the system, InputError for another kind of file.
    """
    try:
        # Before opening, because some devices react to being opened.
        _check_kind(path, os.stat(path).st_mode)
        handle = os.open(path, FLAGS)
    except InputError:
        raise
    except ValueError:  # NUL, or another character that no file name can contain
        raise InputError("path", name=str(path)) from None
    try:
        # The kind is checked again, because the file may have been replaced meanwhile.
        _check_kind(path, os.fstat(handle).st_mode)
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def read_bytes(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """Return a regular file's content.  Raises OSError; InputError, also above `most` bytes."""
    found = bytearray()
    with open_regular(path) as file:
        while part := file.read(CHUNK):
            found += part
            if len(found) > most:
                raise InputError("large", name=Path(path).name, most=most)
    return bytes(found)


def read_lines(path: Path | str, most: int = MOST_BYTES) -> Iterator[str]:
    """Yield the lines of a file of any length, with invalid UTF-8 replaced.

    Raises OSError; InputError, also for a line of more than `most` bytes.
    """
    with open_regular(path) as file:
        while line := file.readline(most + 1):
            if len(line) > most:
                raise InputError("large", name=Path(path).name, most=most)
            yield sanitized(line.decode("utf-8", errors="replace"))


def json_files(folder: Path) -> Iterator[Path]:
    """Yield the JSON files of a folder by name, as many as may be kept in memory together.

    A folder that cannot be read yields none.
    """
    held = 0
    for path in islice(sorted(folder.glob("*.json")), MOST_FILES):
        with suppress(OSError):
            held += path.stat().st_size
        if held > MOST_BYTES_OF_FOLDER:
            return
        yield path


def read_text(path: Path | str, most: int = MOST_BYTES) -> str:
    """Return the text of a regular UTF-8 file, sanitized, with line feeds at the ends of lines.

    Raises OSError, InputError.
    """
    data, name = read_bytes(path, most), Path(path).name
    text, encoding = _decoded(data, name)
    if encoding not in ("utf-8", "utf-8-sig"):
        raise InputError("encoding", name=name, encoding=encoding.upper())
    return sanitized(with_line_feeds(text))


def read_foreign_text(path: Path | str, most: int = MOST_BYTES) -> str:
    """Return the text of another program's file, in any encoding, but otherwise like `read_text`.

    Raises OSError, InputError.
    """
    data = read_bytes(path, most)
    if data.startswith(WORKBOOKS):
        raise InputError("workbook", name=Path(path).name)
    text, _encoding = _decoded(data, Path(path).name)
    return sanitized(with_line_feeds(text))


def _decoded(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of `data` and its encoding. Raises InputError with a likely encoding."""
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        if error.reason == NO_TEXT or not error.encoding.startswith("utf"):
            raise InputError("binary", name=name, place=error.start) from None
        encoding = error.encoding.upper()
        raise InputError("faulty", name=name, encoding=encoding, place=error.start) from None


def read_json(path: Path | str, most: int = MOST_BYTES) -> Any:
    """Return the content of a JSON file.  Raises OSError, InputError."""
    return parse_json(read_text(path, most), Path(path).name, most)


def parse_json(text: str, name: str, most: int = MOST_BYTES) -> Any:
    """Parse JSON `text` and return its data with sanitized strings; errors call it `name`.

    Raises InputError.
    """

    def whole(digits: str) -> int:
        if len(digits) > LONGEST_NUMBER or abs(int(digits)) > LARGEST:
            raise InputError("number", name=name, found=_short(digits))
        return int(digits)

    def fraction(digits: str) -> float:
        if not math.isfinite(float(digits)):
            raise InputError("number", name=name, found=_short(digits))
        return float(digits)

    def refuse(word: str) -> NoReturn:
        raise InputError("number", name=name, found=word)

    text = sanitized(text)
    if len(text) > most or sum(map(text.count, ",[{")) > most // BYTES_A_VALUE:
        raise InputError("large", name=name, most=most)
    # Checked before parsing: in a browser, deep nesting would crash the whole interpreter.
    if _nests_deeper(text, MOST_DEPTH):
        raise InputError("deep", name=name, most=MOST_DEPTH)
    try:
        data = json.loads(text, parse_int=whole, parse_float=fraction, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise InputError(
            "json", name=name, line=error.lineno, column=error.colno, message=error.msg
        ) from None
    if _depth_exceeds(data, MOST_DEPTH):
        raise InputError("deep", name=name, most=MOST_DEPTH)
    return _sanitized(data) if "\\" in text else data  # only escapes can still be unsafe


def _check_kind(path: Path | str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise InputError("special", name=Path(path).name)


def _nests_deeper(text: str, most: int) -> bool:
    """Return whether JSON text, valid or not, nests brackets far deeper than `most`."""
    # Escapes are removed first: matching them one by one in a string of megabytes takes seconds and
    # memory.
    plain = text.replace("\\\\", "").replace('\\"', "")
    brackets = NO_BRACKETS.sub("", plain).replace("{", "[").replace("}", "]")
    for _level in range(most):
        brackets = brackets.replace("[]", "")
    return brackets.count("[") > most


def _depth_exceeds(data: Any, most: int) -> bool:
    level: list[Any] = [[data]]
    for _depth in range(most):
        below = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for children in below for one in children if type(one) in (dict, list)]
        if not level:
            return False
    return True


def _sanitized(data: Any) -> Any:
    if isinstance(data, str):
        return sanitized(data)
    if isinstance(data, list):
        return [_sanitized(one) for one in data]
    if isinstance(data, dict):
        return {sanitized(key): _sanitized(one) for key, one in data.items()}
    return data


def _short(digits: str) -> str:
    return digits if len(digits) <= LONGEST_NUMBER else f"{digits[:LONGEST_NUMBER]}…"
