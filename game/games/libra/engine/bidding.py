"""Bids in Libra: the worth of MORE on a board, estimated by self-play."""

from __future__ import annotations

import math
from functools import cached_property

from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.profile import Profile
from game.engine.search.search_tree import TreeConfig
from game.games.libra import rules
from game.games.libra.engine.evaluation import even_groups
from game.games.libra.engine.maximum import most_of
from game.games.libra.engine.solved import WORTH
from game.rules import Action, Game, State
from game.rules.kernel import SEAT

VISITS = 300  # number of visits for each stone of a trial game
TRIALS = 6  # maximum number of trial games
PRIOR_WEIGHT = 2.0  # The guess counts as this many trial games.
# Groups added to the mean for a bid; with exactly as many groups as it bid, MORE wins, too.
CONFIDENCE = 0.4


class Bidder:
    """An expert that estimates how many groups MORE makes on one board, and bids accordingly."""

    def __init__(self, game: Game, profile: Profile, seed: int) -> None:
        assert isinstance(game, rules.Libra)
        self.game, self.profile, self.seed = game, profile, seed
        self._board = rules.Libra(game.size, "duel", 0, game.obstacles)
        self._trials: list[int] = []

    @property
    def worth(self) -> float:
        """Groups that MORE makes, as estimated so far."""
        guess = even_groups(self.game)
        total = PRIOR_WEIGHT * guess + sum(self._trials)
        return total / (PRIOR_WEIGHT + len(self._trials))

    @cached_property
    def _most(self) -> int:
        """The highest bid that makes sense, because no play can make more groups."""
        return most_of(self._board)

    @property
    def _wanted(self) -> int:
        """The groups to bid for MORE; exact on a solved board."""
        if self._board.size in WORTH and not self._board.obstacles:
            return WORTH[self._board.size]
        return math.floor(self.worth + CONFIDENCE)

    def knows(self, state: State) -> bool:
        return state[rules.BIDDING] == 1 and not self.game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis:
        """Return a bid; compiled code first plays trial games for at most half of the budget."""
        part = budget.part(0.5)
        while compiled and len(self._trials) < TRIALS and not budget.used_up(*part):
            groups = self._trial(budget, part)
            if groups is None:
                break
            self._trials.append(groups)
        action = self.choose(state)
        return Analysis(
            1, budget.spent, budget.elapsed, self._chance(state), ((action,),), done=True
        )

    def choose(self, state: State) -> Action:
        """Return a bid of MORE's worth, or a pass if the other player has bid as much already."""
        actions = self.game.legal(state)
        wanted = max(1, min(self._wanted, self._most))
        bids = [action for action in actions if action.kind == "bid"]
        if state[rules.AIM] == 0 or wanted > state[rules.AIM]:
            return min(bids, key=lambda bid: abs(bid.cost - wanted))
        return next(action for action in actions if action.kind == "pass")

    def _chance(self, state: State) -> float:
        """Return the mover's chance: 0.5 if it bids, else its chance as LESS."""
        if state[rules.AIM] == 0 or self._wanted > state[rules.AIM]:
            return 0.5  # The bid is MORE's worth, so both roles are equally good.
        return 1 / (1 + math.exp(self.worth - state[rules.AIM]))

    def _trial(self, budget: Budget, part: tuple[float | None, int | None]) -> int | None:
        """Play a round of self-play; return MORE's groups, or None if out of time."""
        board = self._board
        config = TreeConfig(True, 60_000, self.seed + 31 * len(self._trials))
        tree = ActionTree(board, self.profile, config)
        state = board.start()
        while state[rules.ROUND] == 1:
            if budget.used_up(*part):
                return None
            tree.start(state)
            budget.spent += tree.grow(VISITS)
            best = tree.best(1, state[SEAT])
            assert best is not None
            state = board.advance(state, board.action(best.code))
        return state[rules.FIRST]
