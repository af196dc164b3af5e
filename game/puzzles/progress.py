"""What a person has solved, and how good they are: kept in one file of the user's folder.

Ratings are those of openskill: a try is a game of one against one, the solver against the puzzle.
A puzzle begins where its grade puts it, so that a rating means something from the first try on.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from game import versioned
from game.puzzles.puzzle import Puzzle
from game.storage import data_folder

VERSION = 1
MIDDLE, SPREAD = 25.0, 25.0 / 3  # of openskill: where everybody begins
STEP = 2.5  # between two grades
SURE = 2.0  # of a puzzle's own rating: it is known better than a newcomer's
SCALE, BASE = 40.0, 600.0  # how a rating is shown: in hundreds, as players know it
LIVES = 3  # mistakes that end a run

Rating = tuple[float, float]  # mean and deviation


@dataclass(frozen=True, slots=True)
class Tries:
    """Of one puzzle: how often it was tried, whether it was ever solved unaided, when last."""

    count: int = 0
    solved: bool = False
    date: str = ""
    rating: Rating = (0.0, 0.0)


@dataclass
class Progress:
    """`history` are the solver's shown ratings after each rated try; `days` the dates whose puzzle
    was solved; `best_run` the most puzzles solved in a run."""

    rating: Rating = (MIDDLE, SPREAD)
    puzzles: dict[str, Tries] = field(default_factory=dict)
    history: list[int] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    best_run: int = 0

    @property
    def shown(self) -> int:
        return shown(self.rating)

    @property
    def solved(self) -> int:
        return sum(tries.solved for tries in self.puzzles.values())

    def has_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.id in self.puzzles and self.puzzles[puzzle.id].solved

    def streak(self, today: datetime.date) -> int:
        """Days in a row, up to today or yesterday, whose puzzle was solved."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count += 1
            day -= datetime.timedelta(days=1)
        return count

    def note(self, puzzle: Puzzle, solved: bool, today: datetime.date, daily: bool = False) -> None:
        """A puzzle was solved unaided, or was not.  The first try of each day is rated."""
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
    """Where a puzzle's grade puts it before anybody has tried it."""
    return MIDDLE + STEP * (puzzle.grade - 4), SURE


def rated(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after a try."""
    model = PlackettLuce()
    sides = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in (solver, puzzle)]
    after = model.rate(sides, ranks=[1, 2] if solved else [2, 1])
    first, second = ((side[0].mu, side[0].sigma) for side in after)
    return first, second


def shown(rating: Rating) -> int:
    """A rating as a person sees it."""
    return max(0, round(BASE + SCALE * (rating[0] - MIDDLE / 2)))


def next_for(progress: Progress, puzzles: list[Puzzle]) -> Puzzle | None:
    """Of some puzzles one not yet solved that is nearest to the solver's strength; else the one
    not tried for longest."""
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
class Run:
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

    def after(self, solved: bool) -> Run:
        if solved:
            return replace(self, solved=self.solved + 1)
        return replace(self, mistakes=self.mistakes + 1)


# -- the file --------------------------------------------------------------------------------------


def path() -> Path:
    return data_folder() / "puzzles" / "progress" / "progress.json"


_opened: dict[Path, Progress] = {}  # what scenes share: the file may be written a moment later


def opened() -> tuple[Progress, str]:
    """The progress that all scenes share, and what `load` says when it is read first."""
    where = path()
    if where in _opened:
        return _opened[where], ""
    _opened[where], words = load()
    return _opened[where], words


def load() -> tuple[Progress, str]:
    """What is kept, and a sentence for the person ("" when all is well).  Never raises."""
    return versioned.load(path(), VERSION, from_data, Progress())


def save(progress: Progress) -> None:
    """Raises OSError."""
    versioned.write(path(), VERSION, as_data(progress))


def as_data(progress: Progress) -> dict[str, Any]:
    return {
        "rating": list(progress.rating),
        "history": progress.history,
        "days": progress.days,
        "best_run": progress.best_run,
        "puzzles": {
            name: [tries.count, tries.solved, tries.date, *tries.rating]
            for name, tries in progress.puzzles.items()
        },
    }


def from_data(data: Mapping[str, Any]) -> Progress:
    """Raises ValueError, TypeError or KeyError for what is no progress."""
    mean, deviation = data["rating"]
    return Progress(
        (float(mean), float(deviation)),
        {
            str(name): Tries(int(count), bool(solved), str(date), (float(mu), float(sigma)))
            for name, (count, solved, date, mu, sigma) in data["puzzles"].items()
        },
        [int(value) for value in data["history"]],
        [datetime.date.fromisoformat(day).isoformat() for day in data["days"]],
        int(data["best_run"]),
    )
