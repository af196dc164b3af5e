"""A board taken apart: feet, base, what lies in it, top and rim above each other, each with its
name beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _, format_number
from hardware.fabrication import objects
from hardware.fabrication.drawing import Drawing
from hardware.fabrication.fittings import FOOT, RIM_LIP
from hardware.fabrication.isometric import IsometricScene, project
from hardware.fabrication.objects import BASE_WOOD, RIM_WOOD, TOP_WOOD
from hardware.fabrication.page import HEAD, MARGIN, QUIET, PicturePage
from hardware.fabrication.planks import SCREW_AT, TOP, Stack

WIDE = 620.0  # of the picture, on its page
FEET_AT, BASE_AT, TOP_AT, RIM_AT = -0.6, 0.0, 2.9, 3.8  # heights, in gaps
GAP = 0.3  # between layers, of the board's size
RIM_OVER = 5.0  # mm that the rim is larger, on each side

Layer = tuple[float, str, str]  # height in gaps, name, and a quieter line


class Exploded:
    """Draw `lower`, then what lies between, then `upper`."""

    def __init__(self, base: Drawing, stack: Stack) -> None:
        self.scene = IsometricScene()
        self._base, self._stack = base, stack
        self._gap = GAP * (base.width + base.height) / 2

    def level(self, gaps: float) -> float:
        """How high in mm what lies so many gaps over the base."""
        return gaps * self._gap

    def lower(self) -> None:
        """Feet and base."""
        base, stack = self._base, self._stack
        for x in (SCREW_AT, base.width - SCREW_AT):
            for y in (base.height - SCREW_AT, SCREW_AT):
                self.scene.disc(FOOT, stack.foot, (x, y, self.level(FEET_AT)), objects.ANY, 0.4)
        objects.plate(self.scene, base, self.level(BASE_AT), stack.base, BASE_WOOD, stack.room)

    def upper(self, top: Drawing) -> None:
        """Top and rim, its far sides first."""
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
        """The whole page; `base` says what is to be known of that."""
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
        for gaps, name, quiet in layers:  # at the height of the layer's right corner
            x, y = way(project((self._base.width, 0, self.level(gaps))))
            page.elements.append(
                f'<path d="M{x + 6:.1f} {y:.1f}H{MARGIN + WIDE + 30:.1f}" stroke="{QUIET}" '
                'stroke-width="1.4" stroke-dasharray="4 3"/>'
            )
            page.words(name, MARGIN + WIDE + 40, y + 1, 15.5, anchor="start", weight=600)
            page.words(quiet, MARGIN + WIDE + 40, y + 20, 13, QUIET, anchor="start")
        return page
