"""A line for typing moves, with possible completions, shown in place of the row of buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect

from game.platform.i18n import _
from game.screen.plugin.typed_moves import TypedMove
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Form, Widget, WidgetState

MOST_TYPED = 400  # maximum number of typed characters
MOST_SAID = 4  # maximum number of completions that are spoken
CHOICES = 92  # height of the completions above the line, design px
FIELD = "move"  # control name of the text field


@dataclass(frozen=True)
class EntryActions:
    """The callbacks of a line for moves.

    `read` returns the meaning of a text. `play` plays the text of a whole move. `changed` lays out
    the controls again.
    """

    read: Callable[[str], TypedMove]
    play: Callable[[str], object]
    changed: Callable[[], None]


class MoveField(TextField):
    """The line itself.  Tab completes, Enter plays, Escape closes."""

    def __init__(self, entry: MoveEntry) -> None:
        words = _("Type a move")
        super().__init__(
            entry.text,
            entry.write,
            placeholder=words,
            limit=MOST_TYPED,
            on_accept=entry.accept,
            name=FIELD,
        )
        self._entry = entry

    @property
    def spoken(self) -> str:
        found = self._entry.found
        ways = found.why or ", ".join(found.ways[:MOST_SAID])
        return ". ".join(filter(None, (self.text or self.placeholder, ways)))

    def press(self, event: Press) -> Change | None:
        if event.key == pygame.K_TAB and self._entry.complete():
            return STAY
        if event.means("cancel"):
            self._entry.close()
            return STAY
        return super().press(event)


class MoveWays(Widget):
    """Buttons for the possible completions of the text, or else the reason why it is not a move."""

    focusable = False
    radius = "card"

    def __init__(self, entry: MoveEntry) -> None:
        super().__init__("ways")
        self._entry = entry
        self.ways: tuple[str, ...] = entry.found.ways
        self.why = entry.found.why
        self.chips: list[tuple[Rect, str]] = []

    def follow(self) -> None:
        self.ways, self.why = self._entry.found.ways, self._entry.found.why

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up":
            for rect, way in self.chips:
                if rect.collidepoint(event.pos):
                    return self._entry.take(way)
        return STAY

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui = canvas.px, canvas.ui
        canvas.card(self.rect)
        inside = self.rect.inflate(-2 * px(12), -2 * px(8))
        self.chips = []
        if self.why:
            canvas.text(self.why, "caption", inside, ui.bad, wrap=True)
            return
        tall = max(px(34), canvas.metrics.type_px("caption") + 8)
        left, top = inside.left, inside.top
        for way in self.ways:
            words = way.rsplit(",", 1)[-1]
            wide = canvas.text_size(words, "caption")[0] + 2 * px(10)
            if left + wide > inside.right and left > inside.left:
                left, top = inside.left, top + tall + px(4)
            if top + tall > inside.bottom + 2:
                break
            chip = Rect(left, top, wide, tall)
            canvas.rounded(chip, px(RADIUS["button"]), ui.control, ui.line, canvas.hairline)
            canvas.text(words, "caption", chip, ui.text, "center")
            self.chips.append((chip, way))
            left += wide + px(6)


class MoveEntry:
    """The typing of moves at a board; `open` is whether the line is shown."""

    def __init__(self, actions: EntryActions) -> None:
        self._do = actions
        self.open = self._opened = False
        self.text = ""
        self.field: MoveField | None = None
        self.ways: MoveWays | None = None

    @property
    def found(self) -> TypedMove:
        """The current meaning of the text."""
        return self._do.read(self.text)

    # -- the controls ------------------------------------------------------------------------------

    def toggle(self) -> Change:
        """Open or close the line."""
        self.open, self.text = not self.open, ""
        self._opened = self.open
        self._do.changed()
        return STAY

    def close(self) -> None:
        self.open, self.text = False, ""
        self._do.changed()

    def join(self, form: Form, row: Rect, canvas: Canvas, focus: bool) -> None:
        """Add the line to a newly made form, in the place of its row of buttons."""
        self.field = self.ways = None
        if not self.open:
            return
        for widget in form.widgets:
            if row.contains(widget.rect):
                widget.visible = False
        tall = canvas.px(CHOICES)
        self.ways = MoveWays(self)
        self.ways.at((row.left, row.top - tall - canvas.px(6), row.width, tall))
        self.field = MoveField(self)
        self.field.at(row)
        form.add(self.ways)
        form.add(self.field)
        if focus or self._opened:
            form.focus(self.field)
        self._opened = False

    def follow(self) -> None:
        """Show what the text means in the current position."""
        if self.ways is not None:
            self.ways.follow()

    # -- the text ----------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        self.text = text
        self.follow()

    def take(self, way: str) -> Change:
        """Play a completion that was pressed."""
        self._show(way)
        return self.accept()

    def complete(self) -> bool:
        """Extend the text by what all completions share, or else to the first completion.

        Returns False if there is nothing to add.
        """
        found = self.found
        if not found.ways or found.ways == (self.text,):
            return False
        longer = len(found.common) > len(self.text)
        self._show(found.common if longer else found.ways[0])
        return True

    def accept(self) -> Change:
        """Play the text if it is a move or has only one completion."""
        found = self.found
        if not found.whole and len(found.ways) == 1:
            self._show(found.ways[0])
            found = self.found
        if found.whole:
            text = self.text
            self._show("")
            self._do.play(text)
        self.follow()
        return STAY

    def _show(self, text: str) -> None:
        self.text = text
        if self.field is not None:
            self.field.text, self.field.caret = text, len(text)
        self.follow()
