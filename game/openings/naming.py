"""What a game's openings are called: parts in order, from what the first turns do.

A name is kept as the keys of its parts with blanks between, so that names that begin alike are
found together; people read the words of the parts.  Each game's room (`games/<key>.py`) says
which parts its first turns make; the same on all sides of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from game.platform.i18n import _
from game.rules import Game, RulesError
from game.rules.registry import parse_setup, plugin_part

MOST_PARTS = 3


@dataclass(frozen=True)
class Naming:
    """`parts` makes keys of `words` of a game and its first turns, each the texts of its actions.

    `firsts` are the keys with which a name may begin, in the order of a list of them.
    """

    parts: Callable[[Game, Sequence[Sequence[str]]], list[str]]
    words: Mapping[str, str]
    firsts: Sequence[str]


def naming_of(key: str) -> Naming | None:
    """Return the naming of a game; None for one whose openings have no names."""
    return cast(Naming | None, plugin_part(key, "openings"))


def name_of(game: Game, turns: Sequence[str]) -> str:
    """Return the name of an opening from its first turns as text, "" for one that has none yet."""
    naming = naming_of(game.key)
    if naming is None:
        return ""
    return " ".join(naming.parts(game, [turn.split(",") for turn in turns])[:MOST_PARTS])


@lru_cache(maxsize=512)
def game_of(setup: str) -> Game | None:
    """Return the game of a setup, kept at hand; None for one that cannot be read here."""
    try:
        return parse_setup(setup)
    except RulesError:
        return None


def in_words(key: str, name: str) -> str:
    """Return a name in the language in use, "" for none."""
    naming = naming_of(key)
    if naming is None or not name:
        return ""
    words = ", ".join(_(naming.words.get(part, part)) for part in name.split())
    return words[:1].upper() + words[1:]
