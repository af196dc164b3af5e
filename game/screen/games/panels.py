"""What each game counts, in the column beside the board: one panel a game, found by its key."""

from __future__ import annotations

from game.screen.games.less.panel import LessPanel
from game.screen.games.libra.panel import LibraPanel
from game.screen.games.more_or_less.panel import MoreOrLessPanel
from game.screen.games.multiplicity.panel import MultiplicityPanel
from game.screen.play.interaction import Interaction
from game.screen.play.panel import Panel
from game.table.match import Match

PANELS: dict[str, type[Panel]] = {
    "more-or-less": MoreOrLessPanel,
    "less": LessPanel,
    "libra": LibraPanel,
    "multiplicity": MultiplicityPanel,
}


def panel_for(match: Match, hand: Interaction) -> Panel:
    """The panel of a match's game; a game without its own gets the plain one."""
    return PANELS.get(match.game.key, Panel)(match, hand)


__all__ = ["PANELS", "Panel", "panel_for"]
