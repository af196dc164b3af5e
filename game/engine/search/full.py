"""The player of the levels: tree search, with bids and won races done by their own means."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.engine.games.less.distance import in_race, in_team_race, team_way_home, way_home
from game.engine.games.libra.bidding import Bidder, is_bidding
from game.engine.games.profile import Profile
from game.engine.search.budget import Budget, seconds_for_turn
from game.engine.search.levels import level
from game.engine.search.options import Options
from game.engine.search.searcher import Searcher, capped
from game.engine.search.think import Limits, Report, Signal, Thinking, side_to_move
from game.rules import Action, Game, State
from game.rules.less import SPENT

PLAIN_RACE = 1.0  # seconds that the way home may take to find uncompiled


class Full:
    """A Brain at a level of strength."""

    name = "full"

    def __init__(
        self,
        game: Game,
        profile: Profile,
        options: Options,
        seed: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.options, self.clock = game, options, clock
        self._profile, self._ready, self._seed = profile, ready, seed
        self._searcher = Searcher(game, lambda fast: profile, options, seed, ready, clock=clock)
        self._bidder: Bidder | None = None

    def think(self, state: State, limits: Limits, report: Report, signal: Signal) -> Thinking:
        thought = None
        if is_bidding(self.game, state):
            thought = self._bid(state, limits, signal)
        elif in_race(self.game, state) and (self._ready() or self._patient(state, limits)):
            thought = self._race(state)
        elif in_team_race(self.game, state):
            thought = self._team_race(state)
        if thought is None:
            return self._searcher.think(state, limits, report, signal)
        report(thought)
        return thought

    def ponder(self, state: State, signal: Signal) -> None:
        known = in_race(self.game, state) or in_team_race(self.game, state)
        if not known and not is_bidding(self.game, state):
            self._searcher.ponder(state, signal)

    def _patient(self, state: State, limits: Limits) -> bool:
        """Is there time to find the way home uncompiled?"""
        seconds = seconds_for_turn(limits, side_to_move(self.game, state))
        return seconds is None or seconds >= PLAIN_RACE

    def _bid(self, state: State, limits: Limits, signal: Signal) -> Thinking:
        if self._bidder is None or not self._bidder.compiled:
            self._bidder = Bidder(self.game, self._profile, self._ready(), self._seed)
        limits = capped(limits, level(self.options.level, self._profile.levels))
        if limits.infinite:
            limits = Limits(movetime=2.0)
        side = side_to_move(self.game, state)
        return self._bidder.think(state, Budget(limits, side, signal, self.clock))

    def _race(self, state: State) -> Thinking | None:
        """The turn on the shortest way home; None when that was too long to find."""
        began = self.clock()
        need, way = way_home(self.game, state, self._ready())
        if not way:
            return None
        lead = self._lead(state, need)
        value, proof = (1.0, "win") if lead > 0 else (0.0, "loss") if lead < 0 else (0.5, "draw")
        return self._walk(state, way, value, proof, began)

    def _team_race(self, state: State) -> Thinking | None:
        """As `_race`; a win is certain, but a shorter way than the one found could be there."""
        began = self.clock()
        need, way = team_way_home(self.game, state, self._ready())
        if not way:
            return None
        lead = self._lead(state, need)
        value = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.02
        return self._walk(state, way, value, "win" if lead > 0 else "", began)

    def _lead(self, state: State, need: int) -> int:
        """Moves by which the side to move is ahead when it needs so many."""
        side = side_to_move(self.game, state)
        return state[SPENT + 1 - side] - state[SPENT + side] - need

    def _walk(
        self, state: State, way: list[Action], value: float, proof: str, began: float
    ) -> Thinking:
        turns = self._searcher.split(state, [action.code for action in way])
        return Thinking(
            len(turns), len(way), self.clock() - began, value, turns, proof, True, (), True
        )
