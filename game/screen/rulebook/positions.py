"""Positions of examples, laid by hand into the states of the rules.  No pygame.

A position may be a detail: fewer pieces than a game has, so that the eye finds what matters.
The counts of the state then stand for the pieces that are not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from game.rules import Game, Less, Libra, MoreOrLess, Multiplicity, State, parse_setup
from game.rules import less as less_rules
from game.rules import libra as libra_rules
from game.rules import more_or_less as mol_rules
from game.rules import multiplicity as mult_rules
from game.rules.boards import COUNTERS
from game.rules.kernel import SEAT, TURNS
from game.rules.walls import edges_in_order
from game.screen.rulebook.model import Position


@cache
def game_of(setup: str) -> Game:
    return parse_setup(setup)


def build(position: Position) -> tuple[Game, State]:
    """The game and the state of a position.  Raises RulesError for turns that are not legal."""
    game = game_of(position.setup)
    state = _LAYERS[game.key](game, position.fields) if position.fields else game.start()
    for turn in position.played.split():
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return game, state


def _points(text: str) -> list[str]:
    return text.split()


def _more_or_less(game: Game, fields: Mapping[str, Any]) -> State:
    """`black`, `green`: points; `seat`; `marks`: movement turns made; `hidden`: counters of each
    colour that are not drawn (None fills up to 13 and 12)."""
    assert isinstance(game, MoreOrLess)
    state = list(game.start())
    own = [_points(fields.get("black", "")), _points(fields.get("green", ""))]
    index = game.topology.index
    for seat, points in enumerate(own):
        for point in points:
            state[mol_rules.BOARD + index[point]] = seat + 1
    hidden = fields.get("hidden") or (13 - len(own[0]), 12 - len(own[1]))
    for seat in (0, 1):
        state[mol_rules.COUNTS + seat] = len(own[seat]) + hidden[seat]
        state[mol_rules.MARKS + seat] = fields.get("marks", (0, 0))[seat]
    state[mol_rules.PLACED] = COUNTERS
    state[mol_rules.LEFT] = 0
    state[SEAT] = fields.get("seat", 1)
    state[TURNS] = 13 + sum(fields.get("marks", (0, 0)))
    return tuple(state)


def _less(game: Game, fields: Mapping[str, Any]) -> State:
    """`seats`: squares of each seat; `seat`; `left`; `spent`, `home`: of each side."""
    assert isinstance(game, Less)
    state = list(game.start())
    index = game.topology.index
    count = len(game.topology)
    for square in range(count):
        state[less_rules.BOARD + square] = 0
    goals = game.tables[less_rules.GOAL]
    for seat, text in enumerate(fields["seats"]):
        arrived = 0
        for point in _points(text):
            state[less_rules.BOARD + index[point]] = seat + 1
            arrived += goals[index[point]] == seat + 1
        state[less_rules.ARRIVED + seat] = arrived
    for side in (0, 1):
        state[less_rules.SPENT + side] = fields.get("spent", (0, 0))[side]
        state[less_rules.HOME + side] = fields.get("home", (0, 0))[side]
    state[less_rules.LEFT] = fields.get("left", less_rules.MOVES)
    state[SEAT] = fields.get("seat", 0)
    state[TURNS] = fields.get("turns", 0)
    return tuple(state)


def _libra(game: Game, fields: Mapping[str, Any]) -> State:
    """`white`, `black`: cells; `seat`; `more`; `aim`; `round`; `first`."""
    assert isinstance(game, Libra)
    state = list(game.start())
    for colour, name in ((libra_rules.WHITE, "white"), (libra_rules.BLACK, "black")):
        for point in _points(fields.get(name, "")):
            state[libra_rules.BOARD + game.topology.index[point]] = colour
            state[libra_rules.EMPTY] -= 1
    state[libra_rules.BIDDING] = 0
    state[libra_rules.AIM] = fields.get("aim", state[libra_rules.AIM])
    state[libra_rules.MORE_SEAT] = fields.get("more", 1)
    state[libra_rules.ROUND] = fields.get("round", 1)
    state[libra_rules.FIRST] = fields.get("first", 0)
    state[SEAT] = fields.get("seat", 0)
    return tuple(state)


def _multiplicity(game: Game, fields: Mapping[str, Any]) -> State:
    """`white`, `black`: cells; `seat`; the open phase."""
    assert isinstance(game, Multiplicity)
    state = list(game.start())
    for colour, name in ((1, "white"), (2, "black")):
        for point in _points(fields.get(name, "")):
            cell = game.topology.index[point]
            state[mult_rules.BOARD + cell] = colour
            state[mult_rules.EMPTY] -= 1
            mult_rules.touch(game.tables, state, cell)
    state[mult_rules.PHASE] = mult_rules.OPEN
    state[SEAT] = fields.get("seat", 0)
    state[TURNS] = fields.get("turns", 0)
    return tuple(state)


_LAYERS: dict[str, Callable[[Game, Mapping[str, Any]], State]] = {
    "more-or-less": _more_or_less,
    "less": _less,
    "libra": _libra,
    "multiplicity": _multiplicity,
}


def walled(text: str, side: int = 6) -> str:
    """Wall digits of a board of Less with these walls: "c3c4 d2e2:2" (edges by their squares)."""
    count = {}
    for word in text.split():
        edge, _colon, number = word.partition(":")
        count[frozenset((edge[:2], edge[2:]))] = number or "1"
    digits = []
    for column, row, way in edges_in_order(side):
        other = (column + 1, row) if way == "e" else (column, row + 1)
        ends = [f"{chr(ord('a') + c)}{side - r}" for c, r in ((column, row), other)]
        digits.append(count.get(frozenset(ends), "0"))
    return "".join(digits)
