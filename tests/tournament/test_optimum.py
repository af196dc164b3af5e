"""Our pairings reach the smallest possible sum of differences in points for a round."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.tournaments.optimum import measured
from tools.tournaments.random_play import rounds

SEEDS, ALL_SEEDS = 8, 300


def total(seeds: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in range(seeds):
        for tournament in rounds(seed):
            found.update(measured(tournament))
    return found


def judge(found: Counter[str]) -> None:
    assert found["sum of differences"] <= 1.03 * found["least sum"]
    assert not found["byes above the lowest points"]
    assert not found["seats three times more often"]
    assert not found["finals not played"]


def test_points_are_within_three_percent_of_the_optimum() -> None:
    judge(total(SEEDS))


@pytest.mark.slow
def test_points_of_three_hundred_tournaments() -> None:
    found = total(ALL_SEEDS)
    assert found["finals"] > 10
    judge(found)
