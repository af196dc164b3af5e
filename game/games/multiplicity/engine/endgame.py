"""Exact search of the last stones of Multiplicity, if the time is enough for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from game.engine.kernels.alphabeta import SURE
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.endgame import EASY, NO, YES, Part
from game.engine.search.endgame_expert import EndgameExpert
from game.engine.search.ending_proofs import Goals
from game.engine.search.profile import Profile
from game.engine.search.solver import NO_LIMIT, PLIES, Solver
from game.engine.search.tablebase import Tablebase, number_of, stones_of
from game.engine.search.turns import same_turn
from game.games.multiplicity import rules
from game.games.multiplicity.engine.endgame_kernel import SPACE
from game.games.multiplicity.engine.solved import LARGEST
from game.games.multiplicity.rules import BOARD, EMPTY, OPEN, PHASE, Multiplicity
from game.platform.paths import ASSETS
from game.rules import Action, Game, State
from game.rules.kernel import BEGUN, SEAT

LEVEL, AHEAD = 0, 1  # margins of White's product in questions
LOST, _DRAWN, WON = range(3)  # goals
PROOFS = ("loss", "draw", "win")


class MultiplicityEndgame(EndgameExpert[rules.Multiplicity]):
    """An expert that wins won endings and holds drawn ones."""

    template = "games/multiplicity/engine/endgame_kernel"
    small = partial(rules.Multiplicity, 3)
    board, empty, neighbours = rules.BOARD, rules.EMPTY, rules.NEIGHBOURS
    most = 19
    twelve, growth, rate = 4_600, 2.29, 4_000_000
    space = SPACE

    def knows(self, state: State) -> bool:
        return super().knows(state) and state[rules.PHASE] == rules.OPEN

    def goals(self, state: State, chance: float) -> Goals:
        return Goals(LOST, WON, WON)

    def worth(self, state: State, goal: int) -> tuple[float, str]:
        return goal / WON, PROOFS[goal]

    def _asked(self, state: State, goal: int) -> tuple[int, int]:
        """Return the margin to ask for, and the answer wanted: YES for White, NO for Black."""
        if state[SEAT] == 0:
            return (AHEAD if goal == WON else LEVEL), YES
        return (LEVEL if goal == WON else AHEAD), NO

    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return a call that asks whether White gets the margin `asked` from `state` on."""
        ending = self._ending
        assert ending is not None
        position = ending.around, ending.board(self._stones(state)), ending.empties
        last = self.game.tables[rules.META][rules.END]
        scratch = ending.ctl, ending.table, ending.worth, ending.space, ending.ground, ending.sets
        return partial(ending.code.white_gets, *position, last, state[SEAT], asked, *scratch)


# -- perfect play on small hexagons ----------------------------------------------------------------
# A book has the values of the first stones; exact search finds those of later ones.

# The files of the games that end with an empty cell (False) or on a full board (True).
BOOKS = {False: "multiplicity-3.book", True: "multiplicity-3-full.book"}
LOSS, TIE, WON = range(3)  # values in a book, for the first player
HASH_MB = 64
SECONDS, SLOW = 4.0, 15  # With SLOW or more empty cells, a search takes up to SECONDS.
PLAIN_EMPTY = 6  # maximum number of empty cells for an uncompiled or hurried search
SHARE = 0.5  # share of a budget; the tree search gets the rest if this is not enough


class PerfectMultiplicity:
    """An expert with perfect play on boards of up to LARGEST cells along a side."""

    def __init__(self, game: Game, profile: Profile) -> None:
        assert isinstance(game, Multiplicity)
        self.game, self.profile = game, profile
        self._solvers: dict[bool, Solver] = {}

    @cached_property
    def _book(self) -> Tablebase:
        return Tablebase(ASSETS / "answers" / BOOKS[self.game.full])

    def knows(self, state: State) -> bool:
        return self.game.size <= LARGEST and not self.game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the best turn.

        None if there was not enough time; the next call continues the search.
        """
        part = budget.part(SHARE)
        turn: list[Action] = []
        here, first = state, TIE
        while not turn or same_turn(state, here, self.game):
            found = self._choose(here, budget, part, compiled)
            if found is None:
                return None
            action, result = found
            first = first if turn else result
            turn.append(action)
            here = self.game.advance(here, action)
        proof = ("loss", "draw", "win")[first]
        line = (tuple(turn),)
        depth = state[EMPTY]
        return Analysis(depth, depth, budget.elapsed, first / WON, line, proof, done=True)

    def warm(self) -> None:
        """Load or compile the exact search."""
        Solver(self.game, self.profile, True, 1).search(self.game.start(), 1)

    def _choose(
        self, state: State, budget: Budget, part: Part, compiled: bool
    ) -> tuple[Action, int] | None:
        """Return the best action and the result for the side to move; None if out of time."""
        kept = self._from_book(state)
        if kept is not None:
            return kept
        # Within a turn the search is not slow, because the table already has the rest of the turn.
        slow = state[EMPTY] >= SLOW and not state[BEGUN]
        hurried = slow and budget.until(budget.deadline) < SECONDS
        quick = state[EMPTY] <= PLAIN_EMPTY or (compiled and not budget.hurried)
        if hurried or not quick:
            return None
        solver = self._solver(compiled)
        deadline, nodes = part
        most = NO_LIMIT if nodes is None else max(1, EASY * (nodes - budget.spent))
        value = solver.search_until(lambda: budget.used_up(deadline, None), state, PLIES, most)
        budget.spent += solver.nodes // EASY
        if value is None:
            return None
        result = WON if value > SURE else (LOSS if value < -SURE else TIE)
        return self.game.action(solver.best_so_far), result

    def _from_book(self, state: State) -> tuple[Action, int] | None:
        """Return the best action in the book, and the result for the side to move."""
        if self.game.bound or self.game.size != LARGEST or state[PHASE] != OPEN:
            return None
        cells, best = len(self.game.topology), None
        for action in self.game.legal(state):
            lying = list(state[BOARD : BOARD + cells])
            lying[action.code] = state[SEAT] + 1
            number = number_of(self.game.topology, stones_of(lying), colours_alike=False)
            value = self._book.value(number)
            if value is None:
                return None
            own = value if state[SEAT] == 0 else WON - value
            if best is None or own > best[1]:
                best = action, own
        return best

    def _solver(self, compiled: bool) -> Solver:
        if compiled not in self._solvers:
            self._solvers[compiled] = Solver(self.game, self.profile, compiled, HASH_MB)
        return self._solvers[compiled]
