"""Fits a calibration to samples, measures its error, and draws a reliability diagram."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy

from game.engine.search.calibration import AS_IT_IS, ValueCalibration, between, odds

KNOTS = 5  # equally spaced from the start of a game to its end
ROUNDS = 30
# Weight of the penalty on deviations from the usual numbers, in samples.
PULL = 2.0
# Weight, in samples, of the penalty on unequal deviations at neighbouring knots.
STIFF = 20.0
# Bounds of slopes, shifts and bends. Within these bounds, the chance never falls as the value
# rises.
LEAST, MOST = (0.05, -6.0, 0.0), (20.0, 6.0, 20.0)
BINS = 10
HALVINGS = 12  # random ways of splitting the games in two halves
# Chances are clipped to this distance from 0 and 1, so that the log loss stays finite.
CERTAIN = 1e-4
SIDE, MARGIN = 320, 52
WIDTH, HEIGHT = SIDE + MARGIN + 24, SIDE + MARGIN + 60
INK, GRID, BEFORE, AFTER = "#3a3028", "#d8cfc2", "#b9a68c", "#1f6f5c"


class ValueSample(NamedTuple):
    """A position: the value for side 0, the game's progress (0 to 1), side 0's final result.

    `labels` are the groups of positions that it belongs to.
    """

    value: float
    progress: float
    result: float
    labels: tuple[str, ...] = ()


class Bin(NamedTuple):
    """Positions with about the same chance: their number, mean shown chance and mean result."""

    positions: int
    shown: float
    won: float


def fitted(
    samples: Sequence[ValueSample], bends: bool = True, usual: ValueCalibration = AS_IT_IS
) -> ValueCalibration:
    """Return slopes, shifts and, if wanted, bends by logistic regression on the log odds.

    Numbers for which there are too few samples stay as in `usual`. The fit uses Newton's method
    within bounds: a number at its bound stays there while the step points outside.
    """
    by_kind = numpy.zeros((len(samples), 3, KNOTS))
    for row, sample in zip(by_kind, samples):
        seen = odds(sample.value)
        for knot, weight in between(sample.progress, KNOTS):
            row[:, knot] = weight * numpy.array([seen, 1.0, seen * abs(seen)])
    inputs = by_kind.reshape(len(samples), 3 * KNOTS)
    results = numpy.array([sample.result for sample in samples])
    highest = MOST if bends else (*MOST[:2], 0.0)
    least, most = (numpy.repeat(numbers, KNOTS) for numbers in (LEAST, highest))
    known = numpy.concatenate([numpy.resize(numbers, KNOTS) for numbers in usual])
    # From this start Newton's steps do not diverge.
    found, wish = numpy.clip(0.0, least, most), _wish()
    for _ in range(ROUNDS):
        chances = 1 / (1 + numpy.exp(-numpy.clip(inputs @ found, -30, 30)))
        slope = inputs.T @ (results - chances) - wish @ (found - known)
        bend = (inputs.T * (chances * (1 - chances))) @ inputs + wish
        free = ((found > least) | (slope > 0)) & ((found < most) | (slope < 0))
        found[free] += numpy.linalg.solve(bend[numpy.ix_(free, free)], slope[free])
        found = found.clip(least, most)
    numbers = [round(float(number), 2) + 0.0 for number in found]
    return ValueCalibration(*(tuple(numbers[at : at + KNOTS]) for at in range(0, 3 * KNOTS, KNOTS)))


def _wish() -> numpy.ndarray:
    """Return the matrix of the penalty on all numbers and on steps from knot to knot."""
    wish = PULL * numpy.eye(3 * KNOTS)
    for first in (at for at in range(3 * KNOTS - 1) if (at + 1) % KNOTS):
        step = numpy.zeros(3 * KNOTS)
        step[first], step[first + 1] = -1.0, 1.0
        wish += STIFF * numpy.outer(step, step)
    return wish


def crossed(
    games: Sequence[Sequence[ValueSample]],
    bends: bool = True,
    usual: ValueCalibration = AS_IT_IS,
) -> list[tuple[float, ValueSample]]:
    """Return every sample with its chance by a fit to the half of the games without this sample."""
    halves = [[sample for game in games[at::2] for sample in game] for at in (0, 1)]
    fits = [fitted(half, bends, usual) for half in halves]
    return [
        (fit.chance(sample.value, sample.progress), sample)
        for fit, half in zip(reversed(fits), halves)
        for sample in half
    ]


def gain(
    games: Sequence[Sequence[ValueSample]],
    bends: bool = True,
    usual: ValueCalibration = AS_IT_IS,
) -> tuple[int, float]:
    """Return in how many of 2 * HALVINGS halves a fit to the other half beats `usual`.

    The second number is the mean decrease of the log loss per position.
    """
    dice, gained = random.Random(1), list[float]()
    for _ in range(HALVINGS):
        order = dice.sample(range(len(games)), len(games))
        halves = [
            [sample for at in half for sample in games[at]] for half in (order[::2], order[1::2])
        ]
        for known, left_out in (halves, halves[::-1]):
            fit = fitted(known, bends, usual)
            gained.append(_loss(usual, left_out) - _loss(fit, left_out))
    return sum(one > 0 for one in gained), sum(gained) / len(gained)


def _loss(shown: ValueCalibration, samples: Sequence[ValueSample]) -> float:
    """Return the mean log loss of the chances shown."""
    total = 0.0
    for sample in samples:
        chance = shown.chance(sample.value, sample.progress)
        chance = min(1 - CERTAIN, max(CERTAIN, chance))
        won, lost = math.log(chance), math.log(1 - chance)
        total -= sample.result * won + (1 - sample.result) * lost
    return total / max(1, len(samples))


def bins(shown: Iterable[tuple[float, ValueSample]]) -> list[Bin]:
    """Return the samples in ten bins by the chance shown for side 0."""
    found: dict[int, list[tuple[float, float]]] = {}
    for chance, sample in shown:
        found.setdefault(min(BINS - 1, int(chance * BINS)), []).append((chance, sample.result))
    return [
        Bin(
            len(own),
            sum(chance for chance, _ in own) / len(own),
            sum(won for _, won in own) / len(own),
        )
        for _, own in sorted(found.items())
    ]


def error(found: Sequence[Bin]) -> float:
    """Return the mean difference between shown chance and result, weighted by positions."""
    total = sum(one.positions for one in found)
    return sum(one.positions * abs(one.shown - one.won) for one in found) / max(1, total)


def diagram(title: str, note: str, before: Sequence[Bin], after: Sequence[Bin]) -> str:
    """Return an SVG of two lines of points; a point's area shows its number of positions.

    A perfect calibration would put all points on the dashed diagonal.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f2"/>',
        f'<text x="{MARGIN}" y="22" font-size="15" font-weight="600">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        at, percent = tenth / 10, f"{10 * tenth}%"
        parts += [
            line(at, 0, at, 1, GRID),
            line(0, at, 1, at, GRID),
            text(across(at), up(0) + 16, "middle", percent),
            text(MARGIN - 6, up(at) + 4, "end", percent),
        ]
    parts.append(line(0, 0, 1, 1, INK, ' stroke-dasharray="4 4"'))
    for found, colour in ((before, BEFORE), (after, AFTER)):
        parts += curve(found, colour)
    parts += [
        text(across(0.5), up(0) + 34, "middle", "shown"),
        f'<g transform="translate(14 {up(0.5):.0f}) rotate(-90)">{text(0, 0, "middle", "won")}</g>',
        legend(0, BEFORE, "as searched"),
        legend(1, AFTER, "as shown"),
        f'<text x="{MARGIN}" y="{up(0) + 54:.0f}" font-size="11">{note}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def across(share: float) -> float:
    return MARGIN + SIDE * share


def up(share: float) -> float:
    return MARGIN - 14 + SIDE * (1 - share)


def text(x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{words}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return (
        f'<line x1="{across(x1):.1f}" y1="{up(y1):.1f}" x2="{across(x2):.1f}" y2="{up(y2):.1f}" '
        f'stroke="{colour}" stroke-width="1"{more}/>'
    )


def curve(found: Sequence[Bin], colour: str) -> list[str]:
    most = max((one.positions for one in found), default=1)
    path = " ".join(f"{across(one.shown):.1f},{up(one.won):.1f}" for one in found)
    dots = [
        f'<circle cx="{across(one.shown):.1f}" cy="{up(one.won):.1f}" '
        f'r="{2 + 6 * math.sqrt(one.positions / most):.1f}" fill="{colour}" fill-opacity="0.8"/>'
        for one in found
    ]
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>', *dots]


def legend(row: int, colour: str, words: str) -> str:
    x, y = across(0.04), up(0.96) + 18 * row
    return (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="{colour}"/>'
        f'<text x="{x + 11:.0f}" y="{y + 4:.0f}">{words}</text>'
    )
