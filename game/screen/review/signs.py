"""What a review adds to the board: what was played and what was better, notes drawn by hand."""

from __future__ import annotations

from collections.abc import Iterable

from game.rules.topology import Point
from game.screen.boards.overlay import Arrow, Badge, Overlay
from game.table.history import Turn
from game.table.mistakes import Mistake
from game.table.variations import BAD, PositionNote

KINDS = {True: "threat", False: "hint"}
PLAYED, BETTER = "?", "!"  # beside where a turn ends: no information by colour alone


def add_note(overlay: Overlay, note: PositionNote) -> None:
    """Marks and arrows of a position."""
    overlay.hints = (*overlay.hints, *(p for p, kind in note.marks.items() if kind != BAD))
    overlay.threats = (*overlay.threats, *(p for p, kind in note.marks.items() if kind == BAD))
    drawn = (Arrow(a, b, KINDS[kind == BAD]) for (a, b), kind in note.arrows.items())
    overlay.arrows = (*overlay.arrows, *drawn)


def add_mistake(overlay: Overlay, mistake: Mistake) -> None:
    """What was played in red with a question mark, what was better in amber with an exclamation."""
    overlay.last, overlay.vacated = (), None
    badges: list[Badge] = []
    for line, bad in ((mistake.played[:1], True), (mistake.better[:1], False)):
        arrows, placed, end = _pointed(line, KINDS[bad])
        overlay.arrows = (*overlay.arrows, *arrows)
        if bad:
            overlay.threats = (*overlay.threats, *placed)
        else:
            overlay.hints = (*overlay.hints, *placed)
        if end is not None:
            badges.append(Badge(end, PLAYED if bad else BETTER, bad))
    overlay.badges = tuple(badges)


def _pointed(line: Iterable[Turn], kind: str) -> tuple[list[Arrow], list[Point], Point | None]:
    """The arrows of a turn, the points it fills, and where it ends."""
    arrows: list[Arrow] = []
    placed: list[Point] = []
    end: Point | None = None
    for turn in line:
        for entry in turn.entries:
            action = entry.action
            if action is None or action.target is None:
                continue
            end = action.target
            if action.source is None:
                placed.append(action.target)
            else:
                arrows.append(Arrow(action.source, action.target, kind))
    return arrows, placed, end
