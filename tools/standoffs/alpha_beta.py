"""An opponent in Less that counts moves exactly and searches some turns ahead by alpha-beta.

It knows both sides' ways home, but nothing about corners that are held.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.turns import side_to_move
from game.games.less.engine.race import RaceExpert
from game.rules import Game, State
from tools.standoffs import kernel

FOLDER = Path(__file__).parent
DEEPEST = 12  # maximum search depth in turns
BREADTH = 48  # turns searched in a position, approximately
NODES = 4_000  # default limit of nodes: positions whose turns are listed


class AlphaBetaBot:
    """A bot with iterative deepening up to a limit of nodes; it runs races by the shortest way."""

    name = "alpha-beta"

    def __init__(self, game: Game) -> None:
        self.game = game
        profile = profile_of(game)
        assert profile.turns is not None
        self._race, self._turns = RaceExpert(game), profile.turns
        make = self._make = Arrays(True)
        bindings = {"turns": self._turns.turns, "play_turn": self._turns.play_turn}
        self._code = instance("kernel", game.key, True, bindings, FOLDER)
        self._tables = make.tables(game.tables), make.tables(profile.own_tables(game, True))
        sizes = (*[self._turns.most] * 3, 2, *self._turns.spaces(game))
        plies = DEEPEST + 2
        self._rows = make.rows(plies, len(game.first))
        self._space: tuple[Any, ...] = (
            make.ints(profile.work_size(game)),
            tuple(make.blank(size) for size in sizes),
            make.floats(self._turns.most),
            make.blank(plies * kernel.MOST),
            make.floats(plies * kernel.MOST),
        )
        self._ctl = make.blank(4)

    def prepare(self) -> None:
        """Do nothing; the first turn compiles."""

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        budget = Budget(limits, side_to_move(self.game, state), signal, time.monotonic)
        if self._race.knows(state):
            found = self._race.think(state, budget, True)
            if found is not None:
                return found
        ctl, most = self._ctl, limits.nodes or NODES
        ctl[kernel.NODES], ctl[kernel.LIMIT], ctl[kernel.BREADTH] = 0, most, BREADTH
        self._rows[0, :] = state
        best = depth = 0
        space = *self._tables, self._rows, *self._space, ctl
        while depth < DEEPEST and ctl[kernel.NODES] < most:
            depth += 1
            self._code.value_of_turns(*space, depth, 0, -2 * kernel.WON, 2 * kernel.WON)
            if ctl[kernel.NODES] < most or depth == 1:
                best = int(ctl[kernel.BEST])
        turn = self._turns.way(self.game, state, state, best)
        return Analysis(depth, int(ctl[kernel.NODES]), 0.0, 0.5, (turn,), done=True)
