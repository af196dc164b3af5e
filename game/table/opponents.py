"""The opponents that the engine plays: name, level, character, style and sentences.

A level is that of the ladder (docs/lab/levels.md); a style changes it little, so it is "about"
that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game.engine.search.style import EVEN, PlayingStyle
from game.platform.i18n import N_, _
from game.platform.toml import read_own

TEXTS = Path(__file__).parent / "texts" / "opponents.toml"
ECHO = "echo"  # whose level follows the person's results


@dataclass(frozen=True, slots=True)
class Opponent:
    """`words` are to be translated; a `level` of None follows the person's results."""

    key: str
    name: str
    level: int | None
    words: str
    style: PlayingStyle = EVEN


CAST = (
    Opponent(
        "pip",
        "Pip",
        1,
        N_("Has only just learnt the rules and jumps at whatever is far away."),
        PlayingStyle("far", 120),
    ),
    Opponent(
        "hazel",
        "Hazel",
        2,
        N_("Likes company: her pieces seldom stand alone."),
        PlayingStyle("crowd"),
    ),
    Opponent(
        "moss",
        "Moss",
        4,
        N_("Keeps to the edge of the board and is never in a hurry."),
        PlayingStyle("rim"),
    ),
    Opponent(
        "juno",
        "Juno",
        5,
        N_("Takes the middle of the board and means to stay there."),
        PlayingStyle("middle", 85),
    ),
    Opponent(
        "bruno",
        "Bruno",
        6,
        N_("Loves the grand move: the longer its way, the better."),
        PlayingStyle("far", 110),
    ),
    Opponent(
        "ilse",
        "Ilse",
        7,
        N_("Keeps her pieces apart, and waits for your mistake."),
        PlayingStyle("room", 90),
    ),
    Opponent(
        "otto",
        "Otto",
        8,
        N_("Small steps, close together, and hardly a weak spot."),
        PlayingStyle("near", 90),
    ),
    Opponent(
        "nestor",
        "Nestor",
        9,
        N_("Has seen everything and has no favourite squares: only good moves."),
        PlayingStyle(temper=25),
    ),
    Opponent(
        ECHO, "Echo", None, N_("As strong as you are: wins when you err, and grows with you.")
    ),
)
OPPONENTS = {one.key: one for one in CAST}


def style_of(key: str) -> PlayingStyle:
    """Return the style of an opponent; the even style for an unknown key."""
    return OPPONENTS[key].style if key in OPPONENTS else EVEN


@lru_cache(maxsize=1)
def sentences() -> Mapping[str, Mapping[str, str]]:
    """Return what opponents say in English, by key and occasion."""
    return read_own(TEXTS)


def sentence(key: str, occasion: str) -> str:
    """Return what an opponent says "before" a game, or when it "wins", "loses" or "draws"."""
    return _(sentences()[key][occasion])
