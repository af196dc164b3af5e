"""Positions of Libra laid by hand, for the pages of its rules and its puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.libra import rules
from game.games.libra.rules import Libra
from game.rules import Game, State
from game.rules.kernel import SEAT


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """`white`, `black`: cells; `seat`; `more`; `aim`; `round`; `first`."""
    assert isinstance(game, Libra)
    state = list(game.start())
    for colour, name in ((rules.WHITE, "white"), (rules.BLACK, "black")):
        for point in fields.get(name, "").split():
            state[rules.BOARD + game.topology.index[point]] = colour
            state[rules.EMPTY] -= 1
    state[rules.BIDDING] = 0
    state[rules.AIM] = fields.get("aim", state[rules.AIM])
    state[rules.MORE_SEAT] = fields.get("more", 1)
    state[rules.ROUND] = fields.get("round", 1)
    state[rules.FIRST] = fields.get("first", 0)
    state[SEAT] = fields.get("seat", 0)
    return tuple(state)
