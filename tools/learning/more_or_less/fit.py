"""Weights of the patterns of More or Less, fitted to games: a logistic regression with a penalty.

Points that the board's symmetry maps to each other share a weight, and so do a pattern and its
mirror image.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from game.games.more_or_less.engine.evaluation import (
    KINDS,
    THREE,
    Weights,
    number,
    windows,
)
from game.games.more_or_less.rules import MARKER_PLACES
from game.rules.boards import COUNTERS
from game.rules.topology import Topology
from tools.learning.more_or_less.games import MoreOrLessGameData, MoreOrLessSample

PENALTY = 3.0
MOST_STEPS = 40
CLOSE = 1e-6
TERMS = 8  # number of terms; see `evaluation.tally_sum`
# Divisors of the columns, so that the penalty affects all weights alike.
PATTERN_SCALE, PLACE_SCALE = 10.0, 3.0


def alike(board: Topology) -> list[int]:
    """Return each point's class, given by its distance from the middle and its number of lines."""
    keys = [
        (round(math.hypot(*board.xy[label]), 3), sum(label in line for line in board.lines))
        for label in board.points
    ]
    classes = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [classes[key] for key in keys]


def one_way_round() -> list[int]:
    """Return a number for each pattern, which it shares only with its mirror image."""
    three = [
        min(number(a, b, c, 0), number(c, b, a, 0))
        for c in range(3)
        for b in range(3)
        for a in range(3)
    ]
    return [*three, *range(THREE, KINDS)]


def features(board: Topology, positions: Sequence[MoreOrLessSample]) -> Any:
    """Return a row for each position, from the mover's view: terms, patterns, places."""
    import numpy

    lying = numpy.array([[int(cell) for cell in one.board] for one in positions])
    side = numpy.array([one.side for one in positions])
    left = numpy.array([one.left for one in positions]) / (2.0 * MARKER_PLACES)
    lying = numpy.where((side == 1)[:, None] & (lying > 0), 3 - lying, lying)
    black = (side == 0) * 1.0
    lead = COUNTERS - 2.0 * (lying == 1).sum(1)
    terms = [numpy.ones(len(positions)), black, left, black * left]
    terms += [lead, lead * left, lead * left * left, lead**3 / 100]
    same = one_way_round()
    patterns = numpy.zeros((len(positions), KINDS))
    every = numpy.arange(len(positions))
    for first, second, third, kind in windows(board):
        codes = kind + lying[:, first] + 3 * lying[:, second]
        codes = codes + (9 * lying[:, third] if kind == 0 else 0)
        patterns[every, numpy.array(same)[codes]] += 1 / PATTERN_SCALE
    classes = numpy.array(alike(board))
    places = [
        ((lying == owner) & (classes == one)).sum(1) / PLACE_SCALE
        for owner in (1, 2)
        for one in range(classes.max() + 1)
    ]
    return numpy.column_stack([*terms, patterns, *places])


def results(seen: Sequence[MoreOrLessGameData]) -> Any:
    """Return 1 for each position whose mover won the game, else 0."""
    import numpy

    return numpy.array(
        [float(game.black_won == (one.side == 0)) for game in seen for one in game.positions]
    )


def regression(rows: Any, won: Any) -> Any:
    """Return the weights of the columns, by Newton's method."""
    import numpy

    weights = numpy.zeros(rows.shape[1])
    for _ in range(MOST_STEPS):
        shares = chances(rows, weights)
        slope = rows.T @ (shares - won) + PENALTY * weights
        bend = (rows * (shares * (1 - shares))[:, None]).T @ rows
        step = numpy.linalg.solve(bend + PENALTY * numpy.eye(len(weights)), slope)
        weights = weights - step
        if numpy.abs(step).max() < CLOSE:
            break
    return weights


def chances(rows: Any, weights: Any) -> Any:
    import numpy

    return 1 / (1 + numpy.exp(-rows @ weights))


def surprise(shares: Any, won: Any) -> float:
    """Return the mean log loss of the results; lower is better."""
    import numpy

    shares = numpy.clip(shares, 1e-4, 1 - 1e-4)
    return float(-(won * numpy.log(shares) + (1 - won) * numpy.log(1 - shares)).mean())


def fitted(board: Topology, rows: Any, won: Any, by_place: bool = True) -> Weights:
    """Return the fitted weights, with or without weights of the points.

    Columns other than the terms are centred on their means. Each position has equally many
    patterns, so the resulting constant is subtracted in equal parts from the patterns' weights.
    """
    if not by_place:
        rows = rows[:, : TERMS + KINDS]
    mean = rows.mean(0)
    mean[:TERMS] = 0
    found = regression(rows - mean, won)
    shift = float(mean @ found) / sum(1 for _ in windows(board))
    patterns = found[TERMS : TERMS + KINDS] / PATTERN_SCALE
    places = found[TERMS + KINDS :] / PLACE_SCALE
    classes = alike(board)
    own, other = places[: len(places) // 2], places[len(places) // 2 :]
    return Weights(
        tuple(round(float(one), 4) for one in found[:TERMS]),
        tuple(round(float(patterns[same]) - shift, 4) for same in one_way_round()),
        tuple(
            (round(float(own[one]), 4), round(float(other[one]), 4)) if by_place else (0.0, 0.0)
            for one in classes
        ),
    )
