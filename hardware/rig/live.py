"""A table in real time: a session on a real line, and hands that wait.  For tests and benches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from game.rules.events import Seat
from hardware.host.session import BoardSession
from hardware.rig.clumsy import Gesture, Press, Put, Wait
from hardware.tracking.position import MatchLike, apply, needs_no_answer, position_of
from hardware.tracking.tracker_events import Reading, TakeBack, TurnSoFar

FRAME = 0.01  # seconds


class Hands(Protocol):
    """What hands and cables can do to a board that runs by itself."""

    def set(self, point: int, face: int) -> None: ...
    def press(self) -> None: ...
    def pull(self) -> None: ...
    def plug(self) -> None: ...


class LiveTable:
    """Plays hands' movements on a board while a session follows the match."""

    def __init__(
        self,
        match: MatchLike,
        session: BoardSession,
        hands: Hands,
        answer: Callable[[Reading], None] | None = None,
        seats: Iterable[Seat] = (0, 1, 2, 3),
    ) -> None:
        self.match, self.session, self.hands = match, session, hands
        self.seats = frozenset(seats)
        self.readings: list[tuple[float, Reading]] = []
        self._answer = answer
        self._start = time.monotonic()
        self.sync()

    @property
    def now(self) -> float:
        return time.monotonic() - self._start

    def sync(self) -> None:
        self.session.set_position(position_of(self.match, self.seats))

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.run_until(lambda: False, seconds)

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done`, at most this long; was it done?"""
        until = time.monotonic() + seconds
        while not done() and time.monotonic() < until:
            for reading in self.session.poll():
                self._take(reading)
            time.sleep(FRAME)
        return done()

    def _take(self, reading: Reading) -> None:
        self.readings.append((self.now, reading))
        if isinstance(reading, (TurnSoFar, TakeBack)) and needs_no_answer(reading):
            apply(self.match, reading, self.now)
            self.sync()
        elif self._answer is not None:
            self._answer(reading)

    def perform(self, moves: Iterable[Gesture]) -> None:
        """Make these movements, waiting where they say so."""
        index = self.match.game.topology.index
        for move in moves:
            if isinstance(move, Put):
                self.hands.set(index[move.point], move.face)
            elif isinstance(move, Wait):
                self.run(move.seconds)
            elif isinstance(move, Press):
                self.hands.press()

    def choose(self, index: int | None) -> None:
        self.session.choose(index)

    def decline(self) -> None:
        self.session.decline()

    def unplug(self) -> None:
        self.hands.pull()

    def plug(self) -> None:
        self.hands.plug()

    def close(self) -> None:
        self.session.close()
