"""What the screen knows of Libra."""

from __future__ import annotations

from game.games.libra.screen.commentary import LibraCommentary
from game.games.libra.screen.ending import LibraEnding
from game.games.libra.screen.options import LibraOptions
from game.games.libra.screen.panel import LibraPanel
from game.platform.i18n import N_
from game.screen.plugin.card import Card, Sample
from game.screen.plugin.credits import Credits
from game.screen.plugin.room import GameRoom

CARD = Card(
    about=N_("One makes many groups, the other few. Then you change roles."),
    seats=N_("1–2 players"),
    minutes=60,
    sample=Sample("libra size=5", seed=3, actions=44),
)

CREDITS = Credits(
    author="Néstor Romeral Andrés",
    published=N_("Published by nestorgames"),
)

ROOM = GameRoom(
    card=CARD,
    panel=LibraPanel,
    options=LibraOptions,
    ending=LibraEnding,
    commentary=LibraCommentary,
    credits=CREDITS,
)
