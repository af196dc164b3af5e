"""A person's solved puzzles and rating; `progress_store` keeps them in the library.

Ratings are openskill's: an attempt is a game of the solver against the puzzle. A puzzle's first
rating comes from its grade, so that the solver's rating means something from the first attempt on.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.library.rating import ENGINE_DEVIATION, MIDDLE, SPREAD, Rating, after, shown
from game.puzzles.modes import SOLVED, marked
from game.puzzles.puzzle import Puzzle

STEP = 2.5  # difference in rating between two grades
INTERVALS_D = (1, 3, 7, 21)  # days until a missed puzzle is repeated, by box
MOST_REVIEWS = 300  # maximum number of puzzles that wait to be repeated
KEPT_SCORES = 10  # results kept for each mode and game


@dataclass(frozen=True, slots=True)
class Tries:
    """The attempts at one puzzle: `count`, whether one `solved` it unaided, `date` of the last."""

    count: int = 0
    solved: bool = False
    date: str = ""
    rating: Rating = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """The outcome of an attempt (see `PuzzleProgress.note`)."""

    puzzle: Puzzle
    solved: bool
    today: datetime.date
    rated: bool


@dataclass(frozen=True, slots=True)
class PuzzleReview:
    """A missed puzzle to repeat: its box in `INTERVALS_D`, and the date when it was last `seen`.

    https://en.wikipedia.org/wiki/Leitner_system
    """

    box: int
    seen: datetime.date

    def is_due(self, today: datetime.date) -> bool:
        """Return whether the puzzle is due; it also is if `seen` is in the future (a wrong clock).

        One day ahead is allowed for travellers.
        """
        days = (today - self.seen).days
        return days >= INTERVALS_D[self.box] or days < -1

    def after(self, solved: bool, today: datetime.date) -> PuzzleReview | None:
        """Return the review after an attempt; None when the puzzle is learned."""
        if not solved:
            return PuzzleReview(0, today)
        if not self.is_due(today):
            return self
        return PuzzleReview(self.box + 1, today) if self.box + 1 < len(INTERVALS_D) else None


@dataclass(frozen=True, slots=True)
class ModeScore:
    """A result of a streak or storm; `game` is "" for all games, `combo` the longest in a storm."""

    mode: str
    game: str
    score: int
    combo: int = 0
    date: str = ""


@dataclass
class PuzzleProgress:
    """All attempts and solutions of a person, with the ratings.

    - `history` has the shown ratings after each rated attempt.
    - `days` are the dates whose daily puzzle was solved.
    - `daily` has, for each date, the events at its daily puzzle.
    - `reviews` are the missed puzzles by id, `scores` the results of streaks and storms.
    - `best_run` is the highest number of puzzles solved in one run, a mode of earlier versions.
    - `notes`, `marks` and `entered` are events that are not saved yet.
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
        """Return the number of consecutive solved days up to today or yesterday."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count += 1
            day -= datetime.timedelta(days=1)
        return count

    def note(
        self, puzzle: Puzzle, solved: bool, today: datetime.date, rated_try: bool = True
    ) -> None:
        """Note whether a puzzle was solved unaided; the first attempt of each day is rated.

        A missed puzzle will be repeated.
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
        """Return the ids of missed puzzles that are due today, those seen longest ago first."""
        due = [(one.seen, name) for name, one in self.reviews.items() if one.is_due(today)]
        return [name for _seen, name in sorted(due)]

    def mark_day(self, day: str, mark: str) -> None:
        """Note an event at a daily puzzle; solving it continues the series of days."""
        self.marks.append((day, mark))
        self.daily[day] = marked(self.daily.get(day, ""), mark)
        if self.daily[day].endswith(SOLVED) and day not in self.days:
            self.days.append(day)

    def enter(self, score: ModeScore) -> int | None:
        """Enter a result into its list; return its place (1 is best), or None if it is too low."""
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
    """Return at most `MOST_REVIEWS`; the best-known puzzles are dropped first."""
    return sorted(reviews.items(), key=lambda one: (one[1].box, -one[1].seen.toordinal(), one[0]))[
        :MOST_REVIEWS
    ]


def start_rating(puzzle: Puzzle) -> Rating:
    """Return a puzzle's rating before any attempt, which follows from its grade."""
    return MIDDLE + STEP * (puzzle.grade - 4), ENGINE_DEVIATION


def rated(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of solver and puzzle after an attempt."""
    (first,), (second,) = after([[solver], [puzzle]], [0, 1] if solved else [1, 0])
    return first, second


def next_for(progress: PuzzleProgress, puzzles: list[Puzzle]) -> Puzzle | None:
    """Return the unsolved puzzle nearest to the solver's rating.

    If all are solved, return the one not tried for longest.
    """
    fresh = [puzzle for puzzle in puzzles if not progress.has_solved(puzzle)]
    if fresh:

        def far(puzzle: Puzzle) -> tuple[float, int, str]:
            tries = progress.puzzles.get(puzzle.id, Tries())
            distance = abs(start_rating(puzzle)[0] - progress.rating[0])
            return distance + 3 * tries.count, puzzle.proof, puzzle.id

        return min(fresh, key=far)
    return min(puzzles, key=lambda one: (progress.puzzles[one.id].date, one.id), default=None)
