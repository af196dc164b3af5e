"""The rules in the program: a live board on the left, the words on the right.

The scene turns the pages, steps through their examples and lets the reader try.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.platform.errors import CodedError, in_words
from game.platform.i18n import N_, _
from game.rules import Point, RulesError
from game.rules.registry import GAMES, titles, usual_setup
from game.screen.animation.choreography import SoundCue
from game.screen.app import routes
from game.screen.app.layout_scenes import margin, measuring
from game.screen.app.scene import STAY, Change, FormScene, Pop, Push
from game.screen.plugin.pages import Example, ExamplePosition, RulebookPage
from game.screen.plugin.registry import lesson_of
from game.screen.rulebook.book import check_page, pages_of
from game.screen.rulebook.handlers import PageHandler, handler_of
from game.screen.rulebook.live_board import BoardPane, LiveBoard
from game.screen.rulebook.page_text import PageText
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form
from game.table.input_kind import InputBoard, read_file

NOTE_HEIGHT = 104  # design px of the note below the words
# What the signs below the words do.
TIPS = {
    "restart": N_("From the beginning"),
    "backward": N_("One step back"),
    "run": N_("Play or pause"),
    "forward": N_("One step forward"),
    "take-back": N_("Take back"),
    "stop": N_("Stop here"),
    "colour": N_("The other colour"),
    "solve": N_("Show the solution"),
    "clear": N_("Clear the board"),
    "boards": N_("Another board"),
    "smaller": N_("A smaller board"),
    "larger": N_("A larger board"),
}


class RulesScene(FormScene):
    """The rulebook of `game`, opened at `page` (a number or a page's key)."""

    def __init__(self, game: str = GAMES[0].key, page: int | str = 0) -> None:
        self.game = game
        self.number = page if isinstance(page, int) else _number_of(game, page)
        self.form = Form()
        self.stage: LiveBoard | None = None
        self.handler: PageHandler

    # -- life ----------------------------------------------------------------------------------

    def enter(self) -> None:
        self.stage = LiveBoard(self.desk)
        self._open()

    def leave(self) -> None:
        if self.stage:
            self.handler.close()
            self.stage.close()

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, int):
            self._turn_to(result)
        elif isinstance(result, routes.Picked):
            return self._take_board(result.value)
        return None

    def _take_board(self, name: str) -> Change:
        """Build the page's puzzle on this board, or say what is wrong with it."""
        try:
            self.handler.take_board(name)
        except RulesError as error:
            words = _("This board cannot be used: {reason}")
            self.desk.toast(words.format(reason=in_words(error)), "bad")
        self._refresh()
        return STAY

    def _dropped(self, path: str) -> Change | None:
        """Give a dropped board to a puzzle that takes one; all else is left to the app."""
        try:
            board = isinstance(read_file(path), InputBoard)
        except CodedError:
            board = False
        return self._take_board(path) if board and self.handler.takes_boards else None

    @property
    def pages(self) -> tuple[RulebookPage, ...]:
        return pages_of(self.game)

    @property
    def page(self) -> RulebookPage:
        return self.pages[self.number]

    def _open(self) -> None:
        """Show the page from its beginning; if that is impossible, say why beside a plain board."""
        assert self.stage is not None
        shows = self.page.shows
        try:
            check_page(self.page)
        except ValueError as error:  # somebody has written texts that this game cannot show
            shows = Example(ExamplePosition(usual_setup(self.game)), in_words(error))
        self.handler = handler_of(shows, self.stage)
        self.stage.set_game(self.handler.game)

    def _turn_to(self, number: int) -> Change:
        self.handler.close()
        self.number = max(0, min(len(self.pages) - 1, number))
        self._open()
        self.resize()
        return STAY

    def _choose_game(self, key: str) -> Change:
        self.game = key
        return self._turn_to(0)

    # -- layout --------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        edge, gap = margin(self.desk), px(GAP)
        tall = max(px(BUTTON_HEIGHT), 40)
        form = Form(keep=self.form)
        head = self._lay_head(form, edge, px(24), tall)
        body = pygame.Rect(edge, head + px(16), metrics.width - 2 * edge, 0)
        body.height = metrics.height - px(24) - body.top
        board, right = self._divide(body)
        assert self.stage is not None
        self.stage.place(board)
        self.pane = BoardPane(self.stage, self._point, self._paint_board).at(board)
        self.pane.active = self.handler.active
        form.add(self.pane)
        controls = pygame.Rect(right.left, right.bottom - tall, right.width, tall)
        self.note_at = pygame.Rect(right.left, 0, right.width, self._note_height(right))
        self.note_at.bottom = controls.top - gap
        reading = pygame.Rect(
            right.left, right.top, right.width, self.note_at.top - gap - right.top
        )
        self.reading = form.add(PageText(self.page).at(reading))
        self._lay_controls(form, controls)
        form.start("board" if self.handler.active else "forward")
        if form.focused is not None and form.focused.name == "back" and not self.handler.active:
            form.focus("run")  # at the end of an example: once more
        self.form = form

    def _divide(self, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rectangles of the board and of the words, which are beside or below it."""
        px, strip, upright = self.desk.metrics.px, self.handler.strip, self.desk.metrics.portrait
        over = px(strip.over + 6) if strip is not None else 0
        below = px(strip.tall) + 2 * over if strip is not None else 0
        share = (body.height, round(body.width * 0.54))
        if upright:
            share = (body.width, round(body.height * 0.5) - below)
        side = min(*share, body.height - below)
        left, top = body.topleft
        if upright:
            left += (body.width - side) // 2
        else:
            top += (body.height - side - below) // 2
        board = pygame.Rect(left, top, side, side)
        self.strip_at = pygame.Rect(left, board.bottom + over, side, below - 2 * over)
        rest = body.copy()
        if upright:
            rest.top = board.bottom + below + px(16)
            rest.height = body.bottom - rest.top
        else:
            rest.left = board.right + px(24)
            rest.width = body.right - rest.left
        return board, rest

    def _note_height(self, column: pygame.Rect) -> int:
        """Return the height of the longest thing this page's board may say."""
        px, canvas = self.desk.metrics.px, measuring(self.desk)
        width = column.width - px(56) - px(16) - 2
        tall = max(canvas.text_height(text, "body", width) for text in self.handler.texts())
        tall += self._figure_line if self.handler.figures else 0
        return min(max(px(NOTE_HEIGHT), tall + px(26)), round(column.height * 0.42))

    @property
    def _figure_line(self) -> int:
        """Height of the line with the numbers."""
        return round(self.desk.metrics.type_px("caption") * 1.4)

    def _lay_head(self, form: Form, edge: int, top: int, tall: int) -> int:
        """Lay back, the games, the guided first game and contents; return where the head ends.

        Upright the games have a row of their own.
        """
        px, width = self.desk.metrics.px, self.desk.metrics.width
        back = Button("", Pop, icon="left", name="back", tip=_("Back"))
        contents = Button(_("Contents"), self._contents, icon="list", name="contents")
        wide = px(190)
        form.add(back.at((edge, top, tall, tall)))
        options = [SegmentOption(key, title) for key, title in titles().items()]
        games = Segment(options, self.game, self._choose_game, "games", style="body")
        left = edge + tall + px(GAP)
        row = pygame.Rect(left, top, width - edge - wide - px(GAP) - left, tall)
        if lesson_of(self.game) is not None:
            guide = Button("", self._guide, icon="bulb", name="guide", tip=_("Guided first game"))
            row.width -= tall + px(GAP)
            form.add(guide.at((row.right + px(GAP), top, tall, tall)))
        if self.desk.metrics.portrait:
            row = pygame.Rect(edge, top + tall + px(GAP), width - 2 * edge, tall)
        form.add(games.at(row))
        form.add(contents.at((width - edge - wide, top, wide, tall)))
        return row.bottom

    def _lay_controls(self, form: Form, rect: pygame.Rect) -> None:
        """Lay the controls of the page's board, then those that turn pages."""
        gap = self.desk.metrics.px(8)
        wide = rect.height
        x = rect.left
        for control in self.handler.controls():
            button = Button("", self._act(control.act), icon=control.icon, name=control.name)
            button.tip = _(TIPS[control.name])
            button.enabled = control.enabled
            form.add(button.at((x, rect.top, wide, wide)))
            x += wide + gap
        following = Button("", lambda: self._turn_to(self.number + 1), icon="arrow-right")
        following.name, following.kind, following.tip = "next-page", "main", _("Next page")
        following.enabled = self.number + 1 < len(self.pages)
        before = Button("", lambda: self._turn_to(self.number - 1), icon="arrow-left")
        before.name, before.enabled = "previous-page", self.number > 0
        before.tip = _("Previous page")
        form.add(following.at((rect.right - wide, rect.top, wide, wide)))
        counter = max(self.desk.metrics.px(112), 76)
        left = rect.right - 2 * wide - counter
        form.add(before.at((left, rect.top, wide, wide)))
        self.counter_at = pygame.Rect(left + wide, rect.top, counter, wide)

    def _act(self, act: Callable[[], object]) -> Callable[[], Change]:
        """Return what a press of a control does; one that opens a list returns its change."""

        def run() -> Change:
            wanted = act()
            self._refresh()
            return wanted if isinstance(wanted, Push) else STAY

        return run

    def _refresh(self) -> None:
        """Lay out again if the board or the controls have changed."""
        assert self.stage is not None
        if self.stage.game is not self.handler.game:
            self.stage.set_game(self.handler.game)
        shown = [(c.name, c.icon, c.enabled) for c in self.handler.controls()]
        now = [
            (w.name, w.icon, w.enabled)
            for w in self.form.widgets
            if isinstance(w, Button) and w.name in {name for name, _i, _e in shown}
        ]
        if shown != now:
            focused = self.form.focused
            cursor, by_keys = self.pane.cursor, self.pane.by_keys
            self.resize()
            self.pane.cursor, self.pane.by_keys = cursor, by_keys
            if focused is not None and not self.form.focused:
                self.form.start()
        self.desk.invalidate()

    # -- input ---------------------------------------------------------------------------------

    def _guide(self) -> Change:
        return Push(routes.Guided(self.game))

    def _contents(self) -> Change:
        return Push(routes.Contents(self.game, self.number))

    def _point(self, point: Point, other: bool) -> Change:
        self.handler.point(point, other)
        said = self.handler.said
        if said.kind == "bad":
            self.desk.sound("error")
        self._refresh()
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            return self._dropped(event.path)
        change = self.form.handle(event)
        if change is not None or not isinstance(event, Press):
            return change
        if event.means("cancel", "rules") and not event.repeat:
            return Pop()
        if event.means("page-up"):
            return self._turn_to(self.number - 1)
        if event.means("page-down"):
            return self._turn_to(self.number + 1)
        for name in self.handler.keys(event):
            self.handler.press(name)
            self._refresh()
            return STAY
        return None

    def update(self, dt: float) -> Change | None:
        assert self.stage is not None
        self.form.update(dt)
        self.stage.age += dt
        before = self.handler.stamp
        self._sound(self.handler.update(dt))
        if self.handler.stamp != before:
            self._refresh()
        return None

    def _sound(self, cues: Sequence[SoundCue]) -> None:
        assert self.stage is not None
        stones = self.stage.board.look.style == "stone"
        for cue in cues:
            name = "stone" if cue.name == "place" and stones else cue.name
            self.desk.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    @property
    def animating(self) -> bool:
        return self.handler.moving or self.form.animating

    @property
    def redraw_every(self) -> float:
        calm = self.desk.settings.reduced_motion or self.desk.settings.animation_speed == 0
        return 0.1 if self.handler.breathes and not calm else 0.0

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        self.form.draw(canvas)
        self._draw_note(canvas)
        strip = self.handler.strip
        if strip is not None and self.stage is not None:
            strip.draw(canvas, self.stage.board, self.strip_at, self.handler.markers)
        text = _("{number} of {count}").format(number=self.number + 1, count=len(self.pages))
        canvas.text(text, "caption", self.counter_at, canvas.ui.text_second, "center")

    def _paint_board(self, canvas: Canvas) -> None:
        assert self.stage is not None
        self.handler.draw(canvas, self.pane.shown_cursor, self.pane.hovered)

    def _draw_note(self, canvas: Canvas) -> None:
        """Draw what has just happened on the board, or what the reader is told."""
        px, ui, said = canvas.px, canvas.ui, self.handler.said
        rect = self.note_at
        edge = {"good": ui.good, "bad": ui.bad}.get(said.kind, canvas.accent)
        canvas.rounded(rect, px(12), ui.panel, edge, max(2, px(2)))
        icon = {"good": "check", "bad": "warning"}.get(said.kind, self.handler.icon)
        middle = rect.centery - (self._figure_line // 2 if self.handler.figures else 0)
        canvas.icon(icon, (rect.left + px(30), middle), edge, 26)
        box = pygame.Rect(rect.left + px(56), rect.top + px(8), 0, rect.height - px(16))
        box.width = rect.right - px(16) - box.left
        figures = self.handler.figures
        if figures:
            line = self._figure_line
            below = pygame.Rect(rect.left + px(20), box.bottom - line, rect.width - px(40), line)
            box.height -= line
            if canvas.text_size(figures, "caption")[0] <= below.width:
                canvas.text(figures, "caption", below, ui.text_second, "right")
        canvas.text(said.text, "body", box, ui.text, wrap=True)


def _number_of(game: str, key: str) -> int:
    keys = [page.key for page in pages_of(game)]
    return keys.index(key) if key in keys else 0
