"""The series to which a puzzle belongs: a course of puzzles, or the puzzle of the day.

Streak and storm are in `runs`.
"""

from __future__ import annotations

import datetime
from dataclasses import replace

from game.platform.i18n import _
from game.puzzles import modes
from game.puzzles import progress_store as kept
from game.puzzles.course import DAY, Course
from game.puzzles.modes import Storm
from game.puzzles.progress import ModeScore, PuzzleProgress
from game.puzzles.puzzle import Puzzle
from game.rules.registry import titles
from game.screen.app import routes
from game.screen.app.scene import AppServices, Change, Copied, Pop, Replace
from game.screen.play.kind import PlayParts
from game.screen.play.menu import Faces
from game.screen.puzzles.attempt import ASKING, JUDGING, SOLVED, PuzzleAttempt, kind_name, named
from game.screen.puzzles.card import PuzzleCard
from game.screen.ui.button import Button


class PuzzleSeries:
    """The `course` to which the puzzle of an `attempt` belongs; `board` is a sensor board's port.

    The series counts the outcome of the attempt and decides what follows. A run (streak, storm) has
    no hints; its score is entered when the run ends or the person leaves.
    """

    name = "puzzle"  # shown in a status line
    rated = True  # whether an outcome counts for the ratings
    own_clock = False  # whether a clock runs while the person can act
    redraw_every = 0.0  # seconds between redraws at rest

    play: PlayParts

    def __init__(self, attempt: PuzzleAttempt, course: Course, board: str | None = None) -> None:
        self.attempt, self.puzzle = attempt, attempt.puzzle
        self.course, self.board = course, board
        self.progress, self._complaint = kept.opened()
        self.place: int | None = None  # rank of a run's score in the high scores
        # True after the run's score is entered, or if the run continues in another scene.
        self._entered = False
        self._noted = False  # True after the outcome is stored in the progress

    @property
    def services(self) -> AppServices:
        return self.play.stage.services

    def enter(self, play: PlayParts) -> None:
        """Begin: called when the scene has been opened."""
        self.play = play
        if self._complaint:
            self.services.toast(self._complaint, "bad")

    @property
    def setting_out(self) -> bool:
        """True until the sensor board shows the puzzle's position."""
        board = self.play.board
        return board is not None and bool(board.wrong) and not self.play.stage.match.entries

    def leave(self) -> None:
        """End: called when the scene is left."""
        self.enter_score()

    @property
    def hints(self) -> bool:
        """True if hints are given."""
        return self.course.run is None

    @property
    def daily(self) -> bool:
        """True for the puzzle of the day."""
        return self.course.name == DAY

    @property
    def day(self) -> str:
        """The date of the puzzle of the day."""
        return self.course.day or datetime.date.today().isoformat()

    @property
    def _day_done(self) -> bool:
        return self.daily and modes.is_done(self.progress.daily.get(self.day, ""))

    # -- what is counted ---------------------------------------------------------------------------

    def note_outcome(self) -> None:
        """Count the first outcome, for ratings and for the run."""
        attempt = self.attempt
        if attempt.decided is None or self._noted:
            return
        self._noted = True
        self.progress.note(self.puzzle, attempt.decided, datetime.date.today(), self.rated)
        self.course = self.course.after(self.puzzle, attempt.decided)
        self._keep()

    def mark(self, mark: str) -> None:
        """Record the result of a try at the puzzle of the day."""
        if self.daily:
            self.progress.mark_day(self.day, mark)
            self._keep()

    def enter_score(self) -> None:
        """Enter the result of a run into its high scores, only once."""
        run = self.course.run
        if self._entered or run is None:
            return
        self._entered = True
        combo = run.best_combo if isinstance(run, Storm) else 0
        today = datetime.date.today().isoformat()
        score = ModeScore(self.course.name, self.course.game, run.solved, combo, today)
        self.place = self.progress.enter(score)
        if self.place is not None:
            self._keep()

    def _keep(self) -> None:
        progress = self.progress
        failed = _("Your results cannot be saved: {reason}")
        self.services.write_file("puzzles", lambda: kept.save(progress), failed)

    # -- what follows ------------------------------------------------------------------------------

    @property
    def onward(self) -> str:
        """The label of the main button when the puzzle is solved."""
        return _("Done") if self.daily else _("Next puzzle")

    def end(self) -> Change | None:
        """Do what the main button announces when the puzzle is over; None means try it again."""
        return self.go_on() if self.attempt.status == SOLVED else None

    def go_on(self) -> Change:
        """Go to the next puzzle of the course, or back to the choice at the end of the course."""
        return self.open_next(self.course, self.puzzle)

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        """Open the next puzzle of a course; leave if there is none."""
        following = course.next(self.progress, datetime.date.today(), after)
        if following is None:
            return Pop()
        self._entered = True
        return Replace(routes.solving(following, course, self.board))

    def resumed(self) -> None:
        """Continue after another scene."""

    def update(self, dt: float) -> Change | None:
        """Advance by `dt` seconds."""
        return None

    # -- what is shown -----------------------------------------------------------------------------

    def new_card(self) -> PuzzleCard:
        """Return the card at the top of the column."""
        return PuzzleCard()

    def show(self, card: PuzzleCard) -> None:
        """Show the state of the series on the card."""

    def label(self, solve: Button, another: Button, share: Button) -> None:
        """Set the labels of the card's buttons, and hide buttons without an effect."""
        decided = self.attempt.decided is not None
        solve.enabled = self.attempt.status != JUDGING
        another.label = self.onward if decided else _("Another")
        another.visible = not self.daily
        share.visible = self._day_done

    def faces(self, faces: Faces) -> Faces:
        """Return the faces of the row of buttons, given the faces common to all puzzles."""
        main, back, lamp = faces
        if not self.hints and self.attempt.status == ASKING:
            lamp = replace(lamp, enabled=False)
        return main, back, lamp

    def copied(self) -> Copied | None:
        """Return the result of the puzzle of the day; None while the puzzle is not over."""
        return day_result(self.progress, self.puzzle, self.day) if self._day_done else None


def day_result(progress: PuzzleProgress, puzzle: Puzzle, day: str) -> Copied:
    """Return a day's result for the clipboard; `puzzle` is that day's puzzle."""
    date = datetime.date.fromisoformat(day)
    name = named(titles()[puzzle.key], kind_name(puzzle.kind))
    text = modes.shared_result(
        date, name, progress.daily.get(day, ""), progress.days_in_a_row(date)
    )
    return Copied(text, _("The result is on the clipboard. It gives nothing away."))


def open_course(
    services: AppServices, course: Course, progress: PuzzleProgress, board: str | None = None
) -> routes.Route | None:
    """Return the route to a course's first puzzle; if the course has no puzzle, show a toast."""
    puzzle = course.next(progress, datetime.date.today())
    if puzzle is None:
        services.toast(_("There is no such puzzle."), "info")
        return None
    return routes.solving(puzzle, course, board)
