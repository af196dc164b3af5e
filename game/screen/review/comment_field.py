"""The field a comment is written in: two lines to read, one to write."""

from __future__ import annotations

from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import mix
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState


class CommentField(TextField):
    """Of one node: `node` is whose comment it shows; it is handed over when the focus goes."""

    node = 0

    def go_on(self, old: CommentField | None) -> None:
        """Write on where a field was that a new layout has replaced."""
        if old is not None and old.node == self.node:
            self.text, self.caret = old.text, old.caret

    def show(self, node: int, text: str) -> None:
        """The comment of a node, unless that one is being written."""
        if node != self.node or text != self.text:
            self.node, self.text, self.caret = node, text, len(text)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if look.focused or not self.text:
            super().draw(canvas, look)
            return
        ui = canvas.ui
        fill = ui.control if look.hovered else mix(ui.control, ui.panel, 0.5)
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), fill, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(24), -canvas.px(6))
        words = " ".join(self.text.split())
        canvas.text(words, self.style, inside, ui.text, wrap=True, ellipsis=True)
