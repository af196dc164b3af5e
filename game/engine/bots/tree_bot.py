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
from game.engine.search.attention import Attention
from game.engine.search.budget import Budget
from game.engine.search.forest import Forest
from game.engine.search.levels import Level, pick
from game.engine.search.profile import Profile
from game.engine.search.turns import Turn, same_turn, side_to_move, split_turns
from game.rules import Action, Game, State
from game.rules.kernel import DRAW

CHUNK_SECONDS = 0.008  # a search call lasts about so long, so that it stops in time
REPORT_SECONDS = 0.2
AT_ONCE = 24  # visits without which no action is chosen, where there is hardly any time
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
        self._expected = [0.0, 0.0]  # chances that the last turn of each side promised

    def prepare(self) -> None:
        self._trees()

    def think(self, state: State, limits: Limits, report: Report, signal: StopSignal) -> Analysis:
        strength = self._profile.levels[self.options.level - 1]
        limits = capped(limits, strength)
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        turn: list[Action] = []
        here, first = state, Analysis(0, 0, 0.0, 0.5)
        while not self.game.over(here):
            self._one_action(here, tuple(turn), budget, limits, report)
            if not turn:
                first = self._analysis(here, (), budget)
                report(first)
            turn.append(self._choose(here, strength))
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                break
        self._expected[side_to_move(self.game, state)] = first.value
        line = (tuple(turn), *first.pv[1:]) if turn else ()
        return replace(first, nodes=budget.spent, seconds=budget.elapsed, pv=line, done=True)

    def ponder(self, state: State, signal: StopSignal) -> None:
        """Think on in the opponent's time, to be used by the next `think`."""
        budget = Budget(Limits(), 0, signal, self.clock)
        if not self.game.over(state):
            never = Attention()
            self._search(state, (), budget, (None, None), Limits(), lambda analysis: None, never)

    # -- one action ------------------------------------------------------------------------------

    def _one_action(
        self, state: State, begun: Turn, budget: Budget, limits: Limits, report: Report
    ) -> None:
        """Think about one action."""
        forest = self._start(state)
        if budget.breathless and forest.compiled:
            budget.spent += forest.grow(AT_ONCE)
            return
        if len(self.game.legal(state)) == 1 and not limits.infinite:
            return
        if forest.visits == 0:
            budget.spent += forest.grow(1)
        share = FIRST_SHARE if self._turn_goes_on(state) else 1.0
        side = side_to_move(self.game, state)
        attention = Attention(self._expected[side])
        self._search(state, begun, budget, budget.part(share), limits, report, attention)
        if budget.elastic and attention.critical and not forest.proof:
            budget.stretch()
            self._search(state, begun, budget, budget.part(share), limits, report, attention)

    def _choose(self, state: State, strength: Level) -> Action:
        assert self._forest is not None
        ranked = self._forest.ranked(side_to_move(self.game, state))
        if not ranked:  # nothing was searched: there is one action
            return self.game.legal(state)[0]
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
        attention: Attention,
    ) -> None:
        """Grow the forest until its part of the budget is used up or the root is proved.

        On a clock, also until nothing can change the choice.
        """
        forest = self._start(state)
        began = told = self.clock()
        first, chunk = budget.spent, 1  # a visit may take much longer than in the turn before
        while not budget.used_up(*part):
            if not forest.compiled and self._ready():
                forest = self._start(state)
                chunk = 1
            remaining = budget.until(part[0])
            size = chunk
            if remaining < CHUNK_SECONDS:  # the last visits do not run over the time
                size = max(1, int(chunk * remaining / CHUNK_SECONDS))
            if part[1] is not None:
                size = max(1, min(size, (part[1] - budget.spent) // len(forest.trees)))
            if limits.depth is not None and forest.depth >= limits.depth:
                break
            before = self.clock()
            made = forest.grow(size)
            budget.spent += made
            now = self.clock()
            chunk = paced(chunk, size, now - before)
            if forest.proof or made == 0:
                break
            if limits.clock is not None and now - began > CHUNK_SECONDS:
                side = side_to_move(self.game, state)
                chance = self._chance(forest.value(), forest.proof, side)
                attention.look(forest.ranked(side), chance)
                rate = (budget.spent - first) / (now - began)
                if attention.decided(rate * budget.until(part[0])):
                    break
            if now - told >= REPORT_SECONDS and not begun:
                told = now
                report(self._analysis(state, begun, budget))
            if not forest.compiled:
                time.sleep(0)  # let other threads run

    def _start(self, state: State) -> Forest:
        """The forest with its root at `state`."""
        forest = self._trees()
        if not forest.start(state):
            self._expected = [0.0, 0.0]  # another game, for all we know
        return forest

    def _trees(self) -> Forest:
        """The forest, compiled if that is possible now."""
        if self._forest is None or (not self._forest.compiled and self._ready()):
            self._forest = Forest(
                self.game,
                self._profile,
                self._ready(),
                self.options.threads,
                self.options.hash_mb,
                self.seed,
            )
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
        value, proof = (
            self._chance(forest.value(), forest.proof, side),
            proof_word(forest.proof, side),
        )
        if budget.hurried:
            return Analysis(forest.depth, budget.spent, budget.elapsed, value, proof=proof)
        return Analysis(
            depth=forest.depth,
            nodes=budget.spent,
            seconds=budget.elapsed,
            value=value,
            pv=split_turns(self.game, state, forest.line(state, PV_ACTIONS), begun),
            proof=proof,
            candidates=self._candidates(forest, state, begun),
        )

    def _chance(self, value: float, proof: int, side: int) -> float:
        """The chance of `side` that a value for side 0 means, as games have shown."""
        chance = value if proof else self._profile.calibration.chance(value)
        return chance if side == 0 else 1 - chance

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
                self._chance(one.value, one.proof, side),
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


def paced(chunk: int, made: int, seconds: float) -> int:
    """Visits for the next call of the search, after `made` of a `chunk` have taken so long."""
    if seconds > CHUNK_SECONDS * 1.5:
        return max(1, made // 2)
    if seconds < CHUNK_SECONDS / 2 and made == chunk:
        return min(chunk * 2, 1 << 20)
    return chunk
