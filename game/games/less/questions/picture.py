"""The distribution of par as a picture: a band of bars for each density, as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import fmean

WIDE, HIGH, LEFT, GAP, FOOT = 720, 110, 90, 14, 46
COLOURS = ("#e0b45c", "#b5793a", "#6d4526")
INK, PAPER, LINE = "#2a1d14", "#fbf6ec", "#d8ccb8"
FONT = 'font-family="sans-serif" font-size="13"'


def picture(found: Mapping[str, Counter[int]]) -> str:
    """Return an SVG of the numbers of layouts by par, a row a density; the means are marked."""
    low = min(min(counts) for counts in found.values())
    high = max(max(counts) for counts in found.values())
    unit = (WIDE - LEFT - 20) / (high - low + 1)
    tall = len(found) * (HIGH + GAP) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {tall}">',
        f'<rect width="{WIDE}" height="{tall}" fill="{PAPER}"/>',
    ]
    for row, (name, counts) in enumerate(found.items()):
        base = row * (HIGH + GAP) + HIGH + GAP
        parts += band(name, counts, base, low, unit, COLOURS[row % len(COLOURS)])
    for par in range(low, high + 1):
        x = LEFT + (par - low + 0.5) * unit
        parts.append(words_at(str(par), x, tall - FOOT + 20, "middle"))
    parts.append(words_at("par, in moves", LEFT, tall - 8, "start"))
    return "\n".join([*parts, "</svg>", ""])


def band(
    name: str, counts: Counter[int], base: int, low: int, unit: float, colour: str
) -> list[str]:
    """One row: its name, its bars standing on `base`, its mean."""
    most = max(counts.values())
    parts = [words_at(name, 12, base - 6, "start")]
    for par, count in sorted(counts.items()):
        tall = (HIGH - 20) * count / most
        x = LEFT + (par - low) * unit
        parts.append(
            f'<rect x="{x + 2:.1f}" y="{base - tall:.1f}" width="{unit - 4:.1f}"'
            f' height="{tall:.1f}" rx="2" fill="{colour}"/>'
        )
    mean = fmean(counts.elements())
    x = LEFT + (mean - low + 0.5) * unit
    parts.append(
        f'<line x1="{x:.1f}" y1="{base - HIGH + 12}" x2="{x:.1f}" y2="{base}" stroke="{INK}"/>'
    )
    parts.append(words_at(f"{mean:.1f}", x + 5, base - HIGH + 20, "start"))
    parts.append(f'<line x1="{LEFT}" y1="{base}" x2="{WIDE - 20}" y2="{base}" stroke="{LINE}"/>')
    return parts


def words_at(words: str, x: float, y: float, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK}" {FONT}>{words}</text>'
    )
