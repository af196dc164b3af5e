"""Proofs about the actions of one ending, computed in slices of the budget.

A *goal* is a whole number, higher for a better outcome of the side to move: a draw or a win, or the
groups of a first round. The search asks about one goal at a time, action by action. So its results
are useful even if the budget ends early: one action reaches a goal, others do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, UNKNOWN, YES, Part
from game.rules import Action

# An unproved action is preferred if its chance is this much better than the proved goal.
CLEARLY = 0.25


class Goals(NamedTuple):
    """The goals of a position: the one that is certain, the first to ask for, the best possible."""

    sure: int
    first: int
    best: int


class Asker(Protocol):
    """A test whether an action reaches a goal; UNKNOWN if the part of the budget is used up.

    With `part` None, it only looks up results that are already known.
    """

    def __call__(self, action: Action, goal: int, part: Part | None) -> int: ...


class EndingProofs:
    """The proofs found so far about the `actions` of one position."""

    def __init__(self, actions: Sequence[Action], goals: Goals, asker: Asker) -> None:
        self._asker, self._goal = asker, goals.first
        self.least, self.most = goals.sure, goals.best  # bounds of what the side to move can reach
        self._sure = goals.sure
        self.at_most = {action.code: goals.best for action in actions}
        self.witness: int | None = None  # the code of an action that reaches `least`
        self._actions = {action.code: action for action in actions}
        # The last goal whose known results were all looked up.
        self._looked_up = goals.sure

    @property
    def done(self) -> bool:
        """Whether the best goal that the side to move can reach is known."""
        return self.least == self.most

    @property
    def lost(self) -> bool:
        """Whether no action can reach more than what is certain anyway."""
        return self.done and self.least == self._sure

    @property
    def aim(self) -> int:
        """The best goal that a known action reaches; without one, the goal asked for now."""
        return self._goal if self.witness is None else self.least

    def work(self, order: Sequence[int], budget: Budget, part: Part) -> None:
        """Ask until all is known or the part of the budget is used up.

        `order` has the codes of all actions, the most promising first.
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
        """Ask each action for the goal until one reaches it; return False if one is unanswered."""
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
        """Ask whether an action reaches the goal, and store the answer."""
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
        """Return the actions that cannot beat the best known one.

        The value is True for an action that reaches nothing beyond what is certain.
        """
        known = self.least if self.witness is not None else self._goal - 1
        return {
            code: most == self._sure
            for code, most in self.at_most.items()
            if most <= known and code != self.witness
        }

    def choice(self, ranked: Sequence[tuple[int, float]], worth: Callable[[int], float]) -> int:
        """Return the code to play.

        `ranked` has all codes with the chances of the side to move, the most promising first;
        `worth` returns the chance that a goal is worth.
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
