"""A reliability diagram as SVG: what was shown against what was won."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tools.calibration.fit import Bin

SIDE, MARGIN = 320, 52
WIDTH, HEIGHT = SIDE + MARGIN + 24, SIDE + MARGIN + 60
INK, GRID, BEFORE, AFTER = "#3a3028", "#d8cfc2", "#b9a68c", "#1f6f5c"


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
