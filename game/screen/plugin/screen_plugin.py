"""What a game adds to the screen besides its rules, in one value; every field has a default.

The `plugin.py` of a game names its value, and `registry` finds it. Parts that only one scene needs
are also named in `plugin.py`, and are loaded with that scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygame import Rect

from game.platform import codec, toml
from game.platform.i18n import N_
from game.rules.base import Game, State
from game.screen.boards import BoardView
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.ending import EndingWords
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.panel import Panel
from game.screen.plugin.tension import late
from game.screen.ui.canvas import Canvas

Track = Callable[[Canvas, BoardView, Rect, Sequence[float]], None]


@dataclass(frozen=True)
class GameCredits:
    """The author of a game, and where its rules were published.

    Names and addresses are not translated; `thanks`, `published` and `ours` are msgids.

    `author` is the inventor, or "" if nobody is named; `year` is given only if it is known.
    `published` names the publisher, `thanks` the people who helped, and `ours` the parts of the
    board that are our reconstruction.
    """

    author: str = ""
    year: str = ""
    published: str = ""
    thanks: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()


@dataclass(frozen=True)
class SamplePosition:
    """A position from the middle of a game.

    From the setup `setup` ("" is the usual one), `actions` random legal actions are played with the
    seed `seed`.
    """

    setup: str = ""
    seed: int = 1
    actions: int = 12


@dataclass(frozen=True)
class GameCard:
    """The card of a game in the menus.

    `about`, `players` and `ages` are msgids; `ages` is "" if no ages are published.

    `minutes` is the length of a game, 0 if unknown. `measured` means that we measured it, as
    docs/lab/screen.md describes. `fair` is the setup of a start without advantage for either seat,
    or "" if all starts are even.
    """

    about: str = ""
    players: str = N_("2 seats")
    ages: str = ""
    minutes: int = 0
    measured: bool = True
    fair: str = ""
    sample: SamplePosition = SamplePosition()


@dataclass(frozen=True)
class AboutGame:
    """The content of a game's about.toml."""

    card: GameCard = GameCard()
    credits: GameCredits = GameCredits()


def read_about(path: Path) -> AboutGame:
    """Return the card and the credits of a game.  Raises OSError, ValueError."""
    return codec.read(AboutGame, toml.read_own(path))


@dataclass(frozen=True)
class ScreenPlugin:
    """What one game adds to the screen.

    `card` presents the game in the menus, `look` makes the look of its board, and `panel` is the
    panel beside a match. `options` are those of a new match. `ending` has the text of the result.
    `score_lists` are the game's lists of high scores. `known_scores` are the best scores ever
    found, for some of these lists.

    `credits` names the authors of the game. `track` draws a track of turns with markers at given
    places. `tension` returns how near the end is, 0 to 1.
    """

    card: GameCard = field(default_factory=GameCard)
    look: Callable[[Game], BoardLook] = plain_look
    panel: type[Panel] = Panel
    options: type[MatchOptions] = MatchOptions
    ending: type[EndingWords] = EndingWords
    score_lists: Sequence[str] = ("fastest",)
    known_scores: Mapping[str, int] = field(default_factory=dict)
    credits: GameCredits = field(default_factory=GameCredits)
    track: Track | None = None
    tension: Callable[[Game, State], float] = late
