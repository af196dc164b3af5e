"""Plots drawn on the program's canvas: bars, stacked bars, a line. They know only numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from game.platform.theme import Colour
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.color_vision import contrast

STEPS = (1, 2, 5)
LINES = 4  # maximum number of lines across a plot


def scale_of(most: float) -> int:
    """Return a round step that divides the range from 0 to `most` into a few parts."""
    power = 1
    while True:
        for step in STEPS:
            if step * power * LINES >= most:
                return step * power
        power *= 10


def draw_bars(
    canvas: Canvas,
    rect: Rect,
    labels: Sequence[str],
    values: Sequence[Sequence[int]],
    colours: Sequence[Colour],
) -> None:
    """Draw stacked upright bars, with their labels below and their sums above."""
    px, ui = canvas.px, canvas.ui
    most = max((sum(parts) for parts in values), default=0)
    field = _field(canvas, rect)
    _grid(canvas, field, 0, most)
    share = field.width / max(1, len(values))
    for number, (label, parts) in enumerate(zip(labels, values)):
        left = field.left + round(number * share)
        wide = max(3, round(share * 0.62))
        middle = left + round(share / 2)
        foot = field.bottom
        for value, colour in zip(parts, colours):
            high = round(field.height * value / max(1, most))
            if high:
                bar = Rect(middle - wide // 2, foot - high, wide, high)
                border = ui.line if canvas.theme.flat else None
                canvas.rounded(bar, min(px(4), high // 2), colour, border, 1 if border else 0)
                foot -= high
        below = Rect(left, field.bottom + px(4), round(share), rect.bottom - field.bottom)
        canvas.text(label, "caption", below, ui.text_second, "center", valign="top")
        if sum(parts):
            above = Rect(left, foot - px(30), round(share), px(28))
            canvas.text(str(sum(parts)), "caption", above, ui.text, "center", valign="bottom")


def draw_line(canvas: Canvas, rect: Rect, values: Sequence[int]) -> None:
    """Draw a line through the values in order; the last value is marked and written beside it."""
    px, ui = canvas.px, canvas.ui
    field = _field(canvas, rect)
    low, high = min(values), max(values)
    room = max(10, (high - low) // 8)
    low, high = max(0, low - room), high + room
    _grid(canvas, field, low, high)
    field.width -= px(70)
    span = max(1, len(values) - 1)
    ink = ui.text if canvas.theme.flat else ui.accent  # a thin line needs contrast
    points = [
        (
            field.left + round(field.width * number / span),
            field.bottom - round(field.height * (value - low) / (high - low)),
        )
        for number, value in enumerate(values)
    ]
    if len(points) > 1:
        pencil.lines(canvas.surface, ink, False, points, max(2, px(4)))
    end = points[-1]
    dot = Rect(0, 0, px(14), px(14))
    dot.center = end
    canvas.rounded(dot, dot.width // 2, ink, ui.panel, max(1, px(2)))
    beside = Rect(end[0] + px(10), end[1] - px(20), px(60), px(40))
    canvas.text(str(values[-1]), "body_bold", beside, ui.text)


def draw_shares(
    canvas: Canvas,
    rect: Rect,
    values: Sequence[int],
    colours: Sequence[Colour],
    numbered: bool = False,
) -> None:
    """Draw one horizontal bar divided by the values; `numbered` writes them where they fit."""
    whole, left = max(1, sum(values)), rect.left
    for number, (value, colour) in enumerate(zip(values, colours)):
        right = rect.left + round(rect.width * sum(values[: number + 1]) / whole)
        if value:
            part = Rect(left, rect.top, right - left, rect.height)
            canvas.rounded(part, canvas.px(4), colour, canvas.ui.line, 1)
            if numbered and canvas.text_size(str(value), "caption_bold")[0] < part.width - 4:
                inks = canvas.ui.text, canvas.ui.on_accent
                ink = max(inks, key=lambda one: contrast(one, colour))
                canvas.text(str(value), "caption_bold", part, ink, "center")
        left = right


def _field(canvas: Canvas, rect: Rect) -> Rect:
    """Return the area of bars and lines: right of the numbers, above the labels, below the sums."""
    below = max(canvas.px(36), canvas.metrics.type_px("caption") + 10)
    aside = canvas.px(64)
    return Rect(rect.left + aside, rect.top + below, rect.width - aside, rect.height - 2 * below)


def _grid(canvas: Canvas, field: Rect, low: int, high: int) -> None:
    """Draw horizontal lines, each with its number."""
    px, ui = canvas.px, canvas.ui
    step = scale_of(high - low)
    value = -(-low // step) * step
    while value <= high:
        y = field.bottom - round(field.height * (value - low) / max(1, high - low))
        pencil.line(canvas.surface, ui.line, (field.left, y), (field.right, y))
        room = Rect(field.left - px(64), y - px(16), px(56), px(32))
        canvas.text(str(value), "caption", room, ui.text_second, "right")
        value += step
