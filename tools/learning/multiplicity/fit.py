"""How often a stone is laid on a cell of each pattern: a softmax regression with a penalty.

All cells of a position with one pattern have the same chance, so a position is a row of patterns:
how many cells of each, and the share of the visits that they had together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.games.multiplicity.engine.patterns import alike
from tools.learning.multiplicity.games import MultiplicityGameData

PENALTY = 1.0
MOST_STEPS = 40
CLOSE = 1e-6


def rows(seen: Sequence[MultiplicityGameData], kind: str) -> tuple[Any, Any]:
    """Of the positions with such a stone to lay: cells, and shares of visits, by patterns."""
    import numpy

    found = [one for game in seen for one in game.positions if one.kind == kind]
    cells, shares = (numpy.zeros((len(found), len(alike()))) for _ in range(2))
    for place, one in enumerate(found):
        visits = sum(choice.visits for choice in one.choices)
        for choice in one.choices:
            cells[place, choice.pattern] = choice.cells
            shares[place, choice.pattern] = choice.visits / visits
    return cells, shares


def regression(cells: Any, shares: Any) -> Any:
    """Return the weight of each pattern, by Newton's method."""
    import numpy

    weights = numpy.zeros(cells.shape[1])
    for _ in range(MOST_STEPS):
        chances = foreseen(cells, weights)
        slope = (chances - shares).sum(0) + PENALTY * weights
        bend = numpy.diag(chances.sum(0) + PENALTY) - chances.T @ chances
        step = numpy.linalg.solve(bend, slope)
        weights = weights - step / max(1.0, numpy.abs(step).max())  # far away it would overshoot
        if numpy.abs(step).max() < CLOSE:
            break
    return weights


def foreseen(cells: Any, weights: Any) -> Any:
    """Return the share of each pattern."""
    import numpy

    chances = cells * numpy.exp(weights)
    return chances / chances.sum(1, keepdims=True)


def surprise(cells: Any, shares: Any, weights: Any) -> float:
    """Return the mean of minus the logarithm of the chance of the cell that a visit went to."""
    import numpy

    chances = numpy.exp(weights) / (cells @ numpy.exp(weights))[:, None]
    return float(-(shares * numpy.log(chances)).sum(1).mean())
