"""The pen that draws marks on a board: its colour, whether it is on, and the unfinished mark."""

from __future__ import annotations

import pygame

from game.pictures.signs import NOTHING_DRAWN, Signs
from game.platform.i18n import N_, _
from game.rules.topology import Point
from game.table.variations import BAD, GOOD, IDEA, MARK_KINDS, PositionNote

COLOURS = {GOOD: N_("Yellow"), BAD: N_("Red"), IDEA: N_("Blue")}
MARK_SPOKEN = {
    GOOD: N_("yellow mark on {point}"),
    BAD: N_("red mark on {point}"),
    IDEA: N_("blue mark on {point}"),
}
ARROW_SPOKEN = {
    GOOD: N_("yellow arrow from {source} to {target}"),
    BAD: N_("red arrow from {source} to {target}"),
    IDEA: N_("blue arrow from {source} to {target}"),
}

Drawn = tuple[Point, Point, str]  # ends and kind of an arrow; equal ends make a mark


class SignPen:
    """The pen; `kind` is the chosen colour.

    While the pen is `on`, the main button, a finger and Enter draw.
    """

    def __init__(self) -> None:
        self.kind, self.on = GOOD, False
        self._source: Point | None = None
        self._target: Point | None = None
        self._now = GOOD  # kind of the unfinished mark or arrow

    @property
    def begun(self) -> bool:
        return self._source is not None

    def next_kind(self) -> None:
        """Choose the next colour."""
        self.kind = MARK_KINDS[(MARK_KINDS.index(self.kind) + 1) % len(MARK_KINDS)]

    def switch(self, on: bool) -> None:
        """Switch the pen on or off."""
        self.on = on
        self.drop()

    def begin(self, point: Point | None, mod: int = 0) -> None:
        """Begin a mark at a point, in the colour of a held modifier, else in the chosen colour."""
        self._source = self._target = point
        self._now = held_kind(mod) or self.kind

    def aim(self, point: Point | None) -> None:
        """Extend the unfinished mark to a point."""
        self._target = point

    def end(self, point: Point | None) -> Drawn | None:
        """End the mark at a point; return the mark or arrow drawn, or None."""
        source, kind = self._source, self._now
        self.drop()
        return None if source is None or point is None else (source, point, kind)

    def drop(self) -> bool:
        """Drop the unfinished mark; return False if there is none."""
        begun, self._source, self._target = self.begun, None, None
        return begun

    @property
    def shown(self) -> Signs:
        """The mark or arrow that would be drawn if it ended at the point aimed at."""
        if self._source is None:
            return NOTHING_DRAWN
        if self._target is None or self._target == self._source:
            return Signs({self._source: self._now})
        return Signs(arrows={(self._source, self._target): self._now})


def held_kind(mod: int) -> str:
    """Return the colour selected by a held modifier; "" without one."""
    if mod & pygame.KMOD_SHIFT:
        return BAD
    return IDEA if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META) else ""


def signs_of(note: PositionNote) -> Signs:
    """Return the marks and arrows drawn at a position."""
    return Signs(note.marks, note.arrows)


def spoken_sign(source: Point, target: Point, kind: str) -> str:
    """Return a mark or an arrow in words."""
    if source == target:
        return _(MARK_SPOKEN[kind]).format(point=source)
    return _(ARROW_SPOKEN[kind]).format(source=source, target=target)


def said_of(source: Point, target: Point, kind: str, gone: bool) -> str:
    """Return the announcement that a mark or arrow was drawn, or was erased if `gone`."""
    words = spoken_sign(source, target, kind)
    return _("{sign}: taken away").format(sign=words) if gone else words


def spoken_note(note: PositionNote) -> str:
    """Return all marks and arrows drawn at a position in words; "" for none."""
    marks = (spoken_sign(point, point, kind) for point, kind in note.marks.items())
    arrows = (spoken_sign(*ends, kind) for ends, kind in note.arrows.items())
    return ", ".join([*marks, *arrows])
