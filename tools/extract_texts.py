"""Extracts texts in TOML files for pybabel; babel.cfg names it, and `make messages` uses it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from game.platform.toml import loads
from game.screen.plugin.texts import joined, paragraphs

# The fields that people read; the rest is notation.
SHOWN = {"title", "note", "prompt", "prompts", "praise"}
SHOWN |= {"shown"}  # an error's text, and the labels of the web page
SHOWN |= {"say", "answer", "reason", "early", "farewell"}  # fields of a guided game
SHOWN |= {"before", "wins", "loses", "draws"}  # fields of opponents
# Fields about a game in the menus.
SHOWN |= {"about", "players", "ages", "favours", "published", "thanks", "ours"}


def extract(
    file: BinaryIO,
    _keywords: Mapping[str, object],
    _comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield each text of a TOML file as a message for pybabel. Raises ValueError.

    The line number is always 1, because catalogues name files only.
    """
    for text in _texts(loads(file.read().decode("utf-8"))):
        yield 1, None, text, []


def _texts(value: object, field: str = "") -> Iterator[str]:
    """Yield the texts of `field` and of all fields below it."""
    if isinstance(value, dict):
        for name, below in value.items():
            if name != "claims":  # claims are checked against the rules, not shown
                yield from _texts(below, "shown" if field == "shown" else name)
    elif isinstance(value, list):
        for below in value:
            yield from _texts(below, field)
    elif isinstance(value, str) and field == "words":
        yield from (paragraph.text for paragraph in paragraphs(value))
    elif isinstance(value, str) and field in SHOWN:
        yield joined(value)
