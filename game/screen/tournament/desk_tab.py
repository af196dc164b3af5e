"""Common parts of the tabs of a tournament's desk: a list, buttons, sheets to print."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Protocol

import pygame

from game.platform import processes
from game.platform.i18n import _
from game.screen.app import routes
from game.screen.app.layout_scenes import measuring
from game.screen.app.scene import STAY, AppServices, Change, Push, ShownBoard
from game.screen.plugin.explanations import explanations
from game.screen.review.chapters import chapters_of
from game.screen.tournament.store_client import TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.layout import split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form
from game.tournament.sheets.evening import write_all
from game.tournament.sheets.sheets import usual_folder
from game.tournament.store import Wish
from game.tournament.tournament import Tournament

FINGER = 44  # minimum height of a row in px


class Desk(Protocol):
    """The interface that the desk offers to its tabs."""

    number: int
    services: AppServices
    client: TournamentClient
    tournament: Tournament

    def ask(self, wish: Wish, by: str = ...) -> Change:
        """Send a request to the store; a toast shows why it was refused."""

    def resize(self) -> None:
        """Lay out everything again."""


class TournamentTab:
    """A list with buttons; `first` is the name of the control that first has the focus."""

    key: ClassVar[str]
    title: ClassVar[str]
    first = "list"

    def __init__(self, at: Desk) -> None:
        self.at = at
        self.chosen = 0
        self.list = ListBox([])
        self.heads_at = pygame.Rect(0, 0, 0, 0)

    @property
    def boards(self) -> Sequence[ShownBoard]:
        """The boards on screen, for the camera to follow."""
        return ()

    @property
    def needed(self) -> Sequence[pygame.Rect]:
        """Areas that no toast may cover, besides the controls."""
        return ()

    def close(self) -> None:
        """Stop rendering."""

    @property
    def tournament(self) -> Tournament:
        return self.at.tournament

    def sheet_buttons(self) -> tuple[Button, Button]:
        """Return the buttons for the big screen and for printing."""
        screen = routes.BigScreen(self.at.number)
        return (
            Button(_("Big screen"), lambda: Push(screen), icon="screen", name="hall"),
            Button(_("Print"), self.print_sheets, icon="printer", name="print"),
        )

    def print_sheets(self, shown: str = "index.html") -> Change:
        """Write the sheets, and open the sheet named `shown` in the browser."""
        services, tournament = self.at.services, self.tournament
        folder, address = usual_folder(tournament), services.network.url

        def job() -> None:
            index = write_all(tournament, folder, chapters_of, address=address)
            # A browser may open slowly, so nothing waits for it.
            page = index.with_name(shown)
            threading.Thread(target=processes.open_in_browser, args=(page,), daemon=True).start()
            services.post(lambda: services.toast(_("Sheets: {path}").format(path=folder), "good"))

        return self._write(job)

    def _write(self, job: Callable[[], None]) -> Change:
        self.at.services.write_file(None, job, "{reason}")
        return STAY

    def buttons(self) -> Sequence[Button]:
        """Return the buttons, from the left."""
        return ()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list into `room`, below the stepper."""
        heads, before, stepper = self.heads(), self.list, self.stepper()
        metrics, caption = self.at.services.metrics, self.at.services.metrics.type_px("caption")
        if stepper is not None:
            row, room = split_top(room, max(metrics.px(46), caption + 16), metrics.px(10))
            form.add(stepper.at(row))
        room = self.divide(room)
        if heads:
            # The heads stay clear of the list's focus frame.
            self.heads_at, room = split_top(room, caption + metrics.px(12), metrics.px(6))
        finger = math.ceil(FINGER / metrics.scale)
        self.list = ListBox(
            self.columns(),
            self.rows(),
            self.opened,
            on_move=self._note,
            empty=self.empty(),
            row_height=max(FINGER, finger),
            name="list",
        )
        self.list.take_view(before)
        form.add(self.list.at(room))
        self.chosen = max(0, min(self.chosen, len(self.list.rows) - 1))
        chosen = self.chosen if self.list.rows else -1
        if chosen != self.list.chosen:
            self.list.choose(chosen)
        if heads and self.list.rows:
            tell = partial(self.at.services.toast, kind="info", icon="bulb")
            places = list(zip(self._head_cells(measuring(self.at.services)), self.explained()))
            for place in explanations(places, tell):
                form.add(place)

    def divide(self, room: pygame.Rect) -> pygame.Rect:
        """Return the part of `room` for the list and the heads of its columns."""
        return room

    def stepper(self) -> Stepper | None:
        """Return the control that switches between lists; None if there is only one."""
        return None

    def columns(self) -> Sequence[ListColumn]:
        return ()

    def heads(self) -> Sequence[str]:
        """Return the heads of the columns; none if the list needs no heads."""
        return ()

    def explained(self) -> Sequence[str]:
        """Return the explanation of each head; "" if a head needs none."""
        return [""] * len(self.heads())

    def _head_cells(self, canvas: Canvas) -> list[pygame.Rect]:
        return self.list.cells(canvas, self.heads_at.inflate(-2 * canvas.px(6), 0))

    def draw(self, canvas: Canvas) -> None:
        """Draw the heads of the columns; a head with an explanation is underlined."""
        heads = self.heads()
        if not heads or not self.list.rows:
            return
        cells = zip(self.list.columns, heads, self.explained(), self._head_cells(canvas))
        for column, head, words, cell in cells:
            said = canvas.text(head, "small", cell, canvas.ui.text_second, column.align)
            if words:
                below = said.bottom + canvas.hairline
                canvas.line((said.left, below), (said.right, below))

    def rows(self) -> Sequence[Sequence[str]]:
        return ()

    def empty(self) -> str:
        return ""

    def opened(self, row: int) -> Change | None:
        return self._note(row)

    def resume(self, _result: object) -> Change | None:
        return None

    def _note(self, row: int) -> Change | None:
        self.chosen = row
        return None

    @property
    def small(self) -> bool:
        metrics = self.at.services.metrics
        return metrics.portrait or metrics.narrow
