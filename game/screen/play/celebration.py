"""The celebration of a win: light behind the name, pieces that fall into a heap, none over text.

The text and the card beside it are solid: pieces come to rest on them or fall past them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import pygame

from game.rules.events import Piece
from game.screen.boards import BoardView
from game.screen.boards.art_renderer import renderer
from game.screen.boards.sprites import FLIP_FRAMES
from game.screen.play.physics import Body, PieceFall, SolidBlock
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas

COUNT = 44
RADII = 0.20, 0.34  # smallest and largest radius, relative to `diameter`
THIN = 0.40  # height of a stone or a pawn seen from its edge, relative to its diameter
# Distance of a falling piece from its shadow, in piece sizes.
HOVER = 0.30
AIR = 5  # pixels between a piece and text
RIDGE = 0.3  # share of the text's width; left of it pieces slide off to the left
# Maximum simulation steps per frame: while the fall is watched, and when it is hurried.
LIVE, HURRIED = 6, 12
# Angle of the axis about which counters are rendered turning over; the roll then rotates them.
AXIS = 0.0
RAYS = 22
STEPS = 2  # pictures per degree of roll or tilt; a smaller turn reuses the last picture


class Celebration:
    """Rays and falling pieces of one window; `seed` varies them from game to game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.heap: PieceFall | None = None
        self.hurried = False  # simulate as fast as frames allow
        self.hidden = False  # not drawn until it is at rest
        self._flips = False  # whether the pictures of counters turning over are rendered
        # By piece of the heap: the state in which it was last drawn, and that picture.
        self._turned: dict[int, tuple[Hashable, pygame.Surface]] = {}
        self._room: object = None

    def place(
        self,
        size: tuple[int, int],
        diameter: int,
        words: Sequence[pygame.Rect],
        solid: Sequence[pygame.Rect],
        card: pygame.Rect | None,
    ) -> None:
        """Start the fall again if the room has changed: pieces avoid `words` and land on `solid`.

        No piece starts above `card`, a solid rectangle that reaches up to the top. Without a card
        only a single layer falls. If the room changes later, the heap is hidden until it is at
        rest.
        """
        room = (size, diameter, tuple(map(tuple, words)), tuple(map(tuple, solid)))
        if room == self._room:
            return
        self.hidden = self.hidden or self._room is not None
        self._room = room
        blocks = [_roof(rect, words) for rect in words]
        blocks += [SolidBlock(rect.left, rect.top, rect.right, rect.bottom) for rect in solid]
        radii = RADII[0] * diameter, RADII[1] * diameter
        spans, count = [(0.0, float(size[0]))], COUNT
        if card is None:
            count = min(count, size[0] // (diameter // 3))
        if card is not None:
            spans = [(0.0, float(card.left)), (float(card.right), float(size[0]))]
        wide = [span for span in spans if span[1] - span[0] > 2 * radii[1]]
        wide = wide or [
            (0.0, float(size[0]))
        ]  # a card as wide as the window leaves no room beside it
        self.heap = PieceFall(size, blocks, count, radii, self.seed, wide)

    @property
    def resting(self) -> bool:
        return self.heap is None or self.heap.resting

    def update(self, dt: float) -> None:
        """Let time pass. Even a hurried heap takes several frames."""
        if self.heap is not None:
            fast = self.hurried or self.hidden
            self.heap.update(1.0 if fast else dt, HURRIED if fast else LIVE)

    def draw_rays(
        self, canvas: Canvas, centre: tuple[int, int], board: BoardView | None = None
    ) -> None:
        """Draw light round `centre`, except over a `board` that is already drawn."""
        if canvas.theme.flat:
            return
        size, glow = canvas.rect.size, canvas.ui.glow
        before = (board.topleft, board.look.key, board.size) if board is not None else None
        image = paint.CACHE.get(
            ("rays", size, centre, canvas.theme.name, before),
            lambda: _without(_rays(size, centre, glow), board),
        )
        canvas.surface.blit(image, (0, 0))

    def draw_heap(self, canvas: Canvas, view: BoardView, kinds: Sequence[Piece]) -> None:
        """Draw the falling pieces; a turning counter shows the first and the last of `kinds`."""
        if self.heap is None or (self.hidden and not self.heap.resting):
            return
        seen = {n: body for n, body in enumerate(self.heap.bodies) if body.y > -body.radius}
        self._prepare(view, kinds)
        for body in seen.values():
            _draw_shadow(canvas, view, body)
        for number, body in seen.items():
            image = self._image(view, kinds, number, body)
            canvas.surface.blit(image, image.get_rect(center=(body.x, body.y)))

    def _image(
        self, view: BoardView, kinds: Sequence[Piece], number: int, body: Body
    ) -> pygame.Surface:
        """Return the picture of a turned, rolled piece; reuse the last while it hardly moves."""
        turn, tilt = (round(math.degrees(angle) * STEPS) for angle in (body.angle, body.tilt))
        key = (view, view.busy, tuple(kinds), self._flips, turn, tilt, body.radius)
        known = self._turned.get(number)
        if known is None or known[0] != key:
            known = key, _turned(view, kinds, body, self._flips)
            self._turned[number] = known
        return known[1]

    def _prepare(self, view: BoardView, kinds: Sequence[Piece]) -> None:
        """Start rendering counters that turn over; rendering on demand would delay a frame."""
        if view.look.style != "counter" or self._flips:
            return
        for one, two in ((kinds[0], kinds[-1]), (kinds[-1], kinds[0])):
            view.sprites.prepare_flip(one, two, AXIS)
        self._flips = not renderer.busy


def _without(rays: pygame.Surface, board: BoardView | None) -> pygame.Surface:
    """Return the rays with a hole for the board, because light would bleach its pieces."""
    if board is not None:
        hole = pygame.Surface(rays.get_size(), pygame.SRCALPHA)
        hole.fill((255, 255, 255, 255))
        clear = (255, 255, 255, 0)
        mask = pygame.mask.from_surface(board.surface)
        mask.to_surface(hole, setcolor=clear, unsetcolor=None, dest=board.topleft)
        rays.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return rays


def _roof(rect: pygame.Rect, words: Sequence[pygame.Rect]) -> SolidBlock:
    """Return a line of text with a margin as a block, from which pieces slide, mostly to the right.

    The first line's block is as wide as the first two lines together; otherwise pieces would stick
    in the corner between them.
    """
    whole = words[0].unionall(list(words[:2]))
    if rect == words[0]:
        rect = pygame.Rect(rect.left, rect.top, whole.width, rect.height)
    wide = rect.inflate(2 * AIR, 2 * AIR)
    ridge = whole.left + RIDGE * whole.width
    return SolidBlock(wide.left, wide.top, wide.right, wide.bottom, ridge)


def _turned(view: BoardView, kinds: Sequence[Piece], body: Body, flips: bool) -> pygame.Surface:
    """Return the picture of a piece that has turned over and rolled."""
    one, two = kinds[0], kinds[-1]
    if body.kind:
        one, two = two, one
    scale = 2 * body.radius / view.piece_size
    degrees = -math.degrees(body.angle)
    half, share = divmod(body.tilt / math.pi, 1.0)
    if view.look.style == "counter" and half % 2:
        one, two = two, one
    if flips:
        frame = view.sprites.flip(one, two, AXIS)[min(FLIP_FRAMES, round(share * FLIP_FRAMES))]
        return pygame.transform.rotozoom(frame, degrees, scale)
    # Stones and pawns look the same from below, and thin from the side.
    sprite = view.sprites.piece(one)
    tall = THIN + (1 - THIN) * abs(math.cos(body.tilt))
    lying = (round(sprite.get_width() * scale), round(sprite.get_height() * scale * tall))
    return pygame.transform.rotate(pygame.transform.smoothscale(sprite, lying), degrees)


def _draw_shadow(canvas: Canvas, view: BoardView, body: Body) -> None:
    """Draw a piece's shadow on the table behind; a landed piece is close to its shadow."""
    if view.theme.flat:
        return
    step = round(2 * body.radius / view.piece_size * 16) / 16
    height = HOVER * view.piece_size * (0.25 if body.lies else 1.0)
    shade = view.sprites.shadow(height)
    key = ("heap shadow", view.piece_size, height, step)
    image = paint.CACHE.get(key, lambda: pygame.transform.smoothscale_by(shade, step))
    place = (body.x + 0.6 * height * step, body.y + height * step)
    canvas.surface.blit(image, image.get_rect(center=place))


def _rays(
    size: tuple[int, int], centre: tuple[int, int], colour: tuple[int, int, int]
) -> pygame.Surface:
    """Return light from behind the winner's name, fading outwards."""
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
