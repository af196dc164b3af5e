"""The celebration of a win: light behind the name, counters that rain.  Never over words.

`Celebration` is placed in a window with the rectangles that must stay free; every counter that
would touch one of them on its way down is left out from the start.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.rules.events import Piece
from game.screen.boards import BoardView
from game.screen.play import burst
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas

COUNTERS = 26
CANDIDATES = 400  # places tried for them
SMALL = 0.55  # of a counter of the row
HOVER = 0.30  # of a counter's size: how far below it its shadow lies
RAYS = 22
AIR = 16  # pixels between a counter and words
STEPS = 24  # moments at which a falling counter is looked at


class Celebration:
    """Rays and rain of one window."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rain: tuple[burst.Falling, ...] = ()

    def place(
        self, size: tuple[int, int], diameter: int, words: Sequence[pygame.Rect], right: int
    ) -> None:
        """Find counters that fall clear of `words`; `right` is where the card beside begins."""
        width, height = size
        left = min(rect.left for rect in words) / width
        top = min(rect.top for rect in words) / height
        edge = right / width
        zones = (
            ((0.0, edge), (0.02, top)),
            ((0.0, left), (0.1, 0.97)),
            ((left, edge), (top, 0.95)),
            ((0.975, 1.0), (0.05, 0.95)),
        )
        clear: list[burst.Falling] = []
        for counter in burst.rain(CANDIDATES, self.seed, zones):
            reach = diameter * SMALL * counter.size
            if _is_apart(counter, clear, size, diameter) and _is_clear(counter, size, reach, words):
                clear.append(counter)
            if len(clear) == COUNTERS:
                break
        self.rain = tuple(clear)

    def draw_rays(self, canvas: Canvas, centre: tuple[int, int]) -> None:
        if canvas.theme.flat:
            return
        size = canvas.rect.size
        image = paint.CACHE.get(
            ("rays", size, centre, canvas.theme.name), lambda: _rays(size, centre, canvas.ui.glow)
        )
        canvas.surface.blit(image, (0, 0))

    def draw_rain(
        self, canvas: Canvas, view: BoardView, kinds: Sequence[Piece], age: float
    ) -> None:
        """`kinds`: the pieces that fall, the first and the last of them turning into each other."""
        width, height = canvas.rect.size
        for counter in self.rain:
            seen = burst.at(counter, age)
            if seen is None:
                continue
            one, two = kinds[0], kinds[-1]
            turns = view.look.style == "counter"
            if counter.green != (seen.other and turns):
                one, two = two, one
            if turns:
                frames = view.flip_frames(one, two, seen.axis)
                frame = frames[min(12, round(seen.flip * 12))]
            else:  # stones and pawns have one side
                frame = view.piece_sprite(one)
            x, y, scale = seen.x * width, seen.y * height, SMALL * seen.size
            if not view.theme.flat:
                shade = _shadow(view, scale)
                off = HOVER * view.piece_size * scale
                canvas.surface.blit(shade, shade.get_rect(center=(x + 0.6 * off, y + off)))
            image = pygame.transform.smoothscale_by(frame, scale)
            canvas.surface.blit(image, image.get_rect(center=(x, y)))


def _shadow(view: BoardView, scale: float) -> pygame.Surface:
    """What a falling counter casts on the table, kept."""
    step = round(scale * 16) / 16
    key = ("rain shadow", view.piece_size, step)
    shade = view.shadow(HOVER * view.piece_size)
    return paint.CACHE.get(key, lambda: pygame.transform.smoothscale_by(shade, step))


def _is_apart(
    counter: burst.Falling, others: Sequence[burst.Falling], size: tuple[int, int], diameter: float
) -> bool:
    """Does it come to rest beside the others, at most a little over one of them?"""
    return all(
        math.hypot((counter.x - other.x) * size[0], (counter.rest - other.rest) * size[1])
        > 0.45 * diameter * SMALL * (counter.size + other.size)
        for other in others
    )


def _is_clear(
    counter: burst.Falling,
    size: tuple[int, int],
    diameter: float,
    words: Sequence[pygame.Rect],
) -> bool:
    """Does the counter touch none of the words from the top of the window to where it rests?"""
    reach = round(diameter * 1.2) + AIR
    box = pygame.Rect(0, 0, reach, reach)
    for step in range(1, STEPS + 1):
        seen = burst.at(counter, counter.delay + counter.length * step / STEPS)
        assert seen is not None
        box.center = round(seen.x * size[0]), round(seen.y * size[1])
        if box.collidelist(words) >= 0:
            return False
    return True


def _rays(
    size: tuple[int, int], centre: tuple[int, int], colour: tuple[int, int, int]
) -> pygame.Surface:
    """Light from behind the winner's name, fading outwards."""
    small = (size[0] // 4, size[1] // 4)
    surface = pygame.Surface(small, pygame.SRCALPHA)
    surface.fill((*colour, 0))
    middle = pygame.Vector2(centre[0] / 4, centre[1] / 4)
    length = max(small) * 1.2
    for ray in range(RAYS):
        angle = 360 / RAYS * ray
        wide = 3.2 + 1.6 * (ray % 3)
        points = [middle]
        points += [middle + pygame.Vector2(length, 0).rotate(angle + s * wide) for s in (-1, 1)]
        pygame.draw.polygon(surface, (*colour, 30), points)
    fade = pygame.Surface(small, pygame.SRCALPHA)
    for step in range(40):
        radius = length * (1 - step / 40) * 0.62
        pygame.draw.circle(fade, (255, 255, 255, round(255 * step / 39)), middle, radius)
    surface.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    glow = pygame.Surface(small, pygame.SRCALPHA)
    glow.fill((*colour, 0))
    for step in range(14):
        radius = small[1] * (0.62 - 0.042 * step)
        pygame.draw.circle(glow, (*colour, 5 + 4 * step), middle, radius)
    surface = paint.blurred(surface, 3)
    surface.blit(paint.blurred(glow, 12), (0, 0))
    return pygame.transform.smoothscale(surface, size)
