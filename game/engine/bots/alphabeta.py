"""The alpha-beta bot: deepens turn by turn until its time is used up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from game.engine.kernels import alphabeta as kernel
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.profile import Profile
from game.engine.search.solver import NO_LIMIT, Solver
from game.engine.search.turns import Turn, same_turn, side_to_move
from game.rules import Action, Game, State

MOST_DEPTH = 120  # turns


class AlphaBetaBot:
    """A Bot that searches whole turns to full depth."""

    name = "alphabeta"

    def __init__(
        self,
        game: Game,
        profile: Profile,
        hash_mb: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.clock = game, clock
        self._profile, self._hash_mb, self._ready = profile, hash_mb, ready
        self._solver: Solver | None = None

    def solver(self) -> Solver:
        if self._solver is None or (not self._solver.compiled and self._ready()):
            self._solver = Solver(self.game, self._profile, self._ready(), self._hash_mb)
        return self._solver

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        solver = self.solver()
        best = Analysis(0, 0, 0.0, 0.5)
        for depth in range(1, min(limits.depth or MOST_DEPTH, MOST_DEPTH) + 1):
            if depth > 1 and (budget.used_up(budget.deadline, budget.nodes) or best.proof):
                break
            value = self._one_depth(solver, state, depth, budget, first=depth == 1)
            if value is None:
                best = self._kept(solver, state, best, budget)
                break
            best = self._analysis(solver, state, depth, value, budget)
            report(best)
        return replace(best, done=True, nodes=budget.spent, seconds=budget.elapsed)

    def _one_depth(
        self, solver: Solver, state: State, depth: int, budget: Budget, first: bool
    ) -> int | None:
        """Search under watch; a first depth is always finished, so that there is a turn."""
        nodes = NO_LIMIT
        if budget.nodes is not None and not first:
            nodes = max(1, budget.nodes - budget.spent)

        def over() -> bool:
            return not first and budget.used_up(budget.deadline, None)

        value = solver.search_until(over, state, depth, nodes)
        budget.spent += solver.nodes
        return value

    def _kept(self, solver: Solver, state: State, best: Analysis, budget: Budget) -> Analysis:
        """Return the turn to play after an abort: a better one of the unfinished depth counts."""
        code = solver.best_so_far
        if code < 0 or not best.pv or best.pv[0][0].code == code:
            return best
        turn = self._turn(solver, state, code, best.depth)
        return replace(best, pv=(turn,))

    def _turn(self, solver: Solver, state: State, code: int, depth: int) -> Turn:
        """Return the turn that begins with `code`, completed by the table or a short search."""
        turn: list[Action] = []
        here = state
        while True:
            turn.append(self.game.action(code))
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                return tuple(turn)
            code = self._next(solver, here, depth)

    def _next(self, solver: Solver, here: State, depth: int) -> int:
        legal = [action.code for action in self.game.legal(here)]
        code = solver.remembered(here)
        if code not in legal:
            solver.search(here, 1)
            code = solver.best_so_far
        return code if code in legal else legal[0]

    def _analysis(
        self, solver: Solver, state: State, depth: int, value: int, budget: Budget
    ) -> Analysis:
        proof = ""
        if abs(value) >= kernel.SURE:
            proof = "win" if value > 0 else "loss"
        chance = 1 / (1 + math.exp(-max(-3000, min(3000, value)) / solver.profile.unit))
        return Analysis(
            depth,
            budget.spent,
            budget.elapsed,
            {"win": 1.0, "loss": 0.0}.get(proof, chance),
            self._line(solver, state, depth),
            proof,
        )

    def _line(self, solver: Solver, state: State, depth: int) -> tuple[Turn, ...]:
        turns: list[Turn] = []
        here, code = state, solver.best_so_far
        while len(turns) < depth and not self.game.over(here):
            if turns:
                code = solver.remembered(here)
                if code not in [action.code for action in self.game.legal(here)]:
                    break
            turn = self._turn(solver, here, code, depth)
            turns.append(turn)
            for action in turn:
                here = self.game.advance(here, action)
        return tuple(turns)
