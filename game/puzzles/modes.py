"""Modes of playing puzzles: streak, storm, and the tries at the puzzle of a day.

Plain values: what happened goes in, the next value comes out.  No clock is read here.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.platform.i18n import _, format_date, ngettext
from game.puzzles.puzzle import Puzzle

STREAK_STEPS = 40  # puzzles from the easiest of a streak to the hardest
STORM_STEPS = 60  # the same of a storm
LEAST_CHOICE, CHOICE_SHARE = 8, 0.05  # puzzles of one difficulty: at least, and of all

STORM_S, PENALTY_S = 180.0, 10.0  # seconds of a storm, and what a mistake takes
BONUSES_S = {3: 3.0, 6: 5.0, 10: 7.0, 15: 10.0}  # seconds gained by so many right in a row
LATER_EVERY, LATER_BONUS_S = 5, 10.0  # after the last of these

WRONG, HINT, SOLVED, SHOWN = "x", "h", "s", "o"  # what happened at the puzzle of a day
MOST_MARKS = 12  # of one day that are kept
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
        """Return the streak without its skip."""
        return replace(self, skipped=True)


# -- storm -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Storm:
    """As many puzzles as possible in three minutes.

    `left_s` is the time left in seconds, `combo` how many were right in a row, up to now.
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
        """Return the combo that gains time next, and the seconds."""
        ahead = [combo for combo in BONUSES_S if combo > self.combo]
        if ahead:
            return ahead[0], BONUSES_S[ahead[0]]
        beyond = (self.combo - max(BONUSES_S)) // LATER_EVERY + 1
        return max(BONUSES_S) + beyond * LATER_EVERY, LATER_BONUS_S

    def tick(self, seconds: float) -> Storm:
        """Return the storm after so many seconds; time never goes back."""
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
    """Return those of `puzzles`, the easiest first, that are about so difficult (0..1)."""
    count = min(len(puzzles), max(LEAST_CHOICE, round(CHOICE_SHARE * len(puzzles))))
    first = round(min(1.0, max(0.0, difficulty)) * (len(puzzles) - count))
    return puzzles[first : first + count]


# -- the puzzle of a day ---------------------------------------------------------------------------


def marked(marks: str, mark: str) -> str:
    """Return the marks of a day with one more; nothing follows the solution."""
    if is_done(marks) or (mark in (WRONG, HINT) and len(marks) >= MOST_MARKS - 1):
        return marks
    return marks + mark


def is_done(marks: str) -> bool:
    """Return whether the puzzle of the day was solved, or its solution shown."""
    return marks.endswith((SOLVED, SHOWN))


def marks_in_words(marks: str) -> str:
    """Return how a day went, "" if it was not tried."""
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
    """Return the result of a day as text to be sent; it gives nothing of the solution away.

    `task` names game and kind, `days` is the series of days with this one.
    """
    lines = [
        _("Less is More, puzzle of {date}").format(date=format_date(day.isoformat())),
        task,
        "".join(SYMBOLS[mark] for mark in marks) + " " + marks_in_words(marks),
    ]
    if days > 1:
        lines.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
    return "\n".join(lines)
