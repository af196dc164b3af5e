"""What a game brings to the screen beyond its rules, in one value; every field has a default.

The `plugin.py` of a game names its own; `registry` finds it.  What a single scene asks for is named
there, too, and loaded with that scene.
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
    """Who made a game and where its rules were published.

    Names and addresses stand as they are; `thanks`, `published` and `ours` are msgids.

    `author` is who invented the game, "" where nobody is named; `year` is given only where it
    is known.  `published` says by whom, `thanks` who helped, `ours` what of the board
    is a reconstruction.
    """

    author: str = ""
    year: str = ""
    published: str = ""
    thanks: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()


@dataclass(frozen=True)
class SamplePosition:
    """A position some way into a game.

    `setup` ("" is the usual one), then `actions` drawn by `seed` from the legal ones.
    """

    setup: str = ""
    seed: int = 1
    actions: int = 12


@dataclass(frozen=True)
class GameCard:
    """The card of a game in the menus.

    `about`, `players` and `ages` are msgids; `ages` is "" where none are published.

    `minutes` is 0 where nobody knows; `measured` marks them as ours, docs/lab/screen.md says how.
    `fair` is the setup of a start in which neither seat is better off, "" where all are even.
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
    """What the file about.toml of a game says."""

    card: GameCard = GameCard()
    credits: GameCredits = GameCredits()


def read_about(path: Path) -> AboutGame:
    """Return the card and the credits of a game.  Raises OSError, ValueError."""
    return codec.read(AboutGame, toml.read_own(path))


@dataclass(frozen=True)
class ScreenPlugin:
    """What one game brings to the screen.

    `card` presents the game in the menus, `look` makes the look of its board, `panel` stands beside
    a match; `options` are those of a new match; `ending` finds the words of the result,
    `score_lists` are its lists of high scores, `known_scores` the best ever found for some.

    `credits` says who made the game.
    `track` draws a track of turns, with its markers at these places.  `tension` says how near the
    end is, 0 to 1.
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
