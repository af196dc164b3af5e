"""Exact search of the last turns of Less with two seats, as deep as the time allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, TABLE, UNKNOWN, Part, affordable, ask
from game.engine.search.turns import Turn, same_turn
from game.games.less.engine import endgame_kernel as kernel
from game.games.less.engine.evaluation import LIMIT_NEAR
from game.games.less.engine.solo import PERHAPS
from game.games.less.engine.tables import binomial_table, solo_table, squares_of
from game.games.less.rules import GOAL_SQUARES, HOME, MOVES, SPENT, Less
from game.rules import Game, State
from game.rules.kernel import BEGUN, SEAT, TURNS

TEMPLATE = "games/less/engine/endgame_kernel"
LONGEST = 3  # maximum number of own turns in which a side must come home
SHARE = 0.35  # share of a budget that may be spent on an ending
LEAST_SECONDS = 0.1  # With less time, an ending is not searched.
# Estimated nodes of a question about one turn; factor for each further turn.
NODES_OF_ONE_TURN, GROWTH = 500, 10
RATE = 150_000  # lowest expected number of nodes a second
WIN, HOLD = 1, 0  # margins: moves by which a side has to be ahead


@lru_cache(maxsize=4)
def least_moves(walls: str) -> tuple[Any, ...]:
    """Return both seats' fewest moves home from each placement, wherever the others are."""
    game = Less(walls)
    anywhere = [PERHAPS] * len(game.topology)
    return tuple(solo_table(game, seat, True, anywhere) for seat in (0, 1))


def space(make: Arrays, goals: Sequence[int]) -> tuple[Any, ...]:
    """Return the kernel's arrays `w`, for the goal squares of both seats."""
    corners = [sum(1 << square for square in goals[4 * seat : 4 * seat + 4]) for seat in (0, 1)]
    plies = [make.blank(kernel.PLIES * kernel.MOST) for _ in range(3)]
    within = [make.blank(kernel.PLACES) for _ in range(2)]
    actions = [make.blank(MOVES + 1) for _ in range(3)]
    ctl, killers = make.blank(kernel.ANSWER + 1), make.blank(kernel.PLIES)
    return (ctl, make.longs(corners), *plies, killers, *within, *actions, make.blank(TABLE))


class LessEndgame:
    """An expert that wins won endings and holds drawn ones; lost endings are left to the search."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Less)
        self.game = game
        self._space: tuple[Any, ...] = ()

    def knows(self, state: State) -> bool:
        """Return whether to search for an ending: two seats, start of a turn, nobody home."""
        early = state[BEGUN] == 0 and state[TURNS] < LIMIT_NEAR
        nobody_home = state[HOME] + state[HOME + 1] == 0
        return self.game.seats == 2 and early and nobody_home and not self.game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the proved result, or None. A proved loss has no turn."""
        part = budget.part(SHARE)
        if not compiled or budget.until(part[0]) < LEAST_SECONDS:
            return None
        mover = state[SEAT]
        holds: set[int] = set()  # sides that are sure of at least a draw
        turn: Turn = ()
        for turns in range(1, LONGEST + 1):
            if not affordable(NODES_OF_ONE_TURN * GROWTH ** (turns - 1), RATE, budget, part):
                return None
            for side, margin in product((mover, 1 - mover), (WIN, HOLD)):
                answered_by = side if margin == HOLD else 1 - side
                if answered_by in holds:
                    continue
                answer = self.answer(state, side, margin, turns, budget, part)
                if answer == UNKNOWN:
                    return None
                if answer == NO:
                    continue
                turn = self._turn(state) if side == mover else turn
                if margin == WIN:
                    value, proof = (1.0, "win") if side == mover else (0.0, "loss")
                    return self._analysis(turns, budget, value, turn if value else (), proof)
                holds.add(side)
            if len(holds) == 2:
                return self._analysis(turns, budget, 0.5, turn, "draw")
        return None

    def answer(
        self, state: State, side: int, margin: int, turns: int, budget: Budget, part: Part
    ) -> int:
        """Return whether `side` comes home in `turns` of its own turns, at least `margin` ahead.

        YES, NO, or UNKNOWN if the part of the budget was not enough.
        """
        self._prepare()
        return ask(
            self._space[kernel.CTL], self._question(state, side, margin, turns), budget, part
        )

    def warm(self) -> None:
        """Load or compile the code for endings."""
        small = LessEndgame(Less("0" * 60))
        small._prepare()
        small._question(small.game.start(), 0, WIN, 1)()

    def _prepare(self) -> None:
        if self._space:
            return
        make, least = Arrays(True), least_moves(self.game.walls)
        self._t = make.tables(self.game.tables)
        self._x = make.tables((binomial_table(), *least))
        self._space = space(make, self.game.tables[GOAL_SQUARES])

    def _question(self, state: State, side: int, margin: int, turns: int) -> Callable[[], int]:
        """Return a call that asks whether `side` comes home in `turns` turns, `margin` ahead."""
        ctl = self._space[kernel.CTL]
        ctl[kernel.SIDE], ctl[kernel.MARGIN] = side, margin
        own, other = pieces_of(state, side), pieces_of(state, 1 - side)
        lead, mine = state[SPENT + 1 - side] - state[SPENT + side], int(state[SEAT] == side)
        code = instance(TEMPLATE, self.game.key, True)
        of_board = self._t, self._x, self._space
        return partial(code.ends_ahead, *of_board, own, other, lead, turns, mine, 0)

    def _turn(self, state: State) -> Turn:
        """Return the turn that answered the last question."""
        side, pieces = state[SEAT], int(self._space[kernel.CTL][kernel.ANSWER])
        ways: dict[State, Turn] = {state: ()}
        found = []
        for here in (queue := [state]):
            for action in self.game.legal(here):
                after = self.game.advance(here, action)
                if after in ways:
                    continue
                ways[after] = (*ways[here], action)
                if same_turn(here, after, self.game):
                    queue.append(after)
                elif pieces_of(after, side) == pieces:
                    found.append(after)
        return ways[min(found, key=lambda after: after[SPENT + side])]

    def _analysis(
        self, turns: int, budget: Budget, value: float, turn: Turn, proof: str
    ) -> Analysis:
        line = (turn,) if turn else ()
        return Analysis(turns, budget.spent, budget.elapsed, value, line, proof, done=True)


def pieces_of(state: State, side: int) -> int:
    """Return the squares of a side's pieces as a set of bits."""
    return sum(1 << square for square in squares_of(state, side))
