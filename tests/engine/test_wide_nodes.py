"""A custom game may have thousands of actions in one position; the search sees all of them."""

from __future__ import annotations

import pytest

from game.engine.kernels import mcts
from game.engine.kernels.promotion import FIRST, WIDTH

CHILDREN = 9_000


@pytest.mark.parametrize("best", [1, 4_095, 4_097, CHILDREN])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_best_of_thousands_of_children_is_visited(best: int, side: int, seed: int) -> None:
    visits = [10 * CHILDREN] + [10] * CHILDREN
    sums = [5.0] * (CHILDREN + 1)
    sums[best] = 9.0 if side == 0 else 1.0
    ti = tuple([0] * (CHILDREN + 1) for _ in range(6))
    ti[WIDTH][0], ti[FIRST][0], ti[mcts.VISITS][:] = CHILDREN, 1, visits
    settings = mcts.with_curve([0.3, 100.0, 1.0, 0.0, 0.5])
    assert mcts.select(ti, (sums, list(sums)), settings, [seed], 0, side) == best
