"""A session with a board: the program's interface to it.  No pygame, no waiting.

    session = BoardSession.open("auto")          # "sim", "/dev/ttyUSB0", "socket://HOST:PORT"
    seat = BoardSeat(match, session, hands={0, 1})   # hardware.host.board_seat: match and board
    for reading in seat.poll(now):               # each frame; see hardware.tracking.tracker_events
        if isinstance(reading, TakeBack): ask, then seat.propose(reading), or session.decline()
        elif isinstance(reading, Ambiguous): ask, then session.choose(index) or choose(None)
    session.view().connection / .words / .faults / .differences   # to draw
    session.close()

A thread owns the port and the driver; the methods only exchange values with it.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.platform.i18n import _
from game.platform.processes import ask_for_short_slices, own_command, start_piped
from game.rules.base import Action
from game.rules.topology import Point
from hardware.host import ports
from hardware.host.address import kind_of, tidy
from hardware.host.board_search import BoardSearch
from hardware.host.conversation import BoardConversation, BoardReport
from hardware.host.health_log import HealthRecorder
from hardware.host.link import READ_TIMEOUT_S, Opener, Port, SimulatedPort, open_serial
from hardware.host.recording import SessionRecorder
from hardware.simulator.board import SimulatedBoard
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.track import without_track
from hardware.tracking.tracker_events import (
    TrackerEvent,
)
from hardware.wire.fields import MAX_POINTS
from hardware.wire.messages import Message, Welcome

# Seconds that a port has to answer the greeting; some boards take two seconds to boot.
HANDSHAKE_TIMEOUT_S = 6.0
AUTO_HANDSHAKE_TIMEOUT_S = 3.5  # seconds for the same answer when several ports are tried in turn
RECONNECT_BACKOFF_S = (0.2, 0.4, 0.8, 1.0)  # seconds between two tries to connect

CLOSE_TIMEOUT_S = 2.0  # longest time that `close` waits for a port of this machine
REMOTE_CLOSE_TIMEOUT_S = 0.1  # longest time that `close` waits for a network connection

THROTTLE_S = 0.002  # pause after each read for other threads, however fast a line floods


class BoardSession:
    """One board and the match it follows.  All methods return immediately.

    `device` is the simulated board of the target "sim" in this process, whose pieces the program's
    own code moves.  It is None for other targets, and if that board has its own window and process.
    """

    def __init__(
        self,
        target: str,
        *,
        opener: Opener = open_serial,
        clock: Callable[[], float] = time.monotonic,
        record: Path | None = None,
        device: SimulatedBoard | None = None,
        window: bool | None = None,
        health: Path | None = None,
        known: Path | None = None,
    ) -> None:
        self.target = target
        self._talk = BoardConversation(target)
        self.driver = self._talk.driver
        self._search = BoardSearch(target, known)
        self.device: SimulatedPort | None = None
        self._simulator: SimulatorProcess | None = None
        # "sim" opens the simulated board in a window, if there is a screen for it.
        self._window = window if window is not None else device is None and window_wanted()
        if target == "sim" and not self._window:
            self.device = SimulatedPort(device or SimulatedBoard(), clock)
        self._opener = opener
        self._clock = clock
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._opening = False  # whether a port is being opened right now
        self._recorder = SessionRecorder(record, clock()) if record else None
        self._health = HealthRecorder(health, self.driver) if health else None
        self._thread = threading.Thread(target=self._live, name="board", daemon=True)

    @classmethod
    def open(cls, target: str, **options: Any) -> BoardSession:
        """Start a session; its own thread makes and keeps the connection."""
        session = cls(target, **options)
        session.start()
        return session

    def start(self) -> None:
        """Start the thread that makes the connection and keeps it until `close`."""
        self._thread.start()

    @property
    def companion(self) -> bool:
        """True if the board has a window of its own beside the program's."""
        return self.target == "sim" and self._window

    # -- what the program says -------------------------------------------------------------------

    def set_position(self, position: ExpectedPosition) -> None:
        """Follow the match to this position; for live matches only, not for previews."""
        if self.device is not None:
            self._fit_device(position)
        elif self.target == "sim" and self._simulator is None:
            self._simulator = SimulatorProcess(position.game.setup)
        heard = self._talk.heard
        self._record(position)
        self._orders.put(lambda: self.driver.set_position(position, heard))

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        """Tell the board that the match, in this position, refuses the last reading."""
        heard = self._talk.heard
        self._record(position, why)
        self._orders.put(lambda: self.driver.refuse(position, why, heard))

    def _record(self, position: ExpectedPosition, why: str = "") -> None:
        """Record the match's position in the session's thread, so no frame waits for the disk."""
        recorder = self._recorder
        if recorder is not None:
            self._orders.put(lambda: recorder.position(self._clock(), position, why))

    def choose(self, index: int | None) -> None:
        """Answer the last `Ambiguous`: the index of an alternative, or None for "none of these"."""
        self._orders.put(lambda: self.driver.choose(index))

    def decline(self) -> None:
        """Decline the last `TakeBack`; the board then asks people to restore the position."""
        self._orders.put(self.driver.decline)

    def distrust(self, point: Point) -> None:
        """Answer a `Doubt`: the pieces are placed right, and this sensor is out of order."""
        self._orders.put(lambda: self.driver.distrust(point))

    def believe(self, point: Point) -> None:
        """Answer a `Doubt` about a returning piece: hands moved it."""
        self._orders.put(lambda: self.driver.believe(point))

    def press(self) -> None:
        """End the turn as the board's button does; for a board without a button."""
        self._orders.put(lambda: self.driver.press(self._clock()))

    def ask(self, actions: Sequence[Action]) -> None:
        """Light the actions that a person is asked to choose from; () lights none."""
        asked = tuple(actions)
        self._orders.put(lambda: setattr(self.driver, "asked", asked))

    def offer(self, waits: bool) -> None:
        """Light the edge of the board while an offer awaits an answer at the board."""
        self._orders.put(lambda: setattr(self.driver, "offered", waits))

    def show(self, lit: Mapping[Point, int] | None) -> None:
        """Light these points of the game instead of all guidance; None restores the guidance."""
        self._orders.put(lambda: setattr(self.driver, "shown", lit))

    def mark(self, codes: Mapping[int, int] | None) -> None:
        """Light points of the board by number, for a diagnosis; None restores the guidance."""
        self._orders.put(lambda: setattr(self.driver, "marks", codes))

    def send(self, command: Message) -> None:
        """Send a diagnostic command; its answer comes out of `answers`."""
        self._orders.put(lambda: self.driver.send(command))

    def _fit_device(self, position: ExpectedPosition) -> None:
        """Give the simulated board of this process the layout that the match needs."""
        assert self.device is not None
        topology = position.game.topology
        identity = self.device.board.identity
        if without_track(identity.layout) != topology.name and len(topology) <= MAX_POINTS:
            with self.device.lock:
                self.device.board.become(topology.name, len(topology), self._clock())

    # -- what it hears ---------------------------------------------------------------------------

    def poll(self) -> list[TrackerEvent]:
        """Return the readings since the last call, oldest first."""
        return self._talk.poll()

    def answers(self) -> list[Message]:
        """Return the board's messages that a diagnosis has requested, oldest first."""
        out: list[Message] = []
        while self.driver.answers:
            out.append(self.driver.answers.popleft())
        return out

    def view(self) -> BoardReport:
        """Return the state of connection and board, for drawing."""
        return self._talk.view

    def close(self) -> None:
        """Darken the lights and close the port.

        A port of this machine is free when this returns.  Nobody waits for a network connection, or
        for a port that is still being opened: both close by themselves.
        """
        self._stop.set()
        deadline = time.monotonic() + (
            REMOTE_CLOSE_TIMEOUT_S if kind_of(tidy(self.target)) else CLOSE_TIMEOUT_S
        )
        while self._thread.is_alive() and not self._opening and time.monotonic() < deadline:
            self._thread.join(READ_TIMEOUT_S)
        if self._recorder is not None:
            self._recorder.close()
        if self._simulator is not None:
            self._simulator.close()

    # -- the thread ------------------------------------------------------------------------------

    def _live(self) -> None:
        ask_for_short_slices()
        self._run()
        if self._health is not None:
            self._health.close()

    def _run(self) -> None:
        tries = 0
        while not self._stop.is_set():
            tries = 0 if self._safely(self._serve_all) else tries
            self._stop.wait(RECONNECT_BACKOFF_S[min(tries, len(RECONNECT_BACKOFF_S) - 1)])
            tries += 1

    def _serve_all(self) -> bool:
        """Serve the ports one after the other; return whether there was a board."""
        talked = False
        for port in self._open_all():
            talked = self._safely(partial(self._serve, port)) or talked
            if self._stop.is_set():
                return talked
        self._carry_out_orders()
        self._talk.refresh()
        return talked

    def _safely(self, work: Callable[[], bool]) -> bool:
        """Return the result of `work`; after an error of this program, read the board afresh."""
        try:
            return work()
        except Exception:
            traceback.print_exc()
            self._talk.begin_anew(_("Reading the board failed; trying again"))
            return False

    def _open_all(self) -> Iterator[Port]:
        """Open the ports of the target one after the other; store problems in words."""
        if self.device is not None:
            if self.device.plugged:
                yield self.device
            return
        if self.target == "sim":
            companion = self._simulator
            names = [companion.url] if companion is not None and companion.url else []
        else:
            names = self._search.names(self._clock())
        if not names and self.target != "sim":
            self._talk.problem = ports.nothing_found(self.target)
        for name in names:
            port = self._open(name)
            if port is not None:
                yield port

    def _open(self, name: str) -> Port | None:
        """Open a port, which may take seconds; store a problem in words and return None."""
        self._opening = True
        try:
            return self._opener(name)
        except ports.PortError as problem:
            self._talk.problem = str(problem)
            return None
        finally:
            self._opening = False

    def _serve(self, port: Port) -> bool:
        """Talk through an open port until it is lost; return whether a board was there."""
        talk = self._talk
        talk.opened(self._clock(), partial(self._is_ours, port.name))
        named = not self._search.is_auto and port.name in (self._search.target, "sim")
        timeout_s = HANDSHAKE_TIMEOUT_S if named else AUTO_HANDSHAKE_TIMEOUT_S
        try:
            while not self._stop.is_set():
                now = self.exchange(port)
                if self.driver.connection is None:
                    return False  # another board answers
                if self._gone_silent(now, timeout_s, port.name):
                    if not talk.talked:
                        self._search.is_another(port.name, now, talk.babbles)
                    return talk.talked
            self._darken_lights(port)
        except OSError:  # pyserial's own errors are OSErrors
            self._talk.problem = ports.explain_loss(port.name)
        finally:
            talk.closed()
            port.close()
            talk.refresh()
        return talk.talked

    def exchange(self, port: Port) -> float:
        """Read, think and write once; return the time until which everything has been received.

        This time is taken before the read. If the thread is suspended after that, it does not know
        of bytes that arrive later. Received bytes are handled before anything else.
        """
        heard_until = self._clock()
        data = port.read()
        if data:
            self._take_in(data, self._clock())
        self._carry_out_orders()
        out = self._talk.step(heard_until)
        now = self._clock()
        if out and self._recorder is not None:
            self._recorder.sent(now, out)
        if out:  # written last, so that received data is kept if the line is gone
            port.write(out)
        self._talk.refresh()
        if self._health is not None:
            self._health.look(now)
        if data:  # pauses only after all received data has been passed on
            self._stop.wait(THROTTLE_S)
        return heard_until

    def _take_in(self, data: bytes, arrived: float) -> None:
        self._talk.hear(data, arrived)
        if self._recorder is not None:
            self._recorder.heard(arrived, data)

    def _gone_silent(self, now: float, timeout_s: float, name: str) -> bool:
        """Return whether the line must be opened again.

        A silent board is first greeted on the open line, because opening a port may reset the
        controller and discards bytes on their way.
        """
        missed = self._talk.missed(now, timeout_s)
        if missed:
            explain = ports.explain_silence if missed.known else ports.no_board
            self._talk.problem = missed.line or explain(name)
        if missed and missed.silent and not kind_of(name):
            self._talk.greet_again()
            return False
        return bool(missed)

    def _is_ours(self, name: str, welcome: Welcome) -> bool:
        """Return whether this is the board of this session, or the one requested by name."""
        if self.target == "sim" or self._search.takes(name, welcome):
            return True
        self._search.is_another(name, self._clock())
        self._talk.problem = ports.nothing_found(self.target)
        return False

    def _darken_lights(self, port: Port) -> None:
        self.driver.marks = {}
        port.write(self._talk.step(self._clock()))

    def _carry_out_orders(self) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except queue.Empty:
                return
            order()


def window_wanted() -> bool:
    """Return whether there is a screen on which a second window makes sense."""
    driver = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER") or ""
    if driver in ("dummy", "offscreen"):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


class SimulatorProcess:
    """The simulated board in its own window, as a second process of this program.

    The first line of its output contains its address; `url` is empty until then.
    """

    def __init__(self, setup: str) -> None:
        self.url = ""
        command = own_command("board", "simulate", "--tcp", "0", "--game", setup)
        self._process = start_piped(command, stdin=subprocess.DEVNULL)
        threading.Thread(target=self._listen, name="simulated board", daemon=True).start()

    def _listen(self) -> None:
        """Read the address in the first line, and discard the rest so that the pipe never fills."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("socket://") and not self.url:
                self.url = line.strip()

    @property
    def running(self) -> bool:
        """True while its window is open."""
        return self._process.poll() is None

    def close(self) -> None:
        """Close the window."""
        if self.running:
            self._process.terminate()
            try:
                self._process.wait(2.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
