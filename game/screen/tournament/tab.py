"""Base of the tabs of a tournament: a list, and buttons for what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

import pygame

from game.screen.app.scene import AppServices, Change
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form
from game.tournament.store import Wish
from game.tournament.tournament import Tournament

ROW = 44  # design px


class TabHost(Protocol):
    """What a tab needs of the scene."""

    desk: AppServices
    number: int
    tournament: Tournament

    def ask(self, wish: Wish, by: str = "organiser") -> Change: ...

    def resize(self) -> None: ...

    def show_big_screen(self) -> Change: ...

    def print_sheets(self) -> Change: ...

    def export(self) -> Change: ...


class TournamentTab:
    """`first` is the control that has the focus at first."""

    key: ClassVar[str]
    title: ClassVar[str]
    first = "list"

    def __init__(self, at: TabHost) -> None:
        self.at = at
        self.chosen = 0
        self.list = ListBox([])
        self.heads_at = pygame.Rect(0, 0, 0, 0)

    @property
    def tournament(self) -> Tournament:
        return self.at.tournament

    def buttons(self) -> Sequence[Button]:
        """From the left; they go on in another row where there is no room."""
        return ()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list into `room`."""
        heads, before = self.heads(), self.list
        if heads:
            tall = self.at.desk.metrics.type_px("caption") + self.at.desk.metrics.px(14)
            self.heads_at = pygame.Rect(room.left, room.top, room.width, tall)
            room = pygame.Rect(room.left, room.top + tall, room.width, room.height - tall)
        self.list = ListBox(
            self.columns(),
            self.rows(),
            self.opened,
            on_move=self._note,
            empty=self.empty(),
            row_height=ROW,
            name="list",
        )
        self.list.take_view(before)
        form.add(self.list.at(room))
        self.chosen = max(0, min(self.chosen, len(self.list.rows) - 1))
        chosen = self.chosen if self.list.rows else -1
        if chosen != self.list.chosen:
            self.list.choose(chosen)

    def columns(self) -> Sequence[ListColumn]:
        return ()

    def heads(self) -> Sequence[str]:
        """What stands above the columns; none for a list that says itself what it shows."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """What is above the columns."""
        heads = self.heads()
        if not heads or not self.list.rows:
            return
        cells = self.list.cells(canvas, self.heads_at.inflate(-2 * canvas.px(6), 0))
        for column, head, cell in zip(self.list.columns, heads, cells):
            canvas.text(head, "small", cell, canvas.ui.text_second, column.align)

    def rows(self) -> Sequence[Sequence[str]]:
        return ()

    def empty(self) -> str:
        return ""

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        return None

    def resume(self, _result: object) -> Change | None:
        return None

    def _note(self, row: int) -> Change | None:
        self.chosen = row
        return None

    @property
    def small(self) -> bool:
        metrics = self.at.desk.metrics
        return metrics.portrait or metrics.narrow
