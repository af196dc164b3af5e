"""What can be laid, as pieces side by side with how many lie; last, the hand that takes away."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame

from game.rules import Piece
from game.screen.app.scene import STAY, Change
from game.screen.boards.sprites import SpriteSet
from game.screen.editor.sketch_editor import SketchEditor, tool_name
from game.screen.plugin.registry import look_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState


class PiecePalette(Widget):
    """The tools of a bench; the one in the hand is lit.  Left and right move along."""

    def __init__(self, bench: SketchEditor, changed: Callable[[], None]) -> None:
        super().__init__("palette")
        self.bench, self.changed = bench, changed

    @property
    def spoken(self) -> str:
        return tool_name(self.bench.tool)

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        here = self.bench.tools.index(self.bench.tool)
        if event.means("accept") and not event.repeat:
            self.bench.next_tool()
        elif step and 0 <= here + step < len(self.bench.tools):
            self.bench.next_tool(step)
        else:
            return None
        self.changed()
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "down":
            share = (event.pos[0] - self.rect.left) / max(1, self.rect.width)
            tools = self.bench.tools
            self.bench.tool = tools[min(len(tools) - 1, max(0, int(share * len(tools))))]
            self.changed()
        return None if event.kind == "wheel" else STAY

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, tools = canvas.ui, self.bench.tools
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(6), -canvas.px(8))
        edges = [inside.left + round(inside.width * n / len(tools)) for n in range(len(tools) + 1)]
        for tool, (left, right) in zip(tools, pairwise(edges)):
            cell = pygame.Rect(left, inside.top, right - left, inside.height)
            lit = tool == self.bench.tool
            if lit:
                canvas.rounded(cell, canvas.px(RADIUS["segment"]), ui.accent)
            self._draw_tool(canvas, cell, tool, ui.on_accent if lit else ui.text)

    def _draw_tool(
        self, canvas: Canvas, cell: pygame.Rect, tool: Piece | None, ink: tuple[int, int, int]
    ) -> None:
        if tool is None:
            canvas.icon("cross", cell.center, ink, 24)
            return
        size = min(cell.height - canvas.px(6), cell.width // 2)
        image = SpriteSet(canvas.theme, look_of(self.bench.game).style, size).piece(tool)
        count = str(self.bench.sketch.count(tool))
        wide = canvas.text_size(count, "caption_bold")[0]
        left = cell.centerx - (size + canvas.px(8) + wide) // 2
        centre = (left + size // 2, cell.centery)
        canvas.surface.blit(image, image.get_rect(center=centre))
        if not canvas.theme.flat:  # a dark piece on a dark card needs a rim
            rim = pygame.Rect(0, 0, size + 2, size + 2)
            rim.center = centre
            canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)
        room = pygame.Rect(left + size + canvas.px(8), cell.top, wide + 4, cell.height)
        canvas.text(count, "caption_bold", room, ink)
