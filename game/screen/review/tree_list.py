"""The list of a review: the game's turns with variations indented beside them, and their notes."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.screen.app.scene import Change
from game.screen.boards import BoardView
from game.screen.play.turn_list import TurnList
from game.screen.plugin.panel import Panel
from game.screen.ui.canvas import Canvas
from game.screen.ui.text import in_full_size
from game.table.variations import ROOT, VariationTree

TEXT = 2  # the column of the words
INDENT = 16  # design px for each variation within another
DEEPEST = 5  # variations within others that are set apart
ICON = 18
SHARE = 0.55  # of a row's words are the turn's where a comment follows


class TreeList(TurnList):
    """Rows of a tree; `go(node)` is called with the number of the node chosen."""

    def __init__(
        self,
        panel: Panel,
        view: Callable[[], BoardView | None],
        go: Callable[[int], Change | None],
        accent: int,
        empty: str,
    ) -> None:
        super().__init__(panel, view, lambda row: go(self.nodes[row]), accent, empty)
        self.nodes: tuple[int, ...] = ()
        self.depths: tuple[int, ...] = ()
        self.comments: tuple[str, ...] = ()
        self.signed: tuple[bool, ...] = ()  # with marks or arrows, but no words

    def show_tree(self, tree: VariationTree, here: int, figure: Callable[[int], str]) -> None:
        """Show all nodes, `here` chosen; `figure(node)` is what stands bright in a row."""
        walked = list(tree.walk())
        self.nodes = tuple(number for number, _depth in walked)
        self.depths = tuple(min(depth, DEEPEST) for _number, depth in walked)
        notes = [tree.node(number).note for number in self.nodes]
        self.comments = tuple(" ".join(note.comment.split()) for note in notes)
        self.signed = tuple(bool(note) and not note.comment for note in notes)
        row = self.nodes.index(here) if here != ROOT else -1
        self.show(tree.turns(self.nodes), row + 1, lambda row, _text: figure(self.nodes[row]))

    def _draw_piece(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        if column != TEXT or row >= len(self.depths):
            return super()._draw_piece(canvas, row, column, rect)
        depth = self.depths[row]
        if not (depth or self.comments[row] or self.signed[row]):
            return False
        self._draw_words(canvas, row, self._indented(canvas, rect, depth))
        return True

    @staticmethod
    def _indented(canvas: Canvas, rect: pygame.Rect, depth: int) -> pygame.Rect:
        """Draw one bar for each variation a cell lies in; return what is left of the cell."""
        step = canvas.px(INDENT)
        for number in range(depth):
            x = rect.left + number * step + canvas.px(4)
            top, low = rect.top - canvas.px(1), rect.bottom
            width = max(2, canvas.px(3))
            pygame.draw.line(canvas.surface, canvas.accent, (x, top), (x, low), width)
        return pygame.Rect(
            rect.left + depth * step, rect.top, rect.width - depth * step, rect.height
        )

    def _draw_words(self, canvas: Canvas, row: int, rect: pygame.Rect) -> None:
        style = "caption_bold" if row == self.chosen else "caption"
        pixels, comment = canvas.metrics.type_px(style), self.comments[row]
        extra = canvas.px(ICON + 8) if comment or self.signed[row] else 0
        room = rect.copy()
        room.width = round(rect.width * SHARE) if comment else rect.width - extra
        text = in_full_size(str(self.rows[row][TEXT]), style, pixels, room.width)
        spot = canvas.text(text, style, room, ellipsis=True)
        if not extra:
            return
        x = spot.right + canvas.px(8)
        icon = "speech" if comment else "pencil"
        canvas.icon(icon, (x + canvas.px(ICON) // 2, rect.centery), canvas.ui.text_second, ICON)
        rest = pygame.Rect(x + extra, rect.top, rect.right - x - extra, rect.height)
        if comment and rest.width > canvas.px(24):
            said = in_full_size(comment, "caption", canvas.metrics.type_px("caption"), rest.width)
            canvas.text(said, "caption", rest, canvas.ui.text_second, ellipsis=True)
