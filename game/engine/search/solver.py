"""Exact alpha-beta: the compiled or plain template with its table and scratch space."""

from __future__ import annotations

import threading
from collections.abc import Callable

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels import alphabeta as kernel
from game.engine.search.profile import Profile
from game.platform.threads import start_daemon
from game.rules import Game, State

ENTRY_BYTES = 8 + 4 * 4
PLIES = 160
LOOK = 0.004  # seconds between two checks of the clock
NO_LIMIT = 1 << 60
FIRST_STEP = 50_000  # nodes of the first search if no thread can watch the clock


class Solver:
    """The table and scratch space of one alpha-beta search. Not safe for two threads at once."""

    def __init__(self, game: Game, profile: Profile, compiled: bool, hash_mb: int) -> None:
        self.game, self.profile, self.compiled = game, profile, compiled
        bindings = profile.bindings(game, compiled)
        self.code = instance("engine/kernels/alphabeta", profile.key, compiled, bindings)
        self._make = make = Arrays(compiled)
        self.t = make.tables(game.tables)
        self.x = make.tables(profile.own_tables(game, compiled))
        size = hash_mb * 2**20 // ENTRY_BYTES if compiled else 200_003
        self.keys = make.wide_longs(size)
        self.entries = make.wide_ints(4 * size)
        self.states = make.rows(PLIES, len(game.first))
        self.outs = make.rows(PLIES, game.max_actions + 2)
        self.ranks = make.rows(PLIES, game.max_actions + 2)
        self.work = make.ints(profile.work_size(game))
        self.ctl = make.longs([0] * 5)

    def place(self, state: State) -> None:
        row = self.states[0]
        for field, value in enumerate(state):
            row[field] = value
        if self.profile.prepare:
            self.profile.prepare(self.game, row)

    def search(self, state: State, depth: int, most_nodes: int = NO_LIMIT) -> int | None:
        """Return the value for the side to move after a search `depth` turns deep.

        None if the search was stopped or the nodes are used up.
        """
        self.place(state)
        self.ctl[kernel.NODES] = 0
        self.ctl[kernel.LIMIT] = most_nodes
        self.ctl[kernel.ABORTED] = 0
        self.ctl[kernel.FIRST] = -1
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

    def search_until(
        self, over: Callable[[], bool], state: State, depth: int, most_nodes: int = NO_LIMIT
    ) -> int | None:
        """Search until `over` returns True; `over` is called every few milliseconds."""
        found = threading.Event()

        def watch() -> None:
            while not found.is_set():
                if over():
                    self.ctl[kernel.STOP] = 1
                    return
                found.wait(LOOK)

        self.ctl[kernel.STOP] = 0
        watcher = start_daemon(watch, "solver's clock")
        if watcher is None:
            return self._search_in_steps(over, state, depth, most_nodes)
        value = self.search(state, depth, most_nodes)
        found.set()
        watcher.join()
        self.ctl[kernel.STOP] = 0
        return value

    def _search_in_steps(
        self, over: Callable[[], bool], state: State, depth: int, most_nodes: int
    ) -> int | None:
        """Search repeatedly, doubling the nodes each time, and call `over` in between."""
        limit = min(FIRST_STEP, most_nodes)
        while True:
            value = self.search(state, depth, limit)
            if value is not None or limit == most_nodes or over():
                return value
            limit = min(2 * limit, most_nodes)

    @property
    def nodes(self) -> int:
        return int(self.ctl[kernel.NODES])

    @property
    def best_so_far(self) -> int:
        """The best first action of the last search, even of an aborted one; -1 if none."""
        return int(self.ctl[kernel.FIRST])
