"""The page of Less alone: the rules of the modes, word for word."""

from __future__ import annotations

from game.games.less.screen.pages import TILES
from game.games.less.solo import MODES
from game.platform.i18n import N_
from game.screen.plugin.pages import (
    Example,
    ExamplePosition,
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
            ExamplePosition(TILES, {"seats": ("e1 f1 e2 f2", "")}, detail=True),
            N_("White alone, on the first tiles."),
            (Move("e2-d2", N_("Each step counts its moves; leaps save some.")),),
        ),
    ),
)
