"""The bot that searches trees of actions, at a level and within a budget.

Searches one action at a time and walks on in the same tree until the turn is over.
"""

from __future__ import annotations

from dataclasses import replace

from game.engine.bots.search_bot import AT_ONCE, SearchBot, capped
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import (
    Analysis,
    Candidate,
    Report,
    SearchLimits,
    StopSignal,
    proof_word,
)
from game.engine.search.budget import Budget
from game.engine.search.levels import Level, pick
from game.engine.search.turns import Turn, same_turn, side_to_move, split_turns
from game.rules import Action, State
from game.rules.kernel import DRAW

PV_ACTIONS = 12
MOST_CANDIDATES = 64
FIRST_SHARE = 0.55  # of what is left, for an action that another follows in the turn


class TreeBot(SearchBot[ActionTree]):
    """Tree search at a level.  Deterministic for a seed when nodes are the only limit."""

    name = "tree"

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        strength = self._profile.levels[self.options.level - 1]
        limits = capped(limits, strength)
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        turn: list[Action] = []
        here, first = state, Analysis(0, 0, 0.0, 0.5)
        while not self.game.over(here):
            self._one_action(here, tuple(turn), budget, limits, report)
            if not turn:
                first = self._analysis(here, (), budget)
            turn.append(self._choose(here, strength))
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                break
        self._expected[side_to_move(self.game, state)] = first.value
        line = tuple(turn)
        # What was expected does not follow another turn than that.
        pv = first.pv if first.pv[:1] == (line,) else (line,) if line else ()
        return replace(first, nodes=budget.spent, seconds=budget.elapsed, pv=pv, done=True)

    def _make_search(self) -> ActionTree:
        return ActionTree(self.game, self._profile, self._config())

    # -- one action ------------------------------------------------------------------------------

    def _one_action(
        self, state: State, begun: Turn, budget: Budget, limits: SearchLimits, report: Report
    ) -> None:
        """Think about one action."""
        search = self._start(state)
        if budget.breathless and search.compiled:
            budget.spent += search.grow(AT_ONCE)
            return
        if len(self.game.legal(state)) == 1 and not limits.infinite:
            if not begun:  # nothing is chosen, but the position has a value
                budget.spent += search.grow(forced_visits(search.visits, budget))
            return
        if search.visits == 0:
            budget.spent += search.grow(1)
        share = FIRST_SHARE if self._turn_goes_on(state) else 1.0
        self._deliberate(state, begun, budget, share, limits, report)

    def _choose(self, state: State, strength: Level) -> Action:
        assert self._current is not None
        ranked = self._current.ranked(side_to_move(self.game, state))
        if not ranked:  # nothing was searched: there is one action
            return self.game.legal(state)[0]
        if strength.spread <= 0 or ranked[0].proof not in (0, DRAW):
            return self.game.action(ranked[0].code)
        style = self.options.style
        spread = style.spread(strength.spread)
        actions = [self.game.action(one.code) for one in ranked]
        visits = style.liked(self.game, state, actions, [one.visits for one in ranked], spread)
        return actions[pick(visits, spread, self.dice)]

    # -- what is thought -------------------------------------------------------------------------

    def _turn_goes_on(self, state: State) -> bool:
        """Return whether the turn goes on after a first action."""
        action = self.game.legal(state)[0]
        return same_turn(state, self.game.advance(state, action), self.game)

    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        search = self._current
        assert search is not None
        side = side_to_move(self.game, state)
        value, proof = (
            self._chance(search.value(), search.proof, side),
            proof_word(search.proof, side),
        )
        if budget.hurried:
            return Analysis(
                search.depth,
                budget.spent,
                budget.elapsed,
                value,
                proof=proof,
                fullness=search.fullness,
            )
        return Analysis(
            depth=search.depth,
            nodes=budget.spent,
            seconds=budget.elapsed,
            value=value,
            pv=split_turns(self.game, state, search.line(state, PV_ACTIONS), begun),
            proof=proof,
            candidates=self._candidates(search, state, begun),
            fullness=search.fullness,
        )

    def _candidates(self, search: ActionTree, state: State, begun: Turn) -> tuple[Candidate, ...]:
        """Return the first actions for the side that chooses, best first."""
        total, side = max(1, search.visits), side_to_move(self.game, state)

        def line(number: int, code: int) -> tuple[Turn, ...]:
            if self.options.lines < 2 or number >= self.options.lines:
                return ()
            return split_turns(self.game, state, search.line(state, PV_ACTIONS, code), begun)

        return tuple(
            Candidate(
                self.game.action(one.code),
                self._chance(one.value, one.proof, side),
                one.visits / total,
                proof_word(one.proof, side),
                line(number, one.code),
            )
            for number, one in enumerate(search.ranked(side)[:MOST_CANDIDATES])
        )


def forced_visits(made: int, budget: Budget) -> int:
    """Return visits still wanted for the value of a position where there is only one action."""
    most = AT_ONCE if budget.nodes is None else min(AT_ONCE, budget.nodes)
    return max(0, (1 if budget.hurried else most) - made)
