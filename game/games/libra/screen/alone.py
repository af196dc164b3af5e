"""The panel of Libra played alone: groups and their curve, and the stone that was drawn."""

from __future__ import annotations

from game.games.libra.screen.panel import STONES, LibraPanel, StoneSwitch
from game.platform.i18n import _
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.panel import signed
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Widget, WidgetState
from game.table.history import Turn


class LibraAlonePanel(LibraPanel):
    def widgets(self) -> list[Widget]:
        _switch, toggle = super().widgets()
        self._switch = DrawnStone(self.hand.colour, self._colour)
        return [self._switch, toggle]

    def row(self, turn: Turn) -> tuple[str, str, str]:
        after = self.groups(turn.after)
        return turn.text, signed(after - self.groups(turn.before)), str(after)

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        super().draw(canvas, view)
        if isinstance(self._switch, DrawnStone):
            self._switch.due = not self.over

    def _round(self) -> str:
        return ""

    def _aim(self) -> tuple[int, str]:
        return 0, ""


class DrawnStone(StoneSwitch):
    """In place of the choice of a colour: the one that comes next."""

    focusable = False
    due = True  # does a stone come next?

    def pointer(self, event: object) -> None:
        """There is nothing to choose."""

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, rect = canvas.px, self.rect
        canvas.card(rect)
        if not self.due:
            return
        size = max(18, min(px(52), rect.height - px(10)))
        stone = STONES[0] if self.value == "white" else STONES[1]
        left = rect.left + px(16) + size // 2
        if self.view is not None:
            icon = piece_icon(self.view, stone, size)
            canvas.surface.blit(icon, icon.get_rect(center=(left, rect.centery)))
        room = rect.copy()
        room.left = left + size // 2 + px(12)
        room.width = rect.right - px(8) - room.left
        words = _("White was drawn") if self.value == "white" else _("Black was drawn")
        canvas.text(words, "body_bold", room, wrap=True)


ALONE = LibraAlonePanel
