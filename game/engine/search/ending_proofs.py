"""What is proved of the actions of one ending, a slice of the budget at a time.

A *goal* is a whole number, the higher the better for the side to move: a draw and a win, or groups
of a first round.  One goal is asked at a time, action by action, so that what is known when the
budget ends is of use: an action that reaches a goal, and actions that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, UNKNOWN, YES, Part
from game.rules import Action

CLEARLY = 0.25  # so much better an open action has to look than one that is proved to reach less


class Goals(NamedTuple):
    """The goals of a position: one that is reached for certain, the first to ask for, the best."""

    sure: int
    first: int
    best: int


class Asker(Protocol):
    """Asks whether an action reaches a goal; UNKNOWN when the part of the budget is used up.

    Without a part only what is known already is looked up.
    """

    def __call__(self, action: Action, goal: int, part: Part | None) -> int: ...


class EndingProofs:
    """Proofs about the `actions` of one position, as far as they have come."""

    def __init__(self, actions: Sequence[Action], goals: Goals, asker: Asker) -> None:
        self._asker, self._goal = asker, goals.first
        self.least, self.most = goals.sure, goals.best  # of what the side to move can reach
        self._sure = goals.sure
        self.at_most = {action.code: goals.best for action in actions}
        self.witness: int | None = None  # the code of an action that reaches `least`
        self._actions = {action.code: action for action in actions}
        self._looked_up = goals.sure  # the goal of which all that is known has been looked up

    @property
    def done(self) -> bool:
        """Return whether it is known what can be reached, and by which action."""
        return self.least == self.most

    @property
    def lost(self) -> bool:
        """Return whether nothing can be reached but what is certain anyway."""
        return self.done and self.least == self._sure

    @property
    def aim(self) -> int:
        """The goal that is known to be reached, or else the one that is asked for."""
        return self._goal if self.witness is None else self.least

    def work(self, order: Sequence[int], budget: Budget, part: Part) -> None:
        """Ask until all is known or the part of the budget is used up.

        `order` has the codes of all actions, those first that look best.
        """
        while not self.done:
            if self._looked_up != self._goal:
                self._looked_up = self._goal
                known = any(self._ask(code, None) == YES for code in order)
            else:
                known = False
            if known or self._ask_all(order, budget, part):
                continue
            return

    def _ask_all(self, order: Sequence[int], budget: Budget, part: Part) -> bool:
        """Ask for the goal until it is known whether it is reached; False without an answer."""
        first = [self.witness] if self.witness is not None else []
        for code in (*first, *order):
            if self.at_most[code] < self._goal:
                continue
            if budget.used_up(*part):
                return False
            answer = self._ask(code, part)
            if answer == UNKNOWN:
                return False
            if answer == YES:
                return True
        self.most = self._goal - 1
        self._goal = max(self.least + 1, self.most)
        return True

    def _ask(self, code: int, part: Part | None) -> int:
        """Ask whether an action reaches the goal, and note the answer."""
        goal = self._goal
        if self.at_most[code] < goal:
            return NO
        answer = self._asker(self._actions[code], goal, part)
        if answer == YES:
            self.least, self.witness = goal, code
            self._goal = goal + 1
        elif answer == NO:
            self.at_most[code] = goal - 1
        return answer

    def useless(self) -> dict[int, bool]:
        """Return codes that reach no more than another one; True where they reach nothing."""
        known = self.least if self.witness is not None else self._goal - 1
        return {
            code: most == self._sure
            for code, most in self.at_most.items()
            if most <= known and code != self.witness
        }

    def choice(self, ranked: Sequence[tuple[int, float]], worth: Callable[[int], float]) -> int:
        """Return the code to play.

        `ranked` are all codes, those first that look best, with their chances for the side to move;
        `worth` is the chance that a goal stands for.
        """
        if self.lost:
            return ranked[0][0]
        above = self.least if self.witness is not None else self._sure
        open_ = [(code, chance) for code, chance in ranked if self.at_most[code] > above]
        if self.witness is not None:
            if not self.done and open_ and open_[0][1] > worth(self.least) + CLEARLY:
                return open_[0][0]
            return self.witness
        hopeful = [code for code, _ in open_ if self.at_most[code] == self.most]
        return hopeful[0] if hopeful else (open_ or ranked)[0][0]
