"""The opponents that the engine plays: name, level, character, style and sentences.

A level is a level of the ladder (docs/lab/levels.md). A style changes the strength only a little,
so an opponent is said to have "about" its level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.engine.search.style import EVEN, NONE, PlayingStyle
from game.platform.i18n import _
from game.platform.toml import read_own

TEXTS = Path(__file__).parent / "texts" / "opponents.toml"
ECHO = "echo"  # the opponent whose level follows the person's results


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent.  `words` are translated when shown; a `level` of None follows the results."""

    key: str
    name: str
    level: int | None
    words: str
    style: PlayingStyle = EVEN


def _opponent(key: str, told: Mapping[str, Any]) -> Opponent:
    style = PlayingStyle(told.get("taste", NONE), told.get("temper", 100))
    return Opponent(key, told["name"], told.get("level"), told["words"], style)


SAID: Mapping[str, Mapping[str, Any]] = read_own(TEXTS)
CAST = tuple(_opponent(key, told) for key, told in SAID.items())
OPPONENTS = {one.key: one for one in CAST}


def style_of(key: str) -> PlayingStyle:
    """Return the style of an opponent; for an unknown key, the neutral style."""
    return OPPONENTS[key].style if key in OPPONENTS else EVEN


def sentence(key: str, occasion: str) -> str:
    """Return an opponent's sentence "before" a game, or when it "wins", "loses" or "draws"."""
    return _(SAID[key][occasion])
