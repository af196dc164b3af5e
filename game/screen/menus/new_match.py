"""New match: who plays which side, with which clock and on which board.

The scene shows a `MatchDraft`; the pane of a game lays out its options.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.platform.errors import in_words
from game.platform.i18n import _
from game.platform.settings import BoardChanges
from game.rules import Game, RulesError, State
from game.rules.position import position_words
from game.rules.registry import GAMES, game_class, parse_setup, titles, usual_setup
from game.screen.app import routes
from game.screen.app.layout_scenes import PanelScene, measuring, storing
from game.screen.app.reading import read_aside
from game.screen.app.routes import Picked
from game.screen.app.scene import STAY, Change, Copied, Pop, Push, Replace, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import draw_pieces, shown_board
from game.screen.menus.match_draft import GAMES_IN_SERIES, MatchDraft, SeatDraft
from game.screen.menus.seat_rows import (
    SeatRows,
    hint_height,
    level_words,
    opponent_words,
    program_words,
)
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.pane import FormLayout, OptionsPane
from game.screen.plugin.registry import board_view, pane_of, screen_plugin_of
from game.screen.plugin.seats import clocks_name, seat_name, series_name
from game.screen.ui.bindings import cap
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import BESIDE_TRACK, Segment, Stepper, Toggle
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_height, button_row, split_top
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import Form, Label, Widget
from game.table.errors import ProgramError
from game.table.input_kind import Found, InputBoard, InputGame, InputPosition, read_text
from game.table.opponents import OPPONENTS
from game.table.time_control import NONE
from game.table.win_loss import offered_level, strength_in
from hardware.host.address import problem_with, tidy

PRESETS = (
    NONE,
    *("5", "10", "15", "30", "3+2", "5+5", "10+5", "15+10"),
    *("10 delay 3", "10 byo 3x30", "turn 30", "turn 60"),
)
MOST_NOTED = 2  # maximum number of switches with explanations in one row
# The options' share of the width, usually and in a narrow window; the table has the rest.
OPTIONS_SHARE, NARROW_SHARE = 0.455, 0.5
PAIR_WIDTH = 280  # minimum width in px of a chair that is beside the partner's chair
# Design px kept for the board in an upright window, as far as possible.
LEAST_BOARD = 110
# Minimum height in px of a row in a crowded form, and minimum gap between two rows.
LEAST_ROW, LEAST_GAP = 30, 4


class NewMatchScene(PanelScene):
    """The form of a `MatchDraft`, from which it starts the match.

    On the left is the table: the board with the seats around it. On the right are the options. In
    an upright window the table is above the options.
    """

    left: pygame.Rect  # the table
    right: pygame.Rect  # the options

    def __init__(
        self,
        game: str = GAMES[0].key,
        draft: MatchDraft | None = None,
        **given: Any,
    ) -> None:
        """Show `draft`, or else the draft used last, changed by the options `given`."""
        super().__init__()
        self.first_game = game
        self.draft = draft or MatchDraft.new(game)
        self._fresh = draft is None
        self._given = routes.NewMatch(game, **given)
        self.view: BoardView | None = None
        self.game: Game | None = None
        self.problem = self.reason = ""
        self._hint: Label | None = None
        self._strengths: dict[str, int] = {}  # levels that match the person, by game
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
        kept: Mapping[str, Any] = self.services.settings.matches.get(game, {})
        draft = MatchDraft.from_kept(game, kept)
        draft.options.deal(self.dice)
        if not kept:
            draft.options.draw_lots(self.dice)
            draft.board_link = self.services.settings.board_link or "sim"
            for seat, name in zip(draft.seats, self.services.settings.names):
                seat.name = name
            level = offered_level(game)
            for seat in draft.seats:
                seat.level = level or seat.level
        if not self.services.offers(routes.Phones):
            draft.leave_out("remote")
        return draft

    def leave(self) -> None:
        if self.view:
            self.view.close()
            self.view = None

    def resume(self, result: Any = None) -> Change | None:
        """Use the changes made in another scene."""
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
            seat = self.draft.seats[int(result.name[-1])]
            seat.opponent, seat.program = result.value, ""
        elif isinstance(result, Picked) and result.name.startswith("program-"):
            self.draft.seats[int(result.name[-1])].program = result.value
        elif isinstance(result, Picked):
            self.draft.options.take_file(result.value)
        else:
            return None
        self.resize()
        return None

    # -- layout ----------------------------------------------------------------------------------

    def frame(self) -> None:
        """Let the panel fill the whole window."""
        super().frame()
        px, upright = self.services.metrics.px, self.services.metrics.portrait
        self.panel = pygame.Rect(0, 0, self.services.metrics.width, self.services.metrics.height)
        self.inner = self.panel.inflate(-2 * px(20 if upright else 32), -2 * px(24))

    def resize(self) -> None:
        self.frame()
        self.sheet = FormLayout(self.services, self.form, self.resize)
        self._try_game()
        self.pane = pane_of(self.draft.game)(self.draft.options, self.game, self.dice)
        self.pane.setup_only = self._given.choose
        game = self.game or parse_setup(usual_setup(self.draft.game))
        self.seats = SeatRows(
            self.draft, game, self.pane, self._explain, self.services.offers(routes.Phones)
        )
        self._hint = None
        if self.services.metrics.portrait:
            self._lay_upright()
        else:
            self._lay_side_by_side()
        for button in self._foot:
            self.form.add(button)
        # Chosen values are lit without amber, which is reserved for the start button.
        for widget in self.form.widgets:
            if isinstance(widget, Segment | Toggle):
                widget.quiet = True
        self._make_view()
        self.form.start("start")

    def _lay_side_by_side(self) -> None:
        """Put the table on the left, and the options on the right."""
        px, inner = self.services.metrics.px, self.inner
        share = OPTIONS_SHARE if not self.services.metrics.narrow else NARROW_SHARE
        wide = round(inner.width * share)
        self.right = pygame.Rect(inner.right - wide, inner.top, wide, inner.height)
        self.left = pygame.Rect(inner.topleft, (self.right.left - px(32) - inner.left, 0))
        self.left.height = inner.height
        row = self.right.copy()
        row.top, row.height = row.bottom - button_height(self.services.metrics), 0
        foot = self._lay_foot(row, self.left)
        table = self.left.copy()
        if len(self._foot) > len(self._ends):
            table.height = foot - px(12) - table.top
        self._lay_table(table, self.sheet.row)
        top = self._lay_head(self.right)
        self._lay_options(pygame.Rect(self.right.left, top, wide, row.top - px(16) - top))

    def _lay_upright(self) -> None:
        """Put the table above the options; the table is as large as options and seats allow."""
        px, inner = self.services.metrics.px, self.inner
        top = self._lay_head(inner)
        row = inner.copy()
        row.top, row.height = row.bottom - button_height(self.services.metrics), 0
        bottom = self._lay_foot(row, inner) - px(14)
        scratch = FormLayout(self.services, Form(), self.resize)
        room = pygame.Rect(inner.left, top, inner.width, bottom - top)
        controls = self.pane.lay_controls(scratch, room)[0] - top
        lines = self._lines
        seats = 0 if self._given.choose else self.draft.seat_count
        free = room.height - controls - px(LEAST_BOARD) - (seats + 2) * px(8)
        gap = max(LEAST_GAP, min(px(10), (free - (seats + lines) * self.sheet.row) // (lines or 1)))
        tall = (free - lines * gap) // max(1, seats + lines)
        tall = max(LEAST_ROW, min(self.sheet.row, tall))
        below = controls + lines * (tall + gap) + px(12)
        self.left, self.right = split_top(room, room.height - below, px(12))
        self._lay_table(self.left, tall)
        self._lay_options(self.right, tall)

    @property
    def _lines(self) -> int:
        """Number of lines needed by rows and switches."""
        return len(self._rows_below_seats()) + bool(self.pane.switches(self.sheet))

    @property
    def shown_title(self) -> str:
        return _("Setup") if self._given.choose else _("New match")

    def _lay_head(self, column: pygame.Rect) -> int:
        """Put title and games at the top of a column; return the upper edge of the options."""
        px, tall = self.services.metrics.px, self.sheet.row
        self.title_at = pygame.Rect(column.left, column.top, column.width, px(52))
        games = pygame.Rect(column.left, self.title_at.bottom + px(8), column.width, tall)
        self.form.add(Segment(titles(), self.draft.game, self._choose_game, "game").at(games))
        return games.bottom + px(14)

    def _lay_foot(self, row: pygame.Rect, table: pygame.Rect) -> int:
        """Put start and cancel at the right of `row`, and the setup's buttons below the `table`.

        Return the upper edge of the table's foot.
        """
        px, canvas = self.services.metrics.px, measuring(self.services)
        tall = button_height(self.services.metrics)
        enter = cap(self.services.bindings, "accept")
        label = _("Use") if self._given.choose else _("Start match")
        start = Button(label, self.start, kind="main", cap=enter, name="start")
        start.is_default = True
        back = Button(_("Cancel"), Pop, name="cancel")
        place = pygame.Rect(row.left, row.top, row.width, tall)
        end = button_row(Form(), canvas, [start, back], place, extra=px(16))
        self._ends = (back, start)
        room = pygame.Rect(table.left, row.top, table.width, tall)
        if room.right > end:
            room.width = end - px(GAP) - room.left
        self._foot = (*self._clipboard_buttons(room), *self._ends)
        return row.top

    # -- the table -------------------------------------------------------------------------------

    def _lay_table(self, table: pygame.Rect, row: int) -> None:
        """Place the seats around the board: the seat that begins is below it."""
        px, board = self.services.metrics.px, table.copy()
        if not self._given.choose:
            upright = self.services.metrics.portrait
            gap = px(8 if upright else 14)
            stacked = self.draft.seat_count > 2 and (table.width - gap) // 2 >= PAIR_WIDTH
            stacked = stacked and not upright
            tall = 2 * row + px(24) if stacked else max(row + 8, px(72))
            if upright or (self.draft.seat_count > 2 and not stacked):
                tall, gap = row, px(8)
            hint = self._hint_height(table, 2 * (tall + gap)) if not upright else 0
            first = self._engine_seat
            boxes: dict[int, pygame.Rect] = {}
            for side in (1, 0):  # above and below the board
                chairs = range(side, self.draft.seat_count, 2)
                words = hint if first in chairs else 0
                width = (table.width - gap * (len(chairs) - 1)) // len(chairs)
                for number, seat in enumerate(chairs):
                    box = pygame.Rect(table.left, 0, table.width, tall + words)
                    if stacked:
                        box.left, box.width = table.left + number * (width + gap), width
                    if side:
                        box.top = board.top
                    else:
                        box.bottom = board.bottom
                    boxes[seat] = box
                    if not stacked or number == len(chairs) - 1:
                        board.height -= box.height + gap
                        board.top += (box.height + gap) * side
            self.seats.lay_out(
                self.sheet, [boxes[n] for n in sorted(boxes)], {first: hint}, stacked
            )
            engine = self._engine
            if engine is not None and self.seats.hint is not None:
                self._hint = self.seats.hint
                self._hint.text = self._engine_words(engine)
        self.board_room = board

    def _hint_height(self, table: pygame.Rect, chairs: int) -> int:
        """Return the height of the text about an engine; 0 if it would make the board smaller."""
        if self._engine is None or self.draft.seat_count > 2:
            return 0
        tall = hint_height(self.services, table.width - 2 * self.services.metrics.px(20))
        beside = table.width - self.pane.beside_width(self.sheet)
        return tall if table.height - chairs - tall >= beside * 0.9 else 0

    def _lay_options(self, room: pygame.Rect, tall: int = 0) -> None:
        """Place options, rows and switches; a row is `tall` px high, 0 for the default."""
        px = self.services.metrics.px
        self.preview, top = self.pane.lay_out(self.sheet, room, self.board_room)
        rows, switches = self._rows_below_seats(), self.pane.switches(self.sheet)
        lines = max(1, len(rows) + bool(switches))
        free = room.bottom - top
        tall = tall or min(self.sheet.row, free // lines - LEAST_GAP)
        gap = min(px(12), (free - lines * tall) // lines)
        self._lay_rows(pygame.Rect(room.left, top, room.width, tall), gap, rows, switches)

    @property
    def _engine_seat(self) -> int:
        """The seat of the first engine, whose level or character is explained; -1 if none."""
        seats = self.draft.seats[: self.draft.seat_count]
        return next((n for n, seat in enumerate(seats) if seat.kind == "engine"), -1)

    @property
    def _engine(self) -> SeatDraft | None:
        return self.draft.seats[self._engine_seat] if self._engine_seat >= 0 else None

    def _engine_words(self, engine: SeatDraft) -> str:
        if engine.program:
            return program_words(engine.program)
        level, who = self.draft.level_of(engine), engine.opponent
        return opponent_words(who, level) if who in OPPONENTS else level_words(level)

    def _explain(self, level: int) -> None:
        if self._hint is not None:
            self._hint.text = level_words(level)

    def _lay_rows(
        self,
        row: pygame.Rect,
        gap: int,
        rows: Sequence[tuple[str, Widget]],
        switches: Sequence[Widget],
    ) -> None:
        """Place rows from `row` downwards, then the switches side by side."""
        for name, widget in rows:
            self.sheet.labelled(name, widget, row)
            if widget.name == "link":
                self.sheet.beside(widget, self._find_link, "find-link")
            if widget.name == "clock":
                self.sheet.beside(widget, self._open_terms, "terms", _("Another clock"))
            row = row.move(0, row.height + gap)
        for switch in switches:
            if len(switches) > MOST_NOTED and isinstance(switch, Toggle):
                # Switches that are side by side have no room for a second line of text.
                switch.tip, switch.note = switch.tip or switch.note, ""
        # The gap is large enough that each text is nearer to its own switch than to the next one.
        left, apart = row.left, max(gap, self.services.metrics.px(BESIDE_TRACK))
        for switch, wide in zip(switches, self._widths(switches, row.width, apart)):
            self.form.add(switch.at((left, row.top, wide, row.height)))
            left += wide + apart

    def _widths(self, switches: Sequence[Widget], room: int, gap: int) -> list[int]:
        """Return the width of each switch: equal widths, unless a text needs more.

        Then each text gets its minimum width, and the rest goes to texts that would need two lines.
        """
        room -= gap * (len(switches) - 1)
        same = [room // max(1, len(switches))] * len(switches)
        toggles = [switch for switch in switches if isinstance(switch, Toggle)]
        if len(toggles) < len(switches) or len(toggles) <= MOST_NOTED:
            return same
        wanted = [toggle.wanted_widths(self.services.metrics) for toggle in toggles]
        left = room - sum(least for least, _whole in wanted)
        more = sum(whole - least for least, whole in wanted)
        if max(whole for _least, whole in wanted) <= same[0]:
            return same
        if left < 0:  # all texts are drawn smaller, by the same factor
            track = Toggle.track_width(self.services.metrics)
            words = [least - track for least, _whole in wanted]
            return [track + word * (room - track * len(words)) // sum(words) for word in words]
        if not more or left >= more:  # spare room is shared equally
            return [whole + (left - more) // len(wanted) for _least, whole in wanted]
        return [least + (whole - least) * left // more for least, whole in wanted]

    def _rows_below_seats(self) -> list[tuple[str, Widget]]:
        draft = self.draft
        rows = self.pane.rows(self.sheet)
        if self._given.choose:
            return rows
        sides = {"swapped": _("alternate"), "lot": _("random"), "kept": _("fixed")}
        choice = Segment(sides, draft.sides, storing(draft, "sides"), "sides")
        choice.tip = _("In the next game the sides change, are drawn again, or stay.")
        rows.append((_("Sides"), choice))
        if draft.uses_board:
            rows.append((_("Sensor board"), self._link_field()))
        known = [*PRESETS, *({draft.clock_of_seats} - set(PRESETS))]
        clock = Stepper(known, draft.clock_of_seats, storing(draft, "clock"), clocks_name, "clock")
        store = storing(draft, "length")
        length = Stepper(GAMES_IN_SERIES, draft.length, store, series_name, "length")
        return [*rows, (_("Clock"), clock), (_("Series"), length)]

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
        return Push(routes.PickLink(self.draft.board_link, self.services.settings.known_boards))

    def _link_field(self) -> TextField:
        link, store = self.draft.board_link, storing(self.draft, "board_link")
        return self.field(link, store, "link", placeholder=_("port, address or sim"), limit=120)

    # -- changes ---------------------------------------------------------------------------------

    def _choose_game(self, game: str) -> None:
        """Choose a game, with the options used last for it; the seats stay the same."""
        seats, clock = self.draft.seats, self.draft.clock
        self._keep()
        self.draft = self._kept(game)
        self.draft.seats, self.draft.clock = seats, clock
        self.resize()

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
            self.reason = in_words(error)
            self.game, self.problem = None, words.format(reason=self.reason)

    def _first_state(self, game: Game) -> State:
        """Return the position to begin from; drop a chosen one that does not fit the board."""
        if self.draft.position:
            try:
                return game.from_position(self.draft.position)
            except RulesError:
                self.draft.position = ""
                self.services.toast(
                    _("The position does not fit this board; it has been discarded.")
                )
        return game.start()

    def _make_view(self) -> None:
        old = self.view
        self.view = None
        if self.game is not None:
            self.view = board_view(self.game, self.services.theme, self.preview.width)
            self.view.topleft = self.preview.topleft
        self.pane.view = self.view
        if old is not None:
            old.close()

    def _keep(self) -> None:
        """Store the draft for the next time this game is chosen."""
        matches = {**self.services.settings.matches, self.draft.game: self.draft.kept()}
        names = tuple(seat.name for seat in self.draft.seats)
        board = BoardChanges()
        if self.draft.uses_board:
            board = self.services.settings.using_board(tidy(self.draft.board_link))
        self.services.change_settings(matches=matches, names=names, **board)

    # -- leaving ---------------------------------------------------------------------------------

    def start(self) -> Change | None:
        """Begin the match, or show why it cannot begin."""
        try:
            spec = self.draft.spec(self.dice)
            self.draft.check_programs()
            over = self.game is not None and self.game.over(self.state)
        except (RulesError, ProgramError) as error:
            words = _("This match cannot begin: {reason}")
            self.services.toast(words.format(reason=in_words(error)), "bad")
            return None
        if self._given.choose:
            return Pop(routes.Picked("setup", spec.setup))
        over_words = _("In this position the game is over.") if over else ""
        problem = problem_with(spec.board or "") or over_words
        if problem:
            self.services.toast(problem, "bad")
            return None
        self._keep()
        from game.table.record_files import save_unfinished

        words = save_unfinished()
        if words:
            self.services.toast(words)
        return Replace(routes.PlayMatch(spec))

    def take_file(self, path: str) -> None:
        """Choose the board in a file and, if necessary, a game that uses board files."""
        if not self.draft.options.takes_files:
            takers = (key for key in titles() if screen_plugin_of(key).options.takes_files)
            self.draft = self._kept(next(takers))
        self.draft.options.take_file(path)

    # -- setups as text ---------------------------------------------------------------------------

    def _clipboard_buttons(self, room: pygame.Rect) -> list[Button]:
        """Return the buttons from the left of `room`; they have only icons if texts do not fit."""
        services, draft = self.services, self.draft
        if not services.offers(routes.PositionEditor):
            return []
        canvas, metrics = measuring(services), services.metrics
        buttons = [
            Button(_("Copy setup"), self._copy, icon="copy", name="copy"),
            Button(_("Paste"), self.paste, icon="paste", name="paste"),
        ]
        if not self._given.choose and game_class(draft.game).positions is not None:
            buttons.append(Button(_("Position"), self._edit, icon="pieces", name="position"))
        if draft.position:
            first = _("First position")
            buttons.append(Button(first, self._drop_position, icon="first", name="first"))
        gap, left = metrics.px(GAP), room.left
        wanted = sum(button.width(canvas) + gap for button in buttons) - gap
        for button in buttons:
            if wanted > room.width:
                button.label, button.tip = "", button.label
            wide = max(room.height, button.width(canvas) if button.label else 0)
            button.at((left, room.top, wide, room.height))
            left += wide + gap
        return buttons

    # -- out -------------------------------------------------------------------------------------

    def copied(self, whole: bool) -> Copied:
        """Return the setup, with the position if a position was chosen."""
        setup = self.draft.options.setup()
        if self.draft.position:
            line = position_words(setup, self.draft.position)
            return Copied(line, _("The position is on the clipboard."))
        return Copied(setup, _("The setup is on the clipboard."))

    def _copy(self) -> None:
        self.services.copy(self.copied(whole=True))

    def _edit(self) -> Change:
        draft = self.draft
        return Push(routes.PositionEditor(draft.options.setup(), draft.position, choose=True))

    def _drop_position(self) -> None:
        self.draft.position = ""
        self.resize()

    # -- in --------------------------------------------------------------------------------------

    def paste(self) -> Change | None:
        """Use the setup on the clipboard, or show its error."""
        text = self.services.paste_text()
        if text is None:
            self.services.toast(_("There is no clipboard here."), "bad")
            return None
        read = partial(read_text, text, self.game)
        return read_aside(len(text), read, self.take_found, self._no_setup)

    def _no_setup(self, error: Exception) -> None:
        words = _("This is not a setup: {reason}")
        self.services.toast(words.format(reason=in_words(error)), "bad")

    def take_found(self, found: Found) -> Change | None:
        """Use a board, a setup or a position that was found; open a game for review instead."""
        if isinstance(found, InputGame):
            return Push(routes.ReviewMatch(found.match))
        if isinstance(found, InputBoard):
            self.take_file(found.path)
            self.resize()
            return STAY
        position = found.text if isinstance(found, InputPosition) else ""
        complete = self.draft.take_setup(position_words(found.game.setup, position))
        self.resize()
        if not complete:
            self.services.toast(_("Not all options of this setup are offered here."), "bad")
        return STAY

    # -- scene -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        change = super().handle(event)
        if change is None and isinstance(event, Press) and event.means("paste"):
            return self.paste() or STAY
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
        return f"{self.shown_title}: {titles()[self.draft.game]}"

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.text(self.shown_title, "dialog_title", self.title_at)
        self._draw_preview(canvas)
        if not self._given.choose:
            self.seats.draw(canvas)
        self.form.draw(canvas)
        self.pane.draw(canvas)

    def _draw_preview(self, canvas: Canvas) -> None:
        if self.view is None or self.game is None:
            ui = canvas.ui
            box = self.board_room
            canvas.rounded(box, canvas.px(12), ui.panel, ui.line, canvas.hairline)
            room = box.inflate(-canvas.px(16), -canvas.px(16))
            high = canvas.text_height(self.problem, "caption", room.width)
            words = self.problem if high <= room.height else self.reason
            canvas.text(words, "caption", room, canvas.ui.bad, "center", wrap=True)
            return
        draw_pieces(canvas.surface, self.view, self.game.pieces(self.state))
