"""Base of the tree-search bots: budget, level, time control.

Plays on plain trees until compiled ones are ready, then changes over between two visits.
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

CHUNK_S = 0.008  # a search call lasts about so long, so that it stops in time
REPORT_INTERVAL_S = 0.2
FULL = 0.97  # share of the nodes in use above which a tree is thinned
MANY = 1 << 40  # visits: as many as there is time for
AT_ONCE = 24  # visits without which nothing is chosen, where there is hardly any time

AnySearch = TypeVar("AnySearch", bound=SearchTree)


class SearchBot(ABC, Generic[AnySearch]):
    """Grows a search until its part of the budget is used up, and thinks on in it.

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
        self._expected = [0.0, 0.0]  # chances that the last turn of each side promised
        self._progress = 0.0  # of the game, where it is searched

    @abstractmethod
    def _make_search(self) -> AnySearch:
        """Make a search, compiled if that is possible now."""

    @abstractmethod
    def _analysis(self, state: State, begun: Turn, budget: Budget) -> Analysis:
        """Return the analysis of `state`, where `begun` has been played of the turn."""

    def prepare(self) -> None:
        self._trees()

    def forget(self) -> None:
        """Give back the memory of what was searched."""
        if self.search is not None:
            self.search.forget()

    def ponder(self, state: State, signal: StopSignal) -> None:
        """Think on in the opponent's time, to be used by the next `think`."""
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
        """Search for a share of the budget, and longer where the choice is critical."""
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

        On a clock, also until nothing can change the choice.
        """
        search, chunk = self._start(state), 1  # a visit may take longer than in the turn before
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
                    time.sleep(0)  # let other threads run
        finally:
            assert self.search is not None
            budget.spent += self.search.rest()

    def _visit(
        self, search: AnySearch, chunk: int, budget: Budget, part: tuple[float | None, int | None]
    ) -> tuple[int, int]:
        """Visit the tree for some milliseconds, one thread `chunk` times.

        Returns the visits made and the size of the next chunk.
        """
        remaining, most = budget.until(part[0]), MANY
        if part[1] is not None:
            most = max(1, (part[1] - budget.spent) // search.threads)
        if search.threads > 1:
            return search.grow_for(min(remaining, CHUNK_S), most), chunk
        size = min(chunk, most)
        if remaining < CHUNK_S:  # the last visits do not run over the time
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
            self._expected = [0.0, 0.0]  # another game, for all we know
        self._progress = self.game.progress(state)
        return search

    def _trees(self) -> AnySearch:
        """Return the search, made anew when compiled code has become ready."""
        if self.search is None or (not self.search.compiled and self._ready()):
            self.search = self._make_search()
        return self.search

    @property
    def _calibration(self) -> SearchCalibration:
        return self._profile.calibration

    def _chance(self, value: float, proof: int, side: int) -> float:
        """Return the calibrated chance of `side` for a value of side 0."""
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
    """Return the visits of the next search call after `made` of a `chunk` took `seconds`."""
    if seconds > CHUNK_S * 1.5:
        return max(1, made // 2)
    if seconds * chunk < made * CHUNK_S / 2:  # also where few were left to be made
        return min(chunk * 2, 1 << 20)
    return chunk


# -- when to stop ----------------------------------------------------------------------------------

CLOSE = 0.75  # the second action has so much of the visits of the first
FALLEN = 0.06  # chance that the side to move has lost
SLIPPED = 0.05  # share of the visits that the first action has lost


class RootSnapshot(NamedTuple):
    """The first action at one time, its share of the visits, the mover's chance."""

    code: int
    share: float
    chance: float


class StopRule:
    """Decides when one search may stop; `expected` is the chance of that side's last turn."""

    def __init__(self, expected: float = 0.0) -> None:
        self._expected = expected
        self._ranked: Sequence[Child] = ()
        self._first = self._now = RootSnapshot(0, 0.0, 0.0)

    def look(self, ranked: Sequence[Child], chance: float) -> None:
        """Take in the first actions, best first, and the chance of the side to move."""
        total = sum(child.visits for child in ranked)
        self._now = RootSnapshot(ranked[0].code, ranked[0].visits / max(1, total), chance)
        if not self._ranked:
            self._first = self._now
        self._ranked = ranked

    def decided(self, coming: float) -> bool:
        """Return whether no other action can overtake the first with the `coming` visits."""
        most = self._ranked[0].visits
        return all(child.visits + coming < most for child in self._ranked[1:] if not child.proof)

    @property
    def critical(self) -> bool:
        """Return whether the choice is open, or worse than was expected."""
        if len(self._ranked) < 2:
            return False
        if self._ranked[1].visits >= CLOSE * self._ranked[0].visits:
            return True
        first, now = self._first, self._now
        if now.chance < max(self._expected, first.chance) - FALLEN:
            return True
        return now.code != first.code or now.share < first.share - SLIPPED
