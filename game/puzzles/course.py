"""Courses of puzzles: that of the day, a streak, a storm, those missed, a choice, one's own."""

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

    `name` is DAY, STREAK, STORM, AGAIN (those missed that are due), FREE, OWN, or FILE, those
    `given`.  Game, kind and theme are the ones wanted, "" is any.  `day` is the date of the puzzle
    of the day, `run` the state of streak or storm, `done` its puzzles, by id.
    """

    name: str = FREE
    game: str = ""
    kind: str = ""
    theme: str = ""
    day: str = ""
    run: Streak | Storm | None = None
    done: tuple[str, ...] = ()
    given: tuple[Puzzle, ...] = ()  # the puzzles of FILE; those a storm has missed

    def after(self, puzzle: Puzzle, solved: bool) -> Course:
        """Return the course when a puzzle has been decided."""
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
        """Return the streak without this puzzle, and without its one skip."""
        assert isinstance(self.run, Streak)
        return replace(self, run=self.run.skip(), done=(*self.done, puzzle.id))

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles that may come, the easiest first; of AGAIN it is not known here."""
        if self.name == OWN:
            return catalogue.own_puzzles()[0]
        if self.name == FILE:
            return list(self.given)
        found = catalogue.choose(self.game, self.kind, self.theme)
        if self.name == STORM:  # there one turn decides
            found = [one for one in found if one.kind != HOME or len(one.solution) == 1]
        return found

    def next(
        self, progress: PuzzleProgress, today: datetime.date, after: Puzzle | None = None
    ) -> Puzzle | None:
        """Return the puzzle that comes now, not the one before; None at the end."""
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
        """Return a puzzle as difficult as wanted, tried long ago or never, not yet in this run."""
        left = [puzzle for puzzle in there if puzzle.id not in self.done]
        if self.run is None or self.run.over or not left:
            return None

        def seldom(puzzle: Puzzle) -> tuple[str, str]:
            tries = progress.puzzles.get(puzzle.id)
            return tries.date if tries else "", puzzle.id[::-1]

        return min(as_difficult(left, self.run.difficulty), key=seldom)


def begin(name: str, today: datetime.date, game: str = "") -> Course:
    """Return a new course of this name, of one game or of all."""
    runs: dict[str, Streak | Storm] = {STREAK: Streak(), STORM: Storm()}
    run = runs.get(name)
    return Course(name, game, day=today.isoformat() if name == DAY else "", run=run)
