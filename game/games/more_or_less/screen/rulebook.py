"""More or Less in the rulebook: positions of examples, figures, refusals, the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.more_or_less import rules
from game.games.more_or_less.rules import MoreOrLess
from game.games.more_or_less.screen.refusals import EXPLAINED, refuse
from game.games.more_or_less.screen.stuck_builder import StuckBuilder
from game.games.more_or_less.screen.track import OVER, draw_track
from game.platform.i18n import _
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import SEAT, TURNS
from game.screen.plugin.rulebook import BoardStrip, Rulebook


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example.

    Fields: `black` and `green`, points; `seat`, to move; `marks`, movement turns made; `hidden`,
    counters of each colour that are not drawn (None fills up to 13 and 12).
    """
    assert isinstance(game, MoreOrLess)
    state = list(game.start())
    own = [fields.get("black", "").split(), fields.get("green", "").split()]
    index = game.topology.index
    for seat, points in enumerate(own):
        for point in points:
            state[rules.BOARD + index[point]] = seat + 1
    hidden = fields.get("hidden") or (13 - len(own[0]), 12 - len(own[1]))
    for seat in (0, 1):
        state[rules.COUNTS + seat] = len(own[seat]) + hidden[seat]
        state[rules.MARKS + seat] = fields.get("marks", (0, 0))[seat]
    state[rules.PLACED] = COUNTERS
    state[rules.LEFT] = 0
    state[SEAT] = fields.get("seat", 1)
    state[TURNS] = 13 + sum(fields.get("marks", (0, 0)))
    return tuple(state)


TRACK = 72  # design px of the track below the board, without its counters


def figures(game: Game, state: State, detail: bool) -> str:
    """Return the counters by colour in words, "" for a detail, which hides most of them."""
    if detail:
        return ""
    tally = game.tally(state)
    text = _("{black} black and {green} green: {total} of {all} counters.")
    black, green, total = tally["black"], tally["green"], tally["placed"]
    return text.format(black=black, green=green, total=total, all=COUNTERS)


def places(game: Game, state: State) -> tuple[int, int]:
    """Return where the two markers stand."""
    tally = game.tally(state)
    return tally["marker_black"], tally["marker_green"]


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    builders={"stuck": StuckBuilder},
    explained=EXPLAINED,
    strip=BoardStrip(TRACK, OVER, places, draw_track),
)
