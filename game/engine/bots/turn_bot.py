"""The bot that searches whole turns, where a room has trees of them."""

from __future__ import annotations

from dataclasses import replace

from game.engine.bots.growing_bot import AT_ONCE, GrowingBot
from game.engine.search.analysis import Analysis, Candidate, Limits, Report, StopSignal, proof_word
from game.engine.search.attention import Attention
from game.engine.search.budget import Budget
from game.engine.search.calibration import Calibration
from game.engine.search.growing import Growth
from game.engine.search.turn_forest import TurnForest
from game.engine.search.turns import Turn, side_to_move
from game.rules import Action, State

PV_TURNS = 3
MOST_CANDIDATES = 4  # turns looked at for each first action that is listed


class TurnBot(GrowingBot[TurnForest]):
    """At full strength only: it has no levels."""

    name = "turns"

    def _plant(self) -> TurnForest:
        found, options = self._profile.turns, self.options
        assert found is not None
        growth = Growth(self._ready(), options.threads, options.hash_mb, self.seed)
        return TurnForest(self.game, self._profile, found, growth)

    @property
    def _calibration(self) -> Calibration:
        assert self._profile.turns is not None
        return self._profile.turns.calibration

    def knows(self, state: State) -> bool:
        """Is this its business?"""
        return self._trees().knows(state)

    def think(self, state: State, limits: Limits, report: Report, signal: StopSignal) -> Analysis:
        side = side_to_move(self.game, state)
        budget = Budget(limits, side, signal, self.clock)
        forest = self._start(state)
        if forest.visits == 0:
            budget.spent += forest.grow(1)
        if budget.breathless and forest.compiled:
            budget.spent += forest.grow(AT_ONCE)
        else:
            attention = Attention(self._expected[side])
            self._search(state, (), budget, budget.part(1.0), limits, report, attention)
            if budget.elastic and attention.critical and not forest.proof:
                budget.stretch()
                self._search(state, (), budget, budget.part(1.0), limits, report, attention)
        found = self._analysis(state, (), budget)
        self._expected[side] = found.value
        return replace(found, done=True)

    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        forest = self._forest
        assert forest is not None
        side = side_to_move(self.game, state)
        ranked = forest.ranked(side)
        best = ranked[0].code
        brief = budget.hurried
        return Analysis(
            depth=forest.depth,
            nodes=budget.spent,
            seconds=budget.elapsed,
            value=self._chance(forest.value(), forest.proof, side),
            pv=(forest.turn(best),) if brief else tuple(forest.line(best, PV_TURNS)),
            proof=proof_word(forest.proof, side),
            candidates=() if brief else self._candidates(forest, side),
        )

    def _candidates(self, forest: TurnForest, side: int) -> tuple[Candidate, ...]:
        """First actions, each with the best turn that begins so and the share of all such turns.

        As many as are asked for: each has to be found on the board.
        """
        found: dict[Action, Candidate] = {}
        total = max(1, forest.visits)
        for child in forest.ranked(side)[: MOST_CANDIDATES * self.options.lines]:
            first = forest.turn(child.code)[0]
            if first in found:
                share = found[first].share + child.visits / total
                found[first] = replace(found[first], share=share)
            elif len(found) < self.options.lines:
                found[first] = Candidate(
                    first,
                    self._chance(child.value, child.proof, side),
                    child.visits / total,
                    proof_word(child.proof, side),
                    tuple(forest.line(child.code, PV_TURNS)) if self.options.lines > 1 else (),
                )
        return tuple(found.values())
