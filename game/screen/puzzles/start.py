"""Cards over the choice of puzzles: start of a streak or storm, result of a storm, themes."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from pygame import Rect

from game.platform.i18n import N_, _, format_date, ngettext
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import FILE, FREE, OWN, STORM, Course, begin
from game.puzzles.modes import Storm
from game.puzzles.progress import ModeScore
from game.rules.registry import titles
from game.screen.app import routes
from game.screen.app.layout_scenes import CardScene, storing
from game.screen.app.scene import STAY, Change, Pop, Replace
from game.screen.puzzles.attempt import (
    counted_words,
    kind_name,
    mode_name,
    mode_rule,
    named,
    theme_name,
)
from game.screen.puzzles.series import open_course
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.input import InputEvent
from game.screen.ui.layout import Card, button_height, grid
from game.screen.ui.widget import Label, Widget, WidgetState

LINE, SHOWN_SCORES = 34, 5  # height of a line in design px; maximum number of lines
# Seconds for which the result of a storm ignores input that was meant for the board.
NO_INPUT_S = 0.8


class ScoreList(Widget):
    """The best results of a mode: rank, score, combo and date; the line at `place` is bright."""

    focusable = False

    def __init__(self, scores: Sequence[ModeScore], place: int | None = None) -> None:
        super().__init__("scores")
        self.scores, self.place = scores, place

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, rect = canvas.ui, self.rect
        if not self.scores:
            words = _("No result yet.")
            canvas.text(words, "caption", rect, ui.text_second, valign="top")
            return
        pitch = rect.height // SHOWN_SCORES
        for number, score in enumerate(self.scores[:SHOWN_SCORES], 1):
            line = Rect(rect.left, rect.top + (number - 1) * pitch, rect.width, pitch)
            self._draw_line(canvas, line, number, score)

    def _draw_line(self, canvas: Canvas, line: Rect, number: int, score: ModeScore) -> None:
        second = canvas.ui.text_second
        bright = canvas.accent if number == self.place else None
        combo = _("Combo {n}").format(n=score.combo) if score.combo else ""
        cells = (
            (0.0, 0.08, str(number), "caption", second, "left"),
            (0.08, 0.14, str(score.score), "body_bold", bright, "right"),
            (0.27, 0.35, combo, "caption", second, "left"),
            (0.62, 0.38, format_date(score.date), "caption", second, "right"),
        )
        canvas.cells(line, cells)


class RunCard(CardScene):
    """Base of the cards about puzzles."""

    size, pad = (640, 440, 32), 32
    board: str | None = None  # port of a sensor board

    def __init__(self) -> None:
        super().__init__()
        self.progress, _complaint = kept.opened()

    def row(self, card: Card, widget: Widget) -> None:
        """Add a control as high as a button."""
        card.add(widget, button_height(self.services.metrics, 52, 16))
        card.space(self.services.metrics.px(10))

    def add_scores(self, card: Card, scores: Sequence[ModeScore], place: int | None) -> None:
        pitch = max(self.services.metrics.px(LINE), self.services.metrics.type_px("body") + 4)
        card.add(ScoreList(scores, place), SHOWN_SCORES * pitch)
        card.space(self.services.metrics.px(14))

    def add_words(self, card: Card, text: str) -> None:
        """Add a sentence or two, wrapped."""
        height = card.canvas.text_height(text, "body", card.width)
        card.add(Label(text, second=True, valign="top"), height + 2)
        card.space(self.services.metrics.px(14))

    def add_buttons(self, card: Card, buttons: Sequence[Button]) -> None:
        """Add buttons side by side, all equally wide; the first is the main button."""
        row, count = card.row(button_height(self.services.metrics)), len(buttons)
        for button, place in zip(buttons, grid(row, count, count, self.services.metrics.px(12))):
            self.form.add(button.at(place))

    def open(self, course: Course) -> Change:
        """Open a course in place of this card; if the course has no puzzle, show a toast."""
        route = open_course(self.services, course, self.progress, self.board)
        return Replace(route) if route is not None else STAY


class RunStartScene(RunCard):
    """The explanation of a streak or storm, the choice of its game, and its high scores."""

    first = "start"

    def __init__(self, mode: str, board: str | None = None) -> None:
        super().__init__()
        self.mode, self.board, self.game = mode, board, ""

    @property
    def heading(self) -> str:
        return mode_name(self.mode)

    def lay_out(self, card: Card) -> None:
        names = {"": _("All games"), **titles()}
        self.add_words(card, mode_rule(self.mode))
        keys = ["", *catalogue.games()]
        store = storing(self, "game", self.resize)
        self.row(card, Stepper(keys, self.game, store, names.__getitem__, "game"))
        self.add_scores(card, self.progress.best(self.mode, self.game), None)
        start = Button(_("Start"), self._start, icon="play", kind="main", name="start")
        self.add_buttons(card, [start, Button(_("Cancel"), Pop, name="cancel")])

    def _start(self) -> Change:
        return self.open(begin(self.mode, datetime.date.today(), self.game))


class StormResultScene(RunCard):
    """The result of a storm: score, details, its rank in the high scores."""

    first = "again"

    def __init__(self, course: Course, place: int | None = None) -> None:
        super().__init__()
        assert isinstance(course.run, Storm)
        self.course, self.storm, self.place = course, course.run, place
        self._age = 0.0

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event, but ignore input shortly after the storm: it was meant for the board."""
        return super().handle(event) if self._age >= NO_INPUT_S else STAY

    def update(self, dt: float) -> Change | None:
        self._age += dt
        return super().update(dt)

    @property
    def heading(self) -> str:
        game = titles().get(self.course.game, _("All games"))
        return named(mode_name(STORM), game)

    def lay_out(self, card: Card) -> None:
        solved = ngettext("{n} puzzle", "{n} puzzles", self.storm.solved)
        height = round(self.services.metrics.type_px("score") * 1.3)
        card.add(Label(solved.format(n=self.storm.solved), "score", wrap=False), height)
        card.space(self.services.metrics.px(6))
        self.add_words(card, self._words())
        self.add_scores(card, self.progress.best(STORM, self.course.game), self.place)
        again = Button(_("New storm"), self._again, icon="again", kind="main", name="again")
        done = Button(_("Done"), Pop, name="done")
        missed = Button(_("Those missed"), self._missed, icon="again", name="missed")
        self.add_buttons(card, [again, *([missed] if self.course.given else []), done])

    def _words(self) -> str:
        words = [_("Longest combo: {n}.").format(n=self.storm.best_combo)]
        missed = self.storm.missed
        if missed:
            text = ngettext("{n} missed: it comes again.", "{n} missed: they come again.", missed)
            words.append(text.format(n=missed))
        if self.place == 1:
            words.insert(0, _("Your best storm!"))
        return " ".join(words)

    def _again(self) -> Change:
        return self.open(begin(STORM, datetime.date.today(), self.course.game))

    def _missed(self) -> Change:
        """Open the puzzles that were missed, without a clock."""
        course = Course(FILE, given=self.course.given)
        return Replace(routes.solving(self.course.given[0], course))


class PickPuzzlesScene(RunCard):
    """The choice of puzzles by game, kind and theme, including the user's own."""

    title = N_("By theme")
    first = "start"

    def __init__(self, board: str | None = None) -> None:
        super().__init__()
        self.board = board
        self.game, self.kind, self.theme = "", "", ""

    def lay_out(self, card: Card) -> None:
        names = {"": _("All games"), **titles()}
        keys, kinds = ["", *catalogue.games()], ["", *self._kinds()]
        puzzles = catalogue.choose(self.game, self.kind)
        themes = ["", *catalogue.themes(puzzles)]
        self.row(card, Stepper(keys, self.game, self.choose_game, names.__getitem__, "game"))
        self.row(card, Stepper(kinds, self.kind, self.choose_kind, _kind, "kind"))
        store = storing(self, "theme", self.resize)
        self.row(card, Stepper(themes, self.theme, store, _theme, "theme"))
        chosen = catalogue.choose(self.game, self.kind, self.theme)
        self.add_words(card, counted_words(self.progress, chosen))
        start = Button(_("Start"), self._start, icon="play", kind="main", name="start")
        own = Button(_("My own"), lambda: self.open(Course(OWN)), icon="person", name="own")
        mine = [own] if catalogue.own_puzzles()[0] else []
        self.add_buttons(card, [start, *mine, Button(_("Cancel"), Pop, name="cancel")])

    def _kinds(self) -> list[str]:
        keys = [self.game] if self.game else catalogue.games()
        return list(dict.fromkeys(kind for key in keys for kind in catalogue.shipped_kinds(key)))

    def choose_game(self, key: str) -> None:
        self.game = key
        if self.kind not in self._kinds():
            self.kind = ""
        self.choose_kind(self.kind)

    def choose_kind(self, kind: str) -> None:
        self.kind = kind
        if self.theme not in catalogue.themes(catalogue.choose(self.game, self.kind)):
            self.theme = ""
        self.resize()

    def _start(self) -> Change:
        return self.open(Course(FREE, self.game, self.kind, self.theme))


def _kind(kind: str) -> str:
    return kind_name(kind) if kind else _("Any kind")


def _theme(theme: str) -> str:
    return theme_name(theme) if theme else _("any theme")
