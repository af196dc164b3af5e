"""Statistics of matches agree with known values."""

from __future__ import annotations

import pytest

from tools.match.statistics import ArenaScore, GamePairs, likeliest, sprt

# Numbers of pairs with 0, 1/2, 1, 3/2 and 2 points, elo0, elo1, and the ratio. fishtest published
# them in 2020 for accepted changes of Stockfish, in logistic Elo.
PUBLISHED = [
    ((424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),
    ((1284, 17437, 55536, 18085, 1292), 0.0, 2.0, 2.94),
    ((133, 1751, 5094, 1849, 165), -0.5, 1.5, 2.94),
    ((149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95),
    ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), PUBLISHED)
def test_ratios_that_fishtest_published(
    counts: tuple[int, ...], elo0: float, elo1: float, ratio: float
) -> None:
    assert round(sprt(counts, elo0, elo1)[0], 2) == ratio


def test_verdicts() -> None:
    assert sprt((100, 0, 200))[1] == "accepted"
    assert sprt((200, 0, 100))[1] == "rejected"
    assert sprt((5, 2, 5))[1] == "open"
    assert sprt(GamePairs().counts) == (0.0, "open")


def test_draws_tell_more_than_as_many_wins_and_losses() -> None:
    """With equal scores, a lead of ten is less likely to be chance if most games are drawn."""
    assert sprt((10, 160, 30), 0, 20)[0] > sprt((90, 0, 110), 0, 20)[0]


def test_the_likeliest_distribution_has_the_mean_that_is_asked_for() -> None:
    found = likeliest((3, 40, 5, 6, 90), 0.3)
    assert sum(found) == pytest.approx(1)
    assert sum(at / 4 * share for at, share in enumerate(found)) == pytest.approx(0.3)


def test_pairs_are_counted_by_points() -> None:
    pairs = GamePairs()
    for winners in (
        ("first", "first"),
        ("", "first"),
        ("first", "second"),
        ("", ""),
        ("second",) * 2,
    ):
        pairs = pairs.with_pair(winners)
    assert pairs.counts == (1, 0, 2, 1, 1)


def test_wilson() -> None:
    low, high = ArenaScore(30, 0, 10).interval()
    assert ArenaScore(30, 0, 10).share == 0.75
    assert low == pytest.approx(0.598, abs=0.002)
    assert high == pytest.approx(0.858, abs=0.002)
    assert ArenaScore().interval() == (0.0, 1.0)
