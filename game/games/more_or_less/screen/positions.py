"""Positions of More or Less laid by hand, for the pages of its rules and its puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.more_or_less import rules
from game.games.more_or_less.rules import MoreOrLess
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import SEAT, TURNS


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """`black`, `green`: points; `seat`; `marks`: movement turns made; `hidden`: counters of each
    colour that are not drawn (None fills up to 13 and 12)."""
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
