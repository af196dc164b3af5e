"""Less in the rulebook: positions of examples, and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.less import rules
from game.games.less.rules import Less
from game.games.less.screen.commentary import spent_words
from game.games.less.screen.refusals import EXPLAINED, refuse
from game.rules import Action, Game, State
from game.rules.kernel import SEAT, TURNS
from game.screen.plugin.rulebook import Rulebook


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example.

    The fields are `seats` (the squares of each seat), `seat` (to move), `left` (moves of the turn),
    `spent` and `home` (of each side), and `turns`.
    """
    assert isinstance(game, Less)
    state = list(game.start())
    index = game.topology.index
    count = len(game.topology)
    for square in range(count):
        state[rules.BOARD + square] = 0
    goals = game.tables[rules.GOAL]
    for seat, text in enumerate(fields["seats"]):
        arrived = 0
        for point in text.split():
            state[rules.BOARD + index[point]] = seat + 1
            arrived += goals[index[point]] == seat + 1
        state[rules.ARRIVED + seat] = arrived
    for side in (0, 1):
        state[rules.SPENT + side] = fields.get("spent", (0, 0))[side]
        state[rules.HOME + side] = fields.get("home", (0, 0))[side]
    state[rules.LEFT] = fields.get("left", rules.MOVES)
    state[SEAT] = fields.get("seat", 0)
    state[TURNS] = fields.get("turns", 0)
    return tuple(state)


def figures(game: Game, state: State, detail: bool) -> str:
    return spent_words(game, state)


def badge(action: Action) -> str:
    """Return the cost of an action. Only games with different costs show them on the board."""
    return str(action.cost)


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    badge=badge,
    explained=EXPLAINED,
)
