"""Libra in a new match: mode, size, target, and the editor of obstacles.

Grey counters can cut the hexagon to any shape.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

import pygame

from game.games.libra.engine.solved import WORTH
from game.games.libra.rules import BID, DUEL, TARGET
from game.games.libra.screen.options import SIZES, LibraOptions
from game.platform.i18n import N_, _, ngettext
from game.rules.events import Piece
from game.rules.topology import Point, hexagon
from game.screen.app.scene import STAY, Change, Push
from game.screen.boards import BoardView
from game.screen.plugin.editor import EditorScene, SpotControl
from game.screen.plugin.pane import Fact, FormLayout, OptionsPane, side_text
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Slider, Stepper
from game.screen.ui.layout import halves
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import WidgetState

GREY = Piece("grey", None)


class ObstacleEditorScene(EditorScene[LibraOptions]):
    """The scene of the editor: a click or Enter blocks or frees a cell.

    It returns the options through `Pop`, or None.
    """

    title = N_("Obstacles")

    def __init__(self, options: LibraOptions) -> None:
        super().__init__(options)
        self.spot: Point = hexagon(options.libra_size).centre or "a1"

    # -- layout ----------------------------------------------------------------------------------

    def _control(self) -> CellControl:
        return CellControl(self)

    def _bare(self) -> LibraOptions:
        plain = copy.copy(self.options)
        plain.obstacles = ()
        return plain

    def _lay_column(self, y: int, row: int) -> None:
        px, rect = self.services.metrics.px, self.column
        how = _("Click a cell to block it with a grey counter, again to free it; drag to paint.")
        y = self.words(how, y, "body", 16)
        y = self.words(self._count_text(), y, "body", 16)
        now = self.options.libra_size
        size = Stepper(list(SIZES), now, self._set_size, self._size_text, "size")
        self.form.add(size.at((rect.left, y, rect.width, row)))
        y += row + px(GAP)
        left, right = halves(pygame.Rect(rect.left, y, rect.width, row), px(GAP))
        ring = Button(_("Rim"), self._fence, icon="hexagon", name="rim", style="caption")
        clear = Button(_("None"), self._clear, icon="eraser", name="clear", style="caption")
        self.form.add(ring.at(left))
        self.form.add(clear.at(right))

    def _count_text(self) -> str:
        free = self.options.free_cells
        return ngettext("{count} cell is free.", "{count} cells are free.", free).format(count=free)

    def _size_text(self, size: int) -> str:
        return _("side {size}").format(size=size)

    # -- changes ---------------------------------------------------------------------------------

    def flip(self, point: Point) -> Change:
        """Block or free a cell; one free cell must remain."""
        self.spot = point
        blocked = list(self.options.obstacles)
        if point in blocked:
            blocked.remove(point)
        elif self.options.free_cells <= 1:
            assert self.view is not None
            return self.refuse(_("One cell must stay free."), self.view.position(point))
        else:
            blocked.append(point)
        self._store(blocked)
        return STAY

    def _store(self, blocked: list[Point]) -> None:
        cells = hexagon(self.options.libra_size).points
        self.options.obstacles = tuple(point for point in cells if point in blocked)
        self.options.target = min(self.options.target, self.options.most_target)
        self.resize()

    def _set_size(self, size: int) -> None:
        self.options.set_size(size)
        self.spot = hexagon(size).centre or "a1"
        self.resize()

    def _fence(self) -> Change:
        """Block the outermost ring, as a start for other shapes."""
        board = hexagon(self.options.libra_size)
        rim = [p for p in board.points if len(board.neighbours[p]) < 6]
        self._store(sorted({*self.options.obstacles, *rim}))
        return STAY

    def _clear(self) -> Change:
        self._store([])
        return STAY

    def _draw_pieces(self, canvas: Canvas, view: BoardView) -> None:
        for point in self.options.obstacles:
            view.draw_piece(canvas.surface, GREY, point)


class CellControl(SpotControl[Point]):
    """The board of the editor; its spots are the cells."""

    def __init__(self, scene: ObstacleEditorScene) -> None:
        super().__init__("cells")
        self.scene = scene

    @property
    def spot(self) -> Point:
        return self.scene.spot

    def move_to(self, spot: Point) -> None:
        self.scene.spot = spot

    def use(self, spot: Point) -> Change:
        return self.scene.flip(spot)

    def draw_over(self, spot: Point, first: Point) -> Change:
        """Block or free this cell of a stroke, as was done to the stroke's first cell."""
        blocked = self.scene.options.obstacles
        return STAY if (spot in blocked) == (first in blocked) else self.scene.flip(spot)

    def spot_at(self, pos: tuple[int, int]) -> Point | None:
        return self.scene.view.point_at(*pos) if self.scene.view else None

    def beside(self, dx: int, dy: int) -> Point | None:
        """Return the next cell in a direction, None at the rim."""
        board = hexagon(self.scene.options.libra_size)
        x, y = board.xy[self.spot]
        # Columns are upright, so a sideways step leads to the next column, half a row up or down.
        if dx:
            near = [p for p in board.points if (board.xy[p][0] - x) * dx > 1e-6]
            return min(near, key=lambda p: _far(board.xy[p], (x, y)), default=None)
        column = [p for p in board.points if abs(board.xy[p][0] - x) < 1e-6]
        near = [p for p in column if (board.xy[p][1] - y) * -dy > 1e-6]
        return min(near, key=lambda p: _far(board.xy[p], (x, y)), default=None)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        view = self.scene.view
        assert view is not None
        if look.hovered and self.hot and self.hot not in self.scene.options.obstacles:
            view.draw_ghost(canvas.surface, self.hot, GREY)
        if look.focused:
            view.draw_focus(canvas.surface, self.scene.spot)


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    # The small term in y makes the upper of two equally near cells win.
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 - 1e-4 * one[1]


MODE_NOTES = {
    DUEL: N_("Two rounds; each is MORE once. More groups win."),
    BID: N_("The higher bidder is MORE and must make that many groups."),
    TARGET: N_("MORE wins with at least that many groups."),
}
NAME_SHARE = 0.25


class LibraPane(OptionsPane):
    options: LibraOptions

    def seat_icon(self, seat: int) -> str:
        """Return the icon of a seat's role, "" if roles are not known before the match."""
        if self.options.mode == BID:
            return ""
        return "down" if seat == 0 else "up"

    def facts(self) -> Sequence[Fact]:
        """Return the groups of perfect play on a solved board, else the number of free cells."""
        worth = WORTH.get(self.options.libra_size)
        if worth is None or self.options.obstacles:
            return super().facts()
        words = ngettext("group with perfect play", "groups with perfect play", worth)
        return [(str(worth), words)]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        px, options = sheet.px, self.options
        top = sheet.heading(_(MODE_NOTES[options.mode]), rect.left, rect.top, rect.width)
        modes = {DUEL: _("Duel"), BID: _("Bid"), TARGET: _("Target")}
        mode = Segment(modes, options.mode, self.setter(sheet, "mode"), "mode")
        sheet.form.add(mode.at((rect.left, top, rect.width, sheet.row)))
        row = pygame.Rect(rect.left, mode.rect.bottom + px(10), rect.width, sheet.row)
        if options.mode == TARGET:
            most = options.most_target
            target = Slider(1, most, 1, options.target, self._set_target, name="target")
            sheet.labelled(_("Target"), target, row)
            row = row.move(0, row.height + px(10))
        resize = self.then(sheet, options.set_size)
        size = Stepper(list(SIZES), options.libra_size, resize, side_text, "size")
        sheet.labelled(_("Board"), size, row)
        edit = Button(_("Obstacles"), self._edit, icon="hexagon", name="edit", style="caption")
        return row.bottom + px(14), [edit]

    def _set_target(self, value: float) -> None:
        self.options.target = round(value)

    def _edit(self) -> Change:
        return Push(ObstacleEditorScene(self.options))
