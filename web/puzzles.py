"""Puzzles in a tab: a course of puzzles, one after the other at the table.

Kinds, courses, progress and texts are those of the window; the engine's worker checks attempts.
"""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.platform import codec, storage, versioned
from game.platform.errors import in_words
from game.platform.i18n import _, ngettext
from game.puzzles import catalogue, modes
from game.puzzles import progress_store as kept
from game.puzzles.course import AGAIN, DAY, FREE, STREAK, Course, begin
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.modes import Streak
from game.puzzles.plugin import HOME, TRAIN
from game.puzzles.progress import ModeScore
from game.puzzles.puzzle import Puzzle
from game.rules import Action
from game.rules.proposals import Answer, GoBack, Play, Proposal, Refused
from game.rules.registry import titles
from game.screen.play.advice import around
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.seats import seat_name, seat_piece
from game.screen.puzzles.attempt import (
    ASKING,
    FAILED,
    JUDGING,
    PIECE,
    SOLVED,
    PuzzleAttempt,
    counted_words,
    kind_name,
    mode_name,
    named,
)
from game.screen.puzzles.match import PuzzleMatch
from game.table.errors import MatchError
from web.led import Json, Open, arrows_of, button, lit, told
from web.players import Exchange, WorkerChecker

VERSION = 1  # version of the file of an unfinished course
TURN_S = 1.1  # seconds between two turns that are shown
COURSES = (DAY, STREAK, AGAIN, FREE)


class PosedMatch(PuzzleMatch):
    """A puzzle's match; the page may play and take back, but only while `trying`."""

    trying = True

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        if proposal.by == "remote" and not (self.trying and isinstance(proposal, Play | GoBack)):
            return Refused(MatchError("moved-on"))
        return super().submit(proposal, now)


# -- a course that goes on after the tab was closed ------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptCourse:
    """A course and the id of its present puzzle; "" stands for the next puzzle.

    `helped` is true after a hint for the puzzle, `missed` after a failed attempt.
    """

    name: str
    game: str = ""
    kind: str = ""
    theme: str = ""
    day: str = ""
    solved: int = 0
    skipped: bool = False
    done: tuple[str, ...] = ()
    puzzle: str = ""
    helped: bool = False
    missed: bool = False

    def course(self) -> Course:
        run = Streak(self.solved, self.skipped) if self.name == STREAK else None
        asked = (self.name, self.game, self.kind, self.theme, self.day)
        return Course(*asked, run=run, done=self.done)


def course_path() -> Path:
    return storage.data_folder() / "puzzles" / "course" / "course.json"


def keep_course(course: Course, puzzle: str, helped: bool, missed: bool) -> None:
    """Write the state of a course; `puzzle` is the id at the table. Raises OSError."""
    run = course.run if isinstance(course.run, Streak) else Streak()
    now = KeptCourse(
        course.name,
        course.game,
        course.kind,
        course.theme,
        course.day,
        run.solved,
        run.skipped,
        course.done,
        puzzle,
        helped,
        missed,
    )
    versioned.write(course_path(), VERSION, codec.write(now))


def drop_course() -> None:
    with contextlib.suppress(OSError):
        course_path().unlink(missing_ok=True)


def kept_course() -> KeptCourse | None:
    """Return the course that was open when the tab was closed; None if none can be read."""

    def read(data: dict[str, Any]) -> KeptCourse | None:
        return codec.read(KeptCourse, {key: v for key, v in data.items() if key != "version"})

    found = versioned.load(course_path(), VERSION, read, None)[0]
    return found if found is not None and found.name in COURSES else None


# -- what is offered -------------------------------------------------------------------------------


def offered(game: str, kind: str) -> Json:
    """Return the courses as the page offers them; `game` and `kind` are the chosen filters."""
    progress, _complaint = kept.opened()
    today = datetime.date.today()
    games = {"": _("All games"), **{key: titles()[key] for key in catalogue.games()}}
    game = game if game in games else ""
    keys = [game] if game else catalogue.games()
    known = dict.fromkeys(one for key in keys for one in catalogue.shipped_kinds(key))
    kinds = {"": _("Any kind"), **{one: kind_name(one) for one in known}}
    kind = kind if kind in kinds else ""
    best, due = progress.best(STREAK, game), len(progress.due(today))
    marks = progress.daily.get(today.isoformat(), "")
    streak = _("Until the first mistake.")
    if best:
        streak += " " + named(_("Best streak"), str(best[0].score))
    courses = [
        (DAY, _("Puzzle of the day"), _day_words(marks), _("Start")),
        (STREAK, mode_name(STREAK), streak, _("Start")),
        (AGAIN, _("Once more"), _due_words(due, len(progress.reviews)), _("Start") if due else ""),
        (FREE, _("By theme"), counted_words(progress, catalogue.choose(game, kind)), _("Start")),
    ]
    return {
        "rating": _("Rating {n}").format(n=progress.shown),
        "games": list(games.items()),
        "kinds": list(kinds.items()),
        "game": game,
        "kind": kind,
        "courses": [
            {"key": key, "title": title, "words": words, "start": start}
            for key, title, words, start in courses
        ],
    }


def _day_words(marks: str) -> str:
    progress, _complaint = kept.opened()
    today = datetime.date.today()
    puzzle = catalogue.of_the_day(today)
    task = [] if puzzle is None else [named(titles()[puzzle.key], kind_name(puzzle.kind))]
    days = progress.days_in_a_row(today)
    words = [*task, modes.marks_in_words(marks) or _("The same for everybody.")]
    if days:
        words.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
    return " · ".join(words)


def _due_words(due: int, waits: int) -> str:
    if due:
        return f"{due} · " + _("Missed, and due today.")
    if waits:
        words = ngettext("None due today, {n} later", "None due today, {n} later", waits)
        return words.format(n=waits)
    return _("What you miss comes again.")


def chosen(name: str, game: str, kind: str) -> Course:
    """Return a new course. Raises ValueError for an unknown name."""
    if name not in COURSES:
        raise ValueError(name)
    today = datetime.date.today()
    return Course(FREE, game, kind) if name == FREE else begin(name, today, game)


# -- a puzzle at the table -------------------------------------------------------------------------


class PuzzleLed:
    """A puzzle of a course; `open_` brings the next puzzle to the table, or None to end.

    `wrote` is called when files have changed; its argument is a sentence if that failed, else "".
    """

    leading, kept = True, False

    def __init__(
        self,
        course: Course,
        puzzle: Puzzle,
        checker: WorkerChecker,
        open_: Open,
        wrote: Callable[[str], None],
        helped: bool = False,
        missed: bool = False,
    ) -> None:
        self.course, self.puzzle = course, puzzle
        self.match = PosedMatch(puzzle)
        self.attempt = PuzzleAttempt(puzzle)
        self.attempt.helped = helped
        self.attempt.decided = False if missed else None
        self._noted = missed  # true once the outcome is in the progress
        self._checker, self._open, self._wrote = checker, open_, wrote
        self._progress, _complaint = kept.opened()
        # Number of turns since the puzzle's position that are judged already or need no judgement.
        self._judged = 0
        self._line: list[tuple[Action, ...]] = []  # turns still to be shown
        self._due = 0.0  # when the next of these turns is due
        self._now = 0.0
        self._follows = False  # true while the checker searches what follows the solution
        # True if the streak's score is in its list already, or if the streak goes on.
        self._entered = False
        self._place: int | None = None  # rank of the streak's score in its list
        self._problem = ""  # why an attempt cannot be judged

    def enter(self) -> None:
        self._checker.warm(self.puzzle)
        self._keep_course()

    def controller(self, exchange: Exchange) -> TurnController | None:
        return None

    def waits(self) -> bool:
        return False

    @property
    def game(self) -> Any:
        return self.match.game

    # -- trying ------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        self._now = now
        self._show_on()
        self._follow_turns()
        self._hear()
        self.match.trying = self.attempt.status == ASKING

    def _follow_turns(self) -> None:
        """Send a finished turn of the person to the checker."""
        made = self.match.made
        if self.attempt.status == ASKING and len(made) > self._judged:
            self._judged, self._problem = len(made), ""
            self.attempt.status = JUDGING
            self._checker.ask(self.puzzle, made)

    def _hear(self) -> None:
        """Handle the checker's verdict."""
        if self.attempt.status != JUDGING:
            return
        answer = self._checker.poll()
        if self._checker.problem:
            text = _("This attempt cannot be judged: {reason}")
            self._problem = text.format(reason=self._checker.problem)
            self._again()
        elif answer is not None:
            self._take(answer)

    def _take(self, answer: AttemptAnswer) -> None:
        attempt = self.attempt
        attempt.take(answer)
        if attempt.over:
            self._mark(modes.SOLVED if attempt.status == SOLVED else modes.WRONG)
        turns = [tuple(map(self.game.action, codes)) for codes in (answer.reply, *answer.rest)]
        if answer.reply and not self.match.over:
            self._play_turn(turns[0])
        if attempt.over:
            self._film(turns[1:])
            self._note_outcome()

    def _play_turn(self, actions: tuple[Action, ...]) -> None:
        """Play a turn that the person has not made."""
        self.match.submit(Play(actions, by="engine"), self._now)
        self._judged = len(self.match.made)

    def _film(self, turns: list[tuple[Action, ...]]) -> None:
        """Start to show these turns, one after another."""
        self._line, self._due = turns, self._now + TURN_S
        self.attempt.playing = True
        self._end_film()

    def _end_film(self) -> None:
        """Show the decisive numbers if no turns are left to show."""
        if self._line or self._follows or not self.attempt.playing:
            return
        self.attempt.playing = False
        turns = self.match.turns
        if turns and self.puzzle.kind not in (TRAIN, HOME):
            last = turns[-1]
            commentary = commentary_of(self.game)
            self.attempt.counts = commentary.note(last.before, last.after, last.events)

    def _show_on(self) -> None:
        """Play the next turn to be shown, if it is due."""
        if self._follows:
            answer = self._checker.poll()
            if answer is not None:
                after = [codes for codes in (answer.reply, *answer.rest) if codes]
                self._line += [tuple(map(self.game.action, codes)) for codes in after]
            if answer is not None or self._checker.problem:
                self._follows = False
                self._end_film()
        if self._line and self._now >= self._due:
            self._due = self._now + TURN_S
            self._play_turn(self._line.pop(0))
            self._end_film()

    def _forget(self) -> None:
        """Drop all turns still to be shown."""
        self._checker.forget()
        self._line, self._follows = [], False

    def _again(self) -> None:
        """Restart from the puzzle's position."""
        self._forget()
        self.attempt.again()
        self._judged = 0
        if self.match.entries:
            self.match.submit(GoBack(0), self._now)

    def _show_solution(self) -> None:
        """Play the solution with its replies, up to the decisive number."""
        self._again()
        self.attempt.show()
        self._mark(modes.SHOWN)
        self._note_outcome()
        line, state = list[tuple[Action, ...]](), self.match.state
        for text in self.puzzle.solution:
            line.append(tuple(self.game.parse_turn(state, text)))
            for action in line[-1]:
                state = self.game.advance(state, action)
        self._follows = not self.game.over(state)
        if self._follows:
            self._checker.ask(self.puzzle, self.puzzle.solution, shown=True)
        self._film(line)

    # -- what is kept ------------------------------------------------------------------------------

    def _note_outcome(self) -> None:
        """Count the first outcome for ratings and for the streak."""
        decided = self.attempt.decided
        if decided is None or self._noted:
            return
        self._noted = True
        self._progress.note(self.puzzle, decided, datetime.date.today())
        self.course = self.course.after(self.puzzle, decided)
        if self._streak_over:
            self._enter_score()
        self._keep_progress()
        self._keep_course()

    def _mark(self, mark: str) -> None:
        """Record an event at the puzzle of the day."""
        if self.course.name == DAY:
            self._progress.mark_day(self.course.day, mark)
            self._keep_progress()

    def _keep_progress(self) -> None:
        try:
            kept.save(self._progress)
            self._wrote("")
        except OSError as error:
            failed = _("Your results cannot be saved: {reason}")
            self._wrote(failed.format(reason=in_words(error)))

    def _keep_course(self) -> None:
        """Store the state of the course, in case the tab is closed."""
        decided = self.attempt.decided
        if self._streak_over or (decided and self.course.name == DAY):
            drop_course()
        else:
            puzzle = "" if decided else self.puzzle.id
            # The same problem is reported when results are saved.
            with contextlib.suppress(OSError):
                keep_course(self.course, puzzle, self.attempt.helped, decided is False)
        self._wrote("")

    @property
    def _streak_over(self) -> bool:
        return isinstance(self.course.run, Streak) and self.course.run.over

    def _enter_score(self) -> None:
        """Enter a streak's score into its list, once."""
        run = self.course.run
        if run is None or self._entered:
            return
        self._entered = True
        today = datetime.date.today().isoformat()
        self._place = self._progress.enter(
            ModeScore(STREAK, self.course.game, run.solved, 0, today)
        )
        if self._place is not None:
            self._keep_progress()

    def leave(self) -> None:
        self._checker.forget()
        self._enter_score()
        drop_course()

    # -- the card ----------------------------------------------------------------------------------

    def told(self) -> Json:
        attempt, course = self.attempt, self.course
        head = kind_name(self.puzzle.kind)
        if seat_piece(self.game, self.puzzle.seat) is not None:
            seat = seat_name(self.game, self.puzzle.seat)
            head = _("{seat}: {kind}").format(seat=seat, kind=head)
        figure = _("Grade {n}").format(n=self.puzzle.grade)
        if isinstance(course.run, Streak):
            figure = _("{n} in a row").format(n=course.run.solved)
        card = told(
            head,
            self._problem or attempt.words(),
            figure=figure,
            note=self._ended() if self._streak_over else attempt.note(),
            state={SOLVED: "good", FAILED: "bad"}.get(attempt.status, ""),
            asks=attempt.status == ASKING,
            buttons=self._buttons(),
            copied=self._result() if self._day_done else "",
        )
        return card | self._lit()

    def _lit(self) -> Json:
        """Return the hint's lights: first the piece, or points around a target; then the way."""
        action = self.match.next_action if self.attempt.hint else None
        if action is None or not action.points:
            return lit()
        placed = action.source is None
        if self.attempt.hint > PIECE:
            return lit(action.points[-1:] if placed else action.points, arrows_of([action]))
        return lit(around(self.game, self.match.state, action) if placed else action.points[:1])

    def _buttons(self) -> list[Json]:
        attempt, leave = self.attempt, button("leave", _("Leave"))
        if attempt.playing:
            return [button("stop", _("Stop"), True), leave]
        if attempt.status == JUDGING:
            return [leave]
        found = self._ways_on()
        streak = isinstance(self.course.run, Streak)
        if attempt.status == ASKING and not streak:
            found.insert(0, button("hint", _("Hint"), key="h"))
        if attempt.status != SOLVED and (not streak or attempt.decided is not None):
            found.append(button("solution", _("Solution")))
        if self._day_done:
            found.append(button("share", _("Copy result")))
        if not (attempt.status == SOLVED and self.course.name == DAY):
            found.append(leave)
        return found

    def _ways_on(self) -> list[Json]:
        """Return the buttons that repeat this puzzle or lead to another one."""
        attempt, run = self.attempt, self.course.run
        if self._streak_over:
            return [button("streak", _("New streak"), True)]
        if attempt.status == SOLVED:
            done = self.course.name == DAY
            return [
                button("leave" if done else "next", _("Done") if done else _("Next puzzle"), True)
            ]
        found = [button("again", _("Try again"), True)] if attempt.over else []
        if self.course.name == DAY:
            return found
        if isinstance(run, Streak) and attempt.decided is None:
            return found if run.skipped else [*found, button("skip", _("Skip once"))]
        words = _("Another") if attempt.decided is None else _("Next puzzle")
        return [*found, button("next", words)]

    def _ended(self) -> str:
        if self._place == 1:
            return _("The streak ends: your best so far.")
        best = self._progress.best(STREAK, self.course.game)
        words = _("The streak ends. Your best: {n}.")
        return words.format(n=best[0].score if best else 0)

    @property
    def _day_done(self) -> bool:
        daily = self._progress.daily.get(self.course.day, "")
        return self.course.name == DAY and modes.is_done(daily)

    def _result(self) -> str:
        """Return the result of the day as text for sharing."""
        date = datetime.date.fromisoformat(self.course.day)
        task = named(titles()[self.puzzle.key], kind_name(self.puzzle.kind))
        marks, days = self._progress.daily[self.course.day], self._progress.days_in_a_row(date)
        return modes.shared_result(date, task, marks, days)

    def do(self, deed: str) -> None:
        if deed not in [one["deed"] for one in self._buttons()]:
            return  # the button was pressed a moment too late
        match deed:
            case "hint":
                self._hint()
            case "again":
                self._again()
            case "solution":
                self._show_solution()
            case "stop":
                self._forget()
                self._end_film()
            case "skip":
                self._go_on(self.course.skip(self.puzzle), self.puzzle)
            case "next":
                self._go_on(self.course, self.puzzle)
            case "streak":
                self._go_on(begin(STREAK, datetime.date.today(), self.course.game), None)
            case "leave":
                self._open(None)

    def _hint(self) -> None:
        """Give the next step of the hint; away from the solution, advise taking back."""
        if self.match.next_action is None:
            self._problem = _("The solution goes another way. Take back first.")
            return
        if not self.attempt.hint:
            self._mark(modes.HINT)
        self.attempt.help()
        self._keep_course()

    def _go_on(self, course: Course, after: Puzzle | None) -> None:
        following = course.next(self._progress, datetime.date.today(), after)
        # A streak that goes on must not enter its score yet.
        self._entered = self._entered or following is not None
        if following is None:
            self._open(None)
        else:
            self._open(PuzzleLed(course, following, self._checker, self._open, self._wrote))


def opened(
    course: Course, checker: WorkerChecker, open_: Open, wrote: Callable[[str], None]
) -> PuzzleLed | None:
    """Return the first puzzle of a course; None if it has none."""
    puzzle = course.next(kept.opened()[0], datetime.date.today())
    return None if puzzle is None else PuzzleLed(course, puzzle, checker, open_, wrote)


def recovered(
    checker: WorkerChecker, open_: Open, wrote: Callable[[str], None]
) -> PuzzleLed | None:
    """Return the puzzle of the course that was open when the tab was closed, or None."""
    left = kept_course()
    if left is None:
        return None
    puzzles = catalogue.find([left.puzzle] if left.puzzle else [])
    if not puzzles:
        return opened(left.course(), checker, open_, wrote)
    return PuzzleLed(
        left.course(), puzzles[0], checker, open_, wrote, helped=left.helped, missed=left.missed
    )
