"""The pane of a new match: a game's options, a live picture of its board, and numbers beside it.

This pane has no options; the plugin of a game derives its own and implements `lay_controls`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.platform.i18n import _, ngettext
from game.rules import Game
from game.screen.app.layout_scenes import measuring
from game.screen.app.scene import AppServices, Change
from game.screen.boards import BoardView
from game.screen.plugin.options import MatchOptions
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import labelled_rows
from game.screen.ui.widget import Form, Label, Widget

NAME_SHARE = 0.27  # share of a row for the name of its control


class FormLayout:
    """Adds controls to `form`; `changed` repeats the layout after a choice that moves controls."""

    def __init__(self, services: AppServices, form: Form, changed: Callable[[], None]) -> None:
        self.services, self.form, self.changed = services, form, changed
        self.px = services.metrics.px

    @property
    def row(self) -> int:
        """Height of a row of controls."""
        return max(self.px(48), 2 * self.services.metrics.type_px("caption") + 8)

    def heading(self, text: str, left: int, top: int, width: int) -> int:
        """Add a heading to a column; return the top of its content."""
        tall = measuring(self.services).text_height(text, "caption", width) + 4
        self.form.add(Label(text, "caption", second=True).at((left, top, width, tall)))
        return top + tall + self.px(8)

    def labelled(self, name: str, widget: Widget, row: pygame.Rect) -> None:
        """Add a control with its name on the left."""
        labelled_rows(self.form, [(name, widget)], row, 0, row.height, NAME_SHARE)

    def beside(self, field: Widget, act: Callable[[], Change], name: str, tip: str = "") -> None:
        """Add a button at the right end of a field that opens a list of the field's values."""
        box, gap = field.rect, self.px(8)
        find = Button("", act, icon="list", name=name, tip=tip or _("Choose from a list"))
        self.form.add(find.at((box.right - box.height, box.top, box.height, box.height)))
        field.at((box.left, box.top, box.width - box.height - gap, box.height))


SIDE = 148  # design px: width of the column beside the picture
LEAST_SIDE = 122  # minimum width of that column in pixels

Fact = tuple[str, str]  # a number, and the name of what it counts


class OptionsPane:
    """Controls for `options` on a `sheet`; `game` is the game they make, None if they make none."""

    setup_only = False  # whether options that belong to a single match are left out

    def __init__(self, options: MatchOptions, game: Game | None, dice: random.Random) -> None:
        self.options, self.game, self.dice = options, game, dice
        self.view: BoardView | None = None  # the picture; None before it is made

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        """Add controls from the top of `rect` downwards.

        Return the top of the room for the picture, and the buttons beside the picture.
        """
        return rect.top, []

    def rows(self, sheet: FormLayout) -> list[tuple[str, Widget]]:
        """Return the rows below the seats, each with its name."""
        return []

    def switches(self, sheet: FormLayout) -> list[Widget]:
        """Return the switches, which are side by side below the rows."""
        options = self.options
        if not options.may_swap:
            return []
        words = _("the other chooses")
        swap = Toggle(_("Swap"), options.swap, self.store("swap"), words, "swap")
        swap.tip = _("One places the opening; then the other chooses a side.")
        return [swap]

    @property
    def waiting(self) -> bool:
        """True while a number is still being computed."""
        return False

    def update(self, dt: float) -> None:
        """Let time pass."""

    def picture_control(self, sheet: FormLayout) -> Widget | None:
        """Return the picture as a control if something can be changed in it."""
        return None

    def seat_icon(self, seat: int) -> str:
        """Return the icon of a seat without a piece of its own; "" shows its number."""
        return ""

    def facts(self) -> Sequence[Fact]:
        """Return the numbers of the board."""
        if self.game is None:
            return []
        board = self.game.topology
        if board.kind == "lines":
            points, lines = len(board), len(board.lines)
            return [
                (str(points), ngettext("point", "points", points)),
                (str(lines), ngettext("line", "lines", lines)),
            ]
        free = len(board) - len(self.game.pieces(self.game.start()))
        return [(str(free), ngettext("free cell", "free cells", free))]

    def store(self, name: str) -> Callable[[Any], None]:
        """Return a handler that stores an option."""
        return lambda value: setattr(self.options, name, value)

    def setter(self, sheet: FormLayout, name: str) -> Callable[[Any], None]:
        """Return a handler that stores an option and repeats the layout."""
        return self.then(sheet, self.store(name))

    def then(self, sheet: FormLayout, act: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a handler that calls `act` and then repeats the layout."""

        def handle(value: Any) -> None:
            act(value)
            sheet.changed()

        return handle

    def lay_out(
        self, sheet: FormLayout, rect: pygame.Rect, table: pygame.Rect
    ) -> tuple[pygame.Rect, int]:
        """Lay out controls from the top of `rect`, and the picture and its numbers within `table`.

        Return the place of the picture, and the bottom of the controls.
        """
        self.rect = table
        top, buttons = self.lay_controls(sheet, rect)
        self.picture = self._lay_picture(sheet, buttons)
        control = self.picture_control(sheet)
        if control is not None:
            sheet.form.add(control.at(self.picture))
        return self.picture, top

    @staticmethod
    def beside_width(sheet: FormLayout) -> int:
        """Return the width of the column beside the picture, including the gap."""
        return _beside(sheet) + sheet.px(22)

    def _lay_picture(self, sheet: FormLayout, buttons: list[Button]) -> pygame.Rect:
        """Place buttons at the end of the column beside the picture; return the picture's place."""
        px, tall, rect = sheet.px, _row_below(sheet), self.rect
        crowded = len(self.facts()) + len(buttons) > 2
        beside = min(rect.width - self.beside_width(sheet), rect.height)
        below = min(rect.width, rect.height - px(12) - tall)
        if 10 * below <= 11 * beside or crowded:
            # Picture and numbers are centred on the table as one block.
            wide = beside + min(2 * self.beside_width(sheet), rect.width - beside)
            left = rect.centerx - wide // 2
            picture = pygame.Rect(left, rect.centery - beside // 2, beside, beside)
            x, y = picture.right + px(22), picture.bottom - px(4)
        else:
            top = rect.top + (rect.height - below - px(12) - tall) // 2
            picture = pygame.Rect(rect.centerx - below // 2, top, below, below)
            x, y = rect.right - _beside(sheet), picture.bottom + px(12) + tall
        for button in reversed(buttons):
            y -= tall
            sheet.form.add(button.at((x, y, min(rect.right - x, px(190)), tall)))
            y -= px(12)
        self._room = self._facts_room(sheet, picture)
        if buttons and self._room.top < y < self._room.bottom:
            self._room.height = y - self._room.top
        return picture

    def _facts_room(self, sheet: FormLayout, picture: pygame.Rect) -> pygame.Rect:
        """Return the room of the numbers: beside the picture, or below it if it is too wide."""
        px, rect = sheet.px, self.rect
        if rect.right - picture.right < _beside(sheet):
            top = picture.bottom + px(12)
            return pygame.Rect(rect.left, top, rect.width, _row_below(sheet))
        left = picture.right + px(22)
        return pygame.Rect(left, picture.top, rect.right - left, picture.height)

    def draw(self, canvas: Canvas) -> None:
        """Draw the numbers beside the picture, or in one line below it.

        Beside a low picture, each number is in one line with its label.
        """
        room = self._room.copy()
        tall = max(canvas.px(44), canvas.metrics.type_px("score"))
        line, facts = canvas.metrics.type_px("caption"), self.facts()
        low = room.height < len(facts) * (tall + line + canvas.px(12))
        pitch = max(line + 2, min(tall, room.height // max(1, len(facts))))
        in_line, end = room.top >= self.picture.bottom, room.bottom
        for number, words in facts:
            if in_line:
                _draw_in_line(canvas, room, number, words)
                continue
            if low:
                row = pygame.Rect(room.topleft, (room.width, pitch))
                if row.bottom <= end:  # numbers beyond the room are left out
                    _draw_in_line(canvas, row, number, words)
                room.top += pitch
                continue
            box = pygame.Rect(room.topleft, (room.width, tall))
            canvas.text(number, "score", box, canvas.ui.text)
            room.top += tall
            lines = canvas.text_height(words, "caption", room.width) + 4
            box = pygame.Rect(room.left, room.top, room.width, lines)
            canvas.text(words, "caption", box, canvas.ui.text_second, valign="top", wrap=True)
            room.top += lines + canvas.px(12)


def side_text(size: int) -> str:
    """Return the size of a hexagon in words."""
    cells = 3 * size * (size - 1) + 1
    return _("side {size}, {cells} cells").format(size=size, cells=cells)


def _draw_in_line(canvas: Canvas, room: pygame.Rect, number: str, words: str) -> None:
    """Draw a number at the left end of `room`, and shorten `room` by the width of the number."""
    for text, style, colour, gap in (
        (number, "score", canvas.ui.text, canvas.px(10)),
        (words, "caption", canvas.ui.text_second, canvas.px(32)),
    ):
        drawn = canvas.text(text, style, room, colour)
        room.width -= drawn.right + gap - room.left
        room.left = drawn.right + gap


def _beside(sheet: FormLayout) -> int:
    """Return the width of the column beside the picture."""
    return max(sheet.px(SIDE), LEAST_SIDE)


def _row_below(sheet: FormLayout) -> int:
    return max(sheet.px(52), sheet.services.metrics.type_px("caption") + 16)
