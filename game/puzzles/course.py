"""Courses of puzzles: that of the day, a run, a choice, the user's own."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from game.puzzles import catalogue
from game.puzzles.progress import PuzzleProgress, PuzzleRun, next_for
from game.puzzles.puzzle import Puzzle

NEW_RUN = PuzzleRun()
DAY, RUN, FREE, OWN, FILE = "day", "run", "free", "own", "file"


@dataclass(frozen=True, slots=True)
class Course:
    """Puzzles that are played one after the other.

    `name` is DAY, RUN, FREE, OWN or FILE, the last two of those `given`; game, kind and theme are
    the ones wanted, "" is any.
    """

    name: str = FREE
    game: str = ""
    kind: str = ""
    theme: str = ""
    run: PuzzleRun = NEW_RUN
    done: tuple[str, ...] = ()  # puzzles of a run, by id
    given: tuple[Puzzle, ...] = ()

    def after(self, puzzle: Puzzle, solved: bool) -> Course:
        """Return the course when a puzzle has been decided."""
        if self.name != RUN:
            return self
        return replace(self, run=self.run.after(solved), done=(*self.done, puzzle.id))

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles that may come, the easiest first."""
        if self.name == OWN:
            return catalogue.own_puzzles()[0]
        if self.name == FILE:
            return list(self.given)
        return catalogue.choose(self.game, self.kind, self.theme)

    def next(
        self, progress: PuzzleProgress, today: datetime.date, after: Puzzle | None = None
    ) -> Puzzle | None:
        """Return the puzzle that comes now, not the one before; None at the end."""
        if self.name == DAY:
            return catalogue.of_the_day(today) if after is None else None
        there = [puzzle for puzzle in self.puzzles() if puzzle != after]
        if self.name == RUN:
            return self._next_of_run(progress, there)
        return next_for(progress, there)

    def _next_of_run(self, progress: PuzzleProgress, there: list[Puzzle]) -> Puzzle | None:
        """Return a puzzle of the grade wanted or the next harder, one not yet in this run."""
        left = [puzzle for puzzle in there if puzzle.id not in self.done]
        if self.run.over or not left:
            return None
        harder = [puzzle.grade for puzzle in left if puzzle.grade >= self.run.grade]
        grade = min(harder, default=max(puzzle.grade for puzzle in left))
        same = [puzzle for puzzle in left if puzzle.grade == grade]

        def seldom(puzzle: Puzzle) -> tuple[str, str]:
            tries = progress.puzzles.get(puzzle.id)
            return tries.date if tries else "", puzzle.id[::-1]

        return min(same, key=seldom)
