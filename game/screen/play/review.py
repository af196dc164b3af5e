"""Review and replay of a match: any position, turn by turn, with what each turn gave away."""

from __future__ import annotations

from game.i18n import _
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Pop, Replace
from game.screen.play.column import Link
from game.screen.play.graph import Graph
from game.screen.play.match_scene import MatchScene
from game.screen.play.overlay import signs
from game.screen.play.verdict import seat_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.widget import Form
from game.table.match import Match
from game.table.review import Judge, Review

PAUSE = 0.9  # seconds between two turns while the match is replayed
LIST_ACCENT = 64  # width of the bright figures in the turn list
WORTH_TELLING = 0.02  # of the chances, lost by a turn


class ReviewScene(MatchScene):
    """A finished match, or one that rests.  Changes nothing of it."""

    def __init__(self, match: Match, judge: Judge | None = None) -> None:
        super().__init__(match, lambda action: None, lambda: False)
        self.board.focusable = False
        self.review = Review(match, (lambda game: judge) if judge is not None else None)
        self.replaying = False
        self._wait = 0.0
        self._known = -1
        self._mistake = 0

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        if self.match.turns:
            self.review.start()

    def leave(self) -> None:
        self.review.stop()
        super().leave()

    def build_form(self, canvas: Canvas) -> None:
        layout, px = self.layout, canvas.px
        names = (seat_name(self.match, self.panel, 0), seat_name(self.match, self.panel, 1))
        self.graph = Graph(self._go, names)
        self.graph.at(layout.seats)
        self.menu_button = self.corner_button(
            Button("", Pop, icon="cross", name="close", tip=_("Close the review"))
        )
        self.new_fold_button()
        self.turn_list = self.new_turn_list(self._go, LIST_ACCENT)
        self.turn_list.at(layout.turns)
        main = self._play_on if not self.match.over else self._replay
        self.play_button = Button("", main, kind="main", icon="play", name="replay")
        second = self._replay if not self.match.over else self._next_mistake
        self.worst = Button("", second, icon="warning", name="mistake")
        self.worst.tip = _("Next mistake") if self.match.over else _("Replay")
        back = Button(
            "", lambda: self._step(-1), icon="left", name="earlier", tip=_("One turn back")
        )
        on = Button(
            "", lambda: self._step(1), icon="right", name="later", tip=_("One turn forward")
        )
        row, gap = layout.actions, px(10)
        small = max(px(68), 40)
        self.play_button.at((row.left, row.top, row.width - 3 * (small + gap), row.height))
        for number, button in enumerate((self.worst, back, on)):
            x = row.right - (3 - number) * small - (2 - number) * gap
            button.at((x, row.top, small, row.height))
        widgets = self.panel_widgets(canvas)
        self.panel.on_change = self.refresh
        order = [*widgets, self.graph, self.turn_list, self.play_button, self.worst, back, on]
        self.form = Form([self.board, *order, *self.header_buttons()], keep=self.form)
        self.form.start("replay")

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        if self.picture is None:
            return
        turns = self.browser.turns
        self.board.pieces = self.game.pieces(self.browser.state)
        self.panel.show = self.board.show
        in_the_air = self.playback.moving and bool(turns)
        self.panel.follow(self.browser.state, None, turns[-1] if in_the_air else None, at_once)
        self.board.overlay = signs(self.panel, turns, not in_the_air)
        self._list()
        self._buttons()

    def _list(self) -> None:
        shown = len(self.browser.turns)
        self.turn_list.show(self.match.turns, shown, self._loss)
        known, whole = self.review.done, len(self.review.chances)
        caption = "" if known == whole else _("{n} of {all}").format(n=known, all=whole)
        marks = [mistake.number for mistake in self.review.mistakes()]
        self.graph.set(self.review.chances, marks, shown, self.review.failed or caption)

    def _loss(self, number: int, _figure: str) -> str:
        """What a turn gave away, in the place of the panel's own figure."""
        loss = self.review.loss(number)
        if loss is None or loss < WORTH_TELLING:
            return ""
        return f"−{round(loss * 100)}%"

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

    # -- acting ------------------------------------------------------------------------------------

    def _go(self, turn: int) -> Change | None:
        self.replaying = False
        self.playback.browse_to(turn)
        return STAY

    def _step(self, turns: int) -> Change | None:
        self.replaying = False
        self.playback.page(turns)
        return STAY

    def _replay(self) -> Change | None:
        """Let the turns pass by themselves, from the start if the end is shown."""
        self.replaying = not self.replaying
        self._wait = 0.0
        if self.replaying and not self.browser.active:
            self.playback.browse_to(-1)
        self._buttons()
        return STAY

    def _next_mistake(self) -> Change | None:
        """To the position before the next big mistake, the worst first."""
        mistakes = self.review.mistakes()
        if mistakes:
            self._go(mistakes[self._mistake % len(mistakes)].number)
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
                "coordinates": self.toggle_coordinates,
            }.items():
                if event.means(command):
                    return act() or STAY
        return self.form.handle(event)

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        if self.review.done != self._known:
            self._known = self.review.done
            self._list()
            self._buttons()
            self.desk.invalidate()
        if self.replaying and self.board.show is None:
            self._wait += dt
            if self._wait >= PAUSE:
                self._wait = 0.0
                self.playback.page(1)
                self.replaying = self.browser.active
                self._buttons()
        return None

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.review.running or self.replaying else 0.0

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        link = Link("eye", _("Review"))
        title = self.game.title
        self.picture.draw(canvas, self.board, self.panel, self.form, title, link, [])
