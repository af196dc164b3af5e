"""What the screen knows of Less."""

from __future__ import annotations

from game.i18n import N_
from game.screen.games.card import Card, Sample
from game.screen.games.credits import Credits
from game.screen.games.less.commentary import LessCommentary
from game.screen.games.less.ending import LessEnding
from game.screen.games.less.look import look
from game.screen.games.less.options import LessOptions
from game.screen.games.less.panel import LessPanel
from game.screen.games.less.sample import SAMPLE
from game.screen.games.room import GameRoom

CARD = Card(
    about=N_("Bring four pieces to the far corner in fewer moves, round or over the walls."),
    seats=N_("1, 2 or 4 players"),
    minutes=10,
    sample=Sample(SAMPLE, seed=5, actions=24),
)

CREDITS = Credits(
    author="Aleksandr Starovojtov",
    published=N_("Published by Invented4, around 2015, with rules in English and French"),
    sources=("www.less-game.com",),
    ours=(
        N_("No published text says where the tiles have their walls: ours are a reconstruction."),
    ),
)

ROOM = GameRoom(
    card=CARD,
    look=look,
    panel=LessPanel,
    options=LessOptions,
    ending=LessEnding,
    commentary=LessCommentary,
    credits=CREDITS,
)
