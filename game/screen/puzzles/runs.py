"""Puzzles of a run: the streak, which ends with the first mistake, and the storm of three minutes.

The clock of a storm runs only while the person can act: not while anything moves on the board,
while a verdict is shown, while another scene lies over it, or while the window has no focus.
"""

from __future__ import annotations

import datetime
from dataclasses import replace

from pygame import Rect

from game.platform.i18n import _, format_number
from game.puzzles.attempt_checker import Comparer
from game.puzzles.course import STREAK, Course, begin
from game.puzzles.modes import PENALTY_S, Storm, Streak
from game.puzzles.progress import ModeScore
from game.puzzles.puzzle import Puzzle
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Replace
from game.screen.boards.overlay import Overlay
from game.screen.guided.card import card_layout
from game.screen.play.menu import Face, Faces
from game.screen.puzzles.attempt import ASKING, SOLVED, PuzzleAttempt
from game.screen.puzzles.card import PuzzleCard
from game.screen.puzzles.scene import PuzzleScene
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import MS, RADIUS
from game.screen.ui.widget import WidgetState

VERDICT_S = 0.6  # seconds that right or wrong is shown in a storm
ARRIVAL_S = MS["board_flight"] / 1000  # seconds until the next puzzle has arrived
URGENT_S = 10.0  # seconds left from which each is heard
BAND = 64  # design px of the clock's line on the card


class RunScene(PuzzleScene):
    """A puzzle of a run: no hints, and a score that is entered at the end, or on leaving."""

    _entered = False  # or goes the run on in another scene?
    place: int | None = None  # of the score in its list

    def leave(self) -> None:
        self.enter_score()
        super().leave()

    def enter_score(self) -> None:
        """Enter the result into its list, once."""
        run = self.course.run
        if self._entered or run is None:
            return
        self._entered = True
        combo = run.best_combo if isinstance(run, Storm) else 0
        today = datetime.date.today().isoformat()
        score = ModeScore(self.course.name, self.course.game, run.solved, combo, today)
        self.place = self.progress.enter(score)
        if self.place is not None:
            self.keep_progress()

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        change = super().open_next(course, after)
        self._entered = self._entered or isinstance(change, Replace)
        return change

    def open_help(self) -> Change:
        self.services.toast(_("In a streak or storm there are no hints."), "info", "bulb")
        return STAY

    def get_help(self, question: str) -> None:
        self.open_help()

    def button_faces(self) -> Faces:
        main, back, lamp = super().button_faces()
        if self.attempt.status == ASKING and not self.browser.active:
            lamp = replace(lamp, enabled=False)
        return main, back, lamp


class StreakScene(RunScene):
    """A puzzle of a streak."""

    @property
    def streak(self) -> Streak:
        assert isinstance(self.course.run, Streak)
        return self.course.run

    def button_faces(self) -> Faces:
        main, back, lamp = super().button_faces()
        if self.streak.over and not self.attempt.playing and not self.browser.active:
            main = replace(main, label=_("New streak"), icon="again")
        return main, back, lamp

    def note_outcome(self) -> None:
        super().note_outcome()
        if self.streak.over:
            self.enter_score()

    def end_puzzle(self) -> Change:
        if not self.streak.over:
            return super().end_puzzle()
        new = begin(STREAK, datetime.date.today(), self.course.game)
        return self.open_next(new, None)

    def go_on(self) -> Change:
        """Go to the next puzzle, also past one that is skipped."""
        skipped = self.attempt.decided is None
        course = self.course.skip(self.puzzle) if skipped else self.course
        return self.open_next(course, self.puzzle)

    @property
    def onward(self) -> str:
        return _("Done") if self.streak.over else super().onward

    def follow_card(self) -> None:
        super().follow_card()
        self.card.figure = _("{n} in a row").format(n=self.streak.solved)
        if self.streak.over:
            self.card.note = self._ended()

    def _ended(self) -> str:
        if self.place == 1:
            return _("The streak ends: your best so far.")
        best = self.progress.best(STREAK, self.course.game)
        words = _("The streak ends. Your best: {n}.")
        return words.format(n=best[0].score if best else 0)

    def label_choices(self) -> None:
        super().label_choices()
        decided = self.attempt.decided is not None
        self.solve.visible = decided
        if not decided:
            self.skip.label, self.skip.visible = _("Skip once"), not self.streak.skipped


class StormCard(PuzzleCard):
    """The card of a storm: the clock and the score above the task, the combo below it."""

    clock = score = combo = bonus = ""
    share, urgent = 0.0, False  # of the way to the next bonus

    def follow(self, storm: Storm, attempt: PuzzleAttempt) -> None:
        """Show a storm and how its puzzle stands."""
        self.status = attempt.status
        self.clock, self.urgent = clock_text(storm.left_s), storm.left_s <= URGENT_S
        self.score = str(storm.solved)
        self.combo = _("Combo {n}").format(n=storm.combo)
        wanted, seconds = storm.next_bonus
        self.bonus = _("+{s} s at {n}").format(s=round(seconds), n=wanted)
        self.share = storm.combo / wanted
        if attempt.over:
            right = attempt.status == SOLVED
            self.words = _("Right!") if right else _("Wrong: −{s} s").format(s=round(PENALTY_S))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie = card_layout(rect, canvas)
        edge = {SOLVED: ui.good, ASKING: ui.line}.get(self.status, ui.bad)
        canvas.rounded(rect, px(RADIUS["card"]), ui.card, edge, max(2, px(2)))
        band = Rect(lie.head.left, lie.head.top, lie.head.width, max(px(BAND), 40))
        colour = ui.bad if self.urgent else canvas.accent
        spot = canvas.icon("clock", (band.left + px(18), band.centery), colour, 34)
        left = Rect(spot.right + px(10), band.top, band.centerx - spot.right, band.height)
        canvas.text(self.clock, "clock", left, colour)
        wide = canvas.text(self.score, "score", band, ui.text, "right").width
        tick = (band.right - wide - px(24), band.centery)
        canvas.icon("check", tick, ui.good, 30)
        words = Rect(band.left, band.bottom, band.width, lie.buttons.top - band.bottom)
        canvas.text(self.words, "guide", words, ui.text, wrap=True)
        self._draw_combo(canvas, lie.buttons)

    def _draw_combo(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the combo, and a bar up to the next bonus."""
        px, ui = canvas.px, canvas.ui
        bar = Rect(rect.left, 0, rect.width, max(6, px(8)))
        bar.bottom = rect.bottom
        line = Rect(rect.left, rect.top, rect.width, bar.top - px(6) - rect.top)
        canvas.text(self.combo, "body_bold", line, ui.text, valign="bottom")
        canvas.text(self.bonus, "caption", line, ui.text_second, "right", "bottom")
        canvas.rounded(bar, bar.height // 2, ui.control)
        done = bar.copy()
        done.width = round(bar.width * min(1.0, self.share))
        if done.width >= bar.height:
            canvas.rounded(done, bar.height // 2, canvas.accent)


class StormScene(RunScene):
    """A puzzle of a storm: its first turn decides, and the next one follows by itself.

    While it waits for the person elsewhere, its pieces are covered.
    """

    rated = False  # there haste decides

    def __init__(self, puzzle: Puzzle, course: Course, *, board: str | None = None) -> None:
        super().__init__(puzzle, course, board=board, judge=Comparer())
        self._pause = 0.0  # seconds in which nobody can act
        self._heard = 0  # second of the clock that was heard last
        self._ticked = 0.0  # when the clock was last looked at: it counts real time

    @property
    def storm(self) -> Storm:
        assert isinstance(self.course.run, Storm)
        return self.course.run

    @property
    def running(self) -> bool:
        """Whether the clock runs: the person can act and nothing moves."""
        acts = self.attempt.status == ASKING and self.hand.enabled and not self.held
        return acts and self._pause <= 0 and not self.playback.moving and not self.setting_out

    def enter(self) -> None:
        super().enter()
        self._ticked = self.services.now
        still = self.services.settings.calm or not self.services.settings.animation_speed
        self._pause = 0.0 if still else ARRIVAL_S

    def pause(self) -> None:
        super().pause()
        self.refresh()

    def resume(self, result: object = None) -> Change | None:
        change = super().resume(result)
        self._ticked = self.services.now
        self.refresh()
        return change

    def focus_lost(self) -> Change | None:
        return self.open_menu()

    # -- time --------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        decided, passed = self.attempt.decided, self.services.now - self._ticked
        self._ticked = self.services.now
        change = super().update(dt)
        if self.attempt.decided is not decided:
            self._pause = VERDICT_S
            if self.attempt.decided:
                self.services.sound("combo", self.storm.combo)
        if change is not None or self.held:
            return change
        if self.running:
            self._tick(passed)
        elif self._pause > 0:
            self._pause -= dt
        if self.storm.over and not self.playback.moving and self._pause <= 0:
            return self._finish()
        if self.attempt.over and self._pause <= 0:
            return self.go_on()
        return None

    def _tick(self, seconds: float) -> None:
        self.course = replace(self.course, run=self.storm.tick(seconds))
        left = int(self.storm.left_s)
        if left < URGENT_S and left != self._heard:
            self._heard = left
            self.services.sound("clock10")
        self.follow_card()

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        change = super().open_next(course, after)
        return change if isinstance(change, Replace) else self._finish()  # no puzzle is left

    def _finish(self) -> Change:
        self.enter_score()
        self.services.sound("win" if self.place == 1 else "end")
        return Replace(routes.StormResult(self.course, self.place))

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        super().refresh(at_once)
        if self.held:
            self.board.pieces, self.board.overlay = {}, Overlay()

    def new_card(self) -> PuzzleCard:
        return StormCard()

    def follow_card(self) -> None:
        super().follow_card()
        if isinstance(self.card, StormCard):
            before = vars(self.card).copy()
            self.card.follow(self.storm, self.attempt)
            if vars(self.card) != before:
                self.services.invalidate()

    def label_choices(self) -> None:
        for button in (self.solve, self.skip, self.share):
            button.visible = False

    def button_faces(self) -> Faces:
        main, back, lamp = super().button_faces()
        if not self.attempt.over or self.browser.active:
            return main, back, lamp
        waits = Face(self.onward, enabled=False)
        return waits, replace(back, enabled=False), replace(lamp, enabled=False)

    def end_puzzle(self) -> Change:
        """Go on at once, without waiting for the verdict to be seen."""
        self._pause = 0.0
        return STAY

    @property
    def redraw_every(self) -> float:
        return 0.1


def clock_text(seconds: float) -> str:
    """Return minutes and seconds; the last ten with tenths."""
    if seconds < URGENT_S:
        return format_number(seconds, ".1f")
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
