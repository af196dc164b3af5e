"""A match, a referee and a device played together in made-up time.  For tests and benches.

Nothing waits: `Rehearsal.run` moves a clock in small steps and carries bytes between the referee
and the device (a `SimulatedBoard`, or the emulated firmware behind the same few methods).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from game.rules.base import Game
from game.rules.events import Seat
from hardware.host.board_follower import Referee
from hardware.rig.clumsy import Gesture, Press, Put, Wait
from hardware.tracking.position import MatchLike, apply, needs_no_answer, position_of
from hardware.tracking.tracker_events import Reading, TakeBack, TurnSoFar

STEP = 0.01  # seconds


class Device(Protocol):
    """What a rehearsal needs of a board: hands reach in, bytes go both ways."""

    def set(self, point: int, face: int) -> None: ...
    def press(self, now: float) -> None: ...
    def feed(self, data: bytes, now: float) -> None: ...
    def advance(self, now: float) -> bytes: ...


class Table(Protocol):
    """Where a game is played with hands: in made-up time (`Rehearsal`) or in real time."""

    match: MatchLike
    readings: list[tuple[float, Reading]]
    now: float

    def run(self, seconds: float) -> None: ...
    def run_until(self, done: Callable[[], bool], seconds: float) -> bool: ...
    def perform(self, moves: Iterable[Gesture]) -> None: ...
    def sync(self) -> None: ...
    def choose(self, index: int | None) -> None: ...
    def decline(self) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def close(self) -> None: ...


class Rehearsal:
    """Plays hands' movements on `device` while `referee` follows `match`.

    Every reading is kept in `readings` with its time.  `answer` may react to a reading (a
    question, an offer); turns are applied to the match at once.
    """

    def __init__(
        self,
        match: MatchLike,
        device: Device,
        hands: Iterable[Seat] = (0, 1, 2, 3),
        answer: Callable[[Reading], None] | None = None,
    ) -> None:
        self.match = match
        self.game: Game = match.game
        self.device = device
        self.hands = frozenset(hands)
        self.referee = Referee()
        self.readings: list[tuple[float, Reading]] = []
        self.now = 0.0
        self.plugged = False
        self._answer = answer
        self.plug()
        self.sync()

    # -- the cable -------------------------------------------------------------------------------

    def plug(self) -> None:
        self.referee.opened()
        self.plugged = True

    def unplug(self) -> None:
        self.referee.closed()
        self.plugged = False

    # -- time ------------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            self.now += STEP
            self.tick()

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done`, at most this long; was it done?"""
        until = self.now + seconds
        while not done() and self.now < until:
            self.now += STEP
            self.tick()
        return done()

    def tick(self) -> None:
        """One step of the clock: bytes move, the referee thinks, the match is told."""
        sent = self.device.advance(self.now)
        if self.plugged:
            self.referee.receive(sent, self.now)
            self.device.feed(self.referee.step(self.now), self.now)
        else:
            self.referee.step(self.now)
        while self.referee.readings:
            self._take(self.referee.readings.popleft())

    def _take(self, reading: Reading) -> None:
        self.readings.append((self.now, reading))
        if isinstance(reading, (TurnSoFar, TakeBack)) and needs_no_answer(reading):
            apply(self.match, reading, self.now)
            self.sync()
        elif self._answer is not None:
            self._answer(reading)

    def sync(self) -> None:
        """Tell the referee where the match is."""
        self.referee.set_position(position_of(self.match, self.hands), self.now)

    # -- hands -----------------------------------------------------------------------------------

    def perform(self, moves: Iterable[Gesture]) -> None:
        """Make these movements, waiting where they say so."""
        index = self.game.topology.index
        for move in moves:
            if isinstance(move, Put):
                self.device.set(index[move.point], move.face)
            elif isinstance(move, Wait):
                self.run(move.seconds)
            elif isinstance(move, Press):
                self.device.press(self.now)

    # -- answers ---------------------------------------------------------------------------------

    def choose(self, index: int | None) -> None:
        """Answer a question of the tracker."""
        if self.referee.tracker is not None:
            self.referee.tracker.choose(index)

    def decline(self) -> None:
        """Decline an offered take-back."""
        if self.referee.tracker is not None:
            self.referee.tracker.decline()

    def close(self) -> None:
        """Nothing is open."""
