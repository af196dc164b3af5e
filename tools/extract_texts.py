"""Extractor for pybabel of texts in TOML files: `make messages` uses it, by babel.cfg."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from game.platform.toml import loads
from game.screen.plugin.texts import joined, paragraphs

# The fields that people read; the rest is notation.
SHOWN = {"title", "note", "prompt", "prompts", "praise"}
SHOWN |= {"shown"}  # of an error, and the words of the page
SHOWN |= {"say", "answer", "reason", "early", "farewell"}  # of a guided game
SHOWN |= {"before", "wins", "loses", "draws"}  # of opponents
# Of a game in the menus.
SHOWN |= {"about", "players", "ages", "favours", "published", "thanks", "ours"}


def extract(
    file: BinaryIO,
    _keywords: Mapping[str, object],
    _comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield a message for each text of a TOML file, as pybabel wants it.  Raises ValueError.

    The line is always 1: catalogues name files only.
    """
    for text in _texts(loads(file.read().decode("utf-8"))):
        yield 1, None, text, []


def _texts(value: object, field: str = "") -> Iterator[str]:
    """Yield the texts of `field` and of all fields below it."""
    if isinstance(value, dict):
        for name, below in value.items():
            if name != "claims":  # what the rules must say of a position
                yield from _texts(below, "shown" if field == "shown" else name)
    elif isinstance(value, list):
        for below in value:
            yield from _texts(below, field)
    elif isinstance(value, str) and field == "words":
        yield from (paragraph.text for paragraph in paragraphs(value))
    elif isinstance(value, str) and field in SHOWN:
        yield joined(value)
