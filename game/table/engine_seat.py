"""Engines at the table: each seat thinks in a thread of its own.

The engine itself is also imported in that thread, because its compiler takes a moment to load. The
screen calls `poll` each frame and never waits. `TurnChooser` is the interface of a player; the
engine's own player is `game.engine.protocol.engine_player.EnginePlayer`.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from game.engine.search.style import EVEN, PlayingStyle
from game.rules.base import Action, Game, State
from game.rules.events import Outcome, Seat
from game.rules.proposals import Accept, Decline
from game.table.agreement import MatchOffer
from game.table.clock import Allowance
from game.table.match import Match
from game.table.programs import PositionByTurns, program_named

if TYPE_CHECKING:  # imported later, in the seat's own thread
    from game.engine.protocol.restarting_player import RestartingPlayer

TOP_LEVEL = 10  # the level that uses all its time
MAX_TURN_S, MAX_TURN_TOP_S = 8.0, 5.0  # seconds per turn without a clock
POLL_INTERVAL_S = 0.02  # seconds between two polls of the player, in the seat's thread


class TurnChooser(Protocol):
    """A player that chooses turns. `poll` returns its analysis, which is `done` when final."""

    def start(self, state: State, limits: Any) -> None: ...

    def poll(self) -> Any: ...

    def stop(self) -> None: ...


MakePlayer = Callable[[Game, int, int], TurnChooser]


def engine_player(
    game: Game, level: int, seed: int, style: PlayingStyle = EVEN, lines: int = 1
) -> TurnChooser:
    """Return the engine's player; it uses its opening book if only one line is wanted.

    Imports the engine, so do not call this in the frame loop's thread.
    """
    from game.engine.protocol.engine_player import EnginePlayer

    player: TurnChooser = EnginePlayer(game, level, seed, style=style, lines=lines, book=lines == 1)
    return player


def program_player(match: Match, name: str, game: Game, level: int, seed: int) -> TurnChooser:
    """Return another program as the player of a seat of `match`.

    Imports the engine, so do not call this in the frame loop's thread.  Raises ProgramError.
    """
    lead = PositionByTurns(game, match.history.start, lambda: match.turns)
    player: TurnChooser = program_named(name).player(game, lead)
    return player


@dataclass(frozen=True, slots=True)
class EngineChosen:
    """A turn was chosen for the position `state`; `thought` is the engine's last Analysis."""

    state: State
    actions: tuple[Action, ...]
    thought: Any = None


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """The engine has failed repeatedly; `why` is one line for people."""

    state: State
    why: str


class EngineSeat:
    """One engine at the table.

    In the seat's thread, `make_limits` turns the allowance given to `begin` into the player's
    limits.  A player that fails is restarted several times before the seat fails.  `now` is a clock
    in seconds.
    """

    def __init__(
        self,
        game: Game,
        level: int,
        seed: int,
        make: MakePlayer = engine_player,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.level, self.seed = game, level, seed
        self._make, self._now = make, now
        self._orders: queue.SimpleQueue[tuple[State, Allowance | None] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[EngineChosen | EngineFailed] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._abandon = threading.Event()
        self._hurried = threading.Event()
        self.ready = False  # whether the player has started, or restarted, and can think
        self.restarts = 0  # restarts during the current search
        self.why = ""  # the reason for the last restart
        self.thinking: State | None = None  # the position of the current search
        self.thought: Any = None  # analysis of the current search, for spectators
        self.message = ""  # the player's message while it is not at full strength
        self.uncompiled = ""  # the reason if the player stays uncompiled

    def begin(self, state: State, allowed: Allowance | None = None) -> None:
        """Think about a position within the allowance; any earlier search is abandoned."""
        self.cancel()
        self._hurried.clear()
        self.thinking = state
        self.thought = None
        self._orders.put((state, allowed))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="engine seat", daemon=True)
            self._thread.start()

    def poll(self) -> EngineChosen | EngineFailed | None:
        """Return the answer for the last requested position; None while it is not known."""
        while not self._answers.empty():
            answer = self._answers.get()
            if answer.state == self.thinking:
                self.thinking = None
                return answer
        return None

    def hurry(self) -> None:
        """Make the engine answer now, with the best turn so far."""
        self._hurried.set()

    def cancel(self) -> None:
        """Stop thinking and discard the result."""
        if self.thinking is not None:
            self.thinking = None
            self._abandon.set()

    def close(self) -> None:
        """Leave the table; returns immediately."""
        self.cancel()
        self._orders.put(None)

    # -- in the thread -------------------------------------------------------------------------

    def _work(self) -> None:
        from game.engine.protocol.restarting_player import RestartingPlayer

        make = partial(self._make, self.game, self.level, self.seed)
        player = RestartingPlayer(self.game, make, self._now)
        while (order := self._orders.get()) is not None:
            state, allowed = order
            if state != self.thinking:
                continue
            self._abandon.clear()
            answer = self._think(player, state, allowed)
            if answer is not None:
                self._answers.put(answer)
        player.close()

    def _think(
        self, player: RestartingPlayer, state: State, allowed: Allowance | None
    ) -> EngineChosen | EngineFailed | None:
        player.start(state, make_limits(self.level, allowed))
        hurried = False
        while True:
            if self._hurried.is_set() and not hurried:
                hurried = True
                player.stop()
            thought = player.poll()
            self.ready, self.restarts, self.why = player.ready, player.restarts, player.why
            self.message, self.uncompiled = player.message, player.uncompiled
            if player.problem:
                return EngineFailed(state, player.problem)
            if thought is not None:
                self.thought = thought
                if thought.done:
                    return EngineChosen(state, tuple(thought.best), thought)
            if self._abandon.wait(POLL_INTERVAL_S) or state != self.thinking:
                player.stop()
                return None


def make_limits(level: int, allowed: Allowance | None) -> Any:
    """Return the engine's limits: those of the allowance, or a default time limit."""
    from game.engine.search.analysis import SearchLimits

    if allowed is None:
        return SearchLimits(movetime=MAX_TURN_S if level < TOP_LEVEL else MAX_TURN_TOP_S)
    return SearchLimits(allowed.movetime, allowed.nodes, clock=allowed.left, increment=allowed.gain)


# -- answers to offers -----------------------------------------------------------------------------
# An engine agrees if the offered end is about as good for its side as playing on, or better.

SEARCH_TIME_S = 0.8  # seconds for each position
CLOCK_SHARE = 20  # with a clock, a search takes at most 1/20 of the time left
TOLERANCE = 0.02  # loss of chance that the engine accepts when it agrees
DRAW_CHANCE = 0.5  # chance (0 to 1) of a draw, and of a position without evaluation


class EngineAnswer:
    """The answer of `seat`, played by `engine`, to `offer`."""

    def __init__(self, match: Match, seat: Seat, engine: EngineSeat, offer: MatchOffer) -> None:
        self.offer = offer
        self.asked = offer, seat, match.state  # the answer is valid for these only
        self._match, self._seat, self._engine = match, seat, engine
        self._worth: dict[State, float] = {}
        self._asked: State | None = None  # the position that is being searched

    def poll(self, now: float) -> Accept | Decline | None:
        """Return the answer, or None while it is unknown; an engine that fails declines."""
        match, offer = self._match, self.offer
        answer = self._engine.poll() if self._asked is not None else None
        if isinstance(answer, EngineFailed):
            return Decline(offer.what, self._seat, "engine")
        if answer is not None and self._asked is not None:
            value = getattr(answer.thought, "value", DRAW_CHANCE)
            self._worth[self._asked] = self._own(value, match.game.to_move(self._asked))
            self._asked = None
        playing_on, offered = self._chance(match.state), self._offered()
        if playing_on is not None and offered is not None:
            agrees = offered >= playing_on - TOLERANCE
            return (Accept if agrees else Decline)(offer.what, self._seat, "engine")
        self._look(now)
        return None

    def _look(self, now: float) -> None:
        """Search the next position whose chance is unknown."""
        if self._asked is not None:
            return
        known = self._chance(self._match.state) is not None
        after = self._after() if known else None
        self._asked = self._match.state if after is None else after
        left = self._match.clock.remaining(self._seat, now)
        seconds = SEARCH_TIME_S if left is None else min(SEARCH_TIME_S, left / CLOCK_SHARE)
        self._engine.begin(self._asked, Allowance(movetime=seconds))

    def _after(self) -> State | None:
        """Return the position after an agreed end."""
        step = self._match.game.agreed_end(self._match.state)
        return None if step is None else step.state

    def _offered(self) -> float | None:
        after = self._after() if self.offer.what == "end" else None
        return DRAW_CHANCE if after is None else self._chance(after)

    def _chance(self, state: State) -> float | None:
        """Return the chance (0 to 1) of the engine's side; None before the search."""
        outcome = self._match.game.outcome(state)
        return self._worth.get(state) if outcome is None else self._result(outcome)

    def _result(self, outcome: Outcome) -> float:
        return float(self._seat in outcome.winners) if outcome.winners else DRAW_CHANCE

    def _own(self, value: float, mover: Seat) -> float:
        return value if mover % 2 == self._seat % 2 else 1.0 - value
