"""Sanitizing of foreign text: no control characters, no lone surrogates.

A terminal obeys escape sequences, fonts refuse NUL, and UTF-8 has no surrogates. Each such
character becomes one replacement character, so that no text is refused or becomes longer.
"""

from __future__ import annotations

import re
from typing import TextIO

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # tab and line feed are safe
BREAKS = re.compile("[\t\n]")


def sanitized(text: str) -> str:
    """Return `text` with each unsafe character replaced; tabs and line breaks stay."""
    return UNSAFE.sub(REPLACEMENT, text.replace("\r\n", "\n")) if UNSAFE.search(text) else text


def with_line_feeds(text: str) -> str:
    """Return `text` with line feeds at the ends of lines, whichever system it comes from."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_line(text: str) -> str:
    """Return `text` sanitized, with a blank for each tab and line break, as names need it."""
    return BREAKS.sub(" ", sanitized(text))


def say(text: object, file: TextIO | None = None) -> None:
    """Print text that may contain foreign text, sanitized; `file` is standard output if None."""
    print(sanitized(str(text)), file=file, flush=True)
