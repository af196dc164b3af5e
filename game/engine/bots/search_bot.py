"""Base of the tree-search bots: budget, level, time control.

A bot searches plain trees until the compiled code is ready; then it changes over between visits.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from game.engine.bots.options import EngineOptions
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.calibration import SearchCalibration
from game.engine.search.levels import Level
from game.engine.search.profile import Profile
from game.engine.search.search_tree import Child, SearchTree, TreeConfig, nodes_within
from game.engine.search.turns import Turn, side_to_move
from game.rules import Game, State

CHUNK_S = 0.008  # A search call lasts about this many seconds, so that it can be stopped in time.
REPORT_INTERVAL_S = 0.2
FULL = 0.97  # A tree is thinned when a larger share of its nodes is in use.
MANY = 1 << 40  # maximum number of visits if only time limits a search
AT_ONCE = 24  # visits that are made even if there is hardly any time

AnySearch = TypeVar("AnySearch", bound=SearchTree)


class SearchBot(ABC, Generic[AnySearch]):
    """A bot that grows a search within a budget and continues it in the next turn.

    Deterministic for a seed when nodes are the only limit.
    """

    def __init__(
        self,
        game: Game,
        profile: Profile,
        options: EngineOptions,
        seed: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.options = game, options
        self._profile = profile
        self.seed, self.clock = seed, clock
        self.dice = random.Random(seed)
        self._ready = ready
        self.search: AnySearch | None = None
        self._expected = [0.0, 0.0]  # each side's chance in the analysis of its last turn
        self._progress = 0.0  # progress of the game at the root

    @abstractmethod
    def _make_search(self) -> AnySearch:
        """Make a search, compiled if compiled code is ready."""

    @abstractmethod
    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        """Return the analysis of `state`, in a turn that starts with the actions `begun`."""

    def prepare(self) -> None:
        self._trees()

    def forget(self) -> None:
        """Free the memory of the search."""
        if self.search is not None:
            self.search.forget()

    def ponder(self, state: State, signal: StopSignal) -> None:
        """Continue the search in the opponent's time, for use in the next `think`."""
        budget = Budget(SearchLimits(), 0, signal, self.clock)
        if not self.game.over(state):
            never = StopRule()
            self._search(
                state, (), budget, (None, None), SearchLimits(), lambda analysis: None, never
            )

    def _config(self) -> TreeConfig:
        options, compiled = self.options, self._ready()
        capacity = nodes_within(options.hash_mb, compiled)
        return TreeConfig(compiled, capacity, self.seed, options.threads)

    def _deliberate(
        self,
        state: State,
        begun: Turn,
        budget: Budget,
        share: float,
        limits: SearchLimits,
        report: Report,
    ) -> None:
        """Search for a share of the budget; search longer if the choice is critical."""
        search, side = self._trees(), side_to_move(self.game, state)
        rule = StopRule(self._expected[side])
        self._search(state, begun, budget, budget.part(share), limits, report, rule)
        if budget.elastic and rule.critical and not search.proof:
            budget.stretch()
            self._search(state, begun, budget, budget.part(share), limits, report, rule)

    def _search(
        self,
        state: State,
        begun: Turn,
        budget: Budget,
        part: tuple[float | None, int | None],
        limits: SearchLimits,
        report: Report,
        rule: StopRule,
    ) -> None:
        """Grow the search until its part of the budget is used up or the root is proved.

        With a clock, it also ends when the remaining visits can no longer change the choice.
        """
        # Start with one visit, because a visit may take longer than in the previous turn.
        search, chunk = self._start(state), 1
        began = told = self.clock()
        first = budget.spent
        try:
            while not budget.used_up(*part):
                if not search.compiled and self._ready():
                    search, chunk = self._start(state), 1
                if limits.depth is not None and search.depth >= limits.depth:
                    break
                made, chunk = self._visit(search, chunk, budget, part)
                budget.spent += made
                if search.proof or made == 0:
                    break
                if search.fullness > FULL and budget.until(part[0]) > search.thinning_s:
                    budget.spent += search.thin()
                now = self.clock()
                if limits.clock is not None and now - began > CHUNK_S:
                    rate = (budget.spent - first) / (now - began)
                    if self._decided(search, state, rule, rate * budget.until(part[0])):
                        break
                if now - told >= REPORT_INTERVAL_S and not begun:
                    told = now
                    report(self._analysis(state, begun, budget))
                if not search.compiled:
                    time.sleep(0)  # Let other threads run.
        finally:
            assert self.search is not None
            budget.spent += self.search.rest()

    def _visit(
        self, search: AnySearch, chunk: int, budget: Budget, part: tuple[float | None, int | None]
    ) -> tuple[int, int]:
        """Visit the tree: `chunk` times with one thread, for some milliseconds with several.

        Returns the visits made and the size of the next chunk.
        """
        remaining, most = budget.until(part[0]), MANY
        if part[1] is not None:
            most = max(1, (part[1] - budget.spent) // search.threads)
        if search.threads > 1:
            return search.grow_for(min(remaining, CHUNK_S), most), chunk
        size = min(chunk, most)
        if remaining < CHUNK_S:  # The last visits must not exceed the time.
            size = min(max(1, int(chunk * remaining / CHUNK_S)), most)
        before = self.clock()
        made = search.grow(size)
        return made, paced(chunk, size, self.clock() - before)

    def _decided(self, search: AnySearch, state: State, rule: StopRule, coming: float) -> bool:
        """Return whether the `coming` visits can no longer change the choice."""
        side = side_to_move(self.game, state)
        chance = self._chance(search.value(), search.proof, side)
        rule.look(search.ranked(side), chance)
        return rule.decided(coming)

    def _start(self, state: State) -> AnySearch:
        """Return the search with its root at `state`."""
        search = self._trees()
        if not search.start(state):
            # The state may belong to another game.
            self._expected = [0.0, 0.0]
        self._progress = self.game.progress(state)
        return search

    def _trees(self) -> AnySearch:
        """Return the search; replace an uncompiled one when compiled code is ready."""
        if self.search is None or (not self.search.compiled and self._ready()):
            self.search = self._make_search()
        return self.search

    @property
    def _calibration(self) -> SearchCalibration:
        return self._profile.calibration

    def _chance(self, value: float, proof: int, side: int) -> float:
        """Return the calibrated chance of `side`, from a value for side 0."""
        chance = value
        if not proof:
            found = self._calibration.at(self._trees().visits)
            chance = found.chance(value, self._progress)
        return chance if side == 0 else 1 - chance


def capped(limits: SearchLimits, strength: Level) -> SearchLimits:
    """Return the limits with the level's own number of nodes."""
    if strength.nodes is None or limits.infinite:
        return limits
    nodes = strength.nodes if limits.nodes is None else min(limits.nodes, strength.nodes)
    return SearchLimits(limits.movetime, nodes, limits.depth, limits.clock, limits.increment)


def paced(chunk: int, made: int, seconds: float) -> int:
    """Return the next chunk's size after `made` visits (at most `chunk`) took `seconds`."""
    if seconds > CHUNK_S * 1.5:
        return max(1, made // 2)
    # If few visits were left, `made` is less than `chunk`.
    if seconds * chunk < made * CHUNK_S / 2:
        return min(chunk * 2, 1 << 20)
    return chunk


# -- when to stop ----------------------------------------------------------------------------------

CLOSE = 0.75  # A choice is open if the second action has this share of the first one's visits.
# A choice is critical if the mover's chance has fallen by this much.
FALLEN = 0.06
# A choice is critical if the first action's share of the visits has fallen by this much.
SLIPPED = 0.05


class RootSnapshot(NamedTuple):
    """The first action at one time, its share of the visits, and the mover's chance."""

    code: int
    share: float
    chance: float


class StopRule:
    """A rule for when a search may stop; `expected` is the mover's chance in its previous turn."""

    def __init__(self, expected: float = 0.0) -> None:
        self._expected = expected
        self._ranked: Sequence[Child] = ()
        self._first = self._now = RootSnapshot(0, 0.0, 0.0)

    def look(self, ranked: Sequence[Child], chance: float) -> None:
        """Store the first actions, best first, and the chance of the side to move."""
        total = sum(child.visits for child in ranked)
        self._now = RootSnapshot(ranked[0].code, ranked[0].visits / max(1, total), chance)
        if not self._ranked:
            self._first = self._now
        self._ranked = ranked

    def decided(self, coming: float) -> bool:
        """Return whether no other action can overtake the first within `coming` more visits."""
        most = self._ranked[0].visits
        return all(child.visits + coming < most for child in self._ranked[1:] if not child.proof)

    @property
    def critical(self) -> bool:
        """Whether the choice is open or has changed, or the position is worse than expected."""
        if len(self._ranked) < 2:
            return False
        if self._ranked[1].visits >= CLOSE * self._ranked[0].visits:
            return True
        first, now = self._first, self._now
        if now.chance < max(self._expected, first.chance) - FALLEN:
            return True
        return now.code != first.code or now.share < first.share - SLIPPED
