"""A frame as a list of drawing calls, so that only the differences from the last frame are painted.

Scenes always draw a whole frame, and most of it equals the frame before. A `FrameSketch` replaces
the surface, records the drawing calls, and paints only where they differ from those of the last
frame. A surface used by a frame must not be changed later, because the list would not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame import Rect, Surface

MOST_PLACES = 48  # maximum number of places painted separately
MOST_AREA = 0.7  # share of the surface above which the whole surface is painted

Mark = tuple[Any, ...]  # a drawing call and its place, comparable by value
Place = tuple[int, ...]  # left, top, width, height
# Key, marks, places and sub-parts of a kept part.
Kept = tuple[object, list[Mark], list[Place], dict[str, Any]]


class StaleDrawingError(AssertionError):
    """A kept part would look different if drawn now, because its key lacks something."""


class FrameSketch:
    """Replaces the surface `real` while a frame is drawn; it has the methods that scenes need.

    `paint` ends a frame. Parts that `keep` finds unchanged are recorded again without being drawn.
    With `verify` these parts are drawn as well; if one looks different, StaleDrawingError is
    raised.
    """

    def __init__(self, real: Surface, verify: bool = False) -> None:
        self.real, self.verify = real, verify
        self._whole: Place = tuple(real.get_rect())
        self._clip = self._whole
        self._marks: list[Mark] = []
        self._places: list[Place] = []
        # Marks of the previous frame; None if the content of the real surface is unknown.
        self._old: list[Mark] | None = None
        self._old_places: list[Place] = []
        # Whether this frame contains a scroll, and whether the previous one did.
        self._scrolls = self._scrolled = False
        self._kept: dict[str, Kept] = {}  # kept parts of the previous frame
        self._keeps: dict[str, Kept] = {}  # kept parts of this frame

    # -- as a surface ------------------------------------------------------------------------------

    def blit(
        self, source: Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> Rect:
        """Record a picture to be drawn with its current opacity."""
        part = None if area is None else tuple(area)
        x, y = int(dest[0]), int(dest[1])
        size = source.get_size() if part is None else part[2:]
        place = Rect((x, y), size).clip(self._clip)
        if place.width and place.height:
            self._marks.append((source, x, y, part, special_flags, source.get_alpha(), self._clip))
            self._places.append(tuple(place))
        return place

    def fill(self, colour: Any, rect: Any = None, special_flags: int = 0) -> Rect:
        """Record an area filled with one colour."""
        place = Rect(self._whole if rect is None else rect).clip(self._clip)
        if place.width and place.height:
            colour = tuple(pygame.Color(colour)) if isinstance(colour, str) else tuple(colour)
            self._marks.append((_fill, colour, tuple(place), special_flags, self._clip))
            self._places.append(tuple(place))
        return place

    def shape(self, draw: Callable[..., Any], bounds: Rect, args: tuple[Any, ...]) -> Rect:
        """Record a call of `pygame.draw` that draws within `bounds`; `args` must not change."""
        place = bounds.clip(self._clip)
        if place.width and place.height:
            self._marks.append((_shape, draw, args, self._clip))
            self._places.append(tuple(place))
        return place

    def scroll(self, dx: int, dy: int) -> None:
        """Record a shift of everything drawn so far within the clip."""
        self._scrolls = True
        self._marks.append((_scroll, dx, dy, self._clip))
        self._places.append(self._clip)

    def set_clip(self, rect: Any) -> None:
        whole = Rect(self._whole)
        self._clip = self._whole if rect is None else tuple(Rect(rect).clip(whole))

    def get_clip(self) -> Rect:
        return Rect(self._clip)

    def get_rect(self, **places: Any) -> Rect:
        return self.real.get_rect(**places)

    def get_size(self) -> tuple[int, int]:
        return self.real.get_size()

    def get_width(self) -> int:
        return self._whole[2]

    def get_height(self) -> int:
        return self._whole[3]

    def copy(self) -> Surface:
        """Return a picture of everything drawn so far."""
        return self._so_far().copy()

    def subsurface(self, area: Any) -> Surface:
        """Return a part of the picture so far; copy from it before drawing more."""
        return self._so_far().subsurface(area)

    def _so_far(self) -> Surface:
        """Paint everything so far; the end of the frame then paints the whole surface again."""
        self._paint_in(self._whole, range(len(self._marks)))
        self._old = None
        return self.real

    # -- what is kept ------------------------------------------------------------------------------

    def keep(self, name: str, key: object, draw: Callable[[], object]) -> None:
        """Draw a part, or record its previous calls again if neither key nor clip has changed."""
        key = (key, self._clip)
        found = self._kept.get(name)
        same = found is not None and found[0] == key
        if found is not None and same and not self.verify:
            self._marks += found[1]
            self._places += found[2]
        else:
            begin, around = len(self._marks), self._keeps
            self._keeps = {}
            draw()
            drawn = self._marks[begin:]
            if found is not None and same and not _look_alike(found[1], drawn):
                raise StaleDrawingError(name)
            found = (key, drawn, self._places[begin:], self._keeps)
            self._keeps = around
        self._keeps[name] = found
        self._keeps.update(found[3])

    # -- painting ----------------------------------------------------------------------------------

    def forget(self) -> None:
        """Have the whole next frame painted, because something else has drawn on the surface."""
        self._old, self._kept = None, {}

    def paint(self) -> list[Rect]:
        """Paint what differs from the previous frame, and return the painted rectangles."""
        places = self._differences()
        order = range(len(self._marks))
        for place in places:
            if place == self._whole:
                self._paint_in(place, order)
            else:
                self._paint_in(place, Rect(place).collidelistall(self._places))
        self.real.set_clip(None)
        self._old, self._old_places = self._marks, self._places
        self._kept, self._keeps = self._keeps, {}
        self._scrolled, self._scrolls = self._scrolls, False
        self._marks, self._places, self._clip = [], [], self._whole
        return [Rect(place) for place in places]

    def _differences(self) -> list[Place]:
        old, new = self._old, self._marks
        if old is None:
            return [self._whole]
        if old == new:
            return []
        head, least = 0, min(len(old), len(new))
        while head < least and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < least - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
        if self._scrolls or self._scrolled:
            return [self._whole]
        both = set(gone).intersection(come)
        if [one for one in gone if one in both] != [one for one in come if one in both]:
            both = set()  # the marks in both frames overlap in another order
        places = [p for p, mark in zip(self._old_places[head:], gone) if mark not in both]
        places += [p for p, mark in zip(self._places[head:], come) if mark not in both]
        return self._joined(places)

    def _joined(self, places: list[Place]) -> list[Place]:
        """Return the places with overlapping ones joined."""
        apart: list[Rect] = []
        for place in dict.fromkeys(places):
            whole = Rect(place)
            while (hit := whole.collidelist(apart)) >= 0:
                whole.union_ip(apart.pop(hit))
            apart.append(whole)
        area = sum(rect.width * rect.height for rect in apart)
        if len(apart) > MOST_PLACES or area > MOST_AREA * self._whole[2] * self._whole[3]:
            return [self._whole]
        return [tuple(rect) for rect in apart]

    def _paint_in(self, place: Place, order: Sequence[int]) -> None:
        """Paint the marks with these numbers, within a place."""
        real, within = self.real, Rect(place)
        for number in order[self._first(within, order) :]:
            mark = self._marks[number]
            real.set_clip(within if mark[-1] == self._whole else within.clip(mark[-1]))
            first = mark[0]
            if isinstance(first, Surface):
                _blit(real, mark)
            else:
                first(real, *mark[1:-1])
        real.set_clip(None)

    def _first(self, within: Rect, order: Sequence[int]) -> int:
        """Return where painting may start: at the last mark that covers the whole place."""
        for at in range(len(order) - 1, -1, -1):
            if Rect(self._places[order[at]]).contains(within) and _covers(self._marks[order[at]]):
                return at
        return 0


def _look_alike(old: list[Mark], new: list[Mark]) -> bool:
    """Return whether two lists paint the same, even if they use different surfaces."""
    return len(old) == len(new) and all(
        one == other or (one[1:] == other[1:] and _pixels(one[0]) == _pixels(other[0]) is not None)
        for one, other in zip(old, new)
    )


def _pixels(source: object) -> bytes | None:
    return pygame.image.tobytes(source, "RGBA") if isinstance(source, Surface) else None


def _covers(mark: Mark) -> bool:
    """Return whether a mark hides everything below it."""
    source = mark[0]
    if not isinstance(source, Surface):
        return source is _fill and not mark[3]  # a fill replaces, even with a transparent colour
    seen_through = source.get_flags() & (pygame.SRCALPHA | pygame.SRCCOLORKEY)
    return not (seen_through or mark[4]) and mark[5] in (None, 255)


def _blit(real: Surface, mark: Mark) -> None:
    source, x, y, area, flags, alpha, _clip = mark
    now = source.get_alpha()
    if now == alpha:
        real.blit(source, (x, y), area, flags)
        return
    source.set_alpha(alpha)
    real.blit(source, (x, y), area, flags)
    source.set_alpha(now)


def _fill(real: Surface, colour: Any, place: Place, flags: int) -> None:
    real.fill(colour, place, flags)


def _shape(real: Surface, draw: Callable[..., Any], args: tuple[Any, ...]) -> None:
    draw(real, *args)


def _scroll(real: Surface, dx: int, dy: int) -> None:
    real.scroll(dx, dy)
