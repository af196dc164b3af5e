"""What the screen knows of Libra."""

from __future__ import annotations

from game.games.libra.screen.commentary import LibraCommentary
from game.games.libra.screen.ending import LibraEnding
from game.games.libra.screen.options import LibraOptions
from game.games.libra.screen.panel import LibraPanel
from game.platform.i18n import N_
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin

CARD = GameCard(
    about=N_("One makes many groups, the other few. Then you change roles."),
    seats=N_("1–2 players"),
    minutes=60,
    sample=SamplePosition("libra size=5", seed=3, actions=44),
)

CREDITS = GameCredits(
    author="Néstor Romeral Andrés",
    published=N_("Published by nestorgames"),
)

ROOM = ScreenPlugin(
    card=CARD,
    panel=LibraPanel,
    options=LibraOptions,
    ending=LibraEnding,
    commentary=LibraCommentary,
    credits=CREDITS,
)
