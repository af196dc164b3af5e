"""Engines at the table: a seat's turn is thought out in a thread of its own.

The engine itself is imported there too, since its compiler takes a moment to load.  The screen
asks `poll` each frame and never waits.  What a player is, is said by `TurnChooser`; the engine's
own is `game.engine.protocol.engine_player.EnginePlayer`.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from game.engine.search.style import EVEN, PlayingStyle
from game.rules.base import Action, Game, State
from game.table.clock import Allowance

TOP_LEVEL = 10  # the level that uses all its time
MAX_TURN_S, MAX_TURN_TOP_S = 8.0, 5.0  # seconds a turn without a clock
POLL_INTERVAL_S = 0.02  # seconds between two looks at the engine, in the player's own thread


class TurnChooser(Protocol):
    """Somebody who chooses turns.  `poll` gives what it thinks now; `done` when it has chosen."""

    def start(self, state: State, limits: Any) -> None: ...

    def poll(self) -> Any: ...

    def stop(self) -> None: ...


MakePlayer = Callable[[Game, int, int], TurnChooser]


def engine_player(
    game: Game, level: int, seed: int, style: PlayingStyle = EVEN, lines: int = 1
) -> TurnChooser:
    """Return the engine's player, with its book of openings where it is asked for one line.

    Imports the engine, so not for the frame loop's thread.
    """
    from game.engine.protocol.engine_player import EnginePlayer

    player: TurnChooser = EnginePlayer(game, level, seed, style=style, lines=lines, book=lines == 1)
    return player


@dataclass(frozen=True, slots=True)
class EngineChosen:
    """A turn was chosen for the position `state`; `thought` is the engine's last Analysis."""

    state: State
    actions: tuple[Action, ...]
    thought: Any = None


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """The engine broke down; `why` is one line for the person."""

    state: State
    why: str


class EngineSeat:
    """One engine at the table.

    What `begin` is told becomes the player's limits in its own thread, by `make_limits`.
    """

    def __init__(self, game: Game, level: int, seed: int, make: MakePlayer = engine_player) -> None:
        self.game, self.level, self.seed = game, level, seed
        self._make = make
        self._orders: queue.SimpleQueue[tuple[State, Allowance | None] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[EngineChosen | EngineFailed] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._abandon = threading.Event()
        self._hurried = threading.Event()
        self.ready = False  # it has started: from then on it thinks when it is asked
        self.thinking: State | None = None  # the position it thinks about
        self.thought: Any = None  # what it thinks now, for those who want to look on
        self.message = (
            ""  # what the engine says of itself while it is not at full strength, else ""
        )
        self.uncompiled = ""  # why it plays uncompiled for good, if it does

    def begin(self, state: State, allowed: Allowance | None = None) -> None:
        """Think about a position, as long as is `allowed`; an earlier one is given up."""
        self.cancel()
        self._hurried.clear()
        self.thinking = state
        self.thought = None
        self._orders.put((state, allowed))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="engine seat", daemon=True)
            self._thread.start()

    def poll(self) -> EngineChosen | EngineFailed | None:
        """Return the answer for the position asked last, once it is there."""
        while not self._answers.empty():
            answer = self._answers.get()
            if answer.state == self.thinking:
                self.thinking = None
                return answer
        return None

    def hurry(self) -> None:
        """Have it answer now, with the best it has found."""
        self._hurried.set()

    def cancel(self) -> None:
        """Stop thinking; what was thought is of no interest any more."""
        if self.thinking is not None:
            self.thinking = None
            self._abandon.set()

    def close(self) -> None:
        """Leave the table; returns at once."""
        self.cancel()
        self._orders.put(None)

    # -- in the thread -------------------------------------------------------------------------

    def _work(self) -> None:
        player: TurnChooser | None = None
        while (order := self._orders.get()) is not None:
            state, allowed = order
            if state != self.thinking:
                continue
            self._abandon.clear()
            try:
                player = player or self._make(self.game, self.level, self.seed)
                answer = self._think(player, state, allowed)
            except Exception as error:  # shown to the person; the match goes on without it
                self._answers.put(EngineFailed(state, str(error) or type(error).__name__))
                _close(player)
                player = None
                continue
            if answer is not None:
                self._answers.put(answer)
        _close(player)

    def _think(
        self, player: TurnChooser, state: State, allowed: Allowance | None
    ) -> EngineChosen | None:
        player.start(state, make_limits(self.level, allowed))
        hurried = False
        while True:
            if self._hurried.is_set() and not hurried:
                hurried = True
                player.stop()
            thought = player.poll()
            self.ready = self.ready or getattr(player, "ready", True)
            self.message = getattr(player, "message", "")
            self.uncompiled = getattr(player, "uncompiled", "")
            problem = getattr(player, "problem", "")
            if problem:
                raise RuntimeError(problem)
            if thought is not None:
                self.thought = thought
                if thought.done:
                    return EngineChosen(state, tuple(thought.best), thought)
            if self._abandon.wait(POLL_INTERVAL_S) or state != self.thinking:
                player.stop()
                return None


def make_limits(level: int, allowed: Allowance | None) -> Any:
    """Return the engine's limits: the allowance, or a time limit."""
    from game.engine.search.analysis import SearchLimits

    if allowed is None:
        return SearchLimits(movetime=MAX_TURN_S if level < TOP_LEVEL else MAX_TURN_TOP_S)
    return SearchLimits(allowed.movetime, allowed.nodes, clock=allowed.left, increment=allowed.gain)


def _close(player: TurnChooser | None) -> None:
    close = getattr(player, "close", None)
    if close is not None:
        close()
