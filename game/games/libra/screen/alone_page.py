"""The page of Libra alone: the rules of the modes, word for word."""

from __future__ import annotations

from game.games.libra.screen.pages import lying
from game.games.libra.solo import MODES
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
            lying("d4 e3 c6", "d5 e4 b5", "libra size=4 mode=target target=1"),
            N_("A black stone was drawn."),
            (Move("Bd3", N_("Here it is a group of its own."), groups=True),),
        ),
    ),
)
