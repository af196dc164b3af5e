"""The calibration that fits samples best, how well any fits, and a reliability diagram as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.engine.search.profile import SURE, ValueCalibration
from tools.calibration.samples import ValueSample

ROUNDS = 50
PULL = 2.0  # samples' worth of a wish to leave things as they are
BINS = 10
SIDE, MARGIN = 320, 52
WIDTH, HEIGHT = SIDE + MARGIN + 24, SIDE + MARGIN + 60
INK, GRID, BEFORE, AFTER = "#3a3028", "#d8cfc2", "#b9a68c", "#1f6f5c"


class Bin(NamedTuple):
    """Positions shown as about as good: how many, what was shown, what was won, on average."""

    positions: int
    shown: float
    won: float


def fitted(samples: Sequence[ValueSample], even: bool = False) -> ValueCalibration:
    """Return slope and shift by logistic regression on the log odds (Newton's method).

    `even`: every sample counts as both sides see it, so that there is no shift.
    """
    if even:
        samples = [*samples, *(ValueSample(1 - one.value, 1 - one.result) for one in samples)]
    leads = [odds(sample.value) for sample in samples]
    slope, shift = 1.0, 0.0
    for _ in range(ROUNDS):
        toward = [PULL * (1 - slope), -PULL * shift]
        bend = [PULL, 0.0, PULL]
        for lead, sample in zip(leads, samples):
            chance = 1 / (1 + math.exp(-(slope * lead + shift)))
            miss, weight = sample.result - chance, chance * (1 - chance)
            toward[0] += miss * lead
            toward[1] += miss
            bend[0] += weight * lead * lead
            bend[1] += weight * lead
            bend[2] += weight
        room = bend[0] * bend[2] - bend[1] * bend[1]
        slope += (bend[2] * toward[0] - bend[1] * toward[1]) / room
        shift += (bend[0] * toward[1] - bend[1] * toward[0]) / room
        slope = min(max(slope, 0.1), 20.0)
        shift = min(max(shift, -3.0), 3.0)
    return ValueCalibration(round(slope, 2), round(shift, 2) + 0.0)


def odds(value: float) -> float:
    inside = min(max(value, SURE), 1 - SURE)
    return math.log(inside / (1 - inside))


def bins(samples: Sequence[ValueSample], calibration: ValueCalibration) -> list[Bin]:
    """Return the samples by what is shown of them for side 0, in tenths."""
    found: dict[int, list[tuple[float, float]]] = {}
    for sample in samples:
        shown = calibration.chance(sample.value)
        found.setdefault(min(BINS - 1, int(shown * BINS)), []).append((shown, sample.result))
    return [
        Bin(
            len(own),
            sum(shown for shown, _ in own) / len(own),
            sum(won for _, won in own) / len(own),
        )
        for _, own in sorted(found.items())
    ]


def error(found: Sequence[Bin]) -> float:
    """Return the mean difference between shown and won, weighted by positions."""
    total = sum(one.positions for one in found)
    return sum(one.positions * abs(one.shown - one.won) for one in found) / max(1, total)


def diagram(title: str, note: str, before: Sequence[Bin], after: Sequence[Bin]) -> str:
    """Return two lines of points with areas as the numbers of positions.

    The diagonal is the truth.
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
