"""New match: who plays what, with which clock and on which board.

The scene shows a `Draft`; the options of each game are laid out by `match_options`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pygame

from game.errors import in_words
from game.i18n import _
from game.rules import Game, RulesError
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Replace, Scene
from game.screen.boards import BoardView
from game.screen.games.registry import board_view
from game.screen.menus import match_options, seat_rows
from game.screen.menus.draft import CLOCKS, INCREMENTS, OWN_BOARD, Draft
from game.screen.menus.pick import Picked, pick_link
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Option, Segment
from game.screen.ui.field import TextField
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.keynames import cap
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Label, Widget

TITLES = (
    ("more-or-less", "More or Less"),
    ("less", "Less"),
    ("libra", "Libra"),
    ("multiplicity", "Multiplicity"),
)


class NewMatchScene(Scene):
    """Puts a `Draft` together and starts the match."""

    def __init__(self, game: str = "more-or-less", draft: Draft | None = None) -> None:
        self.first_game = game
        self.draft = draft or Draft(game)
        self._given = draft is not None
        self.form = Form()
        self.view: BoardView | None = None
        self.game: Game | None = None
        self.problem = ""
        self.dice = random.Random()
        self.seat_boxes: list[pygame.Rect] = []

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        if not self._given:
            self.draft = self._kept(self.first_game)

    def _kept(self, game: str) -> Draft:
        kept: Mapping[str, Any] = self.desk.settings.matches.get(game, {})
        draft = Draft.from_kept(game, kept)
        if not kept:
            draft.seed = 1 + int(self.dice.random() * 1_000_000)
            draft.board_link = self.desk.settings.board_link or "sim"
            for seat, name in zip(draft.seats, self.desk.settings.names):
                seat.name = name
        return draft

    def leave(self) -> None:
        if self.view:
            self.view.close()
            self.view = None

    def resume(self, result: Any = None) -> Change | None:
        """An editor has gone; with a result it changed the draft."""
        if isinstance(result, Draft):
            self.draft = result
        elif isinstance(result, Picked) and result.name == "link":
            self.draft.board_link = result.value
        elif isinstance(result, Picked):
            self.draft.board_file = result.value
        else:
            return None
        self.resize()
        return None

    @property
    def text_input(self) -> bool:  # type: ignore[override]
        return self.form.takes_text

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        px, metrics = self.desk.metrics.px, self.desk.metrics
        edge = (px(64), px(36)) if not metrics.narrow else (12, 12)
        self.panel = pygame.Rect(0, 0, metrics.width, metrics.height).inflate(
            -2 * edge[0], -2 * edge[1]
        )
        pad = px(32)
        self.inner = self.panel.inflate(-2 * pad, -2 * px(24))
        self.form = Form(keep=self.form)
        self._lay_head()
        foot = self._lay_foot()
        top = self.rule + px(16)
        gap = px(40)
        left = round((self.inner.width - gap) * 0.53)
        self.left = pygame.Rect(self.inner.left, top, left, foot - px(20) - top)
        self.right = pygame.Rect(self.left.right + gap, top, 0, self.left.height)
        self.right.width = self.inner.right - self.right.left
        self._try_game()
        self._lay_left()
        self.preview = match_options.lay_out(self, self.right)
        self._make_view()
        self.form.start("start")

    @property
    def row(self) -> int:
        """Height of a row of controls."""
        return max(self.desk.metrics.px(48), 2 * self.desk.metrics.type_px("caption") + 8)

    def _lay_head(self) -> None:
        px = self.desk.metrics.px
        tall = self.row
        title = measuring(self.desk).text_size(_("New match"), "dialog_title")[0] + px(32)
        wide = min(px(720), self.inner.width - min(title, self.inner.width // 3))
        head = pygame.Rect(self.inner.right - wide, self.inner.top, wide, tall)
        options = [Option(key, name) for key, name in TITLES]
        self.form.add(Segment(options, self.draft.game, self._choose_game, "game").at(head))
        self.title = pygame.Rect(self.inner.left, head.top, head.left - self.inner.left, tall)
        self.rule = head.bottom + px(18)

    def _lay_foot(self) -> int:
        px, canvas = self.desk.metrics.px, measuring(self.desk)
        tall = max(px(BUTTON_HEIGHT), self.desk.metrics.type_px("button") + 18)
        y = self.inner.bottom - tall
        enter = cap(self.desk.bindings, "accept")
        start = Button(_("Start match"), self.start, kind="main", cap=enter, name="start")
        back = Button(_("Cancel"), Pop, name="cancel")
        copy = Button(_("Copy setup"), self._copy, icon="copy", name="copy")
        wide = start.width(canvas) + px(16)
        start.at((self.inner.right - wide, y, wide, tall))
        narrow = back.width(canvas)
        back.at((start.rect.left - px(GAP) - narrow, y, narrow, tall))
        copy.at((self.inner.left, y, copy.width(canvas), tall))
        self._foot = (copy, back, start)
        return y

    def _lay_left(self) -> None:
        px, rect = self.desk.metrics.px, self.left
        others = self._rows_below_seats()
        gap, between = px(12), px(10)
        top = self._label(_("Seats"), rect.left, rect.top, rect.width)
        room = rect.bottom - top - len(others) * (self.row + gap) - px(12)
        seats = self.draft.seat_count
        tall = min(px(84), room // seats - between)
        self.seat_boxes = []
        for seat in range(seats):
            box = pygame.Rect(rect.left, top, rect.width, tall)
            self.seat_boxes.append(box)
            seat_rows.lay_out(self, seat, box)
            top = box.bottom + between
        top += px(12)
        for name, widget in others:
            row = pygame.Rect(rect.left, top, rect.width, self.row)
            self.labelled(name, widget, row)
            if widget.name == "link":
                self.beside(widget, lambda: Push(pick_link(self.draft.board_link)), "find-link")
            top += self.row + gap
        for widget in self._foot:
            self.form.add(widget)

    def _rows_below_seats(self) -> list[tuple[str, Widget]]:
        draft = self.draft
        rows: list[tuple[str, Widget]] = []
        if draft.game == "less":
            rows.append((_("Players"), match_options.players(self)))
        if draft.uses_board:
            rows.append((_("Sensor board"), self._link_field()))
        minutes = [Option(n, _("{count} min").format(count=n) if n else _("none")) for n in CLOCKS]
        rows.append((_("Clock"), Segment(minutes, draft.minutes, self._set_minutes, "minutes")))
        if draft.minutes:
            more = [Option(n, _("{count} s").format(count=n)) for n in INCREMENTS]
            rows.append(
                (
                    _("Each turn adds"),
                    Segment(more, draft.increment, self._set("increment"), "increment"),
                )
            )
        return rows

    def _link_field(self) -> TextField:
        return TextField(
            self.draft.board_link,
            self._set("board_link"),
            placeholder=_("port, address or sim"),
            limit=120,
            paste=self.desk.paste_text,
            name="link",
        )

    def labelled(self, name: str, widget: Widget, row: pygame.Rect, share: float = 0.27) -> None:
        """A control with its name before it."""
        wide = round(row.width * share)
        words = Label(name, "body").at((row.left, row.top, wide - 8, row.height))
        self.form.add(words)
        self.form.add(widget.at((row.left + wide, row.top, row.width - wide, row.height)))

    def beside(self, field: Widget, act: Callable[[], Change], name: str) -> None:
        """A button at the right end of a field: a list of what can be typed there."""
        box, gap = field.rect, self.desk.metrics.px(8)
        find = Button("", act, icon="list", name=name)
        self.form.add(find.at((box.right - box.height, box.top, box.height, box.height)))
        field.at((box.left, box.top, box.width - box.height - gap, box.height))

    def _label(self, text: str, left: int, top: int, width: int) -> int:
        """A heading of a column; returns where its content begins."""
        tall = measuring(self.desk).text_height(text, "caption", width) + 4
        self.form.add(Label(text, "caption", second=True).at((left, top, width, tall)))
        return top + tall + self.desk.metrics.px(8)

    heading = _label

    # -- changes ---------------------------------------------------------------------------------

    def _set(self, name: str):  # type: ignore[no-untyped-def]
        """A handler that stores a value of the draft."""

        def store(value: Any) -> None:
            setattr(self.draft, name, value)

        return store

    def changed(self) -> None:
        """The draft changed so that other controls do too."""
        self.resize()

    def setter(self, name: str):  # type: ignore[no-untyped-def]
        """A handler that stores a value and lays everything out anew."""

        def store(value: Any) -> None:
            setattr(self.draft, name, value)
            self.changed()

        return store

    def _set_minutes(self, minutes: int) -> None:
        self.draft.minutes = minutes
        self.changed()

    def _choose_game(self, game: str) -> None:
        """Another game with its own options last used; the seats stay as they are."""
        seats, minutes = self.draft.seats, self.draft.minutes
        self._keep()
        self.draft = self._kept(game)
        self.draft.seats, self.draft.minutes = seats, minutes
        self.changed()

    def _try_game(self) -> None:
        try:
            self.game, self.problem = self.draft.make_game(), ""
        except RulesError as error:
            words = _("This board cannot be used: {reason}")
            self.game, self.problem = None, words.format(reason=in_words(error))

    def _make_view(self) -> None:
        old = self.view
        self.view = None
        if self.game is not None:
            self.view = board_view(self.game, self.desk.theme, self.preview.width)
            self.view.topleft = self.preview.topleft
        if old is not None:
            old.close()

    def _keep(self) -> None:
        """Remember the draft for the next time this game is chosen."""
        matches = {**self.desk.settings.matches, self.draft.game: self.draft.kept()}
        names = tuple(seat.name for seat in self.draft.seats)
        self.desk.change_settings(matches=matches, names=names, board_link=self.draft.board_link)

    # -- leaving ---------------------------------------------------------------------------------

    def start(self) -> Change | None:
        """Begin the match, or say what is wrong."""
        try:
            spec = self.draft.spec()
        except RulesError as error:
            words = _("This match cannot begin: {reason}")
            self.desk.toast(words.format(reason=in_words(error)), "bad")
            return None
        self._keep()
        from game.table.unfinished import keep_unfinished

        words = keep_unfinished()
        if words:
            self.desk.toast(words)
        return Replace(routes.Play(spec))

    def _take_board(self, path: str) -> Change:
        """A board file was dropped: use it, or say what is wrong with it."""
        if self.draft.game != "more-or-less":
            self._choose_game("more-or-less")
        self.draft.board, self.draft.board_file = OWN_BOARD, path
        self.changed()
        if self.problem:
            self.desk.toast(self.problem, "bad")
        return STAY

    def _copy(self) -> Change | None:
        if self.desk.copy_text(self.draft.setup()):
            self.desk.toast(_("The setup is on the clipboard."), "good", "copy")
        else:
            self.desk.toast(_("There is no clipboard here."), "bad")
        return None

    # -- scene -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            return self._take_board(event.path)
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            return Pop()
        return change

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        if self.view is not None and self.view.busy:
            self.desk.invalidate()
        return None

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(_("New match"), "dialog_title", self.title)
        left, right = self.inner.left, self.inner.right
        canvas.line((left, self.rule), (right, self.rule))
        self._draw_preview(canvas)
        seat_rows.draw_pieces(self, canvas)
        self.form.draw(canvas)
        match_options.draw(self, canvas)

    def _draw_preview(self, canvas: Canvas) -> None:
        if self.view is None or self.game is None:
            canvas.rounded(
                self.preview, canvas.px(12), canvas.ui.panel, canvas.ui.line, canvas.hairline
            )
            room = self.preview.inflate(-canvas.px(40), -canvas.px(40))
            canvas.text(self.problem, "caption", room, canvas.ui.bad, "center", wrap=True)
            return
        self.view.draw(canvas.surface)
        for point, piece in self.game.pieces(self.game.start()).items():
            self.view.draw_piece(canvas.surface, piece, point)
