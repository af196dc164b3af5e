"""The board of the board check: every point's reading on a darkened board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.rules.topology import Point
from game.screen.boards import BoardView
from game.screen.ui import paint, pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import Colour

FULL = 256  # deviation in ADC counts at which a ring is complete
STEPS = 48  # number of possible lengths of a ring
FINE = 4  # factor of oversampling
NUMBER = 27  # width in pixels of three digits of the smallest type


@dataclass(frozen=True, slots=True)
class PointReading:
    """The reading of a point.

    `face` is the colour that is up, "" for none. `value` is the signed deviation in ADC counts.
    `concern` is the reason to check the point, in words, or "".
    """

    point: int
    label: str
    value: int
    noise: int
    face: str
    seen: bool
    concern: str = ""

    @property
    def strength(self) -> int:
        return abs(self.value)


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a disc: its body, the number, the ring and the edge."""

    fill: Colour
    ink: Colour
    ring: Colour
    edge: Colour


EMPTY = Shade((21, 14, 9), (205, 188, 160), (255, 214, 140), (84, 64, 46))
PAPER = Shade((255, 255, 255), (20, 20, 20), (20, 20, 20), (20, 20, 20))
LIT = Shade((255, 255, 255), (20, 12, 6), (20, 12, 6), (255, 255, 255))
FACES = {
    "black": Shade((10, 10, 10), (255, 247, 230), (255, 243, 220), (60, 56, 50)),
    "white": Shade((240, 232, 214), (20, 12, 6), (120, 82, 40), (255, 250, 240)),
    "green": Shade((12, 88, 62), (222, 255, 238), (116, 226, 172), (24, 120, 86)),
}


def shade_of(canvas: Canvas, face: str, lit: bool = False) -> Shade:
    """Return the colours of a disc with this colour up."""
    if lit:
        return LIT
    return FACES.get(face) or (PAPER if canvas.theme.flat else EMPTY)


def draw_gauge(
    canvas: Canvas,
    reading: PointReading,
    centre: tuple[int, int],
    radius: int,
    release: int,
    lit: bool = False,
    style: str = "small",
) -> None:
    """Draw a point; its ring appears if a piece is there, or above `release` counts."""
    shade = shade_of(canvas, reading.face, lit)
    shown = bool(reading.face) or reading.strength > release
    share = min(1.0, reading.strength / FULL) if shown and reading.seen else 0.0
    image = disc(radius, shade, round(share * STEPS))
    canvas.surface.blit(image, image.get_rect(center=centre))
    if reading.seen:
        box = pygame.Rect(0, 0, max(2 * radius, NUMBER), max(radius, 16))
        box.center = centre
        canvas.text(str(reading.strength), style, box, shade.ink, "center")


def draw_limits(
    canvas: Canvas, centre: tuple[int, int], radius: int, press: int, release: int
) -> None:
    """Mark the thresholds on the ring: a long stroke for press, a short one for release."""
    for limit, reach in ((press, 0.34), (release, 0.20)):
        angle = 2 * math.pi * limit / FULL - math.pi / 2
        ways = [radius + canvas.px(2), radius + canvas.px(2) + radius * reach]
        inner, outer = (
            (centre[0] + math.cos(angle) * way, centre[1] + math.sin(angle) * way) for way in ways
        )
        thick = max(2, canvas.px(2))
        pencil.line(canvas.surface, canvas.ui.text_second, inner, outer, thick)


def disc(radius: int, shade: Shade, steps: int) -> pygame.Surface:
    """Return the cached picture of a disc whose ring is `steps` of STEPS long."""
    key = ("gauge", radius, shade, steps)
    return paint.CACHE.get(key, lambda: _disc(radius, shade, steps))


def _disc(radius: int, shade: Shade, steps: int) -> pygame.Surface:
    big, thick = radius * FINE, max(3, round(0.19 * radius)) * FINE
    image = pygame.Surface((2 * big, 2 * big), pygame.SRCALPHA)
    image.fill((*shade.fill, 0))
    pygame.draw.circle(image, shade.edge, (big, big), big)
    pygame.draw.circle(image, shade.fill, (big, big), big - max(1, thick // 3))
    if steps:
        pygame.draw.circle(image, paint.mix(shade.fill, shade.ring, 0.22), (big, big), big)
        pygame.draw.polygon(image, shade.ring, _wedge(big, steps / STEPS))
        pygame.draw.circle(image, shade.fill, (big, big), big - thick)
    return pygame.transform.smoothscale(image, (2 * radius, 2 * radius))


def _wedge(radius: int, share: float) -> list[tuple[float, float]]:
    """Return the outline of a sector of a circle, clockwise from the top."""
    count = max(2, round(64 * share))
    angles = [2 * math.pi * share * n / count - math.pi / 2 for n in range(count + 1)]
    rim = [(radius + math.cos(a) * radius, radius + math.sin(a) * radius) for a in angles]
    return [(radius, radius), *rim]


def draw_ring(
    canvas: Canvas, centre: tuple[int, int], radius: int, colour: Colour, dashed: bool = False
) -> None:
    """Draw a ring round a point: solid if it is chosen, dashed if it has to be checked."""
    image = paint.CACHE.get(
        ("gauge ring", radius, colour, dashed), lambda: _ring(radius, colour, dashed)
    )
    canvas.surface.blit(image, image.get_rect(center=centre))


def _ring(radius: int, colour: Colour, dashed: bool) -> pygame.Surface:
    big, thick = radius * FINE, 3 * FINE
    image = pygame.Surface((2 * big, 2 * big), pygame.SRCALPHA)
    image.fill((*colour, 0))
    pygame.draw.circle(image, colour, (big, big), big, thick)
    if dashed:
        for number in range(9):
            gap = pygame.Vector2(big * 1.2, 0).rotate(40 * number)
            sides = [pygame.Vector2(big, big) + gap.rotate(angle) for angle in (-6.5, 6.5)]
            pygame.draw.polygon(image, (*colour, 0), [(big, big), *sides])
    return pygame.transform.smoothscale(image, (2 * radius, 2 * radius))


DARK = (105, 100, 95, 255)  # factor that darkens the board behind the readings
MAX_TAGS = 4  # maximum number of concerns named on the board


class CheckedBoard:
    """A board view with readings; caches the darkened board once its art is ready."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.radius = max(12, round(view.piece_size * 0.5))
        self._dim: pygame.Surface | None = None
        self._sharp = False
        self._placed_for: object = None
        self._placed: list[tuple[PointReading, pygame.Rect]] = []

    def draw(
        self,
        canvas: Canvas,
        readings: Sequence[PointReading],
        chosen: int,
        lit: int | None,
        release: int,
    ) -> None:
        """Draw the board; `chosen` is the point in the panel, `lit` the point in the lights test.

        Points that the board's picture lacks, such as those of a track, have readings only in the
        panel.
        """
        readings = [one for one in readings if one.label in self.view.look.topology.index]
        canvas.surface.blit(self._wood(canvas), self.view.topleft)
        tags = self._place_tags(canvas, [reading for reading in readings if reading.concern])
        self._draw_leads(canvas, tags)
        for reading in readings:
            if reading.point != lit:
                draw_gauge(canvas, reading, self._spot(reading), self.radius, release)
        # Draw the rings after all discs, so that no neighbour covers them.
        for reading in readings:
            self._draw_signs(canvas, reading, reading.point == chosen)
        if lit is not None and lit < len(readings):
            self._draw_light(canvas, readings[lit], release)
        self._draw_tags(canvas, tags)

    def _spot(self, reading: PointReading) -> tuple[int, int]:
        return self._at(reading.label)

    def _at(self, point: Point) -> tuple[int, int]:
        x, y = self.view.position(point)
        return round(x), round(y)

    def _wood(self, canvas: Canvas) -> pygame.Surface:
        """Return the darkened board; in a flat theme it stays light."""
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
            pencil.circle(canvas.surface, canvas.ui.accent, centre, round(1.5 * self.radius))
        else:
            image, _margin = paint.soft((reach, reach), self.radius, reach // 2, (255, 255, 255), 1)
            canvas.surface.blit(image, image.get_rect(center=centre))
        draw_gauge(canvas, reading, centre, self.radius, release, lit=True)

    def _place_tags(
        self, canvas: Canvas, concerns: Sequence[PointReading]
    ) -> list[tuple[PointReading, pygame.Rect]]:
        """Place each label as near to its point as possible, clear of discs and other labels."""
        key = (canvas.rect.size, tuple(reading.concern for reading in concerns[:MAX_TAGS]))
        if key != self._placed_for:
            self._placed_for, self._placed = key, []
            taken = [self._around(self._at(point)) for point in self.view.look.places]
            for reading in concerns[:MAX_TAGS]:
                tag = self._nearest(canvas, reading, taken)
                if tag is not None:
                    taken.append(tag)
                    self._placed.append((reading, tag))
        return self._placed

    def _around(self, spot: tuple[int, int]) -> pygame.Rect:
        """Return the rectangle of a disc with its rings."""
        box = pygame.Rect(0, 0, 2 * self.radius + 4, 2 * self.radius + 4)
        box.center = spot
        return box

    def _nearest(
        self, canvas: Canvas, reading: PointReading, taken: Sequence[pygame.Rect]
    ) -> pygame.Rect | None:
        px, step = canvas.px, max(8, canvas.px(14))
        wide = canvas.text_size(reading.concern, "caption")[0] + px(28)
        tag = pygame.Rect(0, 0, wide, canvas.metrics.type_px("caption") + px(20))
        room = self.view.rect.clip(canvas.rect).inflate(-px(8), -px(8))
        spot = self._spot(reading)
        places = [
            (math.dist((x + wide / 2, y + tag.height / 2), spot), (x, y))
            for x in range(room.left, room.right - wide, step)
            for y in range(room.top, room.bottom - tag.height, step)
        ]
        for _far, place in sorted(places):
            tag.topleft = place
            if tag.collidelist(taken) < 0:
                return tag
        return None

    def _draw_leads(self, canvas: Canvas, tags: Sequence[tuple[PointReading, pygame.Rect]]) -> None:
        """Draw a line from each label to its point."""
        for reading, tag in tags:
            thick = max(2, canvas.px(2))
            pencil.line(canvas.surface, canvas.ui.bad, tag.center, self._spot(reading), thick)

    @staticmethod
    def _draw_tags(canvas: Canvas, tags: Sequence[tuple[PointReading, pygame.Rect]]) -> None:
        """Draw a label with the concern of each point."""
        px = canvas.px
        for reading, tag in tags:
            canvas.rounded(tag, px(10), canvas.ui.panel, canvas.ui.bad, max(2, px(2)))
            canvas.text(reading.concern, "caption", tag.inflate(-px(12), 0), align="center")
