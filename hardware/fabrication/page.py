"""A page of a picture book: number and title on top, scenes in boxes, captions under them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from hardware.fabrication.isometric import INK, Scene
from hardware.fabrication.shapes import Millimetres

WIDTH, HEAD, MARGIN = 960.0, 76.0, 24.0
PAPER, ACCENT, QUIET = "#fbf6ec", "#ffb938", "#7d6a55"
CELL, CAPTION = 170.0, 44.0  # height of a cell of a catalogue, and of the words in it

Item = tuple[Scene, str, str]  # what is seen, its name, and a quieter line under it
Box = tuple[float, float, float, float]  # left, top, width, height
Way = Callable[[Millimetres], Millimetres]


@dataclass
class Page:
    """One step: `number` 1, 2, ... and what it is about."""

    number: int
    title: str
    height: float
    elements: list[str] = field(default_factory=list)

    def place(self, scene: Scene, box: Box, most: float = 1e9) -> Way:
        """A scene, as large as its box allows but at most `most` units a millimetre.

        The way from places of the scene, as projected, to places of the page.
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
        """A line of text."""
        self.elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
            f'font-weight="{weight}" fill="{colour}">{escape(text)}</text>'
        )

    def caption(self, name: str, quiet: str, x: float, y: float) -> None:
        """What a picture shows, in two lines."""
        self.words(name, x, y, 15, weight=600)
        self.words(quiet, x, y + 19, 13, QUIET)

    def card(self, box: Box) -> None:
        """A pale card behind a picture."""
        x, y, width, height = box
        self.elements.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="12" '
            f'fill="#fffdf8" stroke="#e4d8c4"/>'
        )

    def cable(self, path: str) -> None:
        """A cable along a path of the page."""
        for colour, width in ((INK, 6.0), ("#6a7078", 4.0)):
            self.elements.append(
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
                'stroke-linecap="round"/>'
            )

    def svg(self) -> str:
        """The whole picture."""
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


def catalogue(number: int, title: str, items: Sequence[Item], columns: int = 4) -> Page:
    """Things side by side, each in a card with its name."""
    rows = -(-len(items) // columns)
    page = Page(number, title, HEAD + rows * (CELL + 12) + MARGIN - 12)
    wide = (WIDTH - 2 * MARGIN - 12 * (columns - 1)) / columns
    for at, (scene, name, quiet) in enumerate(items):
        x, y = MARGIN + at % columns * (wide + 12), HEAD + at // columns * (CELL + 12)
        page.card((x, y, wide, CELL))
        page.place(scene, (x + 20, y + 12, wide - 40, CELL - CAPTION - 24), 6.0)
        page.caption(name, quiet, x + wide / 2, y + CELL - CAPTION + 14)
    return page
