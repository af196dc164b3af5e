"""A table with a match, a board and hands, in real or simulated time. For tests and benches.

`BoardTable` is the same for both; only its `BoardLine` differs.  A `SteppedLine` carries bytes
between a driver and a device in steps of its own clock, so nothing waits.  A `LiveLine` is a
session on a real line, in real time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from game.rules.events import Seat
from game.rules.topology import Point
from hardware.host.board_driver import BoardDriver
from hardware.host.board_seat import BoardSeat
from hardware.host.session import BoardSession
from hardware.tracking.expected_position import ExpectedPosition, MatchLike
from hardware.tracking.track import MarkerHint, track_of
from hardware.tracking.tracker_events import TrackerEvent, needs_no_answer
from tools.rig.clumsy import Gesture, PressButton, Put, Wait

STEP_S = 0.01  # seconds


class BoardLine(Protocol):
    """A session, control of the pieces on its board, and a clock."""

    @property
    def now(self) -> float: ...
    def pass_step(self) -> None: ...

    def poll(self) -> list[TrackerEvent]: ...
    def set_position(self, position: ExpectedPosition) -> None: ...
    def refuse(self, position: ExpectedPosition, why: str) -> None: ...
    def choose(self, index: int | None) -> None: ...
    def decline(self) -> None: ...
    @property
    def hints(self) -> Sequence[MarkerHint]: ...
    def distrust(self, point: Point) -> None: ...

    def set(self, point: int, state: int) -> None: ...
    def press(self) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def close(self) -> None: ...


class BoardTable:
    """A table that plays gestures on the board of `line` while a match follows.

    Every reading is kept in `readings` with its time. `answer` may react to a question or an offer.
    Recognized turns are immediately proposed to the match.
    """

    def __init__(
        self,
        match: MatchLike,
        line: BoardLine,
        hands: Iterable[Seat] = (0, 1, 2, 3),
        answer: Callable[[TrackerEvent], None] | None = None,
    ) -> None:
        self.match, self.line = match, line
        self.readings: list[tuple[float, TrackerEvent]] = []
        self.seat = BoardSeat(match, line, frozenset(hands))
        track = track_of(match.game)
        points = match.game.topology.points + (track.points if track else ())
        self._numbers = {point: number for number, point in enumerate(points)}
        self._answer = answer

    @property
    def now(self) -> float:
        return self.line.now

    # -- time ------------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.run_until(lambda: False, seconds)

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done`, at most this long; return the last result of `done`."""
        until = self.now + seconds - 1e-9
        while not done() and self.now < until:
            self.line.pass_step()
            self._listen()
        return done()

    def _listen(self) -> None:
        for reading in self.seat.poll(self.now):
            self.readings.append((self.now, reading))
            if self._answer is not None and not needs_no_answer(reading):
                self._answer(reading)

    # -- hands -----------------------------------------------------------------------------------

    def perform(self, gestures: Iterable[Gesture]) -> None:
        """Make these gestures; time passes for each `Wait`."""
        index = self._numbers
        for gesture in gestures:
            if isinstance(gesture, Put):
                self.line.set(index[gesture.point], gesture.face)
            elif isinstance(gesture, Wait):
                self.run(gesture.seconds)
            elif isinstance(gesture, PressButton):
                self.line.press()


# -- made-up time ----------------------------------------------------------------------------------


class SteppedDevice(Protocol):
    """A board in simulated time: a `SimulatedBoard`, or emulated firmware with its interface."""

    def set(self, point: int, face: int) -> None: ...
    def press(self, now: float) -> None: ...
    def feed(self, data: bytes, now: float) -> None: ...
    def advance(self, now: float) -> bytes: ...


class SteppedLine:
    """A driver and a device in lockstep."""

    def __init__(self, device: SteppedDevice) -> None:
        self.device = device
        self.driver = BoardDriver()
        self.now = 0.0
        self.step = STEP_S  # seconds; callers may lengthen it while nothing happens
        self.plugged = False
        self._heard = 0
        self.plug()

    def pass_step(self) -> None:
        """Advance the clock by one step: bytes are exchanged and the driver works."""
        self.now += self.step
        sent = self.device.advance(self.now)
        if self.plugged:
            self.driver.receive(sent, self.now)
            self.device.feed(self.driver.step(self.now), self.now)
        else:
            self.driver.step(self.now)

    def poll(self) -> list[TrackerEvent]:
        out = list(self.driver.readings)
        self.driver.readings.clear()
        self._heard += sum(map(needs_no_answer, out))
        return out

    def set_position(self, position: ExpectedPosition) -> None:
        self.driver.set_position(position, self._heard)

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        self.driver.refuse(position, why, self._heard)

    def choose(self, index: int | None) -> None:
        self.driver.choose(index)

    def decline(self) -> None:
        self.driver.decline()

    @property
    def hints(self) -> Sequence[MarkerHint]:
        return self.driver.marker_hints

    def distrust(self, point: Point) -> None:
        self.driver.distrust(point)

    def set(self, point: int, state: int) -> None:
        self.device.set(point, state)

    def press(self) -> None:
        self.device.press(self.now)

    def plug(self) -> None:
        self.driver.opened()
        self.plugged = True

    def unplug(self) -> None:
        self.driver.closed()
        self.plugged = False

    def close(self) -> None:
        """Do nothing, because nothing is open."""


# -- real time -------------------------------------------------------------------------------------


class LiveHands(Protocol):
    """What people can do with the pieces and the cable of a board in real time."""

    def set(self, point: int, face: int) -> None: ...
    def press(self) -> None: ...
    def pull(self) -> None: ...
    def plug(self) -> None: ...


class LiveLine:
    """A session on a real line."""

    def __init__(self, session: BoardSession, hands: LiveHands) -> None:
        self._start = time.monotonic()
        self.poll, self.close = session.poll, session.close
        self.set_position, self.refuse = session.set_position, session.refuse
        self.choose, self.decline = session.choose, session.decline
        self.distrust = session.distrust
        self.set, self.press = hands.set, hands.press
        self.unplug, self.plug = hands.pull, hands.plug

        self._session = session

    @property
    def now(self) -> float:
        return time.monotonic() - self._start

    @property
    def hints(self) -> Sequence[MarkerHint]:
        return self._session.driver.marker_hints

    def pass_step(self) -> None:
        time.sleep(STEP_S)
