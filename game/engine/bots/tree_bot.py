"""The tree searching bot: a forest of trees, a level, a budget.

Searches one action at a time and walks on in the same tree until the turn is over.  Plays on
plain trees until compiled ones are ready, then changes over between two visits.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

from game.engine.bots.options import Options
from game.engine.search.analysis import (
    Analysis,
    Candidate,
    Limits,
    Report,
    StopSignal,
    proof_word,
)
from game.engine.search.budget import Budget
from game.engine.search.forest import Forest
from game.engine.search.levels import Level, pick
from game.engine.search.profile import Profile
from game.engine.search.tree import Child
from game.engine.search.turns import Turn, same_turn, side_to_move, split_turns
from game.rules import Action, Game, State
from game.rules.kernel import DRAW

CHUNK_SECONDS = 0.008  # a search call lasts about so long, so that it stops in time
REPORT_SECONDS = 0.2
PV_ACTIONS = 12
MOST_CANDIDATES = 64
FIRST_SHARE = 0.55  # of what is left, for an action that another follows in the turn


class TreeBot:
    """Tree search at a level.  Deterministic for a seed when nodes are the only limit."""

    name = "tree"

    def __init__(
        self,
        game: Game,
        profile: Profile,
        options: Options,
        seed: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.options = game, options
        self._profile = profile
        self.seed, self.clock = seed, clock
        self.dice = random.Random(seed)
        self._ready = ready
        self._forest: Forest | None = None
        self._chunk = 1

    def think(self, state: State, limits: Limits, report: Report, signal: StopSignal) -> Analysis:
        strength = self._profile.levels[self.options.level - 1]
        limits = capped(limits, strength)
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        turn: list[Action] = []
        here, first = state, Analysis(0, 0, 0.0, 0.5)
        while not self.game.over(here):
            action, analysis = self._one_action(here, tuple(turn), budget, limits, report, strength)
            turn.append(action)
            if len(turn) == 1:
                first = analysis
            before, here = here, self.game.advance(here, action)
            if not same_turn(before, here, self.game):
                break
        line = (tuple(turn), *first.pv[1:]) if turn else ()
        return replace(first, nodes=budget.spent, seconds=budget.elapsed, pv=line, done=True)

    def ponder(self, state: State, signal: StopSignal) -> None:
        """Think on in the opponent's time, to be used by the next `think`."""
        budget = Budget(Limits(), 0, signal, self.clock)
        if not self.game.over(state):
            self._search(state, (), budget, (None, None), Limits(), lambda analysis: None)

    # -- one action ------------------------------------------------------------------------------

    def _one_action(
        self,
        state: State,
        begun: Turn,
        budget: Budget,
        limits: Limits,
        report: Report,
        strength: Level,
    ) -> tuple[Action, Analysis]:
        forest = self._start(state)
        legal = self.game.legal(state)
        if len(legal) == 1 and not limits.infinite:
            return legal[0], self._analysis(state, begun, budget)
        if forest.visits == 0:
            budget.spent += forest.grow(1)
        share = FIRST_SHARE if self._turn_goes_on(state) else 1.0
        self._search(state, begun, budget, budget.part(share), limits, report)
        analysis = self._analysis(state, begun, budget)
        if not begun:
            report(analysis)
        assert self._forest is not None
        ranked = self._forest.ranked(side_to_move(self.game, state))
        return self._choose(state, ranked, strength), analysis

    def _choose(self, state: State, ranked: list[Child], strength: Level) -> Action:
        if strength.spread <= 0 or ranked[0].proof not in (0, DRAW):
            return self.game.action(ranked[0].code)
        style = self.options.style
        actions = [self.game.action(one.code) for one in ranked]
        visits = style.liked(self.game, state, actions, [one.visits for one in ranked])
        return actions[pick(visits, style.spread(strength.spread), self.dice)]

    def _search(
        self,
        state: State,
        begun: Turn,
        budget: Budget,
        part: tuple[float | None, int | None],
        limits: Limits,
        report: Report,
    ) -> None:
        """Grow the forest until its part of the budget is used up or the root is proved."""
        forest = self._start(state)
        told = self.clock()
        while not budget.used_up(*part):
            if not forest.compiled and self._ready():
                forest = self._start(state)
            chunk = self._chunk
            remaining = budget.until(part[0])
            if remaining < CHUNK_SECONDS:  # the last visits do not run over the time
                chunk = max(1, int(chunk * remaining / CHUNK_SECONDS))
            if part[1] is not None:
                chunk = max(1, min(chunk, (part[1] - budget.spent) // len(forest.trees)))
            if limits.depth is not None and forest.depth >= limits.depth:
                break
            before = self.clock()
            made = forest.grow(chunk)
            budget.spent += made
            now = self.clock()
            self._pace(now - before, chunk)
            if forest.proof or made == 0:
                break
            if now - told >= REPORT_SECONDS and not begun:
                told = now
                report(self._analysis(state, begun, budget))
            if not forest.compiled:
                time.sleep(0)  # let other threads run

    def _pace(self, seconds: float, chunk: int) -> None:
        """Adjust the size of a search call to CHUNK_SECONDS."""
        if seconds < CHUNK_SECONDS / 2 and chunk == self._chunk:
            self._chunk = min(self._chunk * 2, 1 << 20)
        elif seconds > CHUNK_SECONDS * 1.5:
            self._chunk = max(1, self._chunk // 2)

    def _start(self, state: State) -> Forest:
        """The forest, compiled if that is possible now, with its root at `state`."""
        if self._forest is None or (not self._forest.compiled and self._ready()):
            self._forest = Forest(
                self.game,
                self._profile,
                self._ready(),
                self.options.threads,
                self.options.hash_mb,
                self.seed,
            )
            self._chunk = 1
        self._forest.start(state)
        return self._forest

    # -- what is thought -------------------------------------------------------------------------

    def _turn_goes_on(self, state: State) -> bool:
        """Does the turn go on after a first action?"""
        action = self.game.legal(state)[0]
        return same_turn(state, self.game.advance(state, action), self.game)

    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        forest = self._forest
        assert forest is not None
        side = side_to_move(self.game, state)
        value = forest.value()
        return Analysis(
            depth=forest.depth,
            nodes=budget.spent,
            seconds=budget.elapsed,
            value=value if side == 0 else 1 - value,
            pv=split_turns(self.game, state, forest.line(state, PV_ACTIONS), begun),
            proof=proof_word(forest.proof, side),
            candidates=self._candidates(forest, state, begun),
        )

    def _candidates(self, forest: Forest, state: State, begun: Turn) -> tuple[Candidate, ...]:
        """The first actions for the side that chooses, best first."""
        total, side = max(1, forest.visits), side_to_move(self.game, state)

        def line(number: int, code: int) -> tuple[Turn, ...]:
            if self.options.lines < 2 or number >= self.options.lines:
                return ()
            return split_turns(self.game, state, forest.line(state, PV_ACTIONS, code), begun)

        return tuple(
            Candidate(
                self.game.action(one.code),
                one.value if side == 0 else 1 - one.value,
                one.visits / total,
                proof_word(one.proof, side),
                line(number, one.code),
            )
            for number, one in enumerate(forest.ranked(side)[:MOST_CANDIDATES])
        )


def capped(limits: Limits, strength: Level) -> Limits:
    """The limits with the level's own number of nodes."""
    if strength.nodes is None or limits.infinite:
        return limits
    nodes = strength.nodes if limits.nodes is None else min(limits.nodes, strength.nodes)
    return Limits(limits.movetime, nodes, limits.depth, limits.clock, limits.increment)
