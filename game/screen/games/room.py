"""What the screen knows of one game beyond its rules, in one value; every field has a default.

A game's room is `game/screen/games/<key>/room.py` (dashes as underscores) with a `ROOM` in it;
`registry.room_of` finds it.  A game without a room has this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from game.rules.base import Game
from game.screen.boards.looks import Look, plain_look
from game.screen.games.book import Book
from game.screen.games.card import Card
from game.screen.games.commentary import Commentary
from game.screen.games.credits import Credits
from game.screen.games.ending import Ending
from game.screen.games.options import MatchOptions
from game.screen.games.pane import OptionsPane
from game.screen.games.panel import Panel
from game.screen.games.worth import Worth, glance


@dataclass(frozen=True)
class GameRoom:
    """`card` presents the game in the menus, `look` makes the look of its board, `panel` stands
    beside a match; `options` are those of a new match, and `pane` shows them; `ending`
    finds the words of the result, `score_lists` are its lists of high scores.

    `demo` is the setup of the match shown in attract mode ("" takes the usual one), `commentary`
    what is said of it, `worth` what makes a turn of it a good one; `book` is for the rulebook,
    `credits` says who made the game.
    """

    card: Card = field(default_factory=Card)
    look: Callable[[Game], Look] = plain_look
    panel: type[Panel] = Panel
    options: type[MatchOptions] = MatchOptions
    pane: type[OptionsPane] = OptionsPane
    ending: type[Ending] = Ending
    score_lists: Sequence[str] = ("fastest",)
    demo: str = ""
    commentary: type[Commentary] = Commentary
    worth: Worth = glance
    book: Book = field(default_factory=Book)
    credits: Credits = field(default_factory=Credits)
