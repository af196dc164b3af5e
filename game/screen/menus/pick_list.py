"""A list of what the program has found, beside a field where it could be typed: board files in the
user's folder, ports of sensor boards (`pick_link`).  A press chooses; Escape leaves what was typed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.platform import storage
from game.platform.errors import in_words
from game.platform.i18n import _, ngettext
from game.rules import RulesError
from game.rules.boards import parse_board, read_board, shipped_boards
from game.screen.app.form_scene import FormCard
from game.screen.app.page import measuring
from game.screen.app.routes import Picked
from game.screen.app.scene import STAY, Change, Pop
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Widget

LONGEST_PATH = 40  # letters
WIDTH, ROW = 760, 44  # design pixels


@dataclass(frozen=True)
class PickEntry:
    """One thing found: its `value` for the field, what it is called, and a word on it."""

    value: str
    label: str
    words: str = ""


class PickScene(FormCard):
    """Pops with `Picked`, or None.  `find` is asked again at every "Search again"."""

    rows = 6

    def __init__(
        self,
        name: str,
        title: Callable[[], str],
        find: Callable[[], Sequence[PickEntry]],
        hint: Callable[[], str],
        value: str = "",
        behind: int = 380,
    ) -> None:
        """`behind`: design px of the second column."""
        self.name, self._title, self._find, self._hint = name, title, find, hint
        self.value = value  # chosen at first
        self.behind = behind
        self.form = Form()
        self.found: list[PickEntry] = []

    def enter(self) -> None:
        self.found = list(self._find())

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        canvas = measuring(self.desk)
        tall = max(px(BUTTON_HEIGHT), metrics.type_px("button") + 18)
        self.card = pygame.Rect(0, 0, min(metrics.width - px(48), max(px(WIDTH), 480)), 0)
        inside = self.card.width - 2 * px(32)
        hint = canvas.text_height(self._hint(), "caption", inside) + 4
        rows = self.rows * px(ROW) + px(16)
        typed = self.typed()
        more = px(12) + tall if typed else 0
        self.card.height = px(84) + rows + more + px(12) + hint + px(16) + tall + px(28)
        self.card.center = (metrics.width // 2, metrics.height // 2)
        left, top = self.card.left + px(32), self.card.top + px(84)
        self.list = ListBox(
            [ListColumn(0), ListColumn(self.behind, "right", "second")],
            [(choice.label, choice.words) for choice in self.found],
            self._choose,
            empty=_("Nothing found"),
            row_height=ROW,
            name="found",
        )
        self.list.at((left, top, inside, rows))
        values = [choice.value for choice in self.found]
        self.list.choose(
            values.index(self.value) if self.value in values else min(0, len(values) - 1)
        )
        self.hint_at = pygame.Rect(left, top + rows + more + px(12), inside, hint)
        self.form = Form([self.list], keep=self.form)
        if typed is not None:
            self.form.add(typed.at((left, top + rows + px(12), inside, tall)))
        y, right = self.card.bottom - px(28) - tall, left + inside
        for button in (
            Button(_("Use"), self.use, kind="main", name="use"),
            Button(_("Cancel"), Pop, name="cancel"),
            Button(_("Search again"), self._again, icon="again", name="again"),
        ):
            button.enabled = bool(self.found) or button.name != "use"
            wide = button.width(canvas)
            self.form.add(button.at((right - wide, y, wide, tall)))
            right -= wide + px(GAP)
        self.form.start("found" if self.found else "again")

    def typed(self) -> Widget | None:
        """A field below the list, for what is not in it."""
        return None

    def use(self) -> Change | None:
        """What is chosen is what was wanted."""
        return self._choose(self.list.chosen)

    def _choose(self, row: int) -> Change | None:
        return Pop(Picked(self.name, self.found[row].value)) if 0 <= row < len(self.found) else None

    def _again(self) -> Change:
        self.found = list(self._find())
        self.resize()
        return STAY

    def draw(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.card, "dialog")
        head = pygame.Rect(
            self.card.left + px(32), self.card.top + px(20), self.card.width - px(64), px(56)
        )
        canvas.text(self._title(), "game_title", head)
        self.form.draw(canvas)
        canvas.text(
            self._hint(), "caption", self.hint_at, canvas.ui.text_second, valign="top", wrap=True
        )

    def closing(self) -> Change | None:
        return None


# -- what can be found -----------------------------------------------------------------------------


def pick_board(value: str, shipped: bool = False) -> PickScene:
    """The user's own board files; `shipped`: after the boards of the program."""
    return PickScene(
        "board",
        lambda: _("Boards") if shipped else _("Your own boards"),
        lambda: [*(our_boards() if shipped else []), *own_boards()],
        lambda: _("Board files in {folder}").format(folder=in_short(storage.boards_folder())),
        value,
    )


def in_short(folder: Path) -> str:
    """A path that fits on a line: from the home folder on, and its end if it is still long."""
    with contextlib.suppress(ValueError):
        folder = Path("~") / folder.relative_to(Path.home())
    parts = list(folder.parts)
    while len(parts) > 2 and len(str(Path(*parts))) > LONGEST_PATH:
        parts = ["…", *parts[2:]]
    return str(Path(*parts))


def our_boards() -> list[PickEntry]:
    """The boards that come with the program, the smallest first."""
    found = [(len(parse_board(read_board(name), name)), name) for name in shipped_boards()]
    return [
        PickEntry(name, name, ngettext("{count} point", "{count} points", n).format(count=n))
        for n, name in sorted(found)
    ]


def own_boards() -> list[PickEntry]:
    """Board files in the user's folder, by name; damaged ones with what is wrong."""
    found = []
    for path in sorted(storage.boards_folder().glob("*.json")):
        try:
            count = len(parse_board(read_board(str(path)), path.name))
            words = ngettext("{count} point", "{count} points", count).format(count=count)
        except RulesError as error:
            words = in_words(error)
        found.append(PickEntry(str(path), path.stem, words))
    return found
