"""The page of More or Less alone: the rules of the modes, word for word."""

from __future__ import annotations

from game.games.more_or_less.screen.pages import TRAIN
from game.games.more_or_less.solo import MODES
from game.platform.i18n import N_
from game.screen.plugin.pages import (
    Example,
    ExamplePosition,
    Move,
    RulebookPage,
    ours,
    settled,
)

PAGES = (
    RulebookPage(
        "alone",
        N_("Alone"),
        (
            settled(N_("It is sold for one or two, but no text says how one plays alone.")),
            ours(
                N_(
                    "For one, and not of the published rules: you find it under “Alone”. What is"
                    " drawn follows from the deal's number, so others can play the same."
                )
            ),
            *(ours(mode.rule) for mode in MODES),
        ),
        Example(
            ExamplePosition("more-or-less", TRAIN),
            N_("Green's turn: every jump counts one."),
            (Move("b2>f2,f2>e5,e5>g7,g7>d3,d3>b4,b4>b9,.", N_("Six counters turned.")),),
        ),
    ),
)
