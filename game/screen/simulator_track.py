"""The readable track in the window of a simulated board: letters, lights and markers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame

from game.platform.i18n import _
from game.screen.ui.canvas import Canvas
from game.screen.ui.change import STAY, Change
from game.screen.ui.input import Pointer, Press
from game.screen.ui.paint import Colour
from game.screen.ui.widget import Widget, WidgetState
from hardware.simulator.board import SimulatedBoard
from hardware.tracking.track import MarkerTrack

HEADS: dict[str, Colour] = {"black": (10, 10, 10), "green": (12, 110, 76), "white": (240, 232, 214)}
EDGE = (255, 247, 230)


class TrackStrip(Widget):
    """The track of `board`, whose places begin at number `first`.

    A click puts a marker.  Left and right move the marker that was moved last, Enter chooses the
    other.  `light_of` says what shines on a point now.
    """

    def __init__(
        self,
        board: SimulatedBoard,
        track: MarkerTrack,
        first: int,
        light_of: Callable[[int], Colour | None],
        chosen: int = 0,
    ) -> None:
        super().__init__("track")
        self.board, self.track, self.first = board, track, first
        self.light_of = light_of
        self.chosen = chosen  # the row of the marker that keys move
        self.tip = _("Click where a marker should stand; the start is before the letters")
        self._held: int | None = None

    @property
    def last(self) -> int:
        return len(self.track.letters)

    def number(self, row: int, place: int) -> int:
        """Return the board's point at a place, from 1."""
        return self.first + row * self.last + place - 1

    def stands(self, row: int) -> int:
        """Return where a marker is; 0 is the start."""
        places = range(1, self.last + 1)
        return next((place for place in places if self.board.truth[self.number(row, place)]), 0)

    def move(self, row: int, place: int) -> Change:
        """Slide a marker to `place`, over every place on the way."""
        here = self.stands(row)
        way = range(here, place, 1 if place > here else -1)
        for old, new in pairwise((*way, place)):
            for at, face in ((old, 0), (new, 1 + row)):
                if at:
                    self.board.set(self.number(row, at), face)
        self.chosen = row
        return STAY

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        if step:
            place = max(0, min(self.last, self.stands(self.chosen) + step))
            return self.move(self.chosen, place)
        if event.means("accept"):
            self.chosen = 1 - self.chosen
            return STAY
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return None
        if event.kind == "down":
            self._held = int(event.pos[1] > self.rect.centery)
        if self._held is None:
            return None
        row = self._held
        if event.kind == "up":
            self._held = None
        place = round((event.pos[0] - self.rect.left) / self._pitch - 0.5)
        return self.move(row, max(0, min(self.last, place)))

    @property
    def _pitch(self) -> float:
        return self.rect.width / (self.last + 1)

    def _spot(self, row: float, place: int) -> tuple[int, int]:
        x = self.rect.left + (place + 0.5) * self._pitch
        return round(x), round(self.rect.top + self.rect.height * (0.2 + 0.6 * row))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        radius = max(4, min(canvas.px(11), round(0.36 * self._pitch)))
        for place, letter in enumerate(self.track.letters, 1):
            x, y = self._spot(0.5, place)
            room = pygame.Rect(0, 0, round(self._pitch) + 8, canvas.metrics.type_px("caption") + 4)
            room.center = (x, y)
            canvas.text(letter, "caption", room, align="center")
        for row, owner in enumerate(self.track.owners):
            canvas.line(self._spot(row, 0), self._spot(row, self.last))
            for place in range(1, self.last + 1):
                colour = self.light_of(self.number(row, place))
                if colour is not None:
                    spot = self._spot(row, place)
                    _draw_disc(canvas, colour, spot, radius + 3)
            spot = self._spot(row, self.stands(row))
            edge = canvas.accent if look.focused and row == self.chosen else EDGE
            _draw_disc(canvas, edge, spot, radius + 1)
            _draw_disc(canvas, HEADS[owner], spot, radius - 1)


def _draw_disc(canvas: Canvas, colour: Colour, spot: tuple[int, int], radius: int) -> None:
    rect = pygame.Rect(0, 0, 2 * radius + 1, 2 * radius + 1)
    rect.center = spot
    canvas.rounded(rect, radius, colour)
