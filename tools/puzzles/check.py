"""Independent check of a puzzle: its position can be reached, and it has exactly one solution.

It tries every turn by the rules of the game's referee, and shares no code with the maker of
puzzles. Only move ordering saves work: the reply that refuted one wrong turn is tried first against
the next. Every check raises Wrong, which names the fault.
"""

from __future__ import annotations

from collections.abc import Callable

from game.puzzles.puzzle import Puzzle
from game.rules.registry import parse_setup
from tools.referee.base import DRAWN, NOBODY, RefereePosition, Way, Wrong, referee_of


class PuzzleCheck:
    """A puzzle with its referee, position and turns. Raises Wrong for an unreachable position."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.referee = referee_of(parse_setup(puzzle.setup))
        self.position = self.referee.start()
        for text in puzzle.turns:
            self.position = self.referee.after(self.position, text)
        self.side = self.position.seat % 2
        if self.side != puzzle.seat or self.position.won_by != NOBODY:
            raise Wrong(f"seat {puzzle.seat} is not to move")
        self.ends: dict[RefereePosition, Way] = self.referee.turns(self.position)
        self.killers: list[str] = []

    def only(self, good: list[RefereePosition]) -> RefereePosition:
        """Return the only good end of the turn, which the solution must reach.

        The number of ways to it must be as stated. Raises Wrong otherwise.
        """
        if len(good) != 1:
            raise Wrong(f"{len(good)} solutions: {[self.ends[end].text for end in good[:3]]}")
        if self.referee.after(self.position, self.puzzle.solution[0]) != good[0]:
            raise Wrong(f"the solution is {self.ends[good[0]].text}")
        if self.ends[good[0]].ways != self.puzzle.ways:
            raise Wrong(f"{self.ends[good[0]].ways} ways there, not {self.puzzle.ways}")
        return good[0]

    def can_win(self, position: RefereePosition) -> bool:
        """Return whether the side to move can win in this turn."""
        if position.won_by != NOBODY:
            return False
        side = position.seat % 2
        return any(self.referee.certain(end, side) for end in self.referee.turns(position))

    def wins_anyway(self, position: RefereePosition, side: int) -> bool:
        """Return whether `side` can win in its next turn, whichever turn the other plays now."""
        if position.won_by != NOBODY or position.seat % 2 == side:
            return False
        replies = self.referee.turns(position)
        rank = {text: at for at, text in enumerate(self.killers)}
        for end, way in sorted(replies.items(), key=lambda one: rank.get(one[1].text, len(rank))):
            if self.referee.certain(end, side):
                continue
            if end.seat % 2 != side or not self.can_win(end):
                self.killers = [way.text, *(text for text in self.killers if text != way.text)]
                return False
        return True

    def reaches(self, position: RefereePosition, aim: int, known: dict[object, bool]) -> bool:
        """Return whether the puzzle's side reaches `aim` (1: a win, 0: a draw) with best play."""
        if position.won_by != NOBODY:
            return position.won_by == self.side or (position.won_by == DRAWN and aim <= 0)
        if position not in known:
            ends = (self.reaches(end, aim, known) for end in self.referee.turns(position))
            known[position] = any(ends) if position.seat % 2 == self.side else all(ends)
        return known[position]


def check_win(checked: PuzzleCheck) -> None:
    referee, side = checked.referee, checked.side
    checked.only([end for end in checked.ends if referee.certain(end, side)])


def check_win_in_two(checked: PuzzleCheck) -> None:
    referee, side = checked.referee, checked.side
    if any(referee.certain(end, side) for end in checked.ends):
        raise Wrong("there is a win in one turn")
    first = checked.only([end for end in checked.ends if checked.wins_anyway(end, side)])
    _turn, reply, win = checked.puzzle.solution
    last = referee.after(referee.after(first, reply), win)
    if not referee.certain(last, side):
        raise Wrong(f"{win} does not win after {reply}")


def check_save(checked: PuzzleCheck) -> None:
    referee, side = checked.referee, checked.side

    def lost(end: RefereePosition) -> bool:
        if end.won_by != NOBODY or end.seat % 2 == side:
            return referee.certain(end, 1 - side)
        return referee.certain(end, 1 - side) or checked.can_win(end)

    if any(referee.certain(end, side) for end in checked.ends):
        raise Wrong("there is a win in one turn")
    checked.only([end for end in checked.ends if not lost(end)])


def check_train(checked: PuzzleCheck) -> None:
    turned = {end: checked.referee.turned(checked.position, end) for end in checked.ends}
    most = max(turned.values())
    checked.only([end for end, count in turned.items() if count == most])
    if most != checked.puzzle.aim:
        raise Wrong(f"{most} counters turned at best, not {checked.puzzle.aim}")


def check_home(checked: PuzzleCheck) -> None:
    referee, side, puzzle = checked.referee, checked.side, checked.puzzle
    need = puzzle.aim
    if not referee.home_in(checked.position, side, need):
        raise Wrong(f"{need} moves are too few")
    if referee.home_in(checked.position, side, need - 1):
        raise Wrong(f"{need - 1} moves are enough")
    here, ends = checked.position, checked.ends
    for turn in puzzle.solution:
        if here.won_by != NOBODY:
            raise Wrong(f"{turn} after the end")
        left = need + referee.spent(checked.position, side)
        good = [end for end in ends if referee.home_in(end, side, left - referee.spent(end, side))]
        if len(good) != 1 or referee.after(here, turn) != good[0]:
            raise Wrong(f"{turn} is not the only turn on the way")
        here = good[0]
        ends = referee.turns(here) if here.won_by == NOBODY else {}
    if here.won_by == NOBODY:
        raise Wrong("the way does not end at home")


def check_last(checked: PuzzleCheck) -> None:
    aim, known = checked.puzzle.aim, dict[object, bool]()
    if aim not in (0, 1):
        raise Wrong(f"an ending is not worth {aim}")
    good = [end for end in checked.ends if checked.reaches(end, aim, known)]
    if not good:
        raise Wrong(f"the ending is not worth {aim}")
    if not aim and any(checked.reaches(end, 1, {}) for end in good):
        raise Wrong("the ending is worth 1, not 0")
    checked.only(good)


CHECKS: dict[str, Callable[[PuzzleCheck], None]] = {
    "win-1": check_win,
    "win-2": check_win_in_two,
    "save": check_save,
    "train": check_train,
    "home": check_home,
    "last": check_last,
}


def check(puzzle: Puzzle) -> None:
    """Check a puzzle. Raises Wrong, with the puzzle's name, if any statement of it is wrong."""
    try:
        if puzzle.kind not in CHECKS:
            raise Wrong(f"kind {puzzle.kind!r}")
        CHECKS[puzzle.kind](PuzzleCheck(puzzle))
    except (ValueError, KeyError, IndexError, StopIteration) as error:
        raise Wrong(f"{puzzle.id}: {error}") from error
