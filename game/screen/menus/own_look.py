"""The choice of boards and pieces: from the program or from a folder of the user, for all games.

A thread reads the folders; in the meantime the rest of the page is shown.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import pygame

from game.platform import storage
from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.own_look import FILE, OwnLookError
from game.rules.registry import titles
from game.screen.app.layout_scenes import PanelScene, margin, measuring
from game.screen.app.own_look import read_whole
from game.screen.app.scene import STAY, Change, Pop
from game.screen.menus.pick_list import in_short
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Dropped, InputEvent
from game.screen.ui.layout import button_height, button_row, grid
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import Label

ROW = 44  # height of a row in design px
MOST_LISTED = 40  # maximum number of folders in the list
MAX_PATH_LENGTH = 1000  # maximum number of characters
LEAST_SIDE = 72  # minimum side in pixels at which boards are shown


@dataclass(frozen=True)
class FoundLook:
    """A folder with a look: its name, or its problem."""

    folder: str
    name: str
    author: str = ""
    problem: str = ""


def look_in(folder: str) -> FoundLook:
    """Return the look in a folder, or its problem. Never raise."""
    try:
        look = read_whole(folder)
    except OwnLookError as error:
        return FoundLook(folder, Path(folder).name, problem=in_words(error))
    return FoundLook(folder, look.name, look.author)


def folders() -> list[str]:
    """Return the user's folders that contain a look, sorted by name."""
    try:
        found = (path for path in sorted(storage.looks_folder().iterdir()) if path.is_dir())
        return [str(path) for path in islice(found, MOST_LISTED) if (path / FILE).exists()]
    except OSError:
        return []


class OwnLookScene(PanelScene):
    """The looks by name; the chosen one is shown and stored immediately."""

    title = N_("Boards and pieces")
    clicks = True
    ruled, pad_upright = True, 32

    def __init__(self, folder: str = "") -> None:
        """Prepare to try the look in `folder` immediately; "" tries none."""
        super().__init__()
        self.typed = self._wanted = folder
        self.found: list[FoundLook] = []
        self.reading = self._left = False
        self.samples: SampleBoards | None = None
        self.places: list[pygame.Rect] = []

    def enter(self) -> None:
        self._look_again()
        if self._wanted:
            self._add()

    def leave(self) -> None:
        self._left = True
        self._close_samples()

    def _close_samples(self) -> None:
        if self.samples is not None:
            self.samples.close()
        self.samples = None

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px, canvas = (
            self.services.metrics,
            self.services.metrics.px,
            measuring(self.services),
        )
        self.frame()
        tall = button_height(metrics)
        foot = pygame.Rect(self.inner.left, self.inner.bottom - tall, self.inner.width, tall)
        again = Button(_("Search again"), self._look_again, icon="again", name="again")
        self.form.add(again.at((*foot.topleft, again.width(canvas), tall)))
        done = Button(_("Done"), Pop, icon="check", kind="main", name="done")
        button_row(self.form, canvas, [done], foot, extra=px(40))
        top = self.rule + px(18)
        room = pygame.Rect(self.inner.left, top, self.inner.width, foot.top - px(16) - top)
        if metrics.portrait:
            boards = pygame.Rect(room.left, 0, room.width, min(room.width, room.height // 2))
            boards.bottom = room.bottom
            room.height -= boards.height + px(16)
        else:
            gap = margin(self.services)
            wide = min(room.height, (room.width - gap) // 2)
            boards = pygame.Rect(room.right - wide, room.top, wide, room.height)
            room.width -= wide + gap
        self._lay_choice(canvas, room, tall)
        self._lay_boards(boards)
        self.form.start("looks")

    def _lay_choice(self, canvas: Canvas, room: pygame.Rect, tall: int) -> None:
        """Add the list and, below it, the field for a folder that is not in the list."""
        px = canvas.px
        words = _("A look is a folder with pictures and {file}. Those in {folder} are listed.")
        words = words.format(file=FILE, folder=in_short(storage.looks_folder()))
        high = canvas.text_height(words, "caption", room.width) + 4
        hint = Label(words, "caption", second=True)
        self.form.add(hint.at((room.left, room.bottom - high, room.width, high)))
        low = room.bottom - high - px(12) - tall
        add = Button(_("Use"), self._add, name="add")
        wide = add.width(canvas)
        field = self.field(
            self.typed,
            partial(setattr, self, "typed"),
            "folder",
            placeholder=_("another folder"),
            limit=MAX_PATH_LENGTH,
            on_accept=self._add,
        )
        self.list = ListBox(
            [ListColumn(0), ListColumn(min(260, room.width // 2), "right", "second")],
            self._rows(),
            self._choose,
            row_height=ROW,
            name="looks",
        )
        self.list.at((room.left, room.top, room.width, low - px(12) - room.top))
        self.list.choose(self._chosen())
        self.form.add(self.list)
        self.form.add(field.at((room.left, low, room.width - wide - px(GAP), tall)))
        self.form.add(add.at((room.right - wide, low, wide, tall)))

    def _lay_boards(self, room: pygame.Rect) -> None:
        self._close_samples()
        gap, keys = self.services.metrics.px(16), [*titles()]
        columns = 2 if room.width < 2 * room.height else len(keys)
        rows = -(-len(keys) // columns)
        side = min((room.width + gap) // columns, (room.height + gap) // rows) - gap
        self.places = grid(room, len(keys), columns, gap)
        if side >= LEAST_SIDE:
            self.samples = SampleBoards(self.services.theme, keys, side)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.samples is None:
            return
        for key, place in zip(titles(), self.places):
            self.samples.draw(canvas.surface, key, place.center)

    # -- the looks -------------------------------------------------------------------------------

    def _rows(self) -> Sequence[tuple[str, str]]:
        own = [(one.name, one.problem or one.author) for one in self.found]
        reading = [(_("Reading …"), "")] if self.reading else []
        return [(_("As the program brings them"), ""), *own, *reading]

    def _chosen(self) -> int:
        folder = self.services.settings.own_look
        known = ["", *(one.folder for one in self.found)]
        return known.index(folder) if folder in known else -1

    def _choose(self, row: int) -> Change | None:
        if row == 0:
            return self._use("")
        if not 0 < row <= len(self.found):
            return None
        found = self.found[row - 1]
        if found.problem:
            self.services.toast(found.problem, "bad")
            self.list.choose(self._chosen())
            return STAY
        return self._use(found.folder)

    def _use(self, folder: str) -> Change:
        self.services.change_settings(own_look=folder)
        self.list.choose(self._chosen())
        return STAY

    def _look_again(self) -> Change:
        """Read the user's folders, and the folder in use, in a thread."""
        self._read([*folders(), self.services.settings.own_look], self._list)
        return STAY

    def _list(self, found: Sequence[FoundLook]) -> None:
        self.found = [*found]
        self._show_rows()

    def _add(self) -> Change | None:
        """Read the folder that was typed or dropped, and use its look if it is valid."""
        folder = self.typed.strip()
        if not folder:
            return None
        self._read([os.path.abspath(os.path.expanduser(folder))], self._try)
        return STAY

    def _try(self, found: Sequence[FoundLook]) -> None:
        for one in found:
            if one.problem:
                self.services.toast(one.problem, "bad")
                continue
            if one.folder not in [other.folder for other in self.found]:
                self.found.append(one)
            self.typed = ""
            self._use(one.folder)
            self.resize()
        self._show_rows()

    def _show_rows(self) -> None:
        self.list.set_rows(self._rows(), self._chosen())

    def _read(self, wanted: Sequence[str], then: Callable[[Sequence[FoundLook]], None]) -> None:
        """Read folders in a thread, and pass the looks to `then` if the scene is still open."""
        self.reading = True
        services = self.services

        def read() -> None:
            found = [look_in(folder) for folder in dict.fromkeys(filter(None, wanted))]
            services.post(lambda: told(found))

        def told(found: Sequence[FoundLook]) -> None:
            self.reading = False
            if not self._left:
                then(found)

        threading.Thread(target=read, name="own looks", daemon=True).start()

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            self.typed = event.path
            self.resize()
            return self._add()
        return super().handle(event)
