"""What a person has solved, and their rating; `progress_store` keeps it in the library.

Ratings are those of openskill: a try is a game of one against one, the solver against the puzzle.
A puzzle begins where its grade puts it, so that a rating means something from the first try on.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field, replace

from game.library.rating import ENGINE_DEVIATION, MIDDLE, SPREAD, Rating, after, shown
from game.puzzles.puzzle import Puzzle

STEP = 2.5  # between two grades
LIVES = 3  # mistakes that end a run


@dataclass(frozen=True, slots=True)
class Tries:
    """Tries of one puzzle: how often, whether it was ever solved unaided, when last."""

    count: int = 0
    solved: bool = False
    date: str = ""
    rating: Rating = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """The outcome of a try; see `PuzzleProgress.note`."""

    puzzle: Puzzle
    solved: bool
    today: datetime.date
    daily: bool


@dataclass
class PuzzleProgress:
    """What a person has tried and solved, with the ratings.

    `history` holds the shown ratings after each rated try, `days` the dates whose puzzle was
    solved, `best_run` the most puzzles solved in a run, `notes` what is not saved yet.
    """

    rating: Rating = (MIDDLE, SPREAD)
    puzzles: dict[str, Tries] = field(default_factory=dict)
    history: list[int] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    best_run: int = 0
    notes: list[AttemptRecord] = field(default_factory=list, compare=False)

    @property
    def shown(self) -> int:
        return shown(self.rating)

    @property
    def solved(self) -> int:
        return sum(tries.solved for tries in self.puzzles.values())

    def has_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.id in self.puzzles and self.puzzles[puzzle.id].solved

    def streak(self, today: datetime.date) -> int:
        """Return days in a row, up to today or yesterday, whose puzzle was solved."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count += 1
            day -= datetime.timedelta(days=1)
        return count

    def note(self, puzzle: Puzzle, solved: bool, today: datetime.date, daily: bool = False) -> None:
        """Note whether a puzzle was solved unaided; the first try of each day is rated."""
        self.notes.append(AttemptRecord(puzzle, solved, today, daily))
        known = self.puzzles.get(puzzle.id, Tries(rating=start_rating(puzzle)))
        rating = known.rating
        if known.date != today.isoformat():
            self.rating, rating = rated(self.rating, rating, solved)
            self.history.append(self.shown)
        self.puzzles[puzzle.id] = Tries(
            known.count + 1, known.solved or solved, today.isoformat(), rating
        )
        if daily and solved and today.isoformat() not in self.days:
            self.days.append(today.isoformat())


def start_rating(puzzle: Puzzle) -> Rating:
    """Return where a puzzle's grade puts it before anybody has tried it."""
    return MIDDLE + STEP * (puzzle.grade - 4), ENGINE_DEVIATION


def rated(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Return both ratings after a try."""
    (first,), (second,) = after([[solver], [puzzle]], [0, 1] if solved else [1, 0])
    return first, second


def next_for(progress: PuzzleProgress, puzzles: list[Puzzle]) -> Puzzle | None:
    """Return the unsolved puzzle nearest to the solver's strength.

    If all are solved, the one not tried for longest.
    """
    fresh = [puzzle for puzzle in puzzles if not progress.has_solved(puzzle)]
    if fresh:

        def far(puzzle: Puzzle) -> tuple[float, int, str]:
            tries = progress.puzzles.get(puzzle.id, Tries())
            distance = abs(start_rating(puzzle)[0] - progress.rating[0])
            return distance + 3 * tries.count, puzzle.proof, puzzle.id

        return min(fresh, key=far)
    return min(puzzles, key=lambda one: (progress.puzzles[one.id].date, one.id), default=None)


# -- a run -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A run of growing difficulty: it ends with the third mistake."""

    solved: int = 0
    mistakes: int = 0

    @property
    def over(self) -> bool:
        return self.mistakes >= LIVES

    @property
    def grade(self) -> int:
        """Of the next puzzle: two of each grade."""
        return min(10, 1 + self.solved // 2)

    def after(self, solved: bool) -> PuzzleRun:
        if solved:
            return replace(self, solved=self.solved + 1)
        return replace(self, mistakes=self.mistakes + 1)
