"""The board of a review: moves are tried on it as in play, and marks and arrows drawn.

What a review adds besides: what was played and what was better, notes drawn by hand.
The right button draws at any time; in the draw mode the main button, a finger and Enter do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.rules.base import Action
from game.rules.topology import Point
from game.screen.app.scene import STAY, Change
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Arrow, Badge, Overlay
from game.screen.play.boardwidget import BoardWidget
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.widget import WidgetState
from game.table.history import Turn
from game.table.mistakes import Mistake
from game.table.variations import BAD, PositionNote

DRAWS = 3  # the mouse button that always draws
KINDS = {True: "threat", False: "hint"}
PLAYED, BETTER = "?", "!"  # beside where a turn ends: no information by colour alone


class StudyBoard(BoardWidget):
    """The board of a review; `on_sign(a, b)` is called with an arrow, or a mark where a is b."""

    def __init__(
        self,
        hand: Interaction,
        on_action: Callable[[Action], Change | None],
        on_press: Callable[[], bool],
    ) -> None:
        super().__init__(hand, on_action, on_press)
        self.on_sign: Callable[[Point, Point], None] = lambda source, target: None
        self.drawing = False
        self._from: Point | None = None
        self._to: Point | None = None

    def set_drawing(self, drawing: bool) -> None:
        """Draw with the main button, too, or play on with it."""
        self.drawing = drawing
        self._from = self._to = None

    def drop(self) -> bool:
        """Let go of an arrow that is begun; False when there is none."""
        begun, self._from, self._to = self._from is not None, None, None
        return begun

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel" or self.view is None:
            return super().pointer(event)
        point = self.view.point_at(*event.pos)
        if event.kind == "down" and (event.button == DRAWS or self.drawing):
            self.on_press()
            self._from = self._to = point
            return STAY
        if self._from is None:
            return STAY if self.drawing else super().pointer(event)
        self._to = point
        if event.kind == "up":
            self._sign(point)
        return STAY

    def _sign(self, target: Point | None) -> None:
        source, self._from, self._to = self._from, None, None
        if source is not None and target is not None:
            self.on_sign(source, target)

    def press(self, event: Press) -> Change | None:
        if self.drawing and event.means("accept") and not event.repeat:
            if self._from is None:
                self._from = self._to = self.hand.cursor
            else:
                self._sign(self.hand.cursor)
            return STAY
        change = super().press(event)
        if self._from is not None:
            self._to = self.hand.cursor
        return change

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        super().draw(canvas, look)
        if self.view is None or self._from is None:
            return
        self.view.draw_glow(canvas.surface, self._from, "chosen")
        if self._to is not None and self._to != self._from:
            self.view.draw_arrow(canvas.surface, self._from, self._to, "hint")


def add_note(overlay: Overlay, note: PositionNote) -> None:
    """Add the marks and arrows of a position."""
    overlay.hints = (*overlay.hints, *(p for p, kind in note.marks.items() if kind != BAD))
    overlay.threats = (*overlay.threats, *(p for p, kind in note.marks.items() if kind == BAD))
    drawn = (Arrow(a, b, KINDS[kind == BAD]) for (a, b), kind in note.arrows.items())
    overlay.arrows = (*overlay.arrows, *drawn)


def add_mistake(overlay: Overlay, mistake: Mistake) -> None:
    """Add what was played in red with a question mark, what was better in amber with "!"."""
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
    """Return the arrows of a turn, the points it fills, and where it ends."""
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
