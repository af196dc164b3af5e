"""What a person has solved, and their rating; `progress_store` keeps it in the library.

Ratings are those of openskill: a try is a game of one against one, the solver against the puzzle.
A puzzle begins where its grade puts it, so that a rating means something from the first try on.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.library.rating import ENGINE_DEVIATION, MIDDLE, SPREAD, Rating, after, shown
from game.puzzles.modes import SOLVED, marked
from game.puzzles.puzzle import Puzzle

STEP = 2.5  # between two grades
INTERVALS_D = (1, 3, 7, 21)  # days until a missed puzzle comes again, by box
MOST_REVIEWS = 300  # puzzles that come again, at most
KEPT_SCORES = 10  # of each mode and game


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
    rated: bool


@dataclass(frozen=True, slots=True)
class PuzzleReview:
    """A missed puzzle that comes again: its box in `INTERVALS_D`, and the date it was `seen` last.

    https://en.wikipedia.org/wiki/Leitner_system
    """

    box: int
    seen: datetime.date

    def is_due(self, today: datetime.date) -> bool:
        """Return whether it is to be tried now; a date in the future came from a wrong clock.

        One day ahead is allowed for travellers.
        """
        days = (today - self.seen).days
        return days >= INTERVALS_D[self.box] or days < -1

    def after(self, solved: bool, today: datetime.date) -> PuzzleReview | None:
        """Return what becomes of it after a try; None once it is known."""
        if not solved:
            return PuzzleReview(0, today)
        if not self.is_due(today):
            return self
        return PuzzleReview(self.box + 1, today) if self.box + 1 < len(INTERVALS_D) else None


@dataclass(frozen=True, slots=True)
class ModeScore:
    """A result of streak or storm; `game` is "" for all games, `combo` the longest of a storm."""

    mode: str
    game: str
    score: int
    combo: int = 0
    date: str = ""


@dataclass
class PuzzleProgress:
    """What a person has tried and solved, with the ratings.

    `history` holds the shown ratings after each rated try, `days` the dates whose puzzle was
    solved, `daily` what happened at it by date, `reviews` the missed puzzles by id, `scores` the
    results of streaks and storms, `best_run` the most puzzles solved in a run of earlier versions.
    `notes`, `marks` and `entered` are not saved yet.
    """

    rating: Rating = (MIDDLE, SPREAD)
    puzzles: dict[str, Tries] = field(default_factory=dict)
    history: list[int] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    best_run: int = 0
    daily: dict[str, str] = field(default_factory=dict)
    reviews: dict[str, PuzzleReview] = field(default_factory=dict)
    scores: list[ModeScore] = field(default_factory=list)
    notes: list[AttemptRecord] = field(default_factory=list, compare=False)
    marks: list[tuple[str, str]] = field(default_factory=list, compare=False)
    entered: list[ModeScore] = field(default_factory=list, compare=False)

    @property
    def shown(self) -> int:
        return shown(self.rating)

    @property
    def solved(self) -> int:
        return sum(tries.solved for tries in self.puzzles.values())

    def has_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.id in self.puzzles and self.puzzles[puzzle.id].solved

    def days_in_a_row(self, today: datetime.date) -> int:
        """Return days in a row, up to today or yesterday, whose puzzle was solved."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count += 1
            day -= datetime.timedelta(days=1)
        return count

    def note(
        self, puzzle: Puzzle, solved: bool, today: datetime.date, rated_try: bool = True
    ) -> None:
        """Note whether a puzzle was solved unaided; the first try of each day is rated.

        A missed puzzle comes again.
        """
        self.notes.append(AttemptRecord(puzzle, solved, today, rated_try))
        known = self.puzzles.get(puzzle.id, Tries(rating=start_rating(puzzle)))
        rating = known.rating
        if rated_try and known.date != today.isoformat():
            self.rating, rating = rated(self.rating, rating, solved)
            self.history.append(self.shown)
        self.puzzles[puzzle.id] = Tries(
            known.count + 1, known.solved or solved, today.isoformat(), rating
        )
        self._review(puzzle.id, solved, today)

    def _review(self, name: str, solved: bool, today: datetime.date) -> None:
        known = self.reviews.pop(name, None)
        if known is None and solved:
            return
        later = (known or PuzzleReview(0, today)).after(solved, today)
        if later is not None:
            self.reviews[name] = later
            self.reviews = dict(bounded(self.reviews))

    def due(self, today: datetime.date) -> list[str]:
        """Return the ids of missed puzzles that come again today, those seen longest ago first."""
        due = [(one.seen, name) for name, one in self.reviews.items() if one.is_due(today)]
        return [name for _seen, name in sorted(due)]

    def mark_day(self, day: str, mark: str) -> None:
        """Note what happened at the puzzle of a day; solved, it continues the series."""
        self.marks.append((day, mark))
        self.daily[day] = marked(self.daily.get(day, ""), mark)
        if self.daily[day].endswith(SOLVED) and day not in self.days:
            self.days.append(day)

    def enter(self, score: ModeScore) -> int | None:
        """Enter a result into its list; return its place (1 is best), None if it has none."""
        if score.score <= 0:
            return None
        place = 1 + sum(one.score >= score.score for one in self.best(score.mode, score.game))
        if place > KEPT_SCORES:
            return None
        self.entered.append(score)
        others = [one for one in self.scores if (one.mode, one.game) != (score.mode, score.game)]
        kept = self.best(score.mode, score.game)
        kept.insert(place - 1, score)
        self.scores = others + kept[:KEPT_SCORES]
        return place

    def best(self, mode: str, game: str = "") -> list[ModeScore]:
        """Return the results of a mode and game, the best first."""
        return [one for one in self.scores if (one.mode, one.game) == (mode, game)]


def bounded(reviews: dict[str, PuzzleReview]) -> Sequence[tuple[str, PuzzleReview]]:
    """Return at most `MOST_REVIEWS`: those that are known best are given up."""
    return sorted(reviews.items(), key=lambda one: (one[1].box, -one[1].seen.toordinal(), one[0]))[
        :MOST_REVIEWS
    ]


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
