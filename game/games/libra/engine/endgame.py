"""Exact search of the last stones of a round of Libra, if the time is enough for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.engine.kernels.cell_sets import groups_in, neighbour_sets
from game.engine.search.analysis import Analysis, proof_word, squash
from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, UNKNOWN, YES
from game.engine.search.endgame_expert import EndgameExpert
from game.engine.search.ending_proofs import Goals
from game.engine.search.profile import Profile
from game.engine.search.tablebase import Tablebase, number_of, stones_of
from game.engine.search.turns import side_to_move
from game.games.libra import rules
from game.games.libra.engine.endgame_kernel import SPACE
from game.games.libra.engine.evaluation import even_groups
from game.games.libra.engine.solved import WORTH
from game.platform.paths import ASSETS
from game.rules import Action, Game, State
from game.rules.kernel import DRAW, P1_WIN, P2_WIN, SEAT

# Being sure of this many groups more than equal players make is a chance of 73% in a duel.
CLEAR = 0.4


LIKELY = 0.6  # From this chance on, the search in a duel tries a win before a draw.


class LibraEndgame(EndgameExpert[rules.Libra]):
    """An expert that wins won endings, holds drawn ones and plays a first round perfectly.

    Goals of a first round are numbers of groups; they are negated for LESS, who wants few groups.
    """

    template = "games/libra/engine/endgame_kernel"
    small = partial(rules.Libra, 3)
    board, empty, neighbours = rules.BOARD, rules.EMPTY, rules.NEIGHBOURS
    most = 19
    twelve, growth, rate = 900, 2.05, 1_600_000
    space = SPACE

    def knows(self, state: State) -> bool:
        return super().knows(state) and not state[rules.BIDDING]

    def goals(self, state: State, chance: float) -> Goals:
        if self.game.mode != rules.DUEL:
            return Goals(0, 1, 1)
        if state[rules.ROUND] == 2:
            return Goals(0, 2 if chance >= LIKELY else 1, 2)
        cells, even = len(self.game.topology), max(1, round(even_groups(self.game)))
        return Goals(0, even, cells) if self._is_more(state) else Goals(-cells, -even, 0)

    def worth(self, state: State, goal: int) -> tuple[float, str]:
        if self.game.mode == rules.DUEL and state[rules.ROUND] == 1:
            ahead = (abs(goal) - even_groups(self.game)) / CLEAR
            return squash(ahead if self._is_more(state) else -ahead), ""
        if goal == 0:
            return 0.0, "loss"
        won = goal == 2 or self.game.mode != rules.DUEL
        return (1.0, "win") if won else (0.5, "draw")

    def _asked(self, state: State, goal: int) -> tuple[int, int]:
        """Return the number of groups to ask for, and the wanted answer (MORE: YES, LESS: NO)."""
        more = self._is_more(state)
        wish = YES if more else NO
        if self.game.mode != rules.DUEL:
            return state[rules.AIM], wish
        if state[rules.ROUND] == 2:
            return state[rules.FIRST] + (goal - 1 if more else 2 - goal), wish
        return (goal, YES) if more else (1 - goal, NO)

    def _counted(self, before: State, after: State, asked: int) -> int:
        if after[rules.ROUND] == before[rules.ROUND]:
            return UNKNOWN
        return YES if after[rules.FIRST] >= asked else NO

    @staticmethod
    def _is_more(state: State) -> bool:
        return state[SEAT] == state[rules.MORE_SEAT]

    def worth_of(self, state: State, budget: Budget) -> int | None:
        """Return the groups at the end of the round with perfect play; None if out of time."""
        ending, part = self._turn_to(state, can_compile()), budget.part(1.0)
        goal = max(1, round(even_groups(self.game)))
        answer = ending.ask(self._question(state, goal), budget, part)
        step = 1 if answer == YES else -1
        while answer != UNKNOWN:
            if goal + step == 0:
                return 0
            found = ending.ask(self._question(state, goal + step), budget, part)
            if found == UNKNOWN:
                return None
            if found != answer:
                return goal if answer == YES else goal - 1
            goal += step
        return None

    def holding(self, state: State, most: int, budget: Budget) -> Action | None:
        """Return a stone of LESS that limits MORE to `most` groups; None if there is none."""
        ending, part = self._turn_to(state, can_compile()), budget.part(1.0)
        for action in self.game.legal(state):
            question = self._question(self.game.advance(state, action), most + 1)
            if ending.ask(question, budget, part) == NO:
                return action
        return None

    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return a call that asks whether MORE makes at least `asked` groups from `state` on."""
        ending = self._ending
        assert ending is not None
        position = ending.around, ending.board(self._stones(state)), ending.empties
        less = int(not self._is_more(state))
        scratch = ending.ctl, ending.table, ending.space, ending.ground, ending.sets, ending.bits
        return partial(ending.code.more_gets, *position, asked, less, *scratch)


# -- perfect play on small hexagons ----------------------------------------------------------------
# A book has the values of the first stones; exact search finds those of later ones.

BOOK_FILE = ASSETS / "answers" / "libra-3.book"
TABLE_SIZE, PLAIN_TABLE_SIZE = 4_000_037, 100_003
PLAIN_EMPTY = 6  # maximum number of empty cells for an uncompiled search
MOST_GROUPS = 20
# After the book, a search of at most SLOWEST empty cells may take SECONDS. It is faster by the
# factor FALL for each cell less.
SLOWEST, SECONDS, FALL = 14, 2.0, 2.5


class PerfectLibra:
    """An expert that knows the exact value of every action on the boards in `WORTH`."""

    def __init__(self, game: Game, profile: Profile) -> None:
        assert isinstance(game, rules.Libra)
        self.game, self.profile = game, profile
        self._near = neighbour_sets(game.tables[rules.NEIGHBOURS])
        self._searchers: dict[bool, tuple[Any, Any, Any, Any]] = {}

    @cached_property
    def _book(self) -> Tablebase:
        return Tablebase(BOOK_FILE)

    def knows(self, state: State) -> bool:
        game = self.game
        small = game.size in WORTH and not game.obstacles
        return small and not state[rules.BIDDING] and not game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the best action; None if the search would take too long."""
        if budget.until(budget.deadline) < self._seconds(state):
            return None
        actions = self.game.legal(state)
        less = state[rules.EMPTY] % 2 == self.game.tables[rules.META][rules.CELLS] % 2
        best, best_groups = actions[0], -1
        for action in actions:
            groups = self._after(state, action, less, best_groups, compiled)
            if groups is None:
                return None
            if best_groups < 0 or (groups < best_groups if less else groups > best_groups):
                best, best_groups = action, groups
        proof = proof_word(self.result(state, best_groups), side_to_move(self.game, state))
        value = {"win": 1.0, "loss": 0.0}.get(proof, 0.5)
        turns = ((best,),)
        return Analysis(
            state[rules.EMPTY], len(actions), budget.elapsed, value, turns, proof, done=True
        )

    def _seconds(self, state: State) -> float:
        """Return an estimate of the longest time in seconds that a search takes."""
        if state[rules.EMPTY] > SLOWEST and self.game.size == max(WORTH):
            return 0.0
        return SECONDS / FALL ** (SLOWEST - state[rules.EMPTY])

    def warm(self) -> None:
        """Load or compile the exact search."""
        small = (
            self if self.game.size in WORTH else PerfectLibra(rules.Libra(min(WORTH)), self.profile)
        )
        code, near, table, gains = small._made(True, 1)
        code.search(near, 0, 0, 0, 1, 0, MOST_GROUPS, table, gains)

    def result(self, state: State, groups: int) -> int:
        """Return the result of the game with perfect play after a round of `groups` groups."""
        if self.game.mode != rules.DUEL:
            more = state[rules.MORE_SEAT]
            return P1_WIN + more if groups >= state[rules.AIM] else P2_WIN - more
        first, second = state[rules.FIRST], groups
        if state[rules.ROUND] == 1:
            first, second = groups, WORTH[self.game.size]
        return DRAW if first == second else (P1_WIN if second > first else P2_WIN)

    def _after(
        self, state: State, action: Action, less: bool, best: int, compiled: bool
    ) -> int | None:
        """Return the groups that MORE makes after an action; exact if better than `best`."""
        cells = self.game.tables[rules.META][rules.CELLS]
        lying = list(state[rules.BOARD : rules.BOARD + cells])
        lying[action.code % cells] = 1 + action.code // cells
        stones = stones_of(lying)
        if self.game.size == 3:
            kept = self._book.value(number_of(self.game.topology, stones, colours_alike=True))
            if kept is not None:
                return kept
        left = cells - len(stones)
        if not compiled and left > PLAIN_EMPTY:
            return None
        white, black = (sum(1 << c for c, own in stones if own == colour) for colour in (1, 2))
        groups = groups_in(self._near, white) + groups_in(self._near, black)
        low, high = 0, MOST_GROUPS
        if best >= 0:
            low, high = (0, best) if less else (best, MOST_GROUPS)
        code, near, table, gains = self._searcher(compiled)
        return int(code.search(near, white, black, groups, left, low, high, table, gains))

    def _searcher(self, compiled: bool) -> tuple[Any, Any, Any, Any]:
        """Return the search with its table and scratch space.

        There is one for plain and one for compiled code.
        """
        if compiled not in self._searchers:
            entries = TABLE_SIZE if compiled else PLAIN_TABLE_SIZE
            self._searchers[compiled] = self._made(compiled, entries)
        return self._searchers[compiled]

    def _made(self, compiled: bool, entries: int) -> tuple[Any, Any, Any, Any]:
        make, cells = Arrays(compiled), len(self._near)
        gains = make.blank(2 * cells * (cells + 1))
        code = instance("games/libra/engine/exact", "libra", compiled)
        return code, make.longs(self._near), make.wide_longs(entries), gains
