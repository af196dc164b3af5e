"""Scrolling controls: a list of rows, one of them chosen, and an area for any content."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.text import in_full_size
from game.screen.ui.tokens import RADIUS, ROW_HEIGHT
from game.screen.ui.widget import Widget, WidgetState, clipped


@dataclass(frozen=True)
class ListColumn:
    """A column of a list.

    `width` is in design px, 0 for the remaining width. `look` is "text", "second" or "accent".
    """

    width: int
    align: str = "left"
    look: str = "text"


# design px: size of an empty list's icon, and maximum width of a line below it
SIGN, EMPTY_WIDTH = 56, 420

Row = Sequence[str]
DrawCell = Callable[[Canvas, int, int, Rect], bool]


class RowsOnDemand(Sequence[Row]):
    """Rows that `row` makes when they come into view."""

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self.row(number) for number in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.row(index % len(self))

    @abstractmethod
    def row(self, number: int) -> Row:
        """Return the row with this number, counted from 0."""


class ListBox(Widget):
    """Rows of cells. `draw_cell(canvas, row, column, rect)` returns True for cells that it drew.

    `on_cell(row, column)` may handle a click itself; if it returns None, the row is chosen. Cells
    beyond the last column are only spoken. `sign` is the icon of an empty list.
    """

    radius = "card"

    def __init__(
        self,
        columns: Sequence[ListColumn],
        rows: Sequence[Row] = (),
        on_choose: Callable[[int], Change | None] = lambda row: None,
        *,
        on_move: Callable[[int], Change | None] | None = None,
        draw_cell: DrawCell | None = None,
        empty: str = "",
        sign: str = "",
        row_height: int = ROW_HEIGHT,
        boxed: bool = True,
        name: str = "",
    ) -> None:
        super().__init__(name)
        self.columns = list(columns)
        self.rows: Sequence[Row] = rows
        self.on_choose, self.on_move, self.draw_cell = on_choose, on_move, draw_cell
        self.empty, self.sign = empty, sign
        self.row_height, self.boxed = row_height, boxed
        self.on_cell: Callable[[int, int], Change | None] | None = None
        self.chosen = -1
        self.hot = -1
        self.top = 0  # first row shown
        self.rows_shown = 0  # rows that fit; known only after drawing
        self._cells: list[Rect] = []
        self._row_px = ROW_HEIGHT
        self._pad = 8
        self._drag: int | None = None
        self._drag_top = 0
        self._dragged = False

    def set_rows(self, rows: Sequence[Row], chosen: int | None = None) -> None:
        """Set the rows; if `chosen` is None, keep the choice. A list at its end stays there."""
        at_end = self.top + self.rows_shown >= len(self.rows)
        self.rows = rows
        if chosen is not None:
            self.choose(chosen)
        elif at_end:
            self.top = self._last_top
        self.top = max(0, min(self.top, self._last_top))

    def take_view(self, old: ListBox) -> None:
        """Keep the scroll position and the choice of `old`, the list of the previous layout."""
        self.top, self.chosen = old.top, old.chosen
        self.rows_shown, self._row_px, self._cells = old.rows_shown, old._row_px, old._cells

    @property
    def _last_top(self) -> int:
        return max(0, len(self.rows) - self.rows_shown)

    def choose(self, row: int) -> None:
        """Choose a row by its number from 0 and scroll to it; -1 chooses none."""
        self.chosen = row
        if row < 0 or not self.rows_shown:
            return
        self.top = max(min(self.top, row), row - self.rows_shown + 1, 0)

    @property
    def spoken(self) -> str:
        row = self.rows[self.chosen] if 0 <= self.chosen < len(self.rows) else None
        return ", ".join(filter(None, row)) if row else self.empty

    def press(self, event: Press) -> Change | None:
        if event.means("accept") and not event.repeat and 0 <= self.chosen < len(self.rows):
            return self.on_choose(self.chosen) or STAY
        page = max(1, self.rows_shown)
        steps = {"up": -1, "down": 1, "page-up": -page, "page-down": page}
        steps |= {"first": -len(self.rows), "last": len(self.rows)}
        for command, step in steps.items():
            if event.means(command):
                return self._move(step)
        return None

    def _move(self, step: int) -> Change | None:
        if not self.rows:
            return None
        there = max(0, min(len(self.rows) - 1, self.chosen + step))
        if there == self.chosen:
            return None  # at either end the focus moves on
        self.choose(there)
        return (self.on_move(there) if self.on_move else None) or STAY

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return self._scroll(self.top - round(event.wheel * 2) if event.wheel else self.top)
        if event.kind == "down":
            self._drag, self._drag_top, self._dragged = event.pos[1], self.top, False
        elif event.kind == "move" and self._drag is not None:
            rows = round((self._drag - event.pos[1]) / max(1, self._row_px))
            self._dragged = self._dragged or rows != 0
            self._scroll(self._drag_top + rows)
        elif event.kind == "up":
            self._drag = None
            row = self.row_at(event.pos)
            if row >= 0 and not self._dragged:
                self.choose(row)
                return self._clicked(row, event.pos[0]) or STAY
        return STAY

    def _clicked(self, row: int, x: int) -> Change | None:
        change = None
        if self.on_cell is not None:
            column = max(0, sum(cell.left <= x for cell in self._cells) - 1)
            change = self.on_cell(row, column)
        return self.on_choose(row) if change is None else change

    def _scroll(self, top: int) -> Change | None:
        before, self.top = self.top, max(0, min(self._last_top, top))
        return STAY if self.top != before else None

    def hover(self, event: Pointer) -> bool:
        before, self.hot = self.hot, self.row_at(event.pos)
        return before != self.hot

    def row_at(self, spot: tuple[int, int]) -> int:
        """Return the row at a place in the window, or -1."""
        row = self.top + (spot[1] - self.rect.top - self._pad) // max(1, self._row_px)
        end = min(len(self.rows), self.top + self.rows_shown)
        return row if self.rect.collidepoint(spot) and self.top <= row < end else -1

    def cell_rect(self, place: int, column: int) -> Rect:
        """Return the rectangle of a cell as drawn last; `place` counts visible rows."""
        cell = self._cells[column]
        top = self.rect.top + self._pad + place * self._row_px
        return Rect(cell.left, top, cell.width, self._row_px)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if self.boxed:
            canvas.card(self.rect)
        self._pad = canvas.px(6)
        least = canvas.metrics.type_px("caption") + canvas.px(10)
        self._row_px = max(canvas.px(self.row_height), least)
        shown = max(1, (self.rect.height - 2 * self._pad) // self._row_px)
        if shown != self.rows_shown:
            self.rows_shown = shown
            self.choose(self.chosen)
            self.top = max(0, min(self.top, self._last_top))
        if not self.rows and self.empty:
            self._draw_empty(canvas)
        with clipped(canvas, self.rect):
            for place, row in enumerate(range(self.top, min(len(self.rows), self.top + shown))):
                self._draw_row(canvas, look, place, row)
        self._draw_bar(canvas)

    def _draw_empty(self, canvas: Canvas) -> None:
        """Draw the text of an empty list, below its icon if it has one."""
        inside = self.rect.inflate(-canvas.px(32), -canvas.px(16))
        second = canvas.ui.text_second
        if not self.sign:
            canvas.text(self.empty, "caption", inside, second, "center", wrap=True)
            return
        wide = min(inside.width, canvas.px(EMPTY_WIDTH))
        tall = canvas.text_height(self.empty, "body", wide)
        words = Rect(0, 0, wide, tall)
        words.center = inside.centerx, inside.centery + canvas.px(SIGN) // 2
        canvas.icon(self.sign, (inside.centerx, words.top - canvas.px(SIGN)), canvas.accent, SIGN)
        canvas.text(self.empty, "body", words, second, "center", wrap=True)

    def _draw_row(self, canvas: Canvas, look: WidgetState, place: int, row: int) -> None:
        rect = self.rect.inflate(-2 * self._pad, 0)
        rect.top += self._pad + place * self._row_px
        rect.height = self._row_px
        ui, radius = canvas.ui, canvas.px(RADIUS["row"])
        if row == self.chosen:
            canvas.rounded(rect, radius, ui.control)
            if look.focused:
                canvas.rounded(rect, radius, None, canvas.accent, max(1, canvas.px(2)))
        elif look.hovered and row == self.hot:
            canvas.rounded(rect, radius, None, ui.line, canvas.hairline)
        colours = {"text": ui.text, "second": ui.text_second, "accent": canvas.accent}
        self._cells = self.cells(canvas, rect)
        for column, (spec, cell) in enumerate(zip(self.columns, self._cells)):
            if self.draw_cell and self.draw_cell(canvas, row, column, cell):
                continue
            text = self.rows[row][column]
            style = "caption_bold" if row == self.chosen else "caption"
            # Text that is too wide is cut; numbers shrink instead, so that they keep all digits.
            if spec.width == 0:
                cell = self._widened(canvas, style, row, column)
                text = in_full_size(text, style, canvas.metrics.type_px(style), cell.width)
            canvas.text(text, style, cell, colours[spec.look], spec.align, ellipsis=True)

    def _widened(self, canvas: Canvas, style: str, row: int, column: int) -> Rect:
        """Return a cell; the cell before the last column also gets that column's unused width."""
        cell = self._cells[column]
        if column != len(self.columns) - 2 or self.columns[-1].align != "right" or self.draw_cell:
            return cell
        beside = canvas.text_size(self.rows[row][-1], style)[0]
        free = max(0, self._cells[-1].width - beside - canvas.px(2))
        return Rect(cell.left, cell.top, cell.width + free, cell.height)

    def cells(self, canvas: Canvas, rect: Rect) -> list[Rect]:
        """Return the rectangles of the columns within a row or a heading."""
        gap = canvas.px(10)
        inside = rect.inflate(-2 * gap, 0)
        grow = canvas.metrics.type_px("caption") / max(1, 18 * canvas.metrics.scale)
        widths = [round(canvas.px(c.width) * max(1.0, grow)) for c in self.columns]
        free = inside.width - sum(widths) - gap * (len(widths) - 1)
        elastic = max(1, sum(1 for c in self.columns if not c.width))
        cells, x = [], inside.left
        for spec, width in zip(self.columns, widths):
            width = width if spec.width else max(0, free // elastic)
            cells.append(Rect(x, inside.top, width, inside.height))
            x += width + gap
        return cells

    def _draw_bar(self, canvas: Canvas) -> None:
        if len(self.rows) <= self.rows_shown:
            return
        track = self.rect.inflate(0, -2 * self._pad)
        tall = max(canvas.px(20), track.height * self.rows_shown // len(self.rows))
        bar = Rect(self.rect.right - canvas.px(6), 0, canvas.px(4), tall)
        bar.top = track.top + (track.height - tall) * self.top // max(1, self._last_top)
        canvas.rounded(bar, bar.width // 2, canvas.ui.line)


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
        """Scroll by `by` pixels; return None at either end, so that the focus moves on."""
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
        """Draw the scroll bar at the right of `view`, unless all content is visible."""
        if not self.slack:
            return
        whole = view.height + self.slack
        tall = max(canvas.px(32), view.height * view.height // whole)
        bar = Rect(view.right - canvas.px(4), 0, canvas.px(6), tall)
        bar.top = view.top + (view.height - tall) * self.top // self.slack
        canvas.rounded(bar, bar.width // 2, canvas.ui.text_second)
