"""The bot that searches whole turns, for games that have kernels for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from game.engine.bots.search_bot import AT_ONCE, SearchBot, capped
from game.engine.search.analysis import (
    Analysis,
    Candidate,
    Report,
    SearchLimits,
    StopSignal,
    proof_word,
)
from game.engine.search.budget import Budget
from game.engine.search.calibration import SearchCalibration
from game.engine.search.turn_search import TurnTree
from game.engine.search.turns import Turn, side_to_move
from game.rules import Action, State

PV_TURNS = 3
MOST_CANDIDATES = 4  # turns examined per first action in the list


class TurnBot(SearchBot[TurnTree]):
    """A search by whole turns, for the levels that use it.

    Deterministic for a seed when nodes are the only limit.
    """

    name = "turns"

    @cached_property
    def _keys(self) -> dict[int, int]:
        """Keys of the game's known positions, by the number of finished turns."""
        return {}

    def _make_search(self) -> TurnTree:
        found = self._profile.turns
        assert found is not None
        return TurnTree(self.game, self._profile, found, self._config())

    @property
    def _calibration(self) -> SearchCalibration:
        turns = self._profile.turns
        assert turns is not None
        return turns.calibration_of_four if self.game.seats > 2 else turns.calibration

    def recall(self, earlier: Iterable[State]) -> None:
        """Store the earlier positions of the game, in place of those stored before."""
        key = self._trees().key
        self._keys = {self.game.turns(state): key(state) for state in earlier}

    def knows(self, state: State) -> bool:
        """Return whether this bot searches the position."""
        return self._trees().knows(state)

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        side = side_to_move(self.game, state)
        limits = capped(limits, self._profile.levels[self.options.level - 1])
        budget = Budget(limits, side, signal, self.clock)
        search = self._start(state)
        now = self.game.turns(state)
        self._keys = {turn: key for turn, key in self._keys.items() if turn < now}
        search.recall(self._keys.values())
        self._keys[now] = search.key(state)
        if search.visits == 0:
            budget.spent += search.grow(1)
        if budget.breathless and search.compiled:
            budget.spent += search.grow(AT_ONCE)
        else:
            self._deliberate(state, (), budget, 1.0, limits, report)
        found = self._analysis(state, (), budget)
        self._expected[side] = found.value
        return replace(found, done=True)

    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        search = self.search
        assert search is not None
        side = side_to_move(self.game, state)
        ranked = search.ranked(side)
        best = ranked[0].code
        brief = budget.hurried
        return Analysis(
            depth=search.depth,
            nodes=budget.spent,
            seconds=budget.elapsed,
            value=self._chance(search.value(), search.proof, side),
            pv=(search.turn(best),) if brief else tuple(search.line(best, PV_TURNS)),
            proof=proof_word(search.proof, side),
            candidates=() if brief else self._candidates(search, side),
            fullness=search.fullness,
        )

    def _candidates(self, search: TurnTree, side: int) -> tuple[Candidate, ...]:
        """Return first actions, each with its best turn and its turns' share of all visits.

        The list has at most `lines` actions, because finding each takes some time.
        """
        found: dict[Action, Candidate] = {}
        total = max(1, search.visits)
        for child in search.ranked(side)[: MOST_CANDIDATES * self.options.lines]:
            first = search.turn(child.code)[0]
            if first in found:
                share = found[first].share + child.visits / total
                found[first] = replace(found[first], share=share)
            elif len(found) < self.options.lines:
                found[first] = Candidate(
                    first,
                    self._chance(child.value, child.proof, side),
                    child.visits / total,
                    proof_word(child.proof, side),
                    tuple(search.line(child.code, PV_TURNS)) if self.options.lines > 1 else (),
                )
        return tuple(found.values())
