"""Layout of forms: rows of buttons, rows of labelled controls, grids, and centred cards.

The functions place widgets; all lengths are window pixels. Layouts shared by several scenes are in
`game.screen.app.layout_scenes`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP, Metrics
from game.screen.ui.widget import Form, Label, W, Widget

# A label and one or more controls side by side; with the label "" they fill the whole row.
Labelled = tuple[str, Widget | Sequence[Widget]]


def button_height(metrics: Metrics, least: int = BUTTON_HEIGHT, around: int = 18) -> int:
    """Return a button's height: `least` design px, or the type size plus `around` px if larger."""
    return max(metrics.px(least), metrics.type_px("button") + around)


def button_row(
    form: Form,
    canvas: Canvas,
    buttons: Sequence[Button],
    row: pygame.Rect,
    shrink: bool = False,
    extra: int = 0,
) -> int:
    """Add `buttons` to `form`, the first at the right end of `row`; return their left edge.

    With `shrink` the buttons get narrower if the row is too short. The first button is wider than
    it needs by `extra`.
    """
    gap, right = canvas.px(GAP), row.right
    wanted = [button.width(canvas) + (0 if n else extra) for n, button in enumerate(buttons)]
    room = row.width - gap * (len(buttons) - 1)
    share = min(1.0, room / max(1, sum(wanted))) if shrink else 1
    for button, width in zip(buttons, wanted):
        width = int(width * share)
        form.add(button.at((right - width, row.top, width, row.height)))
        right -= width + gap
    return right + gap


def button_flow(
    form: Form, canvas: Canvas, buttons: Sequence[Button], room: pygame.Rect, right: bool = False
) -> int:
    """Add `buttons` at the foot of `room`, in as many rows as they need.

    Rows start at the left, or at the right if `right` is True. Return the top of the first row.
    """
    tall, gap = button_height(canvas.metrics, 52, 16), canvas.px(GAP)
    rows: list[list[tuple[Button, int]]] = [[]]
    for button in buttons:
        width = min(room.width, button.width(canvas))
        used = sum(other + gap for _button, other in rows[-1])
        if rows[-1] and used + width > room.width:
            rows.append([])
        rows[-1].append((button, width))
    top = room.bottom - len(rows) * (tall + gap) + gap
    for number, row in enumerate(rows):
        used = 0
        for button, width in row:
            x = room.right - used - width if right else room.left + used
            form.add(button.at((x, top + number * (tall + gap), width, tall)))
            used += width + gap
    return top if buttons else room.bottom


def labelled_rows(
    form: Form,
    rows: Sequence[Labelled],
    box: pygame.Rect,
    pitch: int,
    height: int,
    share: float,
    gap: int = 8,
    style: str = "body",
) -> None:
    """Add a row of controls to `form` every `pitch` pixels from the top of `box`.

    Controls are `height` tall. Their labels take `share` of the width, including `gap`.
    """
    for number, (label, widget) in enumerate(rows):
        aside = round(box.width * share) if label else 0
        top = box.top + number * pitch
        if aside:
            words = Label(label, style, second=style == "caption")
            form.add(words.at((box.left, top, aside - gap, height)))
        row = pygame.Rect(box.left + aside, top, box.width - aside, height)
        widgets = [widget] if isinstance(widget, Widget) else widget
        for one, place in zip(widgets, grid(row, len(widgets), len(widgets), gap)):
            form.add(one.at(place))


def split_top(room: pygame.Rect, height: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the top `height` of `room`, and the part of `room` below that and a `gap`."""
    top = room.top + height + gap
    rest = pygame.Rect(room.left, top, room.width, room.bottom - top)
    return pygame.Rect(*room.topleft, room.width, height), rest


def split_left(room: pygame.Rect, width: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the left `width` of `room`, and the part of `room` beyond that and a `gap`."""
    left = room.left + width + gap
    rest = pygame.Rect(left, room.top, room.right - left, room.height)
    return pygame.Rect(*room.topleft, width, room.height), rest


def halves(row: pygame.Rect, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Return two rectangles of equal width in `row`, with `gap` or one pixel more between them."""
    half = (row.width - gap) // 2
    left = pygame.Rect(row.left, row.top, half, row.height)
    return left, left.move(row.width - half, 0)


def grid(room: pygame.Rect, count: int, columns: int, gap: int) -> list[pygame.Rect]:
    """Return `count` cells of equal size that fill `room` row by row."""
    rows = -(-count // columns)
    width = (room.width - (columns - 1) * gap) // columns
    height = (room.height - (rows - 1) * gap) // rows
    lefts = [room.left + column * (width + gap) for column in range(columns)]
    tops = [room.top + row * (height + gap) for row in range(rows)]
    return [pygame.Rect(x, y, width, height) for y in tops for x in lefts][:count]


class Card:
    """A card filled from top to bottom; `close` centres it in the window."""

    def __init__(self, form: Form, canvas: Canvas, width: int, pad: int) -> None:
        """`pad` is the distance of the content from the left and right side."""
        self.form, self.canvas = form, canvas
        self.rect = pygame.Rect(0, 0, width, 0)
        self.left, self.width = pad, width - 2 * pad
        self._before = len(form.widgets)
        self._places: list[pygame.Rect] = []

    def space(self, height: int) -> None:
        """Leave `height` free."""
        self.rect.height += height

    def row(self, height: int) -> pygame.Rect:
        """Reserve the next `height` of the card; return its rectangle, which `close` will move."""
        place = pygame.Rect(self.left, self.rect.height, self.width, height)
        self._places.append(place)
        self.space(height)
        return place

    def add(self, widget: W, height: int) -> W:
        """Add a widget as wide as the card."""
        return self.form.add(widget.at(self.row(height)))

    def words(self, text: str, around: int) -> Label:
        """Add small text with the height it needs plus `around`."""
        height = self.canvas.text_height(text, "caption", self.width) + around
        return self.add(Label(text, "caption", second=True, valign="top"), height)

    def flow(self, buttons: Sequence[Button]) -> None:
        """Add buttons, the first one at the right, in as many rows as they need."""
        room = pygame.Rect(self.left, 0, self.width, self.rect.height)
        height = room.bottom - button_flow(self.form, self.canvas, buttons, room, right=True)
        for button in buttons:
            button.rect.move_ip(0, height)
        self.space(height)

    def close(self) -> pygame.Rect:
        """Centre the card and its content in the window; return the card's rectangle."""
        metrics = self.canvas.metrics
        self.rect.center = (metrics.width // 2, metrics.height // 2)
        for place in (*self._places, *(w.rect for w in self.form.widgets[self._before :])):
            place.move_ip(self.rect.topleft)
        return self.rect
