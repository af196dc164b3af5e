"""Callouts: a sentence beside the place it is about, which fades by itself.

A toast is of the whole window; a note is of a point of the board, of a tile, of an edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import out
from game.screen.ui.tokens import RADIUS

FADE_IN_S, FADE_OUT_S = 0.14, 0.20  # seconds
LEAST, LETTERS = 2.4, 14.0  # seconds it stays at least, letters read in a second
WIDEST = 380  # design px of its words
PAD, LEG = 14, 10  # design px round the words, and from the note to its place
STYLE = "caption"
GRID = 12  # steps across the room in which a free place is looked for


@dataclass
class Callout:
    """A sentence about the place `at`, which is `reach` px wide to each side.

    `offer` is a second line that can be clicked: its place is `offered`, and that of the
    whole note `drawn`, once it has been drawn.
    `stays`: it does not fade by itself.  It stands beside its place, where it covers the fewest of
    the spots `clear`, which the sentence is about, then of `pieces`, and then as near as it can.
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

    @property
    def life(self) -> float:
        """Seconds: longer texts stay longer."""
        if self.stays:
            return math.inf
        return FADE_IN_S + max(LEAST, len(self.text + self.offer) / LETTERS) + FADE_OUT_S

    @property
    def gone(self) -> bool:
        return self.age >= self.life

    @property
    def shown(self) -> float:
        """0 (gone) to 1 (there)."""
        return max(0.0, min(1.0, self.age / FADE_IN_S, (self.life - self.age) / FADE_OUT_S))

    @property
    def animating(self) -> bool:
        """Whether it is fading in or out just now."""
        return 0.0 < self.shown < 1.0 or self.age == 0.0

    def update(self, dt: float) -> bool:
        """Move on by `dt` seconds; return True if the picture changes."""
        before = self.shown
        self.age += dt
        return self.shown != before

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw it within `room`."""
        if self.shown <= 0:
            return
        words, offer = self._sizes(canvas, room)
        pad = canvas.px(PAD)
        rect = Rect(0, 0, max(words[0], offer[0]) + 2 * pad, words[1] + offer[1] + 2 * pad)
        self._place(rect, room, canvas.px(LEG))
        self.drawn = rect.copy()
        rect.move_ip(0, round((1 - out(self.shown)) * canvas.px(8)))
        edge = canvas.ui.bad if self.bad else canvas.accent
        radius = canvas.px(RADIUS["toast"])
        canvas.shadow(rect, radius)
        canvas.rounded(rect, radius, canvas.ui.panel, edge, max(2, canvas.px(2)))
        inside = rect.inflate(-2 * pad, -2 * pad)
        line = Rect(inside.left, inside.top, inside.width, words[1])
        canvas.text(self.text, STYLE, line, canvas.ui.text, wrap=True)
        self.offered = Rect(inside.left, line.bottom, inside.width, offer[1])
        if self.offer:
            self._draw_offer(canvas)

    def _sizes(self, canvas: Canvas, room: Rect) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return width and height of the words, and of what is offered below them."""
        widest = min(canvas.px(WIDEST), room.width - 4 * canvas.px(PAD))
        wide = min(widest, canvas.text_size(self.text, STYLE)[0] + 2)
        words = (wide, canvas.text_height(self.text, STYLE, wide) + 4)
        if not self.offer:
            return words, (0, 0)
        more = canvas.text_size(self.offer, "caption_bold")[0] + canvas.px(34)
        tall = max(canvas.text_height(self.offer, "caption_bold", widest) + canvas.px(18), 32)
        return words, (min(widest, more), tall)

    def _place(self, rect: Rect, room: Rect, leg: int) -> None:
        """Move `rect` to the best of the places within `room`."""
        rect.topleft = min(self._places(rect, room, leg), key=self._cost).topleft

    def _places(self, rect: Rect, room: Rect, leg: int) -> Iterator[Rect]:
        """Yield the places beside the point, then a grid of others over the room."""
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

    def _cost(self, rect: Rect) -> tuple[int, int, float]:
        """Return what a place covers, spots of the sentence first, and how far away it is."""
        return (*self.covers(rect), self._distance(rect))

    def covers(self, rect: Rect) -> tuple[int, int]:
        """Return how many spots of the sentence, and how many pieces, a place covers."""
        wide = rect.inflate(2 * self.reach, 2 * self.reach)
        spots = (self.at, *self.clear)
        return (
            sum(wide.collidepoint(spot) for spot in spots),
            sum(wide.collidepoint(spot) for spot in self.pieces),
        )

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
