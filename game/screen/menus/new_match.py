"""New match: who plays what, with which clock and on which board.

The scene shows a `MatchDraft`; the options of a game are laid out by the pane of its room.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules import Game, RulesError, State
from game.rules.position import position_words
from game.rules.registry import (
    GAMES,
    parse_setup,
    titles,
    usual_setup,
)
from game.screen.app import routes
from game.screen.app.form_scene import FormScene
from game.screen.app.page import measuring, whole_panel
from game.screen.app.routes import Picked
from game.screen.app.scene import STAY, Change, Copied, Pop, Push, Replace, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.shown import shown_board
from game.screen.menus.levels import LevelHint, hint_height
from game.screen.menus.match_draft import GAMES_IN_SERIES, MatchDraft, SeatDraft
from game.screen.menus.seat_rows import SeatRows
from game.screen.menus.setup_clipboard import SetupClipboard
from game.screen.plugin.clock_names import clocks_name, series_name
from game.screen.plugin.form_layout import FormLayout
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.pane import OptionsPane
from game.screen.plugin.registry import board_view, pane_of, screen_plugin_of
from game.screen.plugin.seats import seat_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.key_names import cap
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Widget
from game.table.spec import SIDES
from game.table.time_control import NONE
from game.table.win_loss import strength_in
from hardware.host.address import problem_with, tidy

PRESETS = (
    NONE,
    *("5", "10", "15", "30", "3+2", "5+5", "10+5", "15+10"),
    *("10 delay 3", "10 byo 3x30", "turn 30", "turn 60"),
)
CROWDED_ROWS = 7  # rows of seats and choices that an upright window has room for at ease


class NewMatchScene(FormScene):
    """Puts a `MatchDraft` together and starts the match."""

    def __init__(
        self,
        game: str = GAMES[0].key,
        draft: MatchDraft | None = None,
        **given: Any,
    ) -> None:
        """`draft` is shown as it is; otherwise the one last used, with what is `given` in it."""
        self.first_game = game
        self.draft = draft or MatchDraft.new(game)
        self._fresh = draft is None
        self._given = routes.NewMatch(game, **given)
        self.form = Form()
        self.view: BoardView | None = None
        self.game: Game | None = None
        self.problem = ""
        self._hint: LevelHint | None = None
        self._strengths: dict[str, int] = {}  # levels that match the person, by game
        self.exchange = SetupClipboard(self, self._given.choose)
        self.dice = random.Random()
        self.pane = OptionsPane(self.draft.options, None, self.dice)

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        if not self._fresh:
            return
        self.draft = self._kept(self.first_game)
        if self._given.setup:
            self.draft.take_setup(position_words(self._given.setup, self._given.position))
        if self._given.board:
            self.take_file(self._given.board)

    def _kept(self, game: str) -> MatchDraft:
        kept: Mapping[str, Any] = self.desk.settings.matches.get(game, {})
        draft = MatchDraft.from_kept(game, kept)
        if not kept:
            draft.options.draw_lots(self.dice)
            draft.board_link = self.desk.settings.board_link or "sim"
            for seat, name in zip(draft.seats, self.desk.settings.names):
                seat.name = name
        if not self.desk.offers(routes.Phones):
            draft.leave_out("remote")
        return draft

    def leave(self) -> None:
        if self.view:
            self.view.close()
            self.view = None

    def resume(self, result: Any = None) -> Change | None:
        """An editor has gone; with a result it changed the draft."""
        if isinstance(result, MatchOptions):
            self.draft.options = result
        elif isinstance(result, routes.Terms):
            self.draft.clock, self.draft.time_back = result.clock, result.time_back
            self.draft.by_button = result.by_button
        elif isinstance(result, Picked) and result.name == "position":
            self.draft.take_setup(result.value)
        elif isinstance(result, Picked) and result.name == "link":
            self.draft.board_link = result.value
        elif isinstance(result, Picked) and result.name.startswith("opponent-"):
            self.draft.seats[int(result.name[-1])].opponent = result.value
        elif isinstance(result, Picked):
            self.draft.options.take_file(result.value)
        else:
            return None
        self.resize()
        return None

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        px, metrics = self.desk.metrics.px, self.desk.metrics
        self.panel = whole_panel(self.desk)
        pad = px(32 if not metrics.portrait else 18)
        self.inner = self.panel.inflate(-2 * pad, -2 * px(24))
        self.form = Form(keep=self.form)
        self.sheet = FormLayout(self.desk, self.form, self.changed)
        self._lay_head()
        foot = self._lay_foot()
        top = self.rule + px(16)
        room = pygame.Rect(self.inner.left, top, self.inner.width, foot - px(20) - top)
        self._try_game()
        self.pane = pane_of(self.draft.game)(self.draft.options, self.game, self.dice)
        self._divide(room)
        self._lay_left()
        self.preview = self.pane.lay_out(self.sheet, self.right)
        self._make_view()
        self.form.start("start")

    def _divide(self, room: pygame.Rect) -> None:
        """Seats left and options right, or upright seats above options."""
        px = self.desk.metrics.px
        self.left, self.right = room.copy(), room.copy()
        if self.desk.metrics.portrait:
            rows = len(self._rows_below_seats()) * (self.sheet.row + px(12))
            wanted = px(72) + self.draft.seat_count * px(94) + rows
            self.left.height = min(wanted, room.height - px(self.pane.least_height))
            self.right.height -= self.left.height + px(16)
            self.right.bottom = room.bottom
            return
        gap = px(40)
        self.left.width = round((room.width - gap) * 0.53)
        self.right.width -= self.left.width + gap
        self.right.right = room.right

    @property
    def _headline(self) -> str:
        return _("Setup") if self._given.choose else _("New match")

    def _lay_head(self) -> None:
        px = self.desk.metrics.px
        tall = self.sheet.row
        title = measuring(self.desk).text_size(self._headline, "dialog_title")[0] + px(32)
        wide = min(px(720), self.inner.width - min(title, self.inner.width // 3))
        head = pygame.Rect(self.inner.right - wide, self.inner.top, wide, tall)
        if self.desk.metrics.portrait:  # a row of its own
            head = pygame.Rect(self.inner.left, head.bottom + px(8), self.inner.width, tall)
        options = [SegmentOption(key, name) for key, name in titles().items()]
        self.form.add(Segment(options, self.draft.game, self._choose_game, "game").at(head))
        self.title = pygame.Rect(self.inner.topleft, (head.left - self.inner.left, tall))
        if self.desk.metrics.portrait:
            self.title.width = self.inner.width
        self.rule = head.bottom + px(18)

    def _lay_foot(self) -> int:
        px, canvas = self.desk.metrics.px, measuring(self.desk)
        tall = max(px(BUTTON_HEIGHT), self.desk.metrics.type_px("button") + 18)
        y = self.inner.bottom - tall
        enter = cap(self.desk.bindings, "accept")
        label = _("Use") if self._given.choose else _("Start match")
        start = Button(label, self.start, kind="main", cap=enter, name="start")
        start.is_default = True
        back = Button(_("Cancel"), Pop, name="cancel")
        wide = start.width(canvas) + px(16)
        start.at((self.inner.right - wide, y, wide, tall))
        narrow = back.width(canvas)
        back.at((start.rect.left - px(GAP) - narrow, y, narrow, tall))
        self._foot = (*self.exchange.buttons(self.inner.left, y, tall), back, start)
        return y

    def _lay_left(self) -> None:
        """Seats, what their engines are like, the rows, and below them what is on or off."""
        px, rect = self.desk.metrics.px, self.left
        rows, switches = self._rows_below_seats(), self.pane.switches(self.sheet)
        game = self.game or parse_setup(usual_setup(self.draft.game))
        self.seats = SeatRows(
            self.draft, game, self.pane, self._explain, self.desk.offers(routes.Phones)
        )
        self._hint = None
        row, gap, between = self.sheet.row, px(12), px(10)
        top = rect.top
        if not self._given.choose:
            top = self.sheet.heading(_("Seats"), rect.left, rect.top, rect.width)
            seats, lines = self.draft.seat_count, len(rows) + bool(switches)
            if self.desk.metrics.portrait and lines + seats > CROWDED_ROWS:
                gap = between = px(6)
            room = rect.bottom - top - px(12)
            engine = self._engine
            hint = hint_height(self.desk, rect.width) if engine is not None else 0
            if room - hint < seats * (max(row, px(68)) + between) + lines * (row + gap):
                hint = 0
            tall = min(px(84), (room - hint - lines * (row + gap)) // seats - between)
            if tall < row:  # four seats and every row there is: all are as tall as each other
                tall = row = (room - seats * between - lines * gap) // (seats + lines)
            boxes = [
                pygame.Rect(rect.left, top + seat * (tall + between), rect.width, tall)
                for seat in range(seats)
            ]
            self.seats.lay_out(self.sheet, boxes)
            top = boxes[-1].bottom + between
            if hint and engine is not None:
                self._hint = LevelHint(self.draft.level_of(engine), engine.opponent)
                self.form.add(self._hint.at((rect.left, top, rect.width, hint - px(8))))
            top += hint or px(12)
        self._lay_rows(pygame.Rect(rect.left, top, rect.width, row), gap, rows, switches)
        for widget in self._foot:
            self.form.add(widget)

    @property
    def _engine(self) -> SeatDraft | None:
        """The first engine: its level, or who it is, is explained."""
        seats = self.draft.seats[: self.draft.seat_count]
        return next((seat for seat in seats if seat.kind == "engine"), None)

    def _explain(self, level: int) -> None:
        if self._hint is not None:
            self._hint.set(level)

    def _lay_rows(
        self,
        row: pygame.Rect,
        gap: int,
        rows: Sequence[tuple[str, Widget]],
        switches: Sequence[Widget],
    ) -> None:
        """Rows from `row` down, then the switches side by side."""
        for name, widget in rows:
            self.sheet.labelled(name, widget, row)
            if widget.name == "link":
                self.sheet.beside(widget, self._find_link, "find-link")
            if widget.name == "clock":
                self.sheet.beside(widget, self._open_terms, "terms", _("Another clock"))
            row = row.move(0, row.height + gap)
        for number, switch in enumerate(switches):
            wide = (row.width - gap) // len(switches)
            self.form.add(switch.at((row.left + number * (wide + gap), row.top, wide, row.height)))

    def _rows_below_seats(self) -> list[tuple[str, Widget]]:
        draft = self.draft
        rows = self.pane.rows(self.sheet)
        if self._given.choose:
            return rows
        words = {"swapped": _("alternate"), "lot": _("random"), "kept": _("fixed")}
        sides = [SegmentOption(way, words[way]) for way in SIDES]
        choice = Segment(sides, draft.sides, self._set("sides"), "sides")
        choice.tip = _("In the next game the sides change, are drawn again, or stay.")
        rows.append((_("Sides"), choice))
        if draft.uses_board:
            rows.append((_("Sensor board"), self._link_field()))
        known = [*PRESETS, *({draft.clock_of_seats} - set(PRESETS))]
        clock = Stepper(known, draft.clock_of_seats, self._set("clock"), clocks_name, "clock")
        rows.append((_("Clock"), clock))
        lengths = Stepper(GAMES_IN_SERIES, draft.length, self._set("length"), series_name, "length")
        rows.append((_("Series"), lengths))
        return rows

    def _open_terms(self) -> Change:
        draft = self.draft
        return Push(
            routes.Terms(
                draft.clock_of_seats,
                draft.time_back,
                draft.by_button,
                tuple(seat_name(self.seats.game, n) for n in range(draft.seat_count)),
                draft.uses_board,
            )
        )

    def _find_link(self) -> Change:
        return Push(routes.PickLink(self.draft.board_link, self.desk.settings.known_boards))

    def _link_field(self) -> TextField:
        return TextField(
            self.draft.board_link,
            self._set("board_link"),
            placeholder=_("port, address or sim"),
            limit=120,
            paste=self.desk.paste_text,
            name="link",
        )

    # -- changes ---------------------------------------------------------------------------------

    def _set(self, name: str):  # type: ignore[no-untyped-def]
        """A handler that stores a value of the draft."""

        def store(value: Any) -> None:
            setattr(self.draft, name, value)

        return store

    def changed(self) -> None:
        """The draft changed so that other controls do too."""
        self.resize()

    def _choose_game(self, game: str) -> None:
        """Another game with its own options last used; the seats stay as they are."""
        seats, clock = self.draft.seats, self.draft.clock
        self._keep()
        self.draft = self._kept(game)
        self.draft.seats, self.draft.clock = seats, clock
        self.changed()

    def _try_game(self) -> None:
        key = self.draft.game
        if key not in self._strengths:
            self._strengths[key] = strength_in(key)
        self.draft.strength = self._strengths[key]
        try:
            self.game, self.problem = self.draft.options.make_game(), ""
            self.state = self._first_state(self.game)
        except RulesError as error:
            words = _("This board cannot be used: {reason}")
            self.game, self.problem = None, words.format(reason=in_words(error))

    def _first_state(self, game: Game) -> State:
        """The position the match begins from; one that fits the board no longer goes."""
        if self.draft.position:
            try:
                return game.from_position(self.draft.position)
            except RulesError:
                self.draft.position = ""
                self.desk.toast(_("The position does not fit this board; it has been discarded."))
        return game.start()

    def _make_view(self) -> None:
        old = self.view
        self.view = None
        if self.game is not None:
            self.view = board_view(self.game, self.desk.theme, self.preview.width)
            self.view.topleft = self.preview.topleft
        self.pane.view = self.view
        if old is not None:
            old.close()

    def _keep(self) -> None:
        """Remember the draft for the next time this game is chosen."""
        matches = {**self.desk.settings.matches, self.draft.game: self.draft.kept()}
        names = tuple(seat.name for seat in self.draft.seats)
        board: dict[str, Any] = {}
        if self.draft.uses_board:
            board = self.desk.settings.using_board(tidy(self.draft.board_link))
        self.desk.change_settings(matches=matches, names=names, **board)

    # -- leaving ---------------------------------------------------------------------------------

    def start(self) -> Change | None:
        """Begin the match, or say what is wrong."""
        try:
            spec = self.draft.spec(self.dice)
            over = self.game is not None and self.game.over(self.state)
        except RulesError as error:
            words = _("This match cannot begin: {reason}")
            self.desk.toast(words.format(reason=in_words(error)), "bad")
            return None
        if self._given.choose:
            return Pop(routes.Picked("setup", spec.setup))
        problem = problem_with(spec.board or "")
        if problem:
            self.desk.toast(problem, "bad")
            return None
        if over:
            self.desk.toast(_("In this position the game is over."), "bad")
            return None
        self._keep()
        from game.table.unfinished import save_unfinished

        words = save_unfinished()
        if words:
            self.desk.toast(words)
        return Replace(routes.Play(spec))

    def take_file(self, path: str) -> None:
        """Play on the board of a file, in a game that takes files."""
        if not self.draft.options.takes_files:
            self.draft = self._kept(
                next(k for k in titles() if screen_plugin_of(k).options.takes_files)
            )
        self.draft.options.take_file(path)

    def copied(self, whole: bool) -> Copied:
        return self.exchange.copied()

    # -- scene -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            return self.exchange.dropped(event.path)
        change = super().handle(event)
        if change is None and isinstance(event, Press) and event.means("paste"):
            return self.exchange.paste() or STAY
        return change

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        self.pane.update(dt)
        return None

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.pane.waiting else 0.0

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, self.preview]

    @property
    def boards(self) -> list[ShownBoard]:
        if self.view is None or self.game is None:
            return []
        return [shown_board(self.view, self.game.pieces(self.state))]

    @property
    def heading(self) -> str:
        return f"{self._headline}: {titles()[self.draft.game]}"

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(self._headline, "dialog_title", self.title)
        left, right = self.inner.left, self.inner.right
        canvas.line((left, self.rule), (right, self.rule))
        self._draw_preview(canvas)
        if not self._given.choose:
            self.seats.draw(canvas)
        self.form.draw(canvas)
        self.pane.draw(canvas)

    def _draw_preview(self, canvas: Canvas) -> None:
        if self.view is None or self.game is None:
            canvas.rounded(
                self.preview, canvas.px(12), canvas.ui.panel, canvas.ui.line, canvas.hairline
            )
            room = self.preview.inflate(-canvas.px(40), -canvas.px(40))
            canvas.text(self.problem, "caption", room, canvas.ui.bad, "center", wrap=True)
            return
        self.view.draw(canvas.surface)
        for point, piece in self.game.pieces(self.state).items():
            self.view.draw_piece(canvas.surface, piece, point)
