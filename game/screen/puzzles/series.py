"""What a puzzle is one of: a course of puzzles, or the puzzle of the day.

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
    """The `course` that the puzzle of an `attempt` belongs to; `board` is a sensor board's port.

    It counts what comes of the attempt, and says what follows.  A run (streak, storm) has no hints,
    and a score that is entered at its end, or on leaving.
    """

    name = "puzzle"  # in a line of status
    rated = True  # whether an outcome counts for the ratings
    own_clock = False  # whether a clock runs while the person can act
    redraw_every = 0.0  # seconds between redraws at rest

    play: PlayParts

    def __init__(self, attempt: PuzzleAttempt, course: Course, board: str | None = None) -> None:
        self.attempt, self.puzzle = attempt, attempt.puzzle
        self.course, self.board = course, board
        self.progress, self._complaint = kept.opened()
        self.place: int | None = None  # of a run's score in its list
        self._entered = False  # is that score entered, or does the run go on in another scene?
        self._noted = False  # is the outcome in the progress?

    @property
    def services(self) -> AppServices:
        return self.play.stage.services

    def enter(self, play: PlayParts) -> None:
        """Begin: the scene has been opened."""
        self.play = play
        if self._complaint:
            self.services.toast(self._complaint, "bad")

    @property
    def setting_out(self) -> bool:
        """Whether the sensor board does not show the puzzle's position yet."""
        board = self.play.board
        return board is not None and bool(board.wrong) and not self.play.stage.match.entries

    def leave(self) -> None:
        """End: the scene is left."""
        self.enter_score()

    @property
    def hints(self) -> bool:
        """Whether hints are given."""
        return self.course.run is None

    @property
    def daily(self) -> bool:
        """Whether it is the puzzle of a day."""
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
        """Note what happened at the puzzle of the day."""
        if self.daily:
            self.progress.mark_day(self.day, mark)
            self._keep()

    def enter_score(self) -> None:
        """Enter the result of a run into its list, once."""
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
        """What the main button says when the puzzle is solved."""
        return _("Done") if self.daily else _("Next puzzle")

    def end(self) -> Change | None:
        """Do what the main button says once the puzzle is over; None: it is tried again."""
        return self.go_on() if self.attempt.status == SOLVED else None

    def go_on(self) -> Change:
        """Go to the next puzzle of the course, at its end back to the choice."""
        return self.open_next(self.course, self.puzzle)

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        """Open the puzzle that follows in a course; leave where there is none."""
        following = course.next(self.progress, datetime.date.today(), after)
        if following is None:
            return Pop()
        self._entered = True
        return Replace(routes.solving(following, course, self.board))

    def resumed(self) -> None:
        """Go on after another scene."""

    def update(self, dt: float) -> Change | None:
        """Move on by `dt` seconds."""
        return None

    # -- what is shown -----------------------------------------------------------------------------

    def new_card(self) -> PuzzleCard:
        """Return the card at the top of the column."""
        return PuzzleCard()

    def show(self, card: PuzzleCard) -> None:
        """Show on the card how the series stands."""

    def label(self, solve: Button, another: Button, share: Button) -> None:
        """Say what the buttons of the card do now, and show those that do something."""
        decided = self.attempt.decided is not None
        solve.enabled = self.attempt.status != JUDGING
        another.label = self.onward if decided else _("Another")
        another.visible = not self.daily
        share.visible = self._day_done

    def faces(self, faces: Faces) -> Faces:
        """Return what the row of buttons says and shows, made from that of any puzzle."""
        main, back, lamp = faces
        if not self.hints and self.attempt.status == ASKING:
            lamp = replace(lamp, enabled=False)
        return main, back, lamp

    def copied(self) -> Copied | None:
        """Return the result of the puzzle of the day, once it is over."""
        return day_result(self.progress, self.puzzle, self.day) if self._day_done else None


def day_result(progress: PuzzleProgress, puzzle: Puzzle, day: str) -> Copied:
    """Return the result of a day, whose puzzle this is, for the clipboard."""
    date = datetime.date.fromisoformat(day)
    name = named(titles()[puzzle.key], kind_name(puzzle.kind))
    text = modes.shared_result(
        date, name, progress.daily.get(day, ""), progress.days_in_a_row(date)
    )
    return Copied(text, _("The result is on the clipboard. It gives nothing away."))


def open_course(
    services: AppServices, course: Course, progress: PuzzleProgress, board: str | None = None
) -> routes.Route | None:
    """Return the route to the first puzzle of a course; None, with a toast, if it has none."""
    puzzle = course.next(progress, datetime.date.today())
    if puzzle is None:
        services.toast(_("There is no such puzzle."), "info")
        return None
    return routes.solving(puzzle, course, board)
