"""The alpha-beta player and exact solver: deepens turn by turn until its time is used up."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from game.engine.compile.compiler import Arrays, instance
from game.engine.games.profile import LEAST_WORK, Profile
from game.engine.kernels import alphabeta as kernel
from game.engine.search.budget import Budget
from game.engine.search.think import Limits, Report, Signal, Thinking, Turn, same_turn, side_to_move
from game.rules import Action, Game, State

ENTRY_BYTES = 8 + 4 * 4
PLIES = 160
MOST_DEPTH = 120
NO_LIMIT = 1 << 60


class Solver:
    """The table and scratch space of one alpha-beta search.  Not safe for two threads at once."""

    def __init__(self, game: Game, profile: Profile, compiled: bool, hash_mb: int) -> None:
        self.game, self.profile, self.compiled = game, profile, compiled
        self.code = instance("kernels/alphabeta", profile.key, compiled, profile.bindings(game))
        self._make = make = Arrays(compiled)
        self.t = make.tables(game.tables)
        self.x = make.tables(profile.tables(game, compiled))
        size = hash_mb * 2**20 // ENTRY_BYTES if compiled else 200_003
        self.keys = make.longs([0] * size)
        self.entries = make.ints(4 * size)
        self.states = make.rows(PLIES, len(game.first))
        self.outs = make.rows(PLIES, game.max_actions + 2)
        self.ranks = make.rows(PLIES, game.max_actions + 2)
        self.work = make.ints(max(game.work_size, LEAST_WORK))
        self.ctl = make.longs([0] * 8)

    def place(self, state: State) -> None:
        row = self.states[0]
        for field, value in enumerate(state):
            row[field] = value
        if self.profile.prepare:
            self.profile.prepare(self.game, row)

    def search(self, state: State, depth: int, most_nodes: int = NO_LIMIT) -> int | None:
        """Value for the side to move, `depth` turns deep, or None when stopped or out of nodes."""
        self.place(state)
        self.ctl[kernel.NODES] = 0
        self.ctl[kernel.LIMIT] = most_nodes
        self.ctl[kernel.ABORTED] = 0
        self.ctl[kernel.DEEPEST + 1] = -1
        value = self.code.search(
            self.t,
            self.x,
            self.states,
            self.outs,
            self.ranks,
            self.work,
            self.ctl,
            self.keys,
            self.entries,
            0,
            depth,
            -2 * kernel.WIN,
            2 * kernel.WIN,
        )
        return None if self.ctl[kernel.ABORTED] else int(value)

    @property
    def nodes(self) -> int:
        return int(self.ctl[kernel.NODES])

    @property
    def best_so_far(self) -> int:
        """The best first action of the last search, also of an aborted one; -1 if none."""
        return int(self.ctl[kernel.DEEPEST + 1])

    def stop(self) -> None:
        """End the search that runs; may be called from another thread."""
        self.ctl[kernel.STOP] = 1

    def go_on(self) -> None:
        self.ctl[kernel.STOP] = 0

    def remembered(self, state: State) -> int:
        """The best action that the table holds for a state, or -1."""
        self.place(state)
        place = int(self.code.look_up(self.states[0], self.keys, self.entries))
        return -1 if place < 0 else int(self.entries[4 * place + kernel.CODE])


class AlphaBeta:
    """A Brain that searches whole turns to full depth."""

    name = "alphabeta"

    def __init__(
        self,
        game: Game,
        profile: Callable[[bool], Profile],
        hash_mb: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.clock = game, clock
        self._profile, self._hash_mb, self._ready = profile, hash_mb, ready
        self._solver: Solver | None = None

    def solver(self) -> Solver:
        if self._solver is None or (not self._solver.compiled and self._ready()):
            fast = self._ready()
            self._solver = Solver(self.game, self._profile(fast), fast, self._hash_mb)
        return self._solver

    def think(self, state: State, limits: Limits, report: Report, signal: Signal) -> Thinking:
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        solver = self.solver()
        best = Thinking(0, 0, 0.0, 0.5, warm=solver.compiled)
        for depth in range(1, min(limits.depth or MOST_DEPTH, MOST_DEPTH) + 1):
            if depth > 1 and (budget.used_up(budget.deadline, budget.nodes) or best.proof):
                break
            value = self._one_depth(solver, state, depth, budget, signal, first=depth == 1)
            if value is None:
                best = self._kept(solver, state, best, budget)
                break
            best = self._thought(solver, state, depth, value, budget)
            report(best)
        return replace(best, done=True, nodes=budget.spent, seconds=budget.elapsed)

    def _one_depth(
        self, solver: Solver, state: State, depth: int, budget: Budget, signal: Signal, first: bool
    ) -> int | None:
        """Search under watch; a first depth is always finished, so that there is a turn."""
        solver.go_on()
        over = threading.Event()

        def watch() -> None:
            while not over.is_set():
                if not first and budget.used_up(budget.deadline, None):
                    solver.stop()
                    return
                over.wait(0.004)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        nodes = NO_LIMIT
        if budget.nodes is not None and not first:
            nodes = max(1, budget.nodes - budget.spent)
        value = solver.search(state, depth, nodes)
        over.set()
        watcher.join()
        budget.spent += solver.nodes
        return value

    def _kept(self, solver: Solver, state: State, best: Thinking, budget: Budget) -> Thinking:
        """After an abort: a better first action found in the unfinished depth is believed."""
        code = solver.best_so_far
        if code < 0 or not best.pv or best.pv[0][0].code == code:
            return best
        turn = self._turn(solver, state, code, best.depth)
        return replace(best, pv=(turn,))

    def _turn(self, solver: Solver, state: State, code: int, depth: int) -> Turn:
        """The turn that begins with `code`, completed from the table or by a short search."""
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
            solver.go_on()
            solver.search(here, 1)
            code = solver.best_so_far
        return code if code in legal else legal[0]

    def _thought(
        self, solver: Solver, state: State, depth: int, value: int, budget: Budget
    ) -> Thinking:
        proof = ""
        if abs(value) >= kernel.SURE:
            proof = "win" if value > 0 else "loss"
        chance = 1 / (1 + math.exp(-max(-3000, min(3000, value)) / solver.profile.unit))
        return Thinking(
            depth,
            budget.spent,
            budget.elapsed,
            {"win": 1.0, "loss": 0.0}.get(proof, chance),
            self._line(solver, state, depth),
            proof,
            warm=solver.compiled,
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
