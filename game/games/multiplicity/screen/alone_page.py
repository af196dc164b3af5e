"""The page of Multiplicity alone: the rules of the modes, word for word."""

from __future__ import annotations

from game.games.multiplicity.screen.pages import lying
from game.games.multiplicity.solo import MODES
from game.platform.i18n import N_
from game.screen.plugin.pages import (
    Example,
    Move,
    RulebookPage,
    ours,
)

PAGES = (
    RulebookPage(
        "alone",
        N_("Alone"),
        (
            ours(
                N_(
                    "For one, and not of the published rules: you find it under “Alone”. What is"
                    " drawn follows from the deal's number, so others can play the same."
                )
            ),
            *(ours(mode.rule) for mode in MODES),
        ),
        Example(
            lying("d4 d5", "e3 f2 b6", "multiplicity size=4"),
            N_("White is yours, Black was drawn."),
            (Move("c6", N_("A group of three. Begin the next elsewhere.")),),
        ),
    ),
)
