"""A page of a picture book: number and title on top, scenes in boxes, captions under them.

It also draws a board taken apart: feet, base, contents, top and rim above each other, each with its
name beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from xml.sax.saxutils import escape

from game.platform.i18n import _, format_number
from workshop.fabrication import objects
from workshop.fabrication.drawing import Drawing
from workshop.fabrication.fittings import FOOT, RIM_LIP
from workshop.fabrication.isometric import INK, IsometricScene, project
from workshop.fabrication.objects import BASE_WOOD, RIM_WOOD, TOP_WOOD
from workshop.fabrication.planks import SCREW_AT, TOP, Stack
from workshop.fabrication.shapes import Millimetres

WIDTH, HEAD, MARGIN = 960.0, 76.0, 24.0
PAPER, ACCENT, QUIET = "#fbf6ec", "#ffb938", "#7d6a55"
BOLD, PLAIN = 0.62, 0.56  # average width of letters, as a share of their size
CELL, CAPTION = 170.0, 44.0  # height of a cell of a catalogue, and of its caption

# An object, its name, and a less prominent line under the name.
Item = tuple[IsometricScene, str, str]
Box = tuple[float, float, float, float]  # left, top, width, height
Way = Callable[[Millimetres], Millimetres]

WIDE = 620.0  # width of this picture on its page
FEET_AT, BASE_AT, TOP_AT, RIM_AT = -0.6, 0.0, 2.9, 3.8  # heights in gaps
GAP = 0.3  # gap between layers, as a share of the board's size
RIM_OVER = 5.0  # mm by which the rim extends over each side

Layer = tuple[float, str, str]  # height in gaps, name, and a less prominent line under the name


@dataclass
class PicturePage:
    """A page for one step, with its `number` from 1 and its title."""

    number: int
    title: str
    height: float
    elements: list[str] = field(default_factory=list)

    def place(self, scene: IsometricScene, box: Box, most: float = 1e9) -> Way:
        """Draw a scene as large as its box allows, with at most `most` units per millimetre.

        Return a function that converts projected places of the scene to places of the page.
        """
        xs, ys = zip(*scene.corners)
        left, top, width, height = box
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(width / wide, height / high, most)
        x = left + width / 2 - scale * (max(xs) + min(xs)) / 2
        y = top + height / 2 - scale * (max(ys) + min(ys)) / 2
        body = "".join(scene.elements)
        self.elements.append(
            f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{body}</g>'
        )
        return lambda place: (x + scale * place[0], y + scale * place[1])

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 17,
        colour: str = INK,
        anchor: str = "middle",
        weight: int = 400,
    ) -> None:
        """Draw a line of text."""
        self.elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
            f'font-weight="{weight}" fill="{colour}">{escape(text)}</text>'
        )

    def caption(self, name: str, quiet: str, x: float, y: float, most: float = WIDTH) -> None:
        """Name a picture in two lines, in smaller text if they would be wider than `most`."""
        self.words(name, x, y, _fitting(name, 15, most / BOLD), weight=600)
        self.words(quiet, x, y + 19, _fitting(quiet, 13, most / PLAIN), QUIET)

    def names(
        self,
        spots: Sequence[Millimetres],
        words: Sequence[tuple[str, str]],
        middle: Millimetres,
        step: float,
    ) -> None:
        """Write the names of spots in a column, ordered so that the leader lines do not cross."""
        x, y = middle
        rows = [(x, y + step * (row - (len(spots) - 1) / 2)) for row in range(len(spots))]
        order = min(permutations(rows), key=lambda ends: sum(map(math.dist, spots, ends)))
        for spot, end, (name, quiet) in zip(spots, order, words):
            self._leader(spot, (x - 8, end[1] - 4))
            self.words(name, x, end[1], 14.5, anchor="start", weight=700)
            self.words(quiet, x, end[1] + 17, 12.5, QUIET, anchor="start")

    def _leader(self, spot: Millimetres, end: Millimetres) -> None:
        (x, y), (u, v) = spot, end
        self.elements.append(
            f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{INK}" stroke-width="1.1" '
            'fill="none"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{INK}"/>'
        )

    def card(self, box: Box) -> None:
        """Draw a pale card behind a picture."""
        x, y, width, height = box
        self.elements.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="12" '
            f'fill="#fffdf8" stroke="#e4d8c4"/>'
        )

    def cable(self, path: str) -> None:
        """Draw a cable along a path of the page."""
        for colour, width in ((INK, 6.0), ("#6a7078", 4.0)):
            self.elements.append(
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
                'stroke-linecap="round"/>'
            )

    def svg(self) -> str:
        """Return the whole picture."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{self.height:g}" '
            f'viewBox="0 0 {WIDTH:g} {self.height:g}" font-family="sans-serif">',
            f'<rect width="{WIDTH:g}" height="{self.height:g}" rx="16" fill="{PAPER}"/>',
            f'<circle cx="{MARGIN + 20:g}" cy="40" r="20" fill="{ACCENT}"/>',
            f'<text x="{MARGIN + 20:g}" y="47" font-size="21" font-weight="700" '
            f'text-anchor="middle" fill="#221300">{self.number}</text>',
            f'<text x="{MARGIN + 54:g}" y="48" font-size="24" font-weight="700" '
            f'fill="{INK}">{escape(self.title)}</text>',
        ]
        return "\n".join([*parts, *self.elements, "</svg>"]) + "\n"


def _fitting(text: str, size: float, most: float) -> float:
    """Return the size at which words are no wider than `most` letters of size 1."""
    return min(size, most / max(1, len(text)))


def catalogue(number: int, title: str, items: Sequence[Item], columns: int = 4) -> PicturePage:
    """Draw things side by side, each on a card with its name."""
    rows = -(-len(items) // columns)
    page = PicturePage(number, title, HEAD + rows * (CELL + 12) + MARGIN - 12)
    wide = (WIDTH - 2 * MARGIN - 12 * (columns - 1)) / columns
    for at, (scene, name, quiet) in enumerate(items):
        x, y = MARGIN + at % columns * (wide + 12), HEAD + at // columns * (CELL + 12)
        page.card((x, y, wide, CELL))
        page.place(scene, (x + 20, y + 12, wide - 40, CELL - CAPTION - 24), 6.0)
        page.caption(name, quiet, x + wide / 2, y + CELL - CAPTION + 14, wide - 16)
    return page


class Exploded:
    """A board taken apart: call `lower` first, draw the layers between, then call `upper`."""

    def __init__(self, base: Drawing, stack: Stack) -> None:
        self.scene = IsometricScene()
        self._base, self._stack = base, stack
        self._gap = GAP * (base.width + base.height) / 2

    def level(self, gaps: float) -> float:
        """Return the height in mm of `gaps` gaps over the base."""
        return gaps * self._gap

    def lower(self) -> None:
        """Draw feet and base."""
        base, stack = self._base, self._stack
        for x in (SCREW_AT, base.width - SCREW_AT):
            for y in (base.height - SCREW_AT, SCREW_AT):
                self.scene.disc(FOOT, stack.foot, (x, y, self.level(FEET_AT)), objects.ANY, 0.4)
        objects.plate(self.scene, base, self.level(BASE_AT), stack.base, BASE_WOOD, stack.room)

    def upper(self, top: Drawing) -> None:
        """Draw the top and the rim, with the rim's far sides first."""
        objects.plate(self.scene, top, self.level(TOP_AT), TOP, TOP_WOOD, TOP)
        wide, high, z = top.width, top.height, self.level(RIM_AT)
        tall, over = TOP + self._stack.base + RIM_LIP, RIM_OVER
        sides = (
            ((wide + 2 * over, over, tall), (wide / 2, high + over / 2, z)),
            ((over, high, tall), (wide + over / 2, high / 2, z)),
            ((over, high, tall), (-over / 2, high / 2, z)),
            ((wide + 2 * over, over, tall), (wide / 2, -over / 2, z)),
        )
        for size, at in sides:
            self.scene.block(size, at, RIM_WOOD, 0.5)

    def page(self, number: int, title: str, base: str, between: Sequence[Layer]) -> PicturePage:
        """Draw the whole page; `base` is the less prominent line about the base."""
        xs, ys = zip(*self.scene.corners)
        tall = WIDE * (max(ys) - min(ys)) / (max(xs) - min(xs))
        page = PicturePage(number, title, HEAD + tall + MARGIN)
        way = page.place(self.scene, (MARGIN, HEAD, WIDE, tall))
        bolts = _("bolts {bolt} from above, through all").format(bolt=self._stack.bolt)
        layers: list[Layer] = [
            (FEET_AT, _("feet, with the nuts"), bolts),
            (BASE_AT, _("base"), base),
            *between,
            (TOP_AT, _("top"), f"{format_number(TOP, 'g')} mm"),
            (RIM_AT, _("rim"), _("its lip on the top")),
        ]
        for gaps, name, quiet in layers:  # a name is at the height of its layer's right corner
            x, y = way(project((self._base.width, 0, self.level(gaps))))
            page.elements.append(
                f'<path d="M{x + 6:.1f} {y:.1f}H{MARGIN + WIDE + 30:.1f}" stroke="{QUIET}" '
                'stroke-width="1.4" stroke-dasharray="4 3"/>'
            )
            page.words(name, MARGIN + WIDE + 40, y + 1, 15.5, anchor="start", weight=600)
            page.words(quiet, MARGIN + WIDE + 40, y + 20, 13, QUIET, anchor="start")
        return page
