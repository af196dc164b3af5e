"""A frame as a list of what is drawn, so that only what differs from the frame before is painted.

Scenes draw a whole frame every time; most of it is what the frame before had.  A `FrameSketch`
stands for the surface meanwhile, notes what is drawn on it, and paints where two lists differ.
What a frame draws from must not be drawn on later: the list would not see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame import Rect, Surface

MOST_PLACES = 48  # that are painted one by one
MOST_AREA = 0.7  # of the surface, above which all of it is painted

Mark = tuple[Any, ...]  # what is drawn, and where, comparable by value
Place = tuple[int, ...]  # left, top, width, height
Kept = tuple[object, list[Mark], list[Place], dict[str, Any]]  # the last: parts of this part


class StaleDrawingError(AssertionError):
    """A part was to be kept, and drawing it anew gives another picture: its key lacks something."""


class FrameSketch:
    """Stands for `real` while a frame is drawn; has as much of a surface as scenes need.

    `paint` ends a frame.  Parts that `keep` finds unchanged are noted again without being drawn
    again.  To `verify` draws them all the same, and raises StaleDrawingError for another picture.
    """

    def __init__(self, real: Surface, verify: bool = False) -> None:
        self.real, self.verify = real, verify
        self._whole: Place = tuple(real.get_rect())
        self._clip = self._whole
        self._marks: list[Mark] = []
        self._places: list[Place] = []
        self._old: list[Mark] | None = None  # of the frame before; None: anything may be there
        self._old_places: list[Place] = []
        self._scrolls = self._scrolled = False  # is there a shift in this frame, the one before?
        self._kept: dict[str, Kept] = {}  # parts of the frame before
        self._keeps: dict[str, Kept] = {}  # and of this one

    # -- as a surface ------------------------------------------------------------------------------

    def blit(
        self, source: Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> Rect:
        """Note a picture to be drawn with the opacity that it has now."""
        part = None if area is None else tuple(area)
        x, y = int(dest[0]), int(dest[1])
        size = source.get_size() if part is None else part[2:]
        place = Rect((x, y), size).clip(self._clip)
        if place.width and place.height:
            self._marks.append((source, x, y, part, special_flags, source.get_alpha(), self._clip))
            self._places.append(tuple(place))
        return place

    def fill(self, colour: Any, rect: Any = None, special_flags: int = 0) -> Rect:
        """Note an even colour."""
        place = Rect(self._whole if rect is None else rect).clip(self._clip)
        if place.width and place.height:
            colour = tuple(pygame.Color(colour)) if isinstance(colour, str) else tuple(colour)
            self._marks.append((_fill, colour, tuple(place), special_flags, self._clip))
            self._places.append(tuple(place))
        return place

    def shape(self, draw: Callable[..., Any], bounds: Rect, args: tuple[Any, ...]) -> Rect:
        """Note what a function of `pygame.draw` draws within `bounds`; `args` are never changed."""
        place = bounds.clip(self._clip)
        if place.width and place.height:
            self._marks.append((_shape, draw, args, self._clip))
            self._places.append(tuple(place))
        return place

    def scroll(self, dx: int, dy: int) -> None:
        """Note a shift of what has been drawn within the clip."""
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
        """Return a picture of what has been drawn so far, all of it."""
        return self._so_far().copy()

    def subsurface(self, area: Any) -> Surface:
        """Return a part of what has been drawn so far, to be copied from at once."""
        return self._so_far().subsurface(area)

    def _so_far(self) -> Surface:
        """Paint what there is; the rest of the frame is then painted over all of it."""
        self._paint_in(self._whole, range(len(self._marks)))
        self._old = None
        return self.real

    # -- what is kept ------------------------------------------------------------------------------

    def keep(self, name: str, key: object, draw: Callable[[], object]) -> None:
        """Draw a part, or note again what the frame before drew, if neither key nor clip differ."""
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
        """Have the next frame drawn and painted whole: something else has been drawn meanwhile."""
        self._old, self._kept = None, {}

    def paint(self) -> list[Rect]:
        """Paint what differs from the frame before, and return where that is."""
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
            both = set()  # they lie upon each other in another order
        places = [p for p, mark in zip(self._old_places[head:], gone) if mark not in both]
        places += [p for p, mark in zip(self._places[head:], come) if mark not in both]
        return self._joined(places)

    def _joined(self, places: list[Place]) -> list[Place]:
        """Return the places with those that overlap made one."""
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
        """Paint the marks of these numbers within a place."""
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
        """Return from where on to paint: nothing before the last that covers the place is seen."""
        for at in range(len(order) - 1, -1, -1):
            if Rect(self._places[order[at]]).contains(within) and _covers(self._marks[order[at]]):
                return at
        return 0


def _look_alike(old: list[Mark], new: list[Mark]) -> bool:
    """Return whether two lists paint the same, also where a picture was made a second time."""
    return len(old) == len(new) and all(
        one == other or (one[1:] == other[1:] and _pixels(one[0]) == _pixels(other[0]) is not None)
        for one, other in zip(old, new)
    )


def _pixels(source: object) -> bytes | None:
    return pygame.image.tobytes(source, "RGBA") if isinstance(source, Surface) else None


def _covers(mark: Mark) -> bool:
    """Return whether nothing is seen through it."""
    source = mark[0]
    if not isinstance(source, Surface):
        return source is _fill and not mark[3]  # a fill replaces, even by what is clear
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
