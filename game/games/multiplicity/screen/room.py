"""What the screen knows of Multiplicity."""

from __future__ import annotations

from game.games.multiplicity.screen.commentary import MultiplicityCommentary
from game.games.multiplicity.screen.ending import MultiplicityEnding
from game.games.multiplicity.screen.look import look
from game.games.multiplicity.screen.options import MultiplicityOptions
from game.games.multiplicity.screen.panel import MultiplicityPanel
from game.platform.i18n import N_
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin

CARD = GameCard(
    about=N_("Nine stones as 3 × 3 × 3 make 27. As one group they make only 9."),
    seats=N_("1–2 players"),
    ages=N_("ages 8 and up"),
    minutes=30,
    measured=False,
    sample=SamplePosition("multiplicity size=5", seed=4, actions=46),
)

CREDITS = GameCredits(
    author="Christian Freeling",
    year="2012",
    published=N_("Published on the web"),
)

ROOM = ScreenPlugin(
    card=CARD,
    look=look,
    panel=MultiplicityPanel,
    options=MultiplicityOptions,
    ending=MultiplicityEnding,
    commentary=MultiplicityCommentary,
    credits=CREDITS,
)
