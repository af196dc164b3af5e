"""The rival as a Bot: one tree for each action, of nodes or seconds as it is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.budget import seconds_for_turn
from game.engine.search.turns import same_turn, side_to_move
from game.platform.paths import ROOT
from game.rules import Action, Game, State
from tools.rival.judging import JUDGING
from tools.rival.search import (
    ACTION,
    COUNT,
    HEAD,
    SEEN,
    WORTH,
)

SETTINGS = (0.15, 200.0, 0.1)  # exploration, RAVE, share of the margin
ROOM = 400_000  # nodes
PATH = 400
GAMES = 64  # between looks at the clock
FOLDER = ROOT / "tools"


class RivalBot:
    """Plays without a memory of the turn before.  Deterministic for a seed and nodes."""

    name = "rival"

    def __init__(self, game: Game, seed: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.game, self.clock = game, clock
        judging = JUDGING[game.key]
        compiled = can_compile()
        bindings = {
            "legal": game.kernels.legal,
            "play": game.kernels.play,
            "step": judging.step,
            "margin": judging.margin,
            "longest": judging.longest,
        }
        self._code = instance("rival/search", game.key, compiled, bindings, FOLDER)
        self._make = make = Arrays(compiled)
        self._codes = judging.codes(game)
        self._t = make.tables(game.tables)
        self._prm = make.settings((*SETTINGS, float(judging.alike)))
        self._rng = make.longs([seed % 0xFFFFFFFE + 1])
        self._s = make.ints(len(game.first))
        self._scratch = (
            make.ints(game.max_actions + 2),
            make.ints(max(game.work_size, 1)),
            make.ints(2 * self._codes),
            make.ints(PATH),
            make.ints(PATH),
        )
        self._stamp = 1

    def prepare(self) -> None:
        """Compile, where there is something to choose."""
        state = self.game.start()
        while len(self.game.legal(state)) == 1:
            state = self.game.advance(state, self.game.legal(state)[0])
        self._action(state, None, 1)

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        began = self.clock()
        seconds = seconds_for_turn(limits, side_to_move(self.game, state))
        turn: list[Action] = []
        here, value, played = state, 0.5, 0
        while not self.game.over(here):
            left = None if seconds is None else (seconds - (self.clock() - began)) * 0.6
            budget = None if limits.nodes is None else max(1, (limits.nodes - played) * 3 // 5)
            action, own, games = self._action(here, left, budget)
            value = value if turn else own
            played += games
            turn.append(action)
            before, here = here, self.game.advance(here, action)
            if not same_turn(before, here, self.game):
                break
        return Analysis(1, played, self.clock() - began, value, (tuple(turn),), done=True)

    def _action(
        self, state: State, seconds: float | None, most: int | None
    ) -> tuple[Action, float, int]:
        """Return an action, its worth for the mover, the games played for it."""
        legal = self.game.legal(state)
        if len(legal) == 1:
            return legal[0], 0.5, 0
        began, played, used = self.clock(), 0, 2
        nodes = tuple(self._make.ints(ROOM) for _ in range(5))  # fresh ones are all zero
        sums = tuple(self._make.floats(ROOM) for _ in range(2))
        root = self._make.state(state)
        while True:
            games = GAMES if most is None else min(GAMES, most - played)
            used = int(
                self._code.think(
                    self._t,
                    root,
                    self._s,
                    nodes,
                    sums,
                    self._scratch,
                    self._prm,
                    self._rng,
                    used,
                    self._codes,
                    self._stamp,
                    games,
                )
            )
            self._stamp += games
            played += games
            late = seconds is not None and self.clock() - began >= seconds
            if late or (most is not None and played >= most) or (most is None and seconds is None):
                break
        return (*self._best(nodes, sums), played)

    def _best(self, nodes: Any, sums: Any) -> tuple[Action, float]:
        """Return the action tried most, and its worth."""
        first, count = int(nodes[HEAD][1]), int(nodes[COUNT][1])
        child = max(range(first, first + count), key=lambda one: int(nodes[SEEN][one]))
        worth = float(sums[WORTH][child]) / max(1, int(nodes[SEEN][child]))
        return self.game.action(int(nodes[ACTION][child])), worth
