"""The board of the board check: every point's reading on darkened wood, and what needs a look."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screen.boards import BoardView
from game.screen.menus.check.gauge import PointReading, draw_gauge, draw_ring
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas

DARK = (105, 100, 95, 255)  # what the wood is multiplied with, so that readings stand out
TAGS = 4  # concerns that are named on the board


class CheckedBoard:
    """Draws readings on `view`; keeps the darkened wood once it is sharp."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.radius = max(12, round(view.piece_size * 0.5))
        self._dim: pygame.Surface | None = None
        self._sharp = False

    def draw(
        self,
        canvas: Canvas,
        readings: Sequence[PointReading],
        chosen: int,
        lit: int | None,
        release: int,
    ) -> None:
        """`chosen` is watched in the panel; `lit` is the point whose light is asked about."""
        canvas.surface.blit(self._wood(canvas), self.view.topleft)
        for reading in readings:
            if reading.point != lit:
                draw_gauge(canvas, reading, self._spot(reading), self.radius, release)
        # Signs after all discs: no neighbour cuts them.
        for reading in readings:
            self._draw_signs(canvas, reading, reading.point == chosen)
        if lit is not None and lit < len(readings):
            self._draw_light(canvas, readings[lit], release)
        self._draw_tags(canvas, [reading for reading in readings if reading.concern])

    def _spot(self, reading: PointReading) -> tuple[int, int]:
        x, y = self.view.position(reading.label)
        return round(x), round(y)

    def _wood(self, canvas: Canvas) -> pygame.Surface:
        """On paper it stays light."""
        if canvas.theme.flat:
            return self.view.surface
        if self._dim is None or not self._sharp:
            self._dim = self.view.surface.copy()
            self._sharp = self.view.ready
            self._dim.fill(DARK, special_flags=pygame.BLEND_RGBA_MULT)
        return self._dim

    def _draw_signs(self, canvas: Canvas, reading: PointReading, chosen: bool) -> None:
        if reading.concern:
            reach = self.radius + canvas.px(10)
            draw_ring(canvas, self._spot(reading), reach, canvas.ui.bad, dashed=True)
        if chosen:
            draw_ring(canvas, self._spot(reading), self.radius + canvas.px(5), canvas.ui.focus)

    def _draw_light(self, canvas: Canvas, reading: PointReading, release: int) -> None:
        centre, reach = self._spot(reading), 2 * self.radius
        if canvas.theme.flat:
            pygame.draw.circle(canvas.surface, canvas.ui.accent, centre, round(1.5 * self.radius))
        else:
            image, _margin = paint.soft((reach, reach), self.radius, reach // 2, (255, 255, 255), 1)
            canvas.surface.blit(image, image.get_rect(center=centre))
        draw_gauge(canvas, reading, centre, self.radius, release, lit=True)

    def _draw_tags(self, canvas: Canvas, concerns: Sequence[PointReading]) -> None:
        """What is the matter, beside the point, clear of one another."""
        px, taken = canvas.px, list[pygame.Rect]()
        canvas.layer += 1  # a tag covers the points below it
        for reading in concerns[:TAGS]:
            wide = canvas.text_size(reading.concern, "caption")[0] + px(32)
            tag = pygame.Rect(0, 0, wide, canvas.metrics.type_px("caption") + px(22))
            x, y = self._spot(reading)
            away = self.radius + px(16)
            for top in (y + away, y - away - tag.height):
                tag.midtop = (x, top)
                tag.clamp_ip(canvas.rect.inflate(-px(16), -px(16)))
                if tag.collidelist(taken) < 0:
                    break
            taken.append(tag.inflate(px(8), px(8)))
            edge = max(2, px(2))
            canvas.rounded(tag, px(10), canvas.ui.panel, canvas.ui.bad, edge)
            canvas.text(reading.concern, "caption", tag.inflate(-px(16), 0), align="center")
        canvas.layer -= 1
