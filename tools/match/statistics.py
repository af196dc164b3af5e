"""Statistics of a match: how strong two engines are, given their games.

PyPI has no maintained package for this (`sprt` dates from 2017 and does not handle pairs). So this
module has the generalized sequential probability ratio test of chess engines, as fishtest published
it: M. Van den Bergh, "The GSPRT approximation" and "A practical introduction to the GSPRT".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Probabilities of accepting an engine that is not stronger, and of rejecting one that is.
ALPHA = BETA = 0.05
NEVER = 1e-3  # count used for results that never occurred, as in fishtest


@dataclass(frozen=True, slots=True)
class ArenaScore:
    """Wins, draws and losses of the first engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Return the points per game, 0 to 1, a draw counting half; 0.5 without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def with_game(self, winner: str) -> ArenaScore:
        """Return the score after a game won by "first", "second" or nobody ("")."""
        return ArenaScore(
            self.wins + (winner == "first"),
            self.draws + (winner == ""),
            self.losses + (winner == "second"),
        )

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Return Wilson's interval of the true share (95% by default).

        The interval is too wide if many games are drawn.
        """
        n, p = self.games, self.share
        if n == 0:
            return 0.0, 1.0
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def elo(self) -> float:
        """Return the logistic Elo of the share, which is kept half a game away from 0 and 1."""
        share = min(max(self.share, 0.5 / max(1, self.games)), 1 - 0.5 / max(1, self.games))
        return 400 * math.log10(share / (1 - share))


@dataclass(frozen=True, slots=True)
class GamePairs:
    """Counts of pairs of games with the same start and colours exchanged.

    `counts` has the pairs in which the first engine got 0, 1/2, 1, 3/2 and 2 points (pentanomial).
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def with_pair(self, winners: Sequence[str]) -> GamePairs:
        """Return the counts after a pair of games, won by "first", "second" or nobody."""
        place = sum({"first": 2, "": 1, "second": 0}[winner] for winner in winners)
        a, b, c, d, e = (count + (place == at) for at, count in enumerate(self.counts))
        return GamePairs((a, b, c, d, e))


def sprt(counts: Sequence[int], elo0: float = 0.0, elo1: float = 50.0) -> tuple[float, str]:
    """Return the log likelihood ratio of elo1 to elo0, and "accepted", "rejected" or "open".

    The five counts of pairs are given as `counts`, or the counts of lost, drawn and won games. Elo
    is logistic.
    """
    ratio = log_likelihood_ratio(counts, *(1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1)))
    if ratio >= math.log((1 - BETA) / ALPHA):
        return ratio, "accepted"
    if ratio <= math.log(BETA / (1 - ALPHA)):
        return ratio, "rejected"
    return ratio, "open"


def log_likelihood_ratio(counts: Sequence[int], share0: float, share1: float) -> float:
    """Return the log likelihood ratio of the mean result `share1` to the mean result `share0`.

    Each mean is represented by its likeliest distribution. The possible results go from 0 to 1 in
    equal steps; `counts` says how often each occurred.
    """
    if not any(counts):
        return 0.0
    filled = [count or NEVER for count in counts]
    likeliest0, likeliest1 = (likeliest(filled, share) for share in (share0, share1))
    return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(filled, likeliest0, likeliest1))


def likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """Return the likeliest distribution with this mean, given counts, none of which is 0.

    It has the form p / (1 + x * (value - mean)); bisection finds x.
    """
    total = sum(counts)
    ahead = [at / (len(counts) - 1) - mean for at in range(len(counts))]
    low, high = -1 / ahead[-1], -1 / ahead[0]
    for _ in range(100):
        x = (low + high) / 2
        if sum(count * d / (1 + x * d) for count, d in zip(counts, ahead)) > 0:
            low = x
        else:
            high = x
    return [count / total / (1 + x * d) for count, d in zip(counts, ahead)]
