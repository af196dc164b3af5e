"""The rules in the program: a live board on the left, the text on the right.

The scene turns the pages, steps through their examples and lets the reader try.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _, language
from game.platform.toml import read_own
from game.rules import Point, RulesError
from game.rules.registry import GAMES, titles, usual_setup
from game.screen.animation.choreography import SoundCue
from game.screen.app import routes
from game.screen.app.layout_scenes import CardScene, margin, measuring
from game.screen.app.scene import STAY, Change, FormScene, Pop, Push
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Paragraph,
    RulebookPage,
    Task,
)
from game.screen.plugin.registry import lesson_of
from game.screen.rulebook.book import check_page, pages_of
from game.screen.rulebook.handlers import PageHandler, handler_of
from game.screen.rulebook.live_board import BoardPane, LiveBoard
from game.screen.ui import pencil
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import Card, split_left, split_top
from game.screen.ui.list_box import ListBox, ListColumn, ScrollArea
from game.screen.ui.text import wrapped_height
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP, RADIUS
from game.screen.ui.widget import Form, WidgetState, clipped
from game.table.input_kind import Found, InputBoard

STYLES = ("body", "caption")  # the smaller style is used only if it avoids scrolling
GUTTER, PAD, BETWEEN = 30, 20, 12  # design px


class PageText(ScrollArea):
    """A card with a page's title and text. Up and Down keys scroll while there is more to read."""

    radius = "card"

    def __init__(self, page: RulebookPage) -> None:
        super().__init__("reading")
        self.page = page
        self._kept: tuple[Hashable, pygame.Surface, pygame.Rect] | None = None

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        """Draw the card, cached as a picture unless texts are recorded."""
        key = (self.page.key, id(self.page), language(), self.top, tuple(self.rect))
        if canvas.recorder is None and self._kept is not None and self._kept[0] == key:
            canvas.surface.blit(self._kept[1], self._kept[2])
            return
        self._draw_card(canvas)
        area = self.rect.inflate(2 * canvas.px(9), 2 * canvas.px(9)).clip(canvas.rect)
        key = (self.page.key, id(self.page), language(), self.top, tuple(self.rect))
        self._kept = (key, canvas.surface.subsurface(area).copy(), area)

    def _draw_card(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.rect)
        inside = self.rect.inflate(-2 * px(PAD), -2 * px(16))
        head, view = split_top(inside, px(46), px(10))
        canvas.text(_(self.page.title), "game_title", head)
        kinds = [kind for kind in LEGENDS if any(say.kind == kind for say in self.page.words)]
        view.height -= self._draw_legend(canvas, inside, kinds)
        self._draw_words(canvas, view)

    def _draw_legend(self, canvas: Canvas, inside: pygame.Rect, kinds: list[str]) -> int:
        """Draw the meanings of this page's marks along the lower edge; return the height used."""
        if not kinds:
            return 0
        px = canvas.px
        room = inside.width - px(GUTTER)
        heights = [canvas.text_height(_(LEGENDS[kind]), "small", room) for kind in kinds]
        whole = sum(heights) + px(4) * (len(kinds) - 1)
        y = inside.bottom - whole
        canvas.line((inside.left, y - px(9)), (inside.right, y - px(9)))
        for kind, tall in zip(kinds, heights):
            draw_mark(canvas, kind, (inside.left + px(10), y + tall // 2), small=True)
            box = pygame.Rect(inside.left + px(GUTTER), y, room, tall + 2)
            canvas.text(_(LEGENDS[kind]), "small", box, canvas.ui.text_second, wrap=True)
            y += tall + px(4)
        return whole + px(20)

    def _draw_words(self, canvas: Canvas, view: pygame.Rect) -> None:
        style = next((s for s in STYLES if self._height(canvas, s, view.width) <= view.height), "")
        style = style or STYLES[-1]
        wide = view.width - (0 if self._height(canvas, style, view.width) <= view.height else 14)
        self.slack = max(0, self._height(canvas, style, wide) - view.height)
        self.top = min(self.top, self.slack)
        self.line = round(canvas.metrics.type_px(style) * 1.3)
        y = view.top - self.top
        with clipped(canvas, view):
            for say in self.page.words:
                tall = self._paragraph_height(canvas, say, style, wide)
                rect = pygame.Rect(view.left, y, wide, tall)
                if rect.colliderect(view):
                    self._draw_paragraph(canvas, say, style, rect)
                y += tall + canvas.px(BETWEEN)
        self.draw_bar(canvas, view)

    def _height(self, canvas: Canvas, style: str, width: int) -> int:
        words = self.page.words
        tall = sum(self._paragraph_height(canvas, say, style, width) for say in words)
        return tall + canvas.px(BETWEEN) * (len(words) - 1)

    @staticmethod
    def _paragraph_height(canvas: Canvas, say: Paragraph, style: str, width: int) -> int:
        room = width - (canvas.px(GUTTER) if say.kind in LEGENDS else 0)
        pixels = canvas.metrics.type_px(style)
        return wrapped_height(_(say.text), style, pixels, room) + canvas.px(4)

    def _draw_paragraph(
        self, canvas: Canvas, say: Paragraph, style: str, rect: pygame.Rect
    ) -> None:
        px = canvas.px
        box = rect.copy()
        if say.kind in LEGENDS:
            box.left += px(GUTTER)
            box.width -= px(GUTTER)
            middle = rect.top + round(canvas.metrics.type_px(style) * 0.6)
            draw_mark(canvas, say.kind, (rect.left + px(10), middle))
            if say.kind == "settled":
                bar = pygame.Rect(rect.left + px(10) - px(1), middle + px(14), max(2, px(3)), 0)
                bar.height = rect.bottom - px(6) - bar.top
                if bar.height > px(4):
                    canvas.rounded(bar, bar.width // 2, canvas.ui.line)
        canvas.text(_(say.text), style, box, canvas.ui.text, valign="top", wrap=True)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.rect, canvas.px(RADIUS["card"]))


# Meanings of the marks beside paragraphs; a paragraph without a mark is a published rule.
LEGENDS = {
    "settled": N_("Settled by us, where the published rules leave it open"),
    "tip": N_("Advice, not a rule"),
    "ours": N_("Added by this program"),
}


def draw_mark(canvas: Canvas, kind: str, at: tuple[int, int], small: bool = False) -> None:
    """Draw a diamond for a rule that we settled, a bulb for advice, a square for our additions."""
    reach = canvas.px(7 if small else 9)
    x, y = at
    colour = canvas.accent
    if kind == "settled":
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        pencil.polygon(canvas.surface, colour, points, smooth=True)
    elif kind == "tip":
        canvas.icon("bulb", at, colour, 18 if small else 22)
    else:
        box = pygame.Rect(0, 0, 2 * reach - 2, 2 * reach - 2)
        box.center = at
        canvas.rounded(box, max(2, reach // 3), None, colour, max(2, canvas.px(2)))


NOTE_HEIGHT = 104  # minimum height in design px of the note below the text
TIPS: dict[str, str] = read_own(Path(__file__).with_name("words.toml"))["shown"]


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
        self.stage = LiveBoard(self.services)
        self._open()

    def leave(self) -> None:
        if self.stage:
            self.handler.close()
            self.stage.close()

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, int):
            self.turn_to(result)
        elif isinstance(result, routes.Picked):
            return self._take_board(result.value)
        return None

    def _take_board(self, name: str) -> Change:
        """Build the page's puzzle on this board, or show the board's error."""
        try:
            self.handler.take_board(name)
        except RulesError as error:
            words = _("This board cannot be used: {reason}")
            self.services.toast(words.format(reason=in_words(error)), "bad")
        self._refresh()
        return STAY

    def take_found(self, found: Found) -> Change | None:
        """Pass a dropped board to a puzzle that accepts boards; leave anything else to the app."""
        if isinstance(found, InputBoard) and self.handler.takes_boards:
            return self._take_board(found.path)
        return None

    @property
    def pages(self) -> tuple[RulebookPage, ...]:
        return pages_of(self.game)

    @property
    def page(self) -> RulebookPage:
        return self.pages[self.number]

    def _open(self) -> None:
        """Show the page from its beginning; if that fails, show the reason and a plain board."""
        assert self.stage is not None
        shows = self.page.shows
        try:
            check_page(self.page)
        except ValueError as error:  # the texts contain something that this game cannot show
            shows = Example(ExamplePosition(usual_setup(self.game)), in_words(error))
        self.handler = handler_of(shows, self.stage)
        self.stage.set_game(self.handler.game)

    def turn_to(self, number: int) -> Change:
        self.handler.close()
        self.number = max(0, min(len(self.pages) - 1, number))
        self._open()
        self.resize()
        return STAY

    def choose_game(self, key: str) -> Change:
        self.game = key
        return self.turn_to(0)

    # -- layout --------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        edge, gap = margin(self.services), px(GAP)
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
        reading = split_top(right, self.note_at.top - gap - right.top)[0]
        self.reading = form.add(PageText(self.page).at(reading))
        self._lay_controls(form, controls)
        form.start("board" if self.handler.active else "forward")
        if form.focused is not None and form.focused.name == "back" and not self.handler.active:
            # Focus the button, so that Enter repeats the example at its end.
            form.focus("run")
        self.form = form

    def _divide(self, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rectangles of the board and the text, which is beside or below the board."""
        px, strip, upright = (
            self.services.metrics.px,
            self.handler.strip,
            self.services.metrics.portrait,
        )
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
        if upright:
            return board, split_top(body, board.bottom + below - body.top, px(16))[1]
        return board, split_left(body, board.right - body.left, px(24))[1]

    def _note_height(self, column: pygame.Rect) -> int:
        """Return the height of the longest text that this page's board may show."""
        px, canvas = self.services.metrics.px, measuring(self.services)
        width = column.width - px(56) - px(16) - 2
        tall = max(canvas.text_height(text, "body", width) for text in self.handler.texts())
        tall += self._figure_line if self.handler.figures else 0
        return min(max(px(NOTE_HEIGHT), tall + px(26)), round(column.height * 0.42))

    @property
    def _figure_line(self) -> int:
        """Height of the line with the counts."""
        return round(self.services.metrics.type_px("caption") * 1.4)

    def _lay_head(self, form: Form, edge: int, top: int, tall: int) -> int:
        """Add the buttons of the head, and return its lower edge.

        They are back, the games, the guided first game and the contents. In an upright window the
        games have a row of their own.
        """
        px, width = self.services.metrics.px, self.services.metrics.width
        back = Button("", Pop, icon="left", name="back", tip=_("Back"))
        listed = partial(Push, routes.Contents(self.game, self.number))
        contents = Button(_("Contents"), listed, icon="list", name="contents")
        wide = px(190)
        form.add(back.at((edge, top, tall, tall)))
        games = Segment(titles(), self.game, self.choose_game, "games", style="body")
        left = edge + tall + px(GAP)
        row = pygame.Rect(left, top, width - edge - wide - px(GAP) - left, tall)
        if lesson_of(self.game) is not None:
            lesson = partial(Push, routes.Guided(self.game))
            guide = Button("", lesson, icon="lesson", name="guide", tip=_("Guided first game"))
            row.width -= tall + px(GAP)
            form.add(guide.at((row.right + px(GAP), top, tall, tall)))
        if self.services.metrics.portrait:
            row = pygame.Rect(edge, top + tall + px(GAP), width - 2 * edge, tall)
        form.add(games.at(row))
        form.add(contents.at((width - edge - wide, top, wide, tall)))
        return row.bottom

    def _lay_controls(self, form: Form, rect: pygame.Rect) -> None:
        """Add the controls of the page's board, then the controls that turn pages."""
        gap = self.services.metrics.px(8)
        wide = rect.height
        x = rect.left
        for control in self.handler.controls():
            button = Button("", self._act(control.act), icon=control.icon, name=control.name)
            button.tip = _(TIPS[control.name])
            button.enabled = control.enabled
            form.add(button.at((x, rect.top, wide, wide)))
            x += wide + gap
        following = Button("", lambda: self.turn_to(self.number + 1), icon="arrow-right")
        following.name, following.kind, following.tip = "next-page", "main", _("Next page")
        following.enabled = self.number + 1 < len(self.pages)
        before = Button("", lambda: self.turn_to(self.number - 1), icon="arrow-left")
        before.name, before.enabled = "previous-page", self.number > 0
        before.tip = _("Previous page")
        form.add(following.at((rect.right - wide, rect.top, wide, wide)))
        counter = max(self.services.metrics.px(112), 76)
        left = rect.right - 2 * wide - counter
        form.add(before.at((left, rect.top, wide, wide)))
        self.counter_at = pygame.Rect(left + wide, rect.top, counter, wide)

    def _act(self, act: Callable[[], object]) -> Callable[[], Change]:
        """Return a handler that runs `act`, lays out again, and returns any Push from `act`."""

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
        self.services.invalidate()

    # -- input ---------------------------------------------------------------------------------

    def _point(self, point: Point, other: bool) -> Change:
        self.handler.point(point, other)
        said = self.handler.said
        if said.kind == "bad":
            self.services.sound("error")
        self._refresh()
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is not None or not isinstance(event, Press):
            return change
        if event.means("cancel", "rules") and not event.repeat:
            return Pop()
        if event.means("page-up"):
            return self.turn_to(self.number - 1)
        if event.means("page-down"):
            return self.turn_to(self.number + 1)
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
            self.services.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    @property
    def animating(self) -> bool:
        return self.handler.moving or self.form.animating

    @property
    def redraw_every(self) -> float:
        calm = self.services.settings.reduced_motion or self.services.settings.animation_speed == 0
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
        """Draw the note about the last event on the board, or the instruction for the reader."""
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


COLUMNS = ListColumn(30, "right", "second"), ListColumn(0), ListColumn(130, "right", "second")


class ContentsScene(CardScene):
    """The list of pages. It pops with the number of the chosen page, or None."""

    closed_by = ("cancel", "rules")
    size, foot = (680, 400, 48), 20

    def __init__(self, game: str, number: int) -> None:
        super().__init__()
        self.game = game
        self.list = ListBox([])
        self.list.choose(number)

    @property
    def heading(self) -> str:
        return _("{game}: contents").format(game=titles()[self.game])

    def lay_out(self, card: Card) -> None:
        metrics, px, pages = self.services.metrics, self.services.metrics.px, pages_of(self.game)
        tall = min(metrics.height - px(24), px(128) + len(pages) * px(40)) - px(104)
        row = min(40, int((tall - px(24)) / len(pages) / metrics.scale))
        rows = [(str(n), _(page.title), _kind(page.shows)) for n, page in enumerate(pages, 1)]
        chosen = self.list.chosen
        self.list = ListBox(COLUMNS, rows, Pop, row_height=row, boxed=False, name="contents")
        self.list.choose(chosen)
        self.form.add(self.list.at(card.row(tall).inflate(2 * px(12), 0)))


def _kind(shows: object) -> str:
    if isinstance(shows, Task):
        return _("try it")
    return _("puzzle") if isinstance(shows, BuildingPuzzle) else ""
