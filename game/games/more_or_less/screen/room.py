"""What the screen knows of More or Less."""

from __future__ import annotations

from game.games.more_or_less.screen.commentary import MoreOrLessCommentary
from game.games.more_or_less.screen.ending import MoreOrLessEnding
from game.games.more_or_less.screen.look import look
from game.games.more_or_less.screen.options import MoreOrLessOptions
from game.games.more_or_less.screen.panel import MoreOrLessPanel
from game.games.more_or_less.screen.track import draw_track
from game.platform.i18n import N_
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin
from game.table.high_scores import LISTS

CARD = GameCard(
    about=N_(
        "Jump, and what you jump turns over. Win with 19 or more counters, or with 6 or fewer."
    ),
    seats=N_("1–2 players"),
    ages=N_("ages 10 to adult"),
    minutes=20,
    sample=SamplePosition(seed=11, actions=46),
)

CREDITS = GameCredits(
    author="Arthur Blumberg",
    published=N_("Published by Kadon Enterprises, Inc., 2003, with rules in German"),
    thanks=(N_("Translation of the rules: Kate Jones and Frank Rehm; edited by Frank Rehm"),),
    sources=("www.gamepuzzles.com/mlgerman.htm",),
    ours=(
        N_(
            "No published text says how the lines of the board run: the engraving"
            " here is our reconstruction."
        ),
    ),
)

KNOWN = {"train": 89, "turned": 24}  # on the usual board; see docs/PUZZLES.md

ROOM = ScreenPlugin(
    card=CARD,
    look=look,
    panel=MoreOrLessPanel,
    options=MoreOrLessOptions,
    ending=MoreOrLessEnding,
    score_lists=LISTS,
    known_scores=KNOWN,
    commentary=MoreOrLessCommentary,
    credits=CREDITS,
    track=draw_track,
)
