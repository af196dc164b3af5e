"""Modes of playing puzzles: streak, storm, and the attempts at the daily puzzle.

All values are plain: a function gets an event and returns the next value. No clock is read here.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.platform.i18n import _, format_date, ngettext
from game.puzzles.puzzle import Puzzle

STREAK_STEPS = 40  # number of puzzles over which a streak gets from the easiest to the hardest
STORM_STEPS = 60  # number of puzzles over which a storm gets from the easiest to the hardest
# Size of a group of puzzles that count as equally difficult: minimum number, and share of all.
LEAST_CHOICE, CHOICE_SHARE = 8, 0.05

STORM_S, PENALTY_S = 180.0, 10.0  # seconds of a storm, and seconds lost by a mistake
BONUSES_S = {3: 3.0, 6: 5.0, 10: 7.0, 15: 10.0}  # seconds gained by this many right in a row
# After the last of BONUSES_S: right answers between two bonuses, and seconds of each bonus.
LATER_EVERY, LATER_BONUS_S = 5, 10.0

WRONG, HINT, SOLVED, SHOWN = "x", "h", "s", "o"  # events at the daily puzzle
MOST_MARKS = 12  # maximum number of events kept for a day
SYMBOLS = {WRONG: "🟥", HINT: "💡", SOLVED: "🟩", SHOWN: "⬛"}


# -- streak ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Streak:
    """Puzzles of growing difficulty until the first mistake; one may be skipped."""

    solved: int = 0
    skipped: bool = False
    over: bool = False

    @property
    def difficulty(self) -> float:
        """Return the difficulty of the next puzzle: 0 is the easiest, 1 the hardest."""
        return min(1.0, self.solved / STREAK_STEPS)

    def after(self, solved: bool) -> Streak:
        """Return the streak after a puzzle; nothing counts after its end."""
        if self.over:
            return self
        return replace(self, solved=self.solved + 1) if solved else replace(self, over=True)

    def skip(self) -> Streak:
        """Return the streak with its skip used up."""
        return replace(self, skipped=True)


# -- storm -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Storm:
    """As many puzzles as possible in three minutes.

    `left_s` is the time left in seconds, `combo` the number of right answers in a row up to now.
    """

    left_s: float = STORM_S
    solved: int = 0
    missed: int = 0
    combo: int = 0
    best_combo: int = 0

    @property
    def over(self) -> bool:
        return self.left_s <= 0

    @property
    def difficulty(self) -> float:
        """Return the difficulty of the next puzzle: 0 is the easiest, 1 the hardest."""
        return min(1.0, (self.solved + self.missed) / STORM_STEPS)

    @property
    def next_bonus(self) -> tuple[int, float]:
        """Return the combo that next gains time, and the seconds gained."""
        ahead = [combo for combo in BONUSES_S if combo > self.combo]
        if ahead:
            return ahead[0], BONUSES_S[ahead[0]]
        beyond = (self.combo - max(BONUSES_S)) // LATER_EVERY + 1
        return max(BONUSES_S) + beyond * LATER_EVERY, LATER_BONUS_S

    def tick(self, seconds: float) -> Storm:
        """Return the storm `seconds` later; a negative time counts as 0."""
        return replace(self, left_s=max(0.0, self.left_s - max(0.0, seconds)))

    def after(self, solved: bool) -> Storm:
        """Return the storm after a puzzle; nothing counts once the time is up."""
        if self.over:
            return self
        if not solved:
            left = max(0.0, self.left_s - PENALTY_S)
            return replace(self, left_s=left, missed=self.missed + 1, combo=0)
        combo, (wanted, bonus) = self.combo + 1, self.next_bonus
        return replace(
            self,
            left_s=self.left_s + (bonus if combo == wanted else 0.0),
            solved=self.solved + 1,
            combo=combo,
            best_combo=max(self.best_combo, combo),
        )


def as_difficult(puzzles: Sequence[Puzzle], difficulty: float) -> Sequence[Puzzle]:
    """Return the puzzles of about this difficulty (0..1) from `puzzles`, sorted by difficulty."""
    count = min(len(puzzles), max(LEAST_CHOICE, round(CHOICE_SHARE * len(puzzles))))
    first = round(min(1.0, max(0.0, difficulty)) * (len(puzzles) - count))
    return puzzles[first : first + count]


# -- the puzzle of a day ---------------------------------------------------------------------------


def marked(marks: str, mark: str) -> str:
    """Return a day's marks with `mark` added, unless the day is done or has too many marks."""
    if is_done(marks) or (mark in (WRONG, HINT) and len(marks) >= MOST_MARKS - 1):
        return marks
    return marks + mark


def is_done(marks: str) -> bool:
    """Return whether the daily puzzle was solved, or its solution shown."""
    return marks.endswith((SOLVED, SHOWN))


def marks_in_words(marks: str) -> str:
    """Return a day's result in words; "" if the puzzle was not tried."""
    tries, hints = marks.count(WRONG) + marks.count(SOLVED), marks.count(HINT)
    if not marks:
        return ""
    if marks.endswith(SOLVED):
        words = _("Solved with {n} tries") if tries > 1 else _("Solved at the first try")
    elif marks.endswith(SHOWN) and not tries:
        words = _("Solution shown")
    elif marks.endswith(SHOWN):
        words = ngettext("Not solved after {n} try", "Not solved after {n} tries", tries)
    else:
        words = ngettext("{n} try so far", "{n} tries so far", tries)
    words = words.format(n=tries)
    if hints:
        words += ", " + ngettext("{n} hint", "{n} hints", hints).format(n=hints)
    return words


def shared_result(day: datetime.date, task: str, marks: str, days: int) -> str:
    """Return a day's result as a text to send, without revealing the solution.

    `task` names game and kind; `days` is the number of solved days in a row, including this one.
    """
    lines = [
        _("Less is More, puzzle of {date}").format(date=format_date(day.isoformat())),
        task,
        "".join(SYMBOLS[mark] for mark in marks) + " " + marks_in_words(marks),
    ]
    if days > 1:
        lines.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
    return "\n".join(lines)
