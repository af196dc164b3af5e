"""Checks a puzzle: the position can be reached, and there is one solution and no other.

By trying every turn.  Only order saves work: what refuted one wrong turn is tried first against
the next.  Raises Wrong from every check, saying what is not so.
"""

from __future__ import annotations

from collections.abc import Callable

from game.puzzles.puzzle import Puzzle
from game.puzzles.verifier.book import DRAWN, NOBODY, Book, Position, Way, Wrong, book_of
from game.rules.registry import parse_setup


class Checked:
    """A puzzle with its rulebook, position and turns.  Raises Wrong when it cannot be reached."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.book: Book[Position] = book_of(parse_setup(puzzle.setup))
        self.position = self.book.start()
        for text in puzzle.turns:
            self.position = self.book.after(self.position, text)
        self.side = self.book.mover(self.position)
        if self.side != puzzle.seat or self.book.winner(self.position) != NOBODY:
            raise Wrong(f"seat {puzzle.seat} is not to move")
        self.ends: dict[Position, Way] = self.book.turns(self.position)
        self.killers: list[str] = []

    def only(self, good: list[Position]) -> Position:
        """Return the one good end, which the solution must lead to in so many ways.

        Raises Wrong.
        """
        if len(good) != 1:
            raise Wrong(f"{len(good)} solutions: {[self.ends[end].text for end in good[:3]]}")
        if self.book.after(self.position, self.puzzle.solution[0]) != good[0]:
            raise Wrong(f"the solution is {self.ends[good[0]].text}")
        if self.ends[good[0]].ways != self.puzzle.ways:
            raise Wrong(f"{self.ends[good[0]].ways} ways there, not {self.puzzle.ways}")
        return good[0]

    def can_win(self, position: Position) -> bool:
        """Return whether the side to move wins in this turn."""
        if self.book.winner(position) != NOBODY:
            return False
        side = self.book.mover(position)
        return any(self.book.certain(end, side) for end in self.book.turns(position))

    def wins_anyway(self, position: Position, side: int) -> bool:
        """Return whether `side` wins in its next turn, whatever the other plays now."""
        if self.book.winner(position) != NOBODY or self.book.mover(position) == side:
            return False
        replies = self.book.turns(position)
        rank = {text: at for at, text in enumerate(self.killers)}
        for end, way in sorted(replies.items(), key=lambda one: rank.get(one[1].text, len(rank))):
            if self.book.certain(end, side):
                continue
            if self.book.mover(end) != side or not self.can_win(end):
                self.killers = [way.text, *(text for text in self.killers if text != way.text)]
                return False
        return True

    def value(self, position: Position, known: dict[Position, int]) -> int:
        """1, 0 or -1 for the puzzle's side with best play to the end."""
        if position not in known:
            won = self.book.winner(position)
            if won != NOBODY:
                value = 0 if won == DRAWN else 1 if won == self.side else -1
            else:
                values = (self.value(end, known) for end in self.book.turns(position))
                value = max(values) if self.book.mover(position) == self.side else min(values)
            known[position] = value
        return known[position]


def check_win(checked: Checked) -> None:
    book, side = checked.book, checked.side
    checked.only([end for end in checked.ends if book.certain(end, side)])


def check_win_in_two(checked: Checked) -> None:
    book, side = checked.book, checked.side
    if any(book.certain(end, side) for end in checked.ends):
        raise Wrong("there is a win in one turn")
    first = checked.only([end for end in checked.ends if checked.wins_anyway(end, side)])
    _turn, reply, win = checked.puzzle.solution
    last = book.after(book.after(first, reply), win)
    if not book.certain(last, side):
        raise Wrong(f"{win} does not win after {reply}")


def check_save(checked: Checked) -> None:
    book, side = checked.book, checked.side

    def lost(end: Position) -> bool:
        if book.winner(end) != NOBODY or book.mover(end) == side:
            return book.certain(end, 1 - side)
        return book.certain(end, 1 - side) or checked.can_win(end)

    if any(book.certain(end, side) for end in checked.ends):
        raise Wrong("there is a win in one turn")
    checked.only([end for end in checked.ends if not lost(end)])


def check_train(checked: Checked) -> None:
    turned = {end: checked.book.turned(checked.position, end) for end in checked.ends}
    most = max(turned.values())
    checked.only([end for end, count in turned.items() if count == most])
    if most != checked.puzzle.aim:
        raise Wrong(f"{most} counters turned at best, not {checked.puzzle.aim}")


def check_home(checked: Checked) -> None:
    book, side, puzzle = checked.book, checked.side, checked.puzzle
    need = puzzle.aim
    if not book.home_in(checked.position, side, need):
        raise Wrong(f"{need} moves are too few")
    if book.home_in(checked.position, side, need - 1):
        raise Wrong(f"{need - 1} moves are enough")
    here, ends = checked.position, checked.ends
    for turn in puzzle.solution:
        if book.winner(here) != NOBODY:
            raise Wrong(f"{turn} after the end")
        left = need + book.spent(checked.position, side)
        good = [end for end in ends if book.home_in(end, side, left - book.spent(end, side))]
        if len(good) != 1 or book.after(here, turn) != good[0]:
            raise Wrong(f"{turn} is not the only turn on the way")
        here = good[0]
        ends = book.turns(here) if book.winner(here) == NOBODY else {}
    if book.winner(here) == NOBODY:
        raise Wrong("the way does not end at home")


def check_last(checked: Checked) -> None:
    known: dict[Position, int] = {}
    values = {end: checked.value(end, known) for end in checked.ends}
    most = max(values.values())
    if most != checked.puzzle.aim:
        raise Wrong(f"the ending is worth {most}, not {checked.puzzle.aim}")
    checked.only([end for end, value in values.items() if value == most])


CHECKS: dict[str, Callable[[Checked], None]] = {
    "win-1": check_win,
    "win-2": check_win_in_two,
    "save": check_save,
    "train": check_train,
    "home": check_home,
    "last": check_last,
}


def check(puzzle: Puzzle) -> None:
    """Check a puzzle.  Raises Wrong, naming it, if anything it says is not so."""
    try:
        if puzzle.kind not in CHECKS:
            raise Wrong(f"kind {puzzle.kind!r}")
        CHECKS[puzzle.kind](Checked(puzzle))
    except (ValueError, KeyError, IndexError, StopIteration) as error:
        raise Wrong(f"{puzzle.id}: {error}") from error
