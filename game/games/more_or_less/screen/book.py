"""The book of More or Less: its pages, positions laid by hand, the track below the board."""

from __future__ import annotations

from game.games.more_or_less.screen.positions import lay
from game.games.more_or_less.screen.refusals import EXPLAINED, refuse
from game.games.more_or_less.screen.stuck import StuckBench
from game.games.more_or_less.screen.track import OVER, draw_track
from game.platform.i18n import _
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.screen.plugin.rulebook import BoardStrip, Rulebook

TRACK = 72  # design px of the track below the board, without its counters


def figures(game: Game, state: State, detail: bool) -> str:
    """Counters by colour; not where a detail hides most of them."""
    if detail:
        return ""
    tally = game.tally(state)
    text = _("{black} black and {green} green: {total} of {all} counters.")
    black, green, total = tally["black"], tally["green"], tally["placed"]
    return text.format(black=black, green=green, total=total, all=COUNTERS)


def places(game: Game, state: State) -> tuple[int, int]:
    """Where the two markers stand."""
    tally = game.tally(state)
    return tally["marker_black"], tally["marker_green"]


BOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    benches={"stuck": StuckBench},
    explained=EXPLAINED,
    strip=BoardStrip(TRACK, OVER, places, draw_track),
)
