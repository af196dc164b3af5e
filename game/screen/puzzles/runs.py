"""Puzzles of a run: the streak, which ends with the first mistake, or the storm of three minutes.

The clock of a storm runs only while the person can act. It stops while something moves on the
board, a verdict is shown, another scene is on top, or the window has no focus.
"""

from __future__ import annotations

import datetime
from dataclasses import replace

from pygame import Rect

from game.platform.i18n import _, format_number
from game.puzzles.attempt_checker import CheckerProcess, Comparer
from game.puzzles.course import STREAK, Course, begin
from game.puzzles.modes import PENALTY_S, Storm, Streak
from game.puzzles.puzzle import Puzzle
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Replace
from game.screen.play.column_card import card_layout
from game.screen.play.kind import PlayParts
from game.screen.play.menu import Face, Faces
from game.screen.play.scene import PlayScene
from game.screen.puzzles.attempt import ASKING, SOLVED, PuzzleAttempt
from game.screen.puzzles.card import PuzzleCard
from game.screen.puzzles.scene import series_scene
from game.screen.puzzles.series import PuzzleSeries
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import MS, RADIUS
from game.screen.ui.widget import WidgetState

VERDICT_S = 0.6  # seconds for which the verdict is shown in a storm
ARRIVAL_S = MS["board_flight"] / 1000  # seconds of the transition to the next puzzle
URGENT_S = 10.0  # last seconds of the clock, each announced by a sound
BAND = 64  # height in design px of the clock's line on the card


class StreakSeries(PuzzleSeries):
    """The streak to which a puzzle belongs."""

    name = "streak"

    @property
    def streak(self) -> Streak:
        assert isinstance(self.course.run, Streak)
        return self.course.run

    def note_outcome(self) -> None:
        super().note_outcome()
        if self.streak.over:
            self.enter_score()

    @property
    def onward(self) -> str:
        return _("Done") if self.streak.over else super().onward

    def end(self) -> Change | None:
        if not self.streak.over:
            return super().end()
        new = begin(STREAK, datetime.date.today(), self.course.game)
        return self.open_next(new, None)

    def go_on(self) -> Change:
        """Go to the next puzzle; a puzzle without an outcome counts as skipped."""
        skipped = self.attempt.decided is None
        course = self.course.skip(self.puzzle) if skipped else self.course
        return self.open_next(course, self.puzzle)

    def show(self, card: PuzzleCard) -> None:
        card.figure = _("{n} in a row").format(n=self.streak.solved)
        if self.streak.over:
            card.note = self._ended()

    def _ended(self) -> str:
        if self.place == 1:
            return _("The streak ends: your best so far.")
        best = self.progress.best(STREAK, self.course.game)
        words = _("The streak ends. Your best: {n}.")
        return words.format(n=best[0].score if best else 0)

    def label(self, solve: Button, another: Button, share: Button) -> None:
        super().label(solve, another, share)
        decided = self.attempt.decided is not None
        solve.visible = decided
        if not decided:
            another.label, another.visible = _("Skip once"), not self.streak.skipped

    def faces(self, faces: Faces) -> Faces:
        main, back, lamp = super().faces(faces)
        if self.streak.over and not self.attempt.playing:
            main = replace(main, label=_("New streak"), icon="again")
        return main, back, lamp


class StormCard(PuzzleCard):
    """The card of a storm: the clock and the score above the task, the combo below the task."""

    clock = score = combo = bonus = ""
    # Progress to the next bonus, and whether the clock is in its last seconds.
    share, urgent = 0.0, False

    def follow(self, storm: Storm, attempt: PuzzleAttempt) -> None:
        """Show the state of a storm and of its puzzle."""
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


class StormSeries(PuzzleSeries):
    """The storm to which a puzzle belongs: its first turn decides, then the next puzzle opens.

    While the person is away from the puzzle, its pieces are covered.
    """

    name = "storm"
    rated = False  # speed decides in a storm, not strength
    own_clock = True
    redraw_every = 0.1

    def __init__(self, attempt: PuzzleAttempt, course: Course, board: str | None = None) -> None:
        super().__init__(attempt, course, board)
        self._decided = attempt.decided
        self._pause = 0.0  # seconds left in which the person cannot act
        self._heard = 0  # last second of the clock that was announced by a sound
        self._ticked = 0.0  # real time of the last update

    @property
    def storm(self) -> Storm:
        assert isinstance(self.course.run, Storm)
        return self.course.run

    @property
    def running(self) -> bool:
        """True while the clock runs: the person can act and nothing moves."""
        stage, held = self.play.stage, self.play.held()
        acts = self.attempt.status == ASKING and stage.hand.enabled and not held
        return acts and self._pause <= 0 and not stage.playback.moving and not self.setting_out

    def enter(self, play: PlayParts) -> None:
        super().enter(play)
        self._ticked = self.services.now
        still = self.services.settings.calm or not self.services.settings.animation_speed
        self._pause = 0.0 if still else ARRIVAL_S

    # -- time --------------------------------------------------------------------------------------

    def resumed(self) -> None:
        self._ticked = self.services.now

    def update(self, dt: float) -> Change | None:
        passed, self._ticked = self.services.now - self._ticked, self.services.now
        if self.attempt.decided is not self._decided:
            self._decided, self._pause = self.attempt.decided, VERDICT_S
            if self.attempt.decided:
                self.services.sound("combo", self.storm.combo)
        if self.play.held():
            return None
        if self.running:
            self._tick(passed)
        elif self._pause > 0:
            self._pause -= dt
        if self.storm.over and not self.play.stage.playback.moving and self._pause <= 0:
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

    # -- what follows ------------------------------------------------------------------------------

    def end(self) -> Change:
        """Continue immediately, without a pause for the verdict."""
        self._pause = 0.0
        return STAY

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        change = super().open_next(course, after)
        # Any other change means that no puzzle is left.
        return change if isinstance(change, Replace) else self._finish()

    def _finish(self) -> Change:
        self.enter_score()
        self.services.sound("win" if self.place == 1 else "end")
        return Replace(routes.StormResult(self.course, self.place))

    # -- what is shown -----------------------------------------------------------------------------

    def new_card(self) -> PuzzleCard:
        return StormCard()

    def show(self, card: PuzzleCard) -> None:
        if isinstance(card, StormCard):
            before = vars(card).copy()
            card.follow(self.storm, self.attempt)
            if vars(card) != before:
                self.services.invalidate()

    def label(self, solve: Button, another: Button, share: Button) -> None:
        for button in (solve, another, share):
            button.visible = False

    def faces(self, faces: Faces) -> Faces:
        main, back, lamp = super().faces(faces)
        if not self.attempt.over:
            return main, back, lamp
        waits = Face(self.onward, enabled=False)
        return waits, replace(back, enabled=False), replace(lamp, enabled=False)


def streak_scene(
    puzzle: Puzzle, course: Course, board: str | None = None, judge: CheckerProcess | None = None
) -> PlayScene:
    """Return the scene of a puzzle of a streak.  Raises RulesError as `series_scene` does."""
    series = StreakSeries(PuzzleAttempt(puzzle), course, board)
    return series_scene(series, judge or CheckerProcess())


def storm_scene(puzzle: Puzzle, course: Course, board: str | None = None) -> PlayScene:
    """Return the scene of a puzzle of a storm.  Raises RulesError as `series_scene` does."""
    return series_scene(StormSeries(PuzzleAttempt(puzzle), course, board), Comparer())


def clock_text(seconds: float) -> str:
    """Return minutes and seconds, or tenths of a second in the last ten seconds."""
    if seconds < URGENT_S:
        return format_number(seconds, ".1f")
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
