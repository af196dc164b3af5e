"""What the screen knows of More or Less."""

from __future__ import annotations

from game.i18n import N_
from game.screen.games.card import Card, Sample
from game.screen.games.more_or_less.book import BOOK
from game.screen.games.more_or_less.commentary import MoreOrLessCommentary
from game.screen.games.more_or_less.ending import MoreOrLessEnding
from game.screen.games.more_or_less.look import look
from game.screen.games.more_or_less.options import MoreOrLessOptions
from game.screen.games.more_or_less.pane import MoreOrLessPane
from game.screen.games.more_or_less.panel import MoreOrLessPanel
from game.screen.games.room import GameRoom
from game.table.scores import LISTS

CARD = Card(
    about=N_(
        "Jump, and what you jump turns over. Win with 19 or more counters, or with 6 or fewer."
    ),
    minutes=15,
    sample=Sample(seed=11, actions=46),
)

ROOM = GameRoom(
    card=CARD,
    look=look,
    panel=MoreOrLessPanel,
    options=MoreOrLessOptions,
    pane=MoreOrLessPane,
    ending=MoreOrLessEnding,
    score_lists=LISTS,
    commentary=MoreOrLessCommentary,
    book=BOOK,
)
