"""The position editor: a board to place pieces on, the numbers beside it, and ways to use it.

Errors of the position are shown immediately; a valid position can be played, analysed and copied.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial

import pygame

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules import Game, Point, RulesError, State
from game.rules.position import position_words
from game.rules.registry import parse_setup
from game.screen.app import routes
from game.screen.app.layout_scenes import margin, measuring
from game.screen.app.reading import read_aside
from game.screen.app.scene import STAY, Change, Copied, FormScene, Pop, Push, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import shown_board
from game.screen.editor.board import PiecePalette, SketchBoard, SketchEditor
from game.screen.play.move_entry import EntryActions, MoveEntry
from game.screen.play.pen_palette import PenPalette
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.registry import board_view
from game.screen.plugin.sketch import NumberField
from game.screen.ui.button import Button
from game.screen.ui.callout import Callout
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_height, grid, halves, split_left
from game.screen.ui.tokens import GAP, RADIUS
from game.screen.ui.widget import Form, Label, Widget
from game.table.begin import begin
from game.table.input_kind import Found, InputBoard, InputGame, InputPosition, read_text
from game.table.record_files import keep_review
from game.table.spec import two_people
from game.table.variations import ROOT, VariationTree

MAX_SEGMENT_OPTIONS = 2  # maximum number of choices side by side in a column
MIN_COLUMN_PX = 288


class PositionEditorScene(FormScene):
    """The editor, opened with a position of `setup`; "" is the starting position.

    With `choose` the scene does not offer play, but pops with a position line.
    """

    clicks = True

    def __init__(self, setup: str, position: str = "", choose: bool = False) -> None:
        self.choose = choose
        self.editor = SketchEditor(setup)
        game = self.editor.game
        self.editor.sketch.take(game.from_position(position) if position else game.start())
        self.form = Form()
        self.view: BoardView | None = None
        self.board: SketchBoard | None = None
        self.note: Callout | None = None
        self.state: State | None = None
        self.problem = ""
        self.typing = MoveEntry(EntryActions(self.editor.read, self._use_typed, self.changed))

    # -- life --------------------------------------------------------------------------------------

    def leave(self) -> None:
        if self.view:
            self.view.close()

    def resume(self, result: object = None) -> Change | None:
        """Use a setup that was chosen."""
        if isinstance(result, routes.Picked) and result.name == "setup":
            self._change_setup(parse_setup(result.value))
        return None

    @property
    def game(self) -> Game:
        return self.editor.game

    # -- layout ------------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        self.note = None
        edge, gap = margin(self.services), px(32)
        if metrics.portrait:
            side = metrics.width - 2 * px(12)
            side = min(side, round(metrics.height * 0.44))
            self.area = pygame.Rect((metrics.width - side) // 2, px(12), side, side)
            top = self.area.bottom + px(12)
            self.column = pygame.Rect(edge, top, metrics.width - 2 * edge, 0)
            self.column.height = metrics.height - px(16) - top
        else:
            column = max(metrics.column, min(MIN_COLUMN_PX, metrics.width // 2))
            side = min(metrics.height - px(48), metrics.width - column - 2 * px(24) - gap)
            left = (metrics.width - side - gap - column) // 2
            self.area = pygame.Rect(left, (metrics.height - side) // 2, side, side)
            self.column = pygame.Rect(self.area.right + gap, px(28), column, 0)
            self.column.height = metrics.height - px(28) - self.column.top
        self._make_view()
        self._lay_out()

    def _make_view(self) -> None:
        old = self.view
        self.view = board_view(self.game, self.services.theme, self.area.width)
        self.view.show_coordinates(self.services.settings.coordinates)
        self.view.topleft = self.area.topleft
        if old:
            old.close()

    def _lay_out(self) -> None:
        """Lay out the controls beside the board."""
        assert self.view is not None
        self._judge()
        self.form = Form(keep=self.form)
        say = self.services.say
        board = SketchBoard(self.editor, self.view, self.changed, self.refuse, say)
        board.spot = self._spot(board.spot)
        self.form.add(board.at(self.area))
        self.board = board
        metrics, px, rect = self.services.metrics, self.services.metrics.px, self.column
        row = max(px(46), metrics.type_px("caption") + 16)
        gap = max(px(10), 5)
        self.head = pygame.Rect(rect.left, rect.top, rect.width, px(52))
        foot = self._lay_foot(row, gap)
        lines = "X\nX" if metrics.portrait else "X\nX\nX"
        said = measuring(self.services).text_height(lines, "caption", rect.width) + px(16)
        self.said = pygame.Rect(rect.left, self.head.bottom + gap, rect.width, said)
        y = self.said.bottom + gap
        high = round(row * 1.25)
        self._lay_tools(pygame.Rect(rect.left, y, rect.width, high), gap)
        y += high + gap
        fields = self.editor.sketch.fields()
        if fields:
            row = min(row, (foot - y) // len(fields) - gap)
        for field in fields:
            y = self._lay_field(field, y, row) + gap
        self._lay_hints(pygame.Rect(rect.left, y + gap, rect.width, foot - y - gap))
        self.form.start("board")
        tall = button_height(self.services.metrics)
        line = pygame.Rect(rect.left, rect.bottom - tall, rect.width, tall)
        self.typing.join(self.form, line, measuring(self.services), focus=True)

    def _lay_tools(self, room: pygame.Rect, gap: int) -> None:
        """Add the tools: the pieces and the pen, or the pen's colours and the eraser."""
        pen = self.editor.pen
        tip = _("Put the pen away") if pen.on else _("Draw marks and arrows")
        kind = "main" if pen.on else "plain"
        buttons = [Button("", self._switch_pen, icon="pencil", name="draw", tip=tip, kind=kind)]
        palette: Widget = PenPalette(pen, self.changed)
        if pen.on:
            tip = _("Take away all that is drawn here")
            buttons.insert(0, Button("", self._wipe, icon="eraser", name="wipe", tip=tip))
            buttons[0].enabled = bool(self.editor.note)
        else:
            palette = PiecePalette(self.editor, self.changed)
            tip = _("Drag to move one, or off the board. The wheel or C changes the piece.")
            palette.tip = tip
        side = min(room.height, self.services.metrics.px(58))
        wide = room.width - len(buttons) * (side + gap)
        self.form.add(palette.at((room.left, room.top, wide, room.height)))
        for number, button in enumerate(buttons, start=1):
            left = room.right - (len(buttons) - number) * (side + gap) - side
            self.form.add(button.at((left, room.top, side, room.height)))

    def _lay_hints(self, room: pygame.Rect) -> None:
        """Add the instructions if there is room for them."""
        tall = measuring(self.services).text_height(self._how, "caption", room.width) + 6
        if tall <= room.height:
            label = Label(self._how, "caption", second=True, valign="top")
            self.form.add(label.at((room.left, room.top, room.width, tall)))

    @property
    def _how(self) -> str:
        if self.editor.pen.on:
            return _("Draw: press a point for a mark, drag for an arrow.")
        if self.editor.sketch.other_side(self.editor.sketch.kinds[0]) is None:
            return _("Press a point to lay a piece, press the piece to take it away.")
        return _("Press a point to lay a counter, press the counter to flip it.")

    def _spot(self, usual: Point) -> Point:
        """Return the point that had the focus before the layout, or `usual`."""
        kept = self.board.spot if self.board is not None else usual
        return kept if kept in self.game.topology.index else usual

    def _lay_field(self, field: NumberField, y: int, row: int) -> int:
        rect, share = self.column, round(self.column.width * 0.40)
        label = Label(field.label, "caption", second=True)
        self.form.add(label.at((rect.left, y, share - 8, row)))
        value = self.editor.sketch.numbers[field.name]
        store = partial(self._set_number, field.name)
        control: Widget
        if field.few and len(field.values) <= MAX_SEGMENT_OPTIONS:
            options = {one: field.shown(one) for one in field.values}
            control = Segment(options, value, store, field.name, quiet=True)
        else:
            control = Stepper(field.values, value, store, field.shown, field.name)
        self.form.add(control.at((rect.left + share, y, rect.width - share, row)))
        return y + row

    def _lay_foot(self, row: int, gap: int) -> int:
        """Add the buttons at the foot of the column; return their upper edge."""
        px, rect, editor = self.services.metrics.px, self.column, self.editor
        tall = button_height(self.services.metrics)
        y = rect.bottom - tall
        row_at = pygame.Rect(rect.left, y, rect.width, tall)
        analyse = Button(_("Analyse"), self._analyse, icon="eye", name="analyse", style="caption")
        label = _("Use") if self.choose else _("Play from here")
        play = Button(label, self._play, kind="main", name="play", style="caption")
        analyse.enabled = self.state is not None
        play.enabled = self.state is not None and not self.game.over(self.state)
        for button, place in zip((analyse, play), halves(row_at, px(GAP))):
            self.form.add(button.at(place))

        def to_start() -> Change:
            return self._edit(lambda: editor.sketch.take(self.game.start()))

        def clear() -> Change:
            return self._edit(editor.sketch.clear)

        self._lay_signs()
        named = (
            ("start", to_start, "first", _("First position"), _("The first position"), True),
            ("empty", clear, "eraser", _("Clear"), _("Empty the board"), True),
            ("setup", self._choose_setup, "gear", _("Options"), _("Board and options"), True),
            ("copy", self._copy, "copy", _("Copy"), _("Copy the position"), self.state is not None),
            ("paste", self._paste, "paste", _("Paste"), _("Paste a position"), True),
            ("type", self.typing.toggle, "keyboard", _("Type in"), _("Type points"), True),
        )
        buttons = []
        for name, act, icon, label, tip, enabled in named:
            button = Button(label, act, icon=icon, name=name, style="caption", tip=tip)
            button.enabled = enabled
            buttons.append(button)
        canvas = measuring(self.services)
        widest = max(canvas.text_size(button.label, "caption")[0] for button in buttons)
        columns = 3 if widest + px(2 * GAP) <= (rect.width - 2 * gap) // 3 else 2
        lines = len(buttons) // columns
        room = pygame.Rect(rect.left, 0, rect.width, lines * (row + gap) - gap)
        room.bottom = y - gap
        places = grid(room, len(buttons), columns, gap)
        if max(button.width(canvas) for button in buttons) - px(GAP) > places[0].width:
            for button in buttons:  # no button has an icon if a text would not fit beside one
                button.icon = ""
        for button, place in zip(buttons, places):
            self.form.add(button.at(place))
        return room.top - gap

    def _lay_signs(self) -> None:
        """Put undo, redo and the exit to the right of the title."""
        px, editor = self.services.metrics.px, self.editor
        side = self.head.height
        signs = (
            ("close", Pop, "exit", _("Close the editor"), True),
            ("redo", partial(self._go, editor.redo), "redo", _("Redo"), editor.can_redo),
            ("undo", partial(self._go, editor.undo), "undo", _("Undo"), editor.can_undo),
        )
        right = self.head.right
        for name, act, icon, tip, enabled in signs:
            button = Button("", act, icon=icon, name=name, tip=tip)
            button.pill, button.enabled = True, enabled
            self.form.add(button.at((right - side, self.head.top, side, side)))
            right -= side + px(8)
        self.head.width = right - self.head.left

    # -- the sketch --------------------------------------------------------------------------------

    def _judge(self) -> None:
        try:
            self.state, self.problem = self.editor.sketch.state(), ""
        except RulesError as error:
            self.state, self.problem = None, in_words(error)

    def changed(self) -> None:
        """Lay out and draw the sketch after a change."""
        self._lay_out()
        self.services.invalidate()

    def _use_typed(self, text: str) -> None:
        """Use a point that was typed."""
        self.editor.begin()
        why = self.editor.use_typed(text)
        self.changed()
        if why:
            self.services.toast(why, "bad", "warning")

    def refuse(self, text: str, point: Point) -> None:
        """Show at a point why it was not changed."""
        assert self.view is not None
        self.note = Callout(text, self.view.position(point), self.view.piece_size * 0.6)
        self.services.sound("error")

    @property
    def words(self) -> str:
        """The state of the position in words."""
        if self.state is None:
            return self.problem[:1].upper() + self.problem[1:]
        commentary = commentary_of(self.game)
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            why = commentary.why(self.state, outcome)
            return _("The game is over here. {why}").format(why=why)
        name = commentary.side_name(self.game.to_move(self.state), self.state)
        return _("{name} is to move.").format(name=name)

    # -- changes -----------------------------------------------------------------------------------

    def _set_number(self, name: str, value: int) -> None:
        self._edit(lambda: self.editor.sketch.numbers.update({name: value}))

    def _go(self, go: Callable[[], None]) -> Change:
        """Undo or redo."""
        before = self.game.setup
        go()
        if self.game.setup != before:
            self._make_view()
        self.changed()
        return STAY

    def _edit(self, change: Callable[[], None]) -> Change:
        """Make a change that can be undone."""
        self.editor.begin()
        change()
        self.changed()
        return STAY

    def _switch_pen(self) -> Change:
        """Switch the pen on or off."""
        self.editor.pen.switch(not self.editor.pen.on)
        self.changed()
        return STAY

    def _wipe(self) -> Change:
        """Erase all marks and arrows; this can be undone."""

        def wipe() -> None:
            self.editor.note = self.editor.note.wiped()

        return self._edit(wipe)

    def _change_setup(self, game: Game) -> None:
        if game.positions is None:
            self.services.toast(_("Positions of this game cannot be edited."), "bad")
            return
        self.editor.begin()
        self.editor.take_setup(game)
        self._make_view()
        self.changed()

    # -- from and to the clipboard -----------------------------------------------------------------

    def copied(self, whole: bool) -> Copied | None:
        if self.state is None:
            return None
        line = position_words(self.game.setup, self.game.position_text(self.state))
        return Copied(line, _("The position is on the clipboard."))

    def _copy(self) -> None:
        copied = self.copied(False)
        if copied is not None:
            self.services.copy(copied)

    def _paste(self) -> Change:
        text = self.services.paste_text()
        if text is None:
            self.services.toast(_("There is no clipboard here."), "bad")
            return STAY
        read = partial(read_text, text, self.game)
        return read_aside(len(text), read, self.take_found, self._no_position) or STAY

    def _no_position(self, error: Exception) -> Change:
        words = _("This is no position: {reason}")
        self.services.toast(words.format(reason=in_words(error)), "bad")
        return STAY

    def take_found(self, found: Found) -> Change:
        """Use a position that was found, the last position of a game, or the board of a setup."""
        if isinstance(found, InputBoard):
            return Push(routes.NewMatch(board=found.path))
        game = found.match.game if isinstance(found, InputGame) else found.game
        self._change_setup(game)
        if isinstance(found, InputPosition):
            self.editor.sketch.take(game.from_position(found.text))
        elif isinstance(found, InputGame):
            turn = found.match.history.begun
            self.editor.sketch.take(turn.before if turn is not None else found.match.state)
        self.changed()
        return STAY

    # -- what it makes -----------------------------------------------------------------------------

    def _choose_setup(self) -> Change:
        return Push(routes.NewMatch(self.game.key, self.game.setup, choose=True))

    def _play(self) -> Change | None:
        if self.state is None:
            return None
        text = self.game.position_text(self.state)
        if self.choose:
            return Pop(routes.Picked("position", position_words(self.game.setup, text)))
        return Push(routes.NewMatch(self.game.key, self.game.setup, text))

    def _analyse(self) -> Change | None:
        if self.state is None:
            return None
        text = self.game.position_text(self.state)
        spec = two_people(self.game.setup, self.game.seats).with_(position=text)
        match = begin(spec, datetime.datetime.now().isoformat(timespec="seconds"))
        if self.editor.note:
            tree = VariationTree.of(match.game, match.turns, match.history.start)
            match.tree = tree.noted(ROOT, self.editor.note)
            keep = partial(keep_review, match)
            self.services.write_file(None, keep, _("The review could not be saved: {reason}"))
        return Push(routes.ReviewMatch(match))

    # -- scene -------------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press):
            return self._key(event)
        return change

    def _key(self, press: Press) -> Change | None:
        if press.means("type"):
            return self.typing.toggle()
        if press.means("draw"):
            return self._switch_pen()
        if self.editor.pen.on and press.means("delete", "cancel"):
            return self._key_of_pen(press)
        if press.means("cancel"):
            return Pop()
        if press.means("undo") or (press.ctrl and press.key == pygame.K_z):
            return self._go(self.editor.undo)
        if press.means("redo") or (press.ctrl and press.key == pygame.K_y):
            return self._go(self.editor.redo)
        if press.means("paste"):
            return self._paste()
        return None

    def _key_of_pen(self, press: Press) -> Change:
        """Erase all drawings for Delete; otherwise drop the drawing begun or switch off the pen."""
        if press.means("delete"):
            return self._wipe()
        if not self.editor.pen.drop():
            return self._switch_pen()
        self.changed()
        return STAY

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        if self.note is not None:
            self.note.update(dt)
            self.note = None if self.note.gone else self.note
            self.services.invalidate()
        return None

    @property
    def boards(self) -> list[ShownBoard]:
        return [shown_board(self.view, self.editor.sketch.pieces)] if self.view is not None else []

    @property
    def heading(self) -> str:
        position = _("Position")
        return f"{position}: {self.game.title}"

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        title = canvas.text(_("Position"), "game_title", self.head)
        beside = pygame.Rect(title.right + canvas.px(12), self.head.top, 0, self.head.height)
        beside.width = self.head.right - beside.left
        if canvas.text_size(self.game.title, "caption")[0] <= beside.width:
            canvas.text(self.game.title, "caption", beside, canvas.ui.text_second)
        self._draw_words(canvas)
        self.form.draw(canvas, tips=False)
        if self.note is not None:
            self.note.draw(canvas, self.area)
        self.form.draw_tooltip(canvas)

    def _draw_words(self, canvas: Canvas) -> None:
        """Draw a card with the position's error, or with the side to move."""
        ui, sound = canvas.ui, self.state is not None
        radius = canvas.px(RADIUS["card"])
        canvas.rounded(self.said, radius, ui.panel, ui.line if sound else ui.bad, canvas.hairline)
        inside = self.said.inflate(-canvas.px(24), -canvas.px(8))
        icon, inside = split_left(inside, canvas.px(26), canvas.px(10))
        colour = ui.good if sound else ui.bad
        canvas.icon("check" if sound else "warning", icon.center, colour, 22)
        canvas.text(self.words, "caption", inside, ui.text, wrap=True)
