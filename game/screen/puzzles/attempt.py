"""An attempt at a puzzle: the task, the verdict, hints, and the texts for them. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.platform import toml
from game.platform.i18n import _, ngettext
from game.puzzles.course import STORM, STREAK
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.plugin import HOME, LAST, SAVE, TRAIN, WIN_ONE, WIN_TWO
from game.puzzles.progress import PuzzleProgress
from game.puzzles.puzzle import Puzzle

THEMES: dict[str, str] = toml.read_own(Path(__file__).with_name("words.toml"))["shown"]
ASKING, JUDGING, SOLVED, FAILED, SHOWN = "asking", "judging", "solved", "failed", "shown"
# Steps of a hint: the piece, its target, the whole first action.
PIECE, PLACE, ACTION = 1, 2, 3


class PuzzleAttempt:
    """An attempt. `status` is one of ASKING to SHOWN.

    `hint` is the step of the hint that is shown, 0 for none. `helped` is True if a hint was given.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.status = ASKING
        self.hint = 0
        self.helped = False
        self.answer: AttemptAnswer | None = None
        # The first outcome, the only one that counts: True if solved, None while undecided.
        self.decided: bool | None = None
        self.playing = False  # True while the continuation is played on the board
        # The deciding numbers at the end of the continuation, in words.
        self.counts = ""

    @property
    def over(self) -> bool:
        return self.status in (SOLVED, FAILED, SHOWN)

    def take(self, answer: AttemptAnswer) -> None:
        """Apply the verdict on a turn."""
        self.answer = answer
        self.hint = 0
        if not answer.right:
            self._decide(FAILED, False)
        elif answer.done:
            self._decide(SOLVED, not self.helped)
        else:
            self.status = ASKING

    def show(self) -> None:
        """Note that the solution is shown, which counts as a failure."""
        self._decide(SHOWN, False)

    def again(self) -> None:
        """Restart the attempt."""
        self.status, self.hint, self.answer = ASKING, 0, None
        self.playing, self.counts = False, ""

    def help(self) -> int:
        """Go one step further with the hint; return the step."""
        self.helped = True
        self.hint = min(ACTION, self.hint + 1)
        return self.hint

    def _decide(self, status: str, solved: bool) -> None:
        self.status = status
        if self.decided is None:
            self.decided = solved

    # -- words -------------------------------------------------------------------------------------

    def words(self) -> str:
        """Return the card's text; after the continuation it includes the deciding numbers."""
        ended = self.over and self.status != SOLVED and not self.playing and bool(self.counts)
        return f"{self._verdict()} {self.counts}" if ended else self._verdict()

    def _verdict(self) -> str:
        if self.status == JUDGING:
            return _("Let me see …")
        if self.status == SOLVED:
            return _("Solved!") if self.decided else _("That is it. The next one without help!")
        if self.status == SHOWN:
            return _("This is the solution.")
        if self.status == FAILED and self.answer is not None:
            return self._blame(self.answer)
        if self.answer is not None and self.answer.right:
            return _("Right. Go on.")
        return task(self.puzzle)

    def note(self) -> str:
        """Return the line below the card's text."""
        if self.status in (SOLVED, SHOWN):
            return ", ".join(theme_name(theme) for theme in self.puzzle.themes)
        if self.puzzle.ways > 1:
            return _("Another order of the same moves counts, too.")
        return ""

    def _blame(self, answer: AttemptAnswer) -> str:
        kind = self.puzzle.kind
        replied = bool(answer.reply) and (self.playing or not self.counts)
        if kind == TRAIN:
            text = ngettext(
                "You flipped {n} counter. More is possible.",
                "You flipped {n} counters. More is possible.",
                answer.number,
            )
            return text.format(n=answer.number)
        if kind == HOME:
            text = _("That way takes {n} moves; {best} would do.")
            return text.format(n=answer.number, best=self.puzzle.aim)
        if kind == SAVE:
            return _("That loses: look at the reply.") if replied else _("That loses.")
        if kind == LAST:
            if answer.reply and not replied:
                return _("That lets the win slip.")
            return _("That lets the win slip: look at the reply.") if replied else _("Not enough.")
        if kind == WIN_TWO and answer.reply:
            return _("Not against this reply.")
        return _("That does not win: see what follows.") if replied else _("That does not win.")


def task(puzzle: Puzzle) -> str:
    """Return the task of a puzzle, with the person's role if the game's seats have roles."""
    words = _asked(puzzle)
    if "as-more" in puzzle.themes:
        return _("You are MORE. {task}").format(task=words)
    if "as-less" in puzzle.themes:
        return _("You are LESS. {task}").format(task=words)
    return words


def _asked(puzzle: Puzzle) -> str:
    if puzzle.kind == HOME:
        text = ngettext(
            "Bring your pieces home in {n} move.",
            "Bring your pieces home in {n} moves.",
            puzzle.aim,
        )
        return text.format(n=puzzle.aim)
    if puzzle.kind == LAST and not puzzle.aim:
        return _("Hold the draw.")
    return {
        WIN_ONE: _("Win in this turn."),
        WIN_TWO: _("Win in two turns, whatever the other side plays."),
        SAVE: _("All turns but one lose at once. Find the one."),
        TRAIN: _("Flip the most counters you can in one turn."),
        LAST: _("Win with the last stones."),
    }[puzzle.kind]


def kind_name(kind: str) -> str:
    return {
        WIN_ONE: _("Win now"),
        WIN_TWO: _("Win in two"),
        SAVE: _("Save yourself"),
        TRAIN: _("Best train"),
        HOME: _("Way home"),
        LAST: _("Last stones"),
    }[kind]


def theme_name(theme: str) -> str:
    """Return a theme's tag in words."""
    return _(THEMES.get(theme, theme))


def counted_words(progress: PuzzleProgress, puzzles: Sequence[Puzzle]) -> str:
    """Return how many puzzles there are, and how many of them have been solved."""
    solved = sum(map(progress.has_solved, puzzles))
    text = ngettext("{n} puzzle, {m} solved", "{n} puzzles, {m} solved", len(puzzles))
    return text.format(n=len(puzzles), m=solved)


def named(name: str, what: str) -> str:
    """Return a name with its specification, such as "Less: Win now"."""
    return _("{name}: {what}").format(name=name, what=what)


def mode_name(mode: str) -> str:
    return {STREAK: _("Streak"), STORM: _("Storm")}[mode]


def mode_rule(mode: str) -> str:
    return {
        STREAK: _(
            "The puzzles grow harder. The first mistake ends the streak; one puzzle may be skipped."
        ),
        STORM: _(
            "Three minutes, as many puzzles as you can: one turn decides each. A combo gains time,"
            " a mistake costs ten seconds."
        ),
    }[mode]
