"""Rough worth of a position without search, for the greedy player: one small function a game.

Values run from 0 (side 1 wins) to 1 (side 0 wins).  Uses the Game interface alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from game.rules import Game, Less, Libra, MoreOrLess, Multiplicity, State


def judge(game: Game, state: State, honest: bool = False) -> float:
    """Chance of side 0 at a glance; exact when the game is over.

    `honest` looks at the end like at any other position: who has lost a race of Less goes home
    nevertheless, instead of walking about until the limit of turns.
    """
    outcome = game.outcome(state)
    if outcome is not None and not honest:
        return {"p1win": 1.0, "p2win": 0.0}.get(outcome.result, 0.5)
    for kind, glance in GLANCES.items():
        if isinstance(game, kind):
            return glance(game, state)
    return 0.5


def squash(advantage: float) -> float:
    """A chance for an advantage counted in units of one clear step."""
    return 1 / (1 + math.exp(-advantage))


def more_or_less(game: Game, state: State) -> float:
    """Near a sudden win (over 18, under 7) is good; otherwise fewer counters are."""
    tally = game.tally(state)
    black, green = tally["black"], tally["green"]
    if tally["placed"] < 25:
        return 0.5
    near = [min(19 - own, own - 6) for own in (black, green)]
    return squash(0.3 * (near[1] - near[0]) + 0.1 * (green - black))


def less(game: Game, state: State) -> float:
    """Steps on an empty board without walls that each side still needs, and what it has used."""
    assert isinstance(game, Less)
    side = game.side_length
    index = game.topology.index
    need = [0.0, 0.0]
    for seat in range(game.seats):
        corner = [index[label] for label in game.goal(seat)]
        columns = [number % side for number in corner]
        rows = [number // side for number in corner]
        for point, piece in game.pieces(state).items():
            if piece.seat != seat:
                continue
            column, row = index[point] % side, index[point] // side
            need[seat % 2] += max(min(columns) - column, column - max(columns), 0)
            need[seat % 2] += max(min(rows) - row, row - max(rows), 0)
    tally = game.tally(state)
    white = need[0] + tally["spent_white"]
    black = need[1] + tally["spent_black"]
    return squash(0.25 * (black - white))


def libra(game: Game, state: State) -> float:
    """Groups lying now, against the aim or an even share of the cells."""
    assert isinstance(game, Libra)
    tally = game.tally(state)
    if tally["more"] < 0:
        return 0.5
    advantage = 0.3 * tally["groups"]
    chance = squash(advantage - 2)
    return chance if tally["more"] == 0 else 1 - chance


def multiplicity(game: Game, state: State) -> float:
    tally = game.tally(state)
    return squash(math.log(tally["white"] / tally["black"]))


Glance = Callable[[Game, State], float]
GLANCES: dict[type[Game], Glance] = {
    MoreOrLess: more_or_less,
    Less: less,
    Libra: libra,
    Multiplicity: multiplicity,
}
