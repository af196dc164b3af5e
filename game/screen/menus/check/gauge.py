"""The reading of one point as a picture: a disc with its number, a ring as long as it is strong.

The board and the panel draw a point with the same function, so that they cannot disagree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import Colour

FULL = 256  # ADC counts that draw a whole ring
STEPS = 48  # lengths a ring can have
FINE = 4  # oversampling
NUMBER = 27  # pixels that three digits of the smallest type take


@dataclass(frozen=True, slots=True)
class PointReading:
    """The reading of a point.

    `face` is the colour that is up, "" for none; `value` the signed deviation in ADC counts;
    `concern` why the point needs a look, in words, or "".
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
    """Colours of a disc: its body, the number, the ring and the edge."""

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
    """Return the colours of a disc with this face up."""
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
    """Draw a point; its ring appears from `release` counts on, or if something lies there."""
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
        pygame.draw.line(canvas.surface, canvas.ui.text_second, inner, outer, thick)


def disc(radius: int, shade: Shade, steps: int) -> pygame.Surface:
    """Return the cached picture of a disc whose ring has `steps` of STEPS."""
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
    """Return the outline of a slice of a circle, clockwise from the top."""
    count = max(2, round(64 * share))
    angles = [2 * math.pi * share * n / count - math.pi / 2 for n in range(count + 1)]
    rim = [(radius + math.cos(a) * radius, radius + math.sin(a) * radius) for a in angles]
    return [(radius, radius), *rim]


def draw_ring(
    canvas: Canvas, centre: tuple[int, int], radius: int, colour: Colour, dashed: bool = False
) -> None:
    """Draw a ring round a point: whole if it is chosen, dashed if it needs a look."""
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
