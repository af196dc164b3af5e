"""A scroll area: up and down, the wheel and a drag scroll its content."""

from __future__ import annotations

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.widget import Widget


class ScrollArea(Widget):
    """A scroll area: up and down, the wheel and a drag scroll its content."""

    top, slack, line = 0, 0, 26
    _drag: tuple[int, int] | None = None

    @property
    def reachable(self) -> bool:
        return super().reachable and self.slack > 0

    def press(self, event: Press) -> Change | None:
        if event.means("up", "down"):
            return self.scroll(-3 * self.line if event.means("up") else 3 * self.line)
        return None

    def scroll(self, by: int) -> Change | None:
        """Scroll by so many pixels; return None at either end, so that the focus moves on."""
        before, self.top = self.top, max(0, min(self.slack, self.top + by))
        return STAY if self.top != before else None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return self.scroll(round(-event.wheel * 2 * self.line)) or STAY
        if event.kind == "down":
            self._drag = (event.pos[1], self.top)
        elif event.kind == "move" and self._drag:
            self.top = max(0, min(self.slack, self._drag[1] + self._drag[0] - event.pos[1]))
        elif event.kind == "up":
            self._drag = None
        return STAY

    def draw_bar(self, canvas: Canvas, view: Rect) -> None:
        """Draw the scroll bar at the right of `view`, unless all content is seen."""
        if not self.slack:
            return
        whole = view.height + self.slack
        tall = max(canvas.px(32), view.height * view.height // whole)
        bar = Rect(view.right - canvas.px(4), 0, canvas.px(6), tall)
        bar.top = view.top + (view.height - tall) * self.top // self.slack
        canvas.rounded(bar, bar.width // 2, canvas.ui.text_second)
