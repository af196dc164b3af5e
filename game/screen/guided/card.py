"""The guide's card in the column: one sentence, and the progress of the lesson."""

from __future__ import annotations

from pygame import Rect

from game.platform.i18n import _
from game.screen.play.column_card import card_layout
from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState

DOT_SIZE = 9  # design px


class GuideCard(Pressable):
    """The card: `words` are an answer or the next request; `done` of `steps` steps are finished.

    Pressing the card confirms that the answer has been read.
    """

    focusable = False
    radius = "card"

    def __init__(self, on_press: Action, steps: int) -> None:
        super().__init__(on_press, "guide")
        self.words, self.answered = "", False
        self.done, self.steps = 0, steps

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie, radius = card_layout(rect, canvas), px(RADIUS["card"])
        edge = ui.good if self.answered else canvas.accent
        canvas.rounded(rect, radius, ui.card, edge, max(2, px(2)))
        icon = "check" if self.answered else "lesson"
        spot = canvas.icon(icon, (lie.head.left + px(12), lie.head.centery), edge, 26)
        dots = _draw_dots(canvas, lie.head, self.done, self.steps)
        title = Rect(spot.right + px(10), lie.head.top, 0, lie.head.height)
        title.width = dots - px(10) - title.left
        canvas.text(_("First game"), "caption", title, ui.text_second, ellipsis=True)
        canvas.text(self.words, "guide", lie.words, ui.text, wrap=True)


def _draw_dots(canvas: Canvas, head: Rect, done: int, steps: int) -> int:
    """Draw a dot for each step, filled if done; return the left edge of the dots."""
    size = max(5, canvas.px(DOT_SIZE))
    gap = size + max(3, canvas.px(5))
    left = head.right - (steps - 1) * gap - size
    for number in range(steps):
        dot = Rect(left + number * gap, 0, size, size)
        dot.centery = head.centery
        if number < done:
            canvas.rounded(dot, size // 2, canvas.accent)
        else:
            canvas.rounded(dot, size // 2, None, canvas.ui.text_second, canvas.hairline)
    return left
