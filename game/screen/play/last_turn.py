"""What every view of a match shows of its last turn: signs on the board, a turn in progress."""

from __future__ import annotations

from collections.abc import Sequence

from game.screen.animation.timeline_player import TimelinePlayer
from game.screen.boards.overlay import Overlay
from game.screen.plugin.panel import Panel
from game.table.history import Turn


def last_turn_overlay(panel: Panel, turns: Sequence[Turn], at_rest: bool) -> Overlay:
    """For the position after `turns`; `at_rest`: nothing is on its way there."""
    overlay = Overlay()
    moved = [entry.action for entry in turns[-1].entries if entry.action] if turns else []
    if moved and turns[-1].complete and at_rest:
        sources = [action.source for action in moved if action.source]
        targets = [action.target for action in moved if action.target]
        overlay.vacated = sources[0] if sources else None
        overlay.last = tuple(targets[-1:] if sources else targets)
    panel.overlay(overlay)
    return overlay


def turn_shown(turns: Sequence[Turn], show: TimelinePlayer | None) -> Turn | None:
    """The turn in progress; one that has just ended counts until it has come to rest."""
    if not turns:
        return None
    in_the_air = show is not None and not show.done and not show.backwards
    return turns[-1] if not turns[-1].complete or in_the_air else None
