"""The bot that searches trees of actions, at a level and within a budget.

It searches one action at a time and continues in the same tree until the turn is over.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from game.engine.bots.options import EngineOptions
from game.engine.bots.search_bot import AT_ONCE, SearchBot, StopRule, capped
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
from game.engine.search.endgame_expert import EndgameExpert
from game.engine.search.ending_proofs import EndingProofs
from game.engine.search.levels import Level, pick
from game.engine.search.profile import Profile
from game.engine.search.turns import Turn, same_turn, side_to_move, split_turns
from game.rules import Action, Game, State
from game.rules.kernel import DRAW, P1_WIN, P2_WIN

PV_ACTIONS = 12
MOST_CANDIDATES = 64
FIRST_SHARE = 0.55  # share of the remaining budget for an action after which the turn goes on


# Settings for proving an ending in addition to the tree search:
FIRST_LOOK = 0.06  # share of the budget in which the tree first ranks the actions
# Largest and smallest share of the remaining budget for proofs; likely proofs get more.
LIKELY, UNLIKELY = 0.8, 0.2
SOME_VISITS = 0.2  # share of the remaining budget for the tree after each round of proofs
OUT_OF_REACH = 20.0  # An ending that costs more than this many budgets is left to the tree.
ROUNDS = 4  # maximum number of rounds of proofs


class TreeBot(SearchBot[ActionTree]):
    """Tree search at a level. Deterministic for a seed when nodes are the only limit.

    `beside` is an expert that proves endings in addition to the tree search.
    """

    name = "tree"

    def __init__(
        self,
        game: Game,
        profile: Profile,
        options: EngineOptions,
        seed: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        beside: EndgameExpert[Any] | None = None,
    ) -> None:
        super().__init__(game, profile, options, seed, ready, clock)
        self._beside = beside

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        strength = self._profile.levels[self.options.level - 1]
        limits = capped(limits, strength)
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        turn: list[Action] = []
        here, first = state, Analysis(0, 0, 0.0, 0.5)
        while not self.game.over(here):
            proofs = self._one_action(here, tuple(turn), budget, limits, report)
            chosen = self._choose(here, strength, proofs)
            if not turn:
                first = self._analysis(here, (), budget)
            if proofs is not None and proofs.done and self._beside is not None:
                value, proof = self._beside.worth(here, proofs.least)
                first = replace(first, value=value, proof=proof)
            turn.append(chosen)
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                break
        self._expected[side_to_move(self.game, state)] = first.value
        line = tuple(turn)
        # The expected line only applies if it begins with the chosen turn.
        pv = first.pv if first.pv[:1] == (line,) else (line,) if line else ()
        return replace(first, nodes=budget.spent, seconds=budget.elapsed, pv=pv, done=True)

    def _make_search(self) -> ActionTree:
        return ActionTree(self.game, self._profile, self._config())

    # -- one action ------------------------------------------------------------------------------

    def _one_action(
        self, state: State, begun: Turn, budget: Budget, limits: SearchLimits, report: Report
    ) -> EndingProofs | None:
        """Search for one action; return the proofs about the ending, or None if there are none."""
        search = self._start(state)
        if budget.breathless and search.compiled:
            budget.spent += search.grow(AT_ONCE)
            return None
        if len(self.game.legal(state)) == 1 and not limits.infinite:
            if not begun:  # There is no choice, but the position needs a value.
                budget.spent += search.grow(forced_visits(search.visits, budget))
            return None
        if search.visits == 0:
            budget.spent += search.grow(1)
        proofs = self._prove(state, budget, limits, report)
        if proofs is None or (proofs.lost or not proofs.done):
            share = FIRST_SHARE if self._turn_goes_on(state) else 1.0
            self._deliberate(state, begun, budget, share, limits, report)
        return proofs

    def _prove(
        self, state: State, budget: Budget, limits: SearchLimits, report: Report
    ) -> EndingProofs | None:
        """Prove an ending and search the tree alternately; mark the proved actions in the tree."""
        ending, search = self._beside, self._start(state)
        limited = budget.nodes is not None or budget.deadline is not None
        if ending is None or budget.hurried or not limited or not ending.knows(state):
            return None
        burden = ending.burden(state, budget, search.compiled)
        if burden > OUT_OF_REACH:
            return None
        side = side_to_move(self.game, state)
        visits = partial(self._search, state, (), budget, limits=limits, report=report)
        visits(part=budget.part(FIRST_LOOK), rule=StopRule())
        chance = self._chance(search.value(), search.proof, side)
        proofs = ending.begin(state, budget, search.compiled, chance)
        for _ in range(ROUNDS):
            share = max(UNLIKELY, min(LIKELY, 1.5 * LIKELY / max(burden, 1e-9)))
            proofs.work(self._order(side), budget, budget.part(share))
            if proofs.done or search.proof == P1_WIN + side:
                break
            for code, lost in proofs.useless().items():
                search.mark(code, P2_WIN - side if lost else DRAW)
            visits(part=budget.part(SOME_VISITS), rule=StopRule())
        if search.proof:  # The tree has nothing left to visit.
            proofs.work(self._order(side), budget, budget.part(1.0))
        if proofs.lost:
            search.unmark(side)
        return proofs

    def _order(self, side: int) -> list[int]:
        """Return the codes of the actions, the most promising first."""
        assert self.search is not None
        return [child.code for child in self.search.ranked(side)]

    def _choose(self, state: State, strength: Level, proofs: EndingProofs | None) -> Action:
        assert self.search is not None
        side = side_to_move(self.game, state)
        ranked = self.search.ranked(side)
        if not ranked:  # There was no search, because there is only one action.
            return self.game.legal(state)[0]
        if proofs is not None and self._beside is not None:
            self.search.unmark(side)
            if ranked[0].proof != P1_WIN + side:
                chances = [(one.code, one.value if side == 0 else 1 - one.value) for one in ranked]
                worth = partial(self._beside.worth, state)
                return self.game.action(proofs.choice(chances, lambda goal: worth(goal)[0]))
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
        search = self.search
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
        """Return the first actions, best first for the side to move."""
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
    """Return the visits still needed to value a position that has only one action."""
    most = AT_ONCE if budget.nodes is None else min(AT_ONCE, budget.nodes)
    return max(0, (1 if budget.hurried else most) - made)
