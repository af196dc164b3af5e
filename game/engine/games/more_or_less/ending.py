"""The last turns of More or Less, exactly: whole turns are tried, and their ends looked at once.

Thousands of trains end in a hundred positions or so.  The very last turn is known at a glance.
"""

from __future__ import annotations

from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.games.more_or_less.trains import scratch
from game.engine.search.all_turns import AllTurns, End, TooMany
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.endings import EASY, SHARE, Part, affordable
from game.engine.search.profile import Profile
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import BEGUN, P1_WIN, RESULT, RUNNING, SEAT
from game.rules.more_or_less import COUNTS, MARKER_PLACES, MARKS, PLACED

MOST_LEFT, PLAIN_MOST = 4, 2  # turns to the end of the game that are tried
NODES = (0, 1, 100, 300, 7_000)  # positions after a turn that so many turns take, about
COST, PLAIN_COST = 80, 10_000  # of a position, in nodes of the other endings: see `endings.RATE`
VISITS = COST // EASY  # of the tree, which take as long
MOST_ACTIONS = 60_000  # in all ways to play one turn
MOST_KEPT = 100_000


class OutOfTime(Exception):  # noqa: N818 - reads as the field says it
    """The part of the budget is used up."""


class MoreOrLessEnding:
    """An expert that plays turns which win whatever the other does."""

    def __init__(self, game: Game, profile: Profile) -> None:
        self.game, self.profile = game, profile
        self._compiled: bool | None = None
        self._known: dict[State, bool] = {}

    def knows(self, state: State) -> bool:
        begins = state[PLACED] == COUNTERS and state[BEGUN] == 0
        return begins and not self.game.over(state) and turns_left(state) <= MOST_LEFT

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        left = turns_left(state)
        part = budget.part(SHARE)
        cost = NODES[left] * (COST if compiled else PLAIN_COST)
        if not affordable(cost, budget, part) or (not compiled and left > PLAIN_MOST):
            return None
        self._load(compiled)
        try:
            end = self._winning_end(state, left, budget, part)
        except (OutOfTime, TooMany):
            return None
        if end is None:
            return None
        turn = tuple(self._turns.actions(end.codes))
        return Analysis(left, budget.spent, budget.elapsed, 1.0, (turn,), "win", done=True)

    def warm(self) -> None:
        """Load or compile what endings ask."""
        self._load(True)
        start = self.game.start()
        self._turns.ends(start)
        self._seen(start)

    def _load(self, compiled: bool) -> None:
        if self._compiled == compiled:
            return
        self._compiled, make = compiled, Arrays(compiled)
        self._turns = AllTurns(self.game, self.profile, compiled, MOST_ACTIONS)
        self._code: Any = instance("games/more_or_less/last_turn", self.game.key, compiled)
        self._tables = make.tables(self.game.tables)
        self._row, self._work = make.ints(len(self.game.first)), make.ints(scratch(self.game))

    def _seen(self, state: State) -> int:
        """The result that is seen at once, or 0."""
        for field, value in enumerate(state):
            self._row[field] = value
        return int(self._code.seen_result(self._tables, self._row, self._work))

    def _winning_end(self, state: State, left: int, budget: Budget, part: Part) -> End | None:
        """A turn of the side to move that wins, if there is one."""
        seat = state[SEAT]
        for end in sorted(self._turns.ends(state), key=lambda end: end.state[COUNTS + seat]):
            if end.state[RESULT] != RUNNING:
                if end.state[RESULT] == P1_WIN + seat:
                    return end
            elif not self._wins(end.state, left - 1, budget, part):
                return end
        return None

    def _wins(self, state: State, left: int, budget: Budget, part: Part) -> bool:
        """Does the side to move win?"""
        if state in self._known:
            return self._known[state]
        if budget.used_up(*part):
            raise OutOfTime
        budget.spent += VISITS
        result = self._seen(state)
        if result != 0:
            won = result == P1_WIN + state[SEAT]
        else:
            won = self._winning_end(state, left, budget, part) is not None
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[state] = won
        return won


def turns_left(state: State) -> int:
    """Turns until the last one is played, this one among them."""
    return 2 * MARKER_PLACES - state[MARKS] - state[MARKS + 1]
