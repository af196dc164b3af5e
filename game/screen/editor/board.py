"""The board of the position editor as a control.

A press on an empty point lays the chosen piece, and a drag goes on laying.  A press on a piece
turns or changes it; a drag carries it, and off the board it is removed.  Arrow keys move the focus,
with Shift the piece in focus; Enter does what a press does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pygame

from game.platform.i18n import _
from game.rules import Piece, Point
from game.screen.app.scene import STAY, Change
from game.screen.boards import BoardView
from game.screen.boards.sprites import SpriteSet
from game.screen.editor.sketch_editor import SketchEditor, tool_name
from game.screen.plugin.registry import look_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState

ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
STROKE_STEP_PX = 6  # pixels between the places that are looked at along a drawn line
LIFT = 0.22  # height of a carried piece, as a share of its size
DRAG_THRESHOLD = 0.35  # travel that turns a press into a drag, as a share of a piece


class SketchBoard(Widget):
    """The board.  `changed` is called after each change, `refuse` with a reason and a point."""

    radius = "card"

    def __init__(
        self,
        editor: SketchEditor,
        view: BoardView,
        changed: Callable[[], None],
        refuse: Callable[[str, Point], None],
    ) -> None:
        super().__init__("board")
        self.editor, self.view = editor, view
        self.changed, self.refuse = changed, refuse
        topology = editor.game.topology
        self.spot: Point = topology.centre or topology.points[0]
        self.hot: Point | None = None
        self._drawn: list[Point] = []  # points this press has been drawn over
        self._laying: Piece | None = None  # the piece that the drag lays; None removes
        self.carried: Point | None = None  # the point a carried piece comes from
        self._away = False  # has it left its place?
        self._at = (0, 0)

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            self.editor.next_tool(-1 if event.wheel > 0 else 1)
            self.changed()
            return STAY
        before, self._at = self._at, event.pos
        if event.kind == "down":
            self._take_up(event)
        elif event.kind == "move":
            self._draw_on(before, event.pos)
        elif event.kind == "up":
            self._set_down(event.pos)
        return STAY

    def _take_up(self, event: Pointer) -> None:
        point = self.view.point_at(*event.pos)
        if point is None:
            return
        self.spot = point
        self.editor.begin()
        tool = None if event.button == 3 else self.editor.tool
        if tool is None or point not in self.editor.sketch.pieces:
            self._drawn, self._laying = [point], tool
            self._lay(point)
        else:
            self.carried, self._away = point, False

    def _lay(self, point: Point) -> None:
        why = self.editor.lay(point, self._laying)
        if why:
            self.refuse(why, point)
            self._drawn = []
        self.changed()

    def _draw_on(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        if self.carried is not None:
            far = math.dist(end, self.view.position(self.carried))
            self._away = self._away or far > DRAG_THRESHOLD * self.view.piece_size
            self.hot = self.view.point_at(*end)
            return
        for point in self._along(start, end) if self._drawn else ():
            if not self._drawn:
                return
            free = point not in self.editor.sketch.pieces
            if point not in self._drawn and free == (self._laying is not None):
                self._drawn.append(point)
                self._lay(point)

    def _along(self, start: tuple[int, int], end: tuple[int, int]) -> list[Point]:
        """Return all points under a line, because a fast pointer skips some."""
        steps = max(1, round(math.dist(start, end) / STROKE_STEP_PX))
        found = []
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end))
            point = self.view.point_at(x, y)
            if point is not None and point not in found:
                found.append(point)
        return found

    def _set_down(self, at: tuple[int, int]) -> None:
        source, self.carried, self._drawn = self.carried, None, []
        if source is None:
            return
        target, sketch = self.view.point_at(*at), self.editor.sketch
        if not self._away:
            self._use(source)
        elif target is None:
            self.editor.lay(source, None)
        elif target != source and (target in sketch.pieces or target in sketch.blocked):
            self.refuse(_("Already occupied."), target)
        elif target != source:
            self.editor.move(source, target)
            self.spot = target
        self.changed()

    def _use(self, point: Point) -> None:
        why = self.editor.use(point)
        if why:
            self.refuse(why, point)

    def hover(self, event: Pointer) -> bool:
        before, self.hot = self.hot, self.view.point_at(*event.pos)
        return before != self.hot

    def take_over(self, old: Widget) -> None:
        if isinstance(old, SketchBoard) and old.rect == self.rect:
            self._drawn, self._laying = old._drawn, old._laying
            self.carried, self._away, self._at = old.carried, old._away, old._at

    @property
    def spoken(self) -> str:
        piece = self.editor.sketch.pieces.get(self.spot)
        held = _("empty") if piece is None else tool_name(piece)
        return f"{self.spot}, {held}"

    def press(self, event: Press) -> Change | None:
        if event.means("accept") and not event.repeat:
            self.editor.begin()
            self._use(self.spot)
        elif event.key == pygame.K_DELETE or event.means("take-back"):
            self.editor.begin()
            self.editor.lay(self.spot, None)
        elif event.means("colour") and not event.repeat:
            self.editor.next_tool()
        else:
            return self._arrow(event)
        self.changed()
        return STAY

    def _arrow(self, event: Press) -> Change | None:
        step = next((step for name, step in ARROWS.items() if event.means(name)), None)
        there = self._beside(*step) if step is not None else None
        if there is None:
            return None
        before, self.spot = self.spot, there
        if event.mod & pygame.KMOD_SHIFT and before in self.editor.sketch.pieces:
            self.editor.begin()
            self.editor.move(before, there)
            self.changed()
        return STAY

    def _beside(self, dx: int, dy: int) -> Point | None:
        """Return the nearest point in a direction, or None at the rim."""
        xy = self.editor.game.topology.xy
        x, y = xy[self.spot]

        def cost(point: Point) -> float:
            along = (xy[point][0] - x) * dx + (xy[point][1] - y) * dy
            aside = abs((xy[point][0] - x) * dy) + abs((xy[point][1] - y) * dx)
            return along + 2 * aside if along > 1e-6 and aside <= 1.8 * along else math.inf

        best = min(xy, key=cost)
        return best if cost(best) < math.inf else None

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        view, sketch, surface = self.view, self.editor.sketch, canvas.surface
        view.draw(surface)
        start = sketch.game.pieces(sketch.game.start())
        lying = {**{point: start[point] for point in sketch.blocked}, **sketch.pieces}
        lifted = self.carried if self._away else None
        for point in sketch.marked:
            view.draw_glow(surface, point, "last")
        for point, piece in lying.items():
            if point != lifted:
                view.draw_piece(surface, piece, point)
        tool = self.editor.tool
        if look.hovered and self.hot is not None and tool and self.hot not in lying:
            view.draw_ghost(surface, self.hot, tool)
        if look.focused:
            view.draw_focus(surface, self.spot)
        if lifted is not None:
            self._draw_carried(surface, sketch.pieces[lifted])

    def _draw_carried(self, surface: pygame.Surface, piece: Piece) -> None:
        if self.hot is not None and self.hot not in self.editor.sketch.pieces:
            self.view.draw_glow(surface, self.hot, "target")
        height = LIFT * self.view.piece_size
        self.view.draw_piece(surface, piece, self._at, height=height, scale=1.06)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw nothing: the point in focus is marked on the board."""


class PiecePalette(Widget):
    """The pieces to lay, and removal; the chosen one is lit.  Left and right choose."""

    def __init__(self, editor: SketchEditor, changed: Callable[[], None]) -> None:
        super().__init__("palette")
        self.editor, self.changed = editor, changed

    @property
    def spoken(self) -> str:
        return tool_name(self.editor.tool)

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        here = self.editor.tools.index(self.editor.tool)
        if event.means("accept") and not event.repeat:
            self.editor.next_tool()
        elif step and 0 <= here + step < len(self.editor.tools):
            self.editor.next_tool(step)
        else:
            return None
        self.changed()
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "down":
            share = (event.pos[0] - self.rect.left) / max(1, self.rect.width)
            tools = self.editor.tools
            self.editor.tool = tools[min(len(tools) - 1, max(0, int(share * len(tools))))]
            self.changed()
        return None if event.kind == "wheel" else STAY

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, tools = canvas.ui, self.editor.tools
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(6), -canvas.px(8))
        edges = [inside.left + round(inside.width * n / len(tools)) for n in range(len(tools) + 1)]
        for tool, (left, right) in zip(tools, pairwise(edges)):
            cell = pygame.Rect(left, inside.top, right - left, inside.height)
            lit = tool == self.editor.tool
            if lit:
                radius, edge = canvas.px(RADIUS["segment"]), max(2, canvas.px(2))
                canvas.rounded(cell, radius, ui.control, ui.text_second, edge)
            self._draw_tool(canvas, cell, tool, ui.text)

    def _draw_tool(
        self, canvas: Canvas, cell: pygame.Rect, tool: Piece | None, ink: tuple[int, int, int]
    ) -> None:
        if tool is None:
            canvas.icon("cross", cell.center, ink, 24)
            return
        size = min(cell.height - canvas.px(6), cell.width // 2)
        image = SpriteSet(canvas.theme, look_of(self.editor.game).style, size).piece(tool)
        count = str(self.editor.sketch.count(tool))
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
