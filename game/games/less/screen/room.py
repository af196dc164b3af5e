"""What the screen knows of Less."""

from __future__ import annotations

from game.games.less.screen.commentary import LessCommentary
from game.games.less.screen.ending import LessEnding
from game.games.less.screen.look import look
from game.games.less.screen.options import LessOptions
from game.games.less.screen.panel import LessPanel
from game.games.less.screen.sample import SAMPLE
from game.platform.i18n import N_
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin

CARD = GameCard(
    about=N_("Bring four pieces to the far corner in fewer moves, round or over the walls."),
    seats=N_("1, 2 or 4 players"),
    minutes=10,
    sample=SamplePosition(SAMPLE, seed=5, actions=24),
)

CREDITS = GameCredits(
    author="Aleksandr Starovojtov",
    published=N_("Published by Invented4, around 2015, with rules in English and French"),
    sources=("www.less-game.com",),
    ours=(
        N_("No published text says where the tiles have their walls: ours are a reconstruction."),
    ),
)

ROOM = ScreenPlugin(
    card=CARD,
    look=look,
    panel=LessPanel,
    options=LessOptions,
    ending=LessEnding,
    commentary=LessCommentary,
    credits=CREDITS,
)
