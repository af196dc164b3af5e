"""The likeliest Elo of several players, given all their games, with intervals.

The model is that of Bradley and Terry, where a draw counts half a win for both. One draw is added
between any two players who have met, so that a player who has won every game has a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ROUNDS = 500
ELO = 400 / math.log(10)  # Elo points in one unit of log odds
WIDE = 1.96  # standard deviations to either side, for a 95 % interval


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo, relative to a mean of 0 over all players, and its interval's half-width."""

    player: str
    elo: float
    about: float
    games: int
    points: float


def ratings(players: Sequence[str], games: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Return the players by strength; `games` are (first, second, points of the first)."""
    count = len(players)
    place = {player: number for number, player in enumerate(players)}
    met = [[0.0] * count for _ in players]
    won, played = [0.0] * count, [0] * count
    for first, second, points in games:
        a, b = place[first], place[second]
        met[a][b] += 1
        met[b][a] += 1
        won[a] += points
        won[b] += 1 - points
        played[a] += 1
        played[b] += 1
    points_of = list(won)
    for a in range(count):
        for b in range(count):
            if met[a][b]:
                met[a][b] += 1
                won[a] += 0.5
    strength = likeliest(met, won)
    wide = deviations(met, strength)
    found = [
        Rating(player, ELO * strength[n], WIDE * ELO * wide[n], played[n], points_of[n])
        for n, player in enumerate(players)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def likeliest(met: Sequence[Sequence[float]], won: Sequence[float]) -> list[float]:
    """Return log odds with mean 0, by Hunter's iteration.

    `met` holds the number of games of each two players, `won` the points of each player.
    """
    count = len(won)
    worth = [1.0] * count
    for _ in range(ROUNDS):
        for a in range(count):
            expected = sum(met[a][b] / (worth[a] + worth[b]) for b in range(count) if b != a)
            if expected:
                worth[a] = won[a] / expected
        mean = math.exp(sum(map(math.log, worth)) / count)
        worth = [one / mean for one in worth]
    return [math.log(one) for one in worth]


def deviations(met: Sequence[Sequence[float]], strength: Sequence[float]) -> list[float]:
    """Return the standard deviations of the log odds, from the curvature of the likelihood."""
    import numpy

    count = len(strength)
    bend = numpy.zeros((count, count))
    for a in range(count):
        for b in range(count):
            if a != b:
                chance = 1 / (1 + math.exp(strength[b] - strength[a]))
                weight = met[a][b] * chance * (1 - chance)
                bend[a][a] += weight
                bend[a][b] -= weight
    inverse = numpy.linalg.pinv(bend)
    return [math.sqrt(max(0.0, float(inverse[n][n]))) for n in range(count)]
