"""Courses of puzzles: daily puzzle, streak, storm, missed puzzles, a selection, the user's own."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from game.puzzles import catalogue
from game.puzzles.modes import Storm, Streak, as_difficult
from game.puzzles.plugin import HOME
from game.puzzles.progress import PuzzleProgress, next_for
from game.puzzles.puzzle import Puzzle

DAY, STREAK, STORM, AGAIN = "day", "streak", "storm", "again"
FREE, OWN, FILE = "free", "own", "file"


@dataclass(frozen=True, slots=True)
class Course:
    """Puzzles that are played one after the other.

    - `name` is DAY, STREAK, STORM, AGAIN (missed puzzles that are due), FREE, OWN, or FILE, whose
      puzzles are `given`.
    - `game`, `kind` and `theme` select puzzles; "" means any.
    - `day` is the date of the daily puzzle.
    - `run` is the state of a streak or storm, `done` the ids of the puzzles that it has had.
    """

    name: str = FREE
    game: str = ""
    kind: str = ""
    theme: str = ""
    day: str = ""
    run: Streak | Storm | None = None
    done: tuple[str, ...] = ()
    given: tuple[Puzzle, ...] = ()  # the puzzles of FILE, or those missed in a storm

    def after(self, puzzle: Puzzle, solved: bool) -> Course:
        """Return the course after this puzzle was solved or missed."""
        if self.run is None:
            return self
        missed = () if solved or self.name != STORM else (puzzle,)
        return replace(
            self,
            run=self.run.after(solved),
            done=(*self.done, puzzle.id),
            given=(*self.given, *missed),
        )

    def skip(self, puzzle: Puzzle) -> Course:
        """Return the streak after skipping this puzzle, which uses up its only skip."""
        assert isinstance(self.run, Streak)
        return replace(self, run=self.run.skip(), done=(*self.done, puzzle.id))

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles that may come, the easiest first; not usable for AGAIN."""
        if self.name == OWN:
            return catalogue.own_puzzles()[0]
        if self.name == FILE:
            return list(self.given)
        found = catalogue.choose(self.game, self.kind, self.theme)
        # In a storm, a single turn must decide a puzzle.
        if self.name == STORM:
            found = [one for one in found if one.kind != HOME or len(one.solution) == 1]
        return found

    def next(
        self, progress: PuzzleProgress, today: datetime.date, after: Puzzle | None = None
    ) -> Puzzle | None:
        """Return the next puzzle, never the previous one again; None at the end."""
        if self.name == DAY:
            day = datetime.date.fromisoformat(self.day) if self.day else today
            return catalogue.of_the_day(day) if after is None else None
        if self.name == AGAIN:
            due = catalogue.find(progress.due(today))
            return next((puzzle for puzzle in due if puzzle != after), None)
        there = [puzzle for puzzle in self.puzzles() if puzzle != after]
        if self.run is not None:
            return self._next_of_run(progress, there)
        return next_for(progress, there)

    def _next_of_run(self, progress: PuzzleProgress, there: list[Puzzle]) -> Puzzle | None:
        """Return a puzzle of the wanted difficulty that is new in this run.

        Among several, it is the one tried least recently.
        """
        left = [puzzle for puzzle in there if puzzle.id not in self.done]
        if self.run is None or self.run.over or not left:
            return None

        def seldom(puzzle: Puzzle) -> tuple[str, str]:
            tries = progress.puzzles.get(puzzle.id)
            return tries.date if tries else "", puzzle.id[::-1]

        return min(as_difficult(left, self.run.difficulty), key=seldom)


def begin(name: str, today: datetime.date, game: str = "") -> Course:
    """Return a new course with this name, for one game or for all."""
    runs: dict[str, Streak | Storm] = {STREAK: Streak(), STORM: Storm()}
    run = runs.get(name)
    return Course(name, game, day=today.isoformat() if name == DAY else "", run=run)
