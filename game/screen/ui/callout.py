"""Callouts: a sentence beside the place it is about, which fades after a while.

A toast belongs to the whole window; a note to a point of the board, a tile or an edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pygame import Rect, Vector2

from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import out
from game.screen.ui.paint import Colour
from game.screen.ui.tokens import RADIUS

FADE_IN_S, FADE_OUT_S = 0.14, 0.20  # seconds that a note takes to appear and to disappear
LEAST, LETTERS = 2.4, 14.0  # minimum seconds on show, and letters read per second
WIDEST = 380  # maximum width of the text, in design px
PAD, LEG = 14, 10  # design px around the text, and between the note and its place
STYLE = "caption"
EDGE = 6  # design px that stay free along the edges of the room
GRID = 20  # steps across the room when searching for a free place
# Widths to try, relative to the widest; narrower notes find a place nearer to `at`.
WIDTHS = (1.0, 0.75, 0.55)
# Distance in units of `reach` from which a line connects the note to its place.
FAR = 4


class _Lie(NamedTuple):
    """The rectangle of a note, and the height of its text."""

    rect: Rect
    words: int


def _covered(boxes: Grid, spots: Sequence[tuple[float, float]], reach: float) -> Grid:
    """Return how many spots each of the boxes covers; a spot extends `reach` to all sides."""
    if not spots:
        return np.zeros(len(boxes))
    x, y = np.array(spots, float).T
    left, top, right, bottom = (edge[:, None] for edge in boxes.T)
    across = (left - reach <= x) & (x < right + reach)
    covered: Grid = (across & (top - reach <= y) & (y < bottom + reach)).sum(1)
    return covered


Grid = NDArray[np.floating[Any]]


@dataclass
class Callout:
    """A sentence about the place `at`, which extends `reach` px to each side.

    `offer` is a second line that can be clicked. After the note has been drawn, `offered` is the
    place of that line and `drawn` the place of the whole note. With `stays` the note does not fade.

    The note's place is chosen to cover as few as possible of the spots in `clear`, which belong to
    the sentence. Among equals it covers as few `pieces` as possible, then is as near as possible.
    """

    text: str
    at: tuple[float, float]
    reach: float
    offer: str = ""
    bad: bool = True
    stays: bool = False
    clear: Sequence[tuple[float, float]] = ()
    pieces: Sequence[tuple[float, float]] = ()
    age: float = 0.0
    offered: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    drawn: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    _found: tuple[object, _Lie] | None = None

    @property
    def life(self) -> float:
        """Seconds on show, more for longer texts."""
        if self.stays:
            return math.inf
        return FADE_IN_S + max(LEAST, len(self.text + self.offer) / LETTERS) + FADE_OUT_S

    @property
    def gone(self) -> bool:
        return self.age >= self.life

    @property
    def shown(self) -> float:
        """Opacity from 0 (gone) to 1 (fully shown)."""
        return max(0.0, min(1.0, self.age / FADE_IN_S, (self.life - self.age) / FADE_OUT_S))

    @property
    def animating(self) -> bool:
        """Whether the note is fading in or out now."""
        return 0.0 < self.shown < 1.0 or self.age == 0.0

    def update(self, dt: float) -> bool:
        """Move on by `dt` seconds; return True if the picture changes."""
        before = self.shown
        self.age += dt
        return self.shown != before

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw the note within `room`."""
        if self.shown <= 0:
            return
        px, pad = canvas.px, canvas.px(PAD)
        lie = self._lie(canvas, room.inflate(-2 * px(EDGE), -2 * px(EDGE)))
        rect = self.drawn = lie.rect.copy()
        edge = canvas.ui.bad if self.bad else canvas.accent
        self._draw_leader(canvas, edge)
        rect = rect.move(0, round((1 - out(self.shown)) * px(8)))
        radius = px(RADIUS["toast"])
        canvas.shadow(rect, radius)
        canvas.rounded(rect, radius, canvas.ui.panel, edge, max(2, px(2)))
        inside = rect.inflate(-2 * pad, -2 * pad)
        line = Rect(inside.left, inside.top, inside.width, lie.words)
        canvas.text(self.text, STYLE, line, canvas.ui.text, wrap=True)
        self.offered = Rect(inside.left, line.bottom, inside.width, inside.height - lie.words)
        if self.offer:
            self._draw_offer(canvas)

    def _draw_leader(self, canvas: Canvas, colour: Colour) -> None:
        """Draw a line to the note's place if the note is far away from it."""
        away = self._distance(self.drawn)
        if away < FAR * self.reach:
            return
        x, y = self.at
        start = Vector2(
            min(self.drawn.right - 1, max(self.drawn.left, x)),
            min(self.drawn.bottom - 1, max(self.drawn.top, y)),
        )
        end = start.move_towards(Vector2(x, y), away - self.reach)
        for wide, tint in ((canvas.px(5), canvas.ui.panel), (canvas.px(2), colour)):
            pencil.line(canvas.surface, tint, start, end, max(2, wide))

    def _lie(self, canvas: Canvas, room: Rect) -> _Lie:
        """Return the best place, computed again when something has changed."""
        spots = tuple(map(tuple, (self.at, *self.clear))), tuple(map(tuple, self.pieces))
        key = (self.text, self.offer, *spots, tuple(room), canvas.metrics.px(1000))
        if self._found is None or self._found[0] != key:
            self._found = key, self._best(canvas, room)
        return self._found[1]

    def _best(self, canvas: Canvas, room: Rect) -> _Lie:
        pad = canvas.px(PAD)
        lies, places = list[_Lie](), list[Rect]()
        for share in WIDTHS:
            words, offer = self._sizes(canvas, room, share)
            rect = Rect(0, 0, max(words[0], offer[0]) + 2 * pad, words[1] + offer[1] + 2 * pad)
            if lies and rect.width >= lies[-1].rect.width:
                continue
            for place in self._places(rect, room, canvas.px(LEG)):
                lies.append(_Lie(place, words[1]))
                places.append(place)
        return lies[self._cheapest(places)]

    def _sizes(
        self, canvas: Canvas, room: Rect, share: float
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return width and height of the text, and those of the offer below it."""
        widest = round(share * min(canvas.px(WIDEST), room.width - 4 * canvas.px(PAD)))
        wide = min(widest, canvas.text_size(self.text, STYLE)[0] + 2)
        words = (wide, canvas.text_height(self.text, STYLE, wide) + 4)
        if not self.offer:
            return words, (0, 0)
        more = canvas.text_size(self.offer, "caption_bold")[0] + canvas.px(34)
        tall = max(canvas.text_height(self.offer, "caption_bold", widest) + canvas.px(18), 32)
        return words, (min(widest, more), tall)

    def _places(self, rect: Rect, room: Rect, leg: int) -> Iterator[Rect]:
        """Yield four places beside the point, then a grid of others over the room."""
        x, y = round(self.at[0]), round(self.at[1])
        away = round(self.reach) + leg
        beside = (
            ("midbottom", (x, y - away)),
            ("midtop", (x, y + away)),
            ("midleft", (x + away, y)),
            ("midright", (x - away, y)),
        )
        for edge, spot in beside:
            place = rect.copy()
            setattr(place, edge, spot)
            yield place.clamp(room)
        across, down = room.width - rect.width, room.height - rect.height
        for row in range(GRID + 1):
            for column in range(GRID + 1):
                left, top = room.left + across * column // GRID, room.top + down * row // GRID
                yield Rect(left, top, rect.width, rect.height).clamp(room)

    def _cheapest(self, places: Sequence[Rect]) -> int:
        """Return the index of the place that covers least; among equals, the nearest."""
        boxes = np.array([(r.left, r.top, r.right, r.bottom) for r in places], float)
        spots = _covered(boxes, (self.at, *self.clear), self.reach)
        pieces = _covered(boxes, self.pieces, self.reach)
        x, y = self.at
        aside = np.maximum(np.maximum(boxes[:, 0] - x, x - boxes[:, 2]), 0)
        away = np.hypot(aside, np.maximum(np.maximum(boxes[:, 1] - y, y - boxes[:, 3]), 0))
        return int(np.lexsort((away, pieces, spots))[0])

    def covers(self, rect: Rect) -> tuple[int, int]:
        """Return how many of the sentence's spots and how many pieces a place covers."""
        box = np.array([(rect.left, rect.top, rect.right, rect.bottom)], float)
        spots, pieces = (self.at, *self.clear), self.pieces
        return int(_covered(box, spots, self.reach)[0]), int(_covered(box, pieces, self.reach)[0])

    def _distance(self, rect: Rect) -> float:
        x, y = self.at
        aside = max(rect.left - x, 0, x - rect.right)
        return math.hypot(aside, max(rect.top - y, 0, y - rect.bottom))

    def _draw_offer(self, canvas: Canvas) -> None:
        rect, px = self.offered, canvas.px
        canvas.line(rect.topleft, (rect.right - 1, rect.top))
        icon, spot = "book" if self.bad else "bulb", (rect.left + px(11), rect.centery + px(3))
        canvas.icon(icon, spot, canvas.accent, 20)
        words = Rect(rect.left + px(30), rect.top + px(6), rect.width - px(30), 0)
        words.height = rect.bottom - words.top
        canvas.text(self.offer, "caption_bold", words, canvas.accent, wrap=True)
