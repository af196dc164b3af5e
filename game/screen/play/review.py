"""Review and replay of a match: any position, turn by turn, with what each turn gave away."""

from __future__ import annotations

from typing import Any

from game.i18n import _
from game.screen.animation.choreography import Cue
from game.screen.animation.cues import play
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Pop, Replace, Scene
from game.screen.boards import BoardView
from game.screen.games.registry import board_view, room_of
from game.screen.play import column
from game.screen.play.boardwidget import BoardWidget, Overlay
from game.screen.play.column import Link
from game.screen.play.conduct import Conductor
from game.screen.play.graph import Graph
from game.screen.play.interaction import Interaction
from game.screen.play.layout import lay_out
from game.screen.play.picture import Picture
from game.screen.play.playback import Theatre
from game.screen.play.verdict import seat_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.widget import Form
from game.table.match import Match
from game.table.review import Judge, Review

PAUSE = 0.9  # seconds between two turns while the match is replayed


class ReviewScene(Scene):
    """A finished match, or one that rests.  Changes nothing of it."""

    def __init__(self, match: Match, judge: Judge | None = None) -> None:
        self.match, self.game = match, match.game
        self.hand = Interaction(self.game)
        self.panel = room_of(match.game.key).panel(match, self.hand)
        self.board = BoardWidget(self.hand, lambda action: None, lambda: False)
        conductor = Conductor(match)
        self.theatre = Theatre(match, self.board, conductor, self.refresh, self._sound)
        self.review = Review(match, (lambda game: judge) if judge is not None else None)
        self.form = Form()
        self.view: BoardView | None = None
        self.picture: Picture | None = None
        self.replaying = False
        self._wait = 0.0
        self._known = -1
        self._mistake = 0

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.theatre.house = self.desk
        if self.match.turns:
            self.review.start()

    def leave(self) -> None:
        self.review.stop()
        if self.view is not None:
            self.view.close()
        self.picture = None

    def resize(self) -> None:
        desk = self.desk
        layout = self.layout = lay_out(desk.metrics, self.panel.height)
        if self.view is not None:
            self.view.close()
        self.view = board_view(self.game, desk.theme, layout.board.width)
        self.view.show_coordinates(desk.settings.coordinates)
        self.view.topleft = layout.board.topleft
        self.board.view = self.view
        self.board.at(layout.board)
        self.board.focusable = False
        self._build_form()
        self.picture = Picture(layout, self.view, self.menu_button)
        self.theatre.finish()
        self.refresh(at_once=True)

    def _build_form(self) -> None:
        layout, px = self.layout, self.desk.metrics.px
        names = (seat_name(self.match, self.panel, 0), seat_name(self.match, self.panel, 1))
        self.graph = Graph(self._go, names)
        self.graph.at(layout.seats)
        self.menu_button = Button("", Pop, icon="cross", name="close")
        self.menu_button.pill = True
        size = max(px(48), 36)
        self.menu_button.at((layout.header.right - size, layout.header.top, size, size))
        drawer = column.cell_drawer(lambda: self.view, self._row_piece)
        self.turn_list = column.turn_list(self._go, drawer, 64)
        self.turn_list.at(layout.turns)
        main = self._play_on if not self.match.over else self._replay
        self.play_button = Button("", main, kind="main", icon="play", name="replay")
        second = self._replay if not self.match.over else self._next_mistake
        self.worst = Button("", second, icon="warning", name="mistake")
        back = Button("", lambda: self._step(-1), icon="left", name="earlier")
        on = Button("", lambda: self._step(1), icon="right", name="later")
        row, gap = layout.actions, px(10)
        small = max(px(68), 40)
        self.play_button.at((row.left, row.top, row.width - 3 * (small + gap), row.height))
        for number, button in enumerate((self.worst, back, on)):
            x = row.right - (3 - number) * small - (2 - number) * gap
            button.at((x, row.top, small, row.height))
        widgets = self.panel.widgets()
        self.panel.lay_out(layout.game, measuring(self.desk))
        self.panel.on_change = self.refresh
        order = [*widgets, self.graph, self.turn_list, self.play_button, self.worst, back, on]
        self.form = Form([self.board, *order, self.menu_button], keep=self.form)
        self.form.start("replay")

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        if self.picture is None:
            return
        browser = self.theatre.browser
        turns = browser.turns
        self.board.pieces = self.game.pieces(browser.state)
        self.panel.show = self.board.show
        in_the_air = self.theatre.moving and bool(turns)
        shown = turns[-1] if in_the_air else None
        self.panel.follow(browser.state, None, shown, at_once)
        overlay = Overlay()
        self.panel.overlay(overlay)
        if turns and not in_the_air:
            moved = [entry.action for entry in turns[-1].entries if entry.action]
            overlay.last = tuple(a.target for a in moved[-1:] if a.target)
            sources = [a.source for a in moved if a.source]
            overlay.vacated = sources[0] if sources else None
        self.board.overlay = overlay
        self._list()
        self._buttons()

    def _list(self) -> None:
        rows = []
        for number, turn in enumerate(self.match.turns):
            text, _accent, value = self.panel.row(turn)
            judged = self.review.judged(number)
            loss = f"−{round(judged.loss * 100)}%" if judged and judged.loss >= 0.02 else ""
            rows.append((str(self.panel.row_number(turn)), "", text, loss, value))
        shown = len(self.theatre.browser.turns)
        self.turn_list.set_rows(rows, shown - 1)
        known, whole = self.review.done, len(self.review.chances)
        caption = "" if known == whole else _("{n} of {all}").format(n=known, all=whole)
        marks = self.review.mistakes()
        self.graph.set(self.review.chances, marks, shown, self.review.failed or caption)

    def _play_on(self) -> Change | None:
        """A match that rests is gone on with."""
        return Replace(routes.Play(self.match.spec, match=self.match))

    def _buttons(self) -> None:
        if not self.match.over:
            self.play_button.label = _("Play on")
            self.worst.icon = "pause" if self.replaying else "film"
            return
        self.play_button.label = _("Pause") if self.replaying else _("Replay")
        self.play_button.icon = "pause" if self.replaying else "play"
        self.worst.enabled = bool(self.review.mistakes())

    def _row_piece(self, row: int) -> Any:
        turns = self.match.turns
        return self.panel.row_piece(turns[row]) if row < len(turns) else None

    # -- acting ------------------------------------------------------------------------------------

    def _go(self, turn: int) -> Change | None:
        self.replaying = False
        return self.theatre.browse_to(turn)

    def _step(self, turns: int) -> Change | None:
        self.replaying = False
        return self.theatre.page(turns)

    def _replay(self) -> Change | None:
        """Let the turns pass by themselves, from the start if the end is shown."""
        self.replaying = not self.replaying
        self._wait = 0.0
        if self.replaying and not self.theatre.browser.active:
            self.theatre.browse_to(-1)
        self._buttons()
        return STAY

    def _next_mistake(self) -> Change | None:
        """To the position before the next big mistake, the worst first."""
        mistakes = self.review.mistakes()
        if mistakes:
            self._go(mistakes[self._mistake % len(mistakes)])
            self._mistake += 1
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press):
            for command, act in {
                "cancel": Pop,
                "page-up": lambda: self._step(-1),
                "page-down": lambda: self._step(1),
                "first": lambda: self._go(-1),
                "last": lambda: self._go(len(self.match.turns) - 1),
                "hint": self._next_mistake,
                "coordinates": self._coordinates,
            }.items():
                if event.means(command):
                    return act() or STAY
        return self.form.handle(event)

    def _coordinates(self) -> None:
        self.desk.change_settings(coordinates=not self.desk.settings.coordinates)

    def update(self, dt: float) -> Change | None:
        self.board.update(dt)
        self.form.update(dt)
        self.panel.update(dt)
        self.theatre.move_on(dt)
        if self.review.done != self._known:
            self._known = self.review.done
            self._list()
            self._buttons()
            self.desk.invalidate()
        if self.replaying and self.board.show is None:
            self._wait += dt
            if self._wait >= PAUSE:
                self._wait = 0.0
                self.theatre.page(1)
                self.replaying = self.theatre.browser.active
                self._buttons()
        return None

    def _sound(self, cues: list[Cue]) -> None:
        play(self.desk, cues, self.view is not None and self.view.look.style == "stone")

    @property
    def animating(self) -> bool:
        waiting = self.view is not None and self.view.busy
        return self.board.animating or self.panel.animating or self.form.animating or waiting

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.review.running or self.replaying else 0.0

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        link = Link("eye", _("Review"))
        title = self.game.title
        self.picture.draw(canvas, self.board, self.panel, self.form, title, link, [])
