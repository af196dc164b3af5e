"""Learner of Multiplicity: predicts where a long search lays stones, by a cell's surroundings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.games.multiplicity.engine.evaluation import FILE, KINDS, alike
from game.rules import Game
from tools.learning.learner import Learner
from tools.learning.multiplicity.games import MultiplicityGameData, play, read_seen

PENALTY = 1.0
MOST_STEPS = 40
CLOSE = 1e-6
ASIDE = 4  # one game in this many tests the reported fit and is left out of it


def rows(seen: Sequence[MultiplicityGameData], kind: str) -> tuple[Any, Any]:
    """Return each position's legal cells and share of visits by pattern, for one kind of stone."""
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
        # Far from the optimum, a full step would overshoot.
        weights = weights - step / max(1.0, numpy.abs(step).max())
        if numpy.abs(step).max() < CLOSE:
            break
    return weights


def foreseen(cells: Any, weights: Any) -> Any:
    """Return the predicted share of visits of each pattern."""
    import numpy

    chances = cells * numpy.exp(weights)
    return chances / chances.sum(1, keepdims=True)


def surprise(cells: Any, shares: Any, weights: Any) -> float:
    """Return the mean log loss of the visits' cells; lower is better."""
    import numpy

    chances = numpy.exp(weights) / (cells @ numpy.exp(weights))[:, None]
    return float(-(shares * numpy.log(chances)).sum(1).mean())


def words_of(setup: str) -> str:
    return setup.replace(" ", "-")


def strange(game: Game, seen: MultiplicityGameData) -> str:
    """Return a fault if the game has a pattern that does not exist, else ""."""
    found = max((one.pattern for of in seen.positions for one in of.choices), default=0)
    return f"pattern {found} found, expected {len(alike())} of them" * (found >= len(alike()))


def report(game: Game, seen: Sequence[MultiplicityGameData]) -> str:
    """Report how well the visits of the games left out are predicted, by kind of stone."""
    fitted = [one for one in seen if one.number % ASIDE]
    others = [one for one in seen if one.number % ASIDE == 0]
    told = []
    for kind in KINDS:
        cells, shares = rows(others, kind)
        if len(cells):
            learned = regression(*rows(fitted, kind))
            surprises = [surprise(cells, shares, one) for one in (learned, 0 * learned)]
            told.append("{} {:.3f}, by nothing {:.3f}".format(kind, *surprises))
    positions = sum(len(one.positions) for one in seen)
    return f"{positions} positions; surprise {'; '.join(told)} (of others than fitted)"


def weights(game: Game, seen: Sequence[MultiplicityGameData]) -> Mapping[str, object]:
    """Return the weights by kind of stone, without kinds that no game has."""
    by_kind = {kind: rows(seen, kind) for kind in KINDS}
    return {
        kind: [round(float(one), 2) for one in regression(cells, shares)]
        for kind, (cells, shares) in by_kind.items()
        if len(cells)
    }


LEARNER = Learner(
    file=FILE,
    games=500,
    nodes=20_000,
    play=play,
    seen=read_seen,
    name=words_of,
    strange=strange,
    report=report,
    weights=weights,
)
