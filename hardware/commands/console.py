"""Conversations at a terminal: list, calibrate, health, and a headless simulated board."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from game.platform.i18n import _
from game.rules.topology import Point, Topology
from hardware.host.board_connection import BoardConnection, ConnectionEvent, HandshakeDone
from hardware.host.board_messages import describe, label_of, look_there, tell
from hardware.host.health_log import BoardHealth, clear, health_file, read
from hardware.host.hid_line import devices
from hardware.host.joint_test import JointTest
from hardware.host.layouts import LayoutError, labels_of
from hardware.host.link import Opener, Port, open_first, open_serial
from hardware.host.other_boards import kinds_at
from hardware.host.ports import FoundPort, PortError, explain_loss, nothing_found, ports
from hardware.simulator.script import SimulatorScript
from hardware.simulator.server import SimulatorServer, wait_for_input
from hardware.wire import messages as wire

RETRY_S = 0.5  # seconds between two tries to open a lost line
TEST_STEP_S = 0.05  # seconds between two looks at the board
HANDSHAKE_TIMEOUT_S = 4.0  # seconds that a board may take to boot and answer

ALL = "all"


class Dialogue:
    """A port and the exchange on it, for commands that go step by step."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.connection = BoardConnection()

    def listen(self, seconds: float) -> Iterator[ConnectionEvent]:
        """Yield the events of this many seconds (0: for ever)."""
        end = time.monotonic() + seconds if seconds else float("inf")
        while time.monotonic() < end:
            now = time.monotonic()
            out = self.connection.due(now)
            if out:
                self.port.write(out)
            yield from self.connection.feed(self.port.read(), time.monotonic())

    def settle(self, seconds: float = 2.0) -> None:
        """Wait until all sent commands have been answered."""
        for _event in self.listen(seconds):
            if self.connection.idle:
                return

    def greet(self, anew: bool = False) -> wire.Welcome | None:
        """Return the board's answer, or None if there is no board."""
        if anew:
            self.connection = BoardConnection()
        for event in self.listen(HANDSHAKE_TIMEOUT_S):
            if isinstance(event, HandshakeDone):
                return event.welcome
        return None


def try_joints(target: str, opener: Opener | None = None, points: Sequence[Point] = ()) -> int:
    """Ask for a magnet on each of these points, or on all; return 0 if all were detected, else 1.

    The command opens a lost line again and goes on with the same point.  Raises LayoutError for a
    point that the board lacks.
    """
    found = greeted(target, opener)
    if found is None:
        return 1
    dialogue, welcome = found
    labels = labels_of(welcome.layout, welcome.points)
    if unknown := [point for point in points if point not in labels]:
        dialogue.port.close()
        words = _("{point} is no point of this board")
        raise LayoutError(words.format(point=", ".join(unknown)))
    only = [labels.index(point) for point in points] or None
    trial = JointTrial(target, opener, dialogue, JointTest(welcome.points, labels, only))
    print(_("Take everything off the board. Enter skips a point at which nothing is heard."))
    test = trial.test
    try:
        trial.run()
    finally:
        trial.dialogue.port.close()
        print("\n".join((*test.faults.values(), test.verdict if test.done else trial.rest)))
    return int(bool(test.faults))


class JointTrial:
    """A test of joints at a terminal, over a line that may be cut."""

    def __init__(
        self, target: str, opener: Opener | None, dialogue: Dialogue, test: JointTest
    ) -> None:
        self.dialogue, self.test = dialogue, test
        self._target, self._opener = target, opener
        self._reader, self._states, self._asked = LineReader(sys.stdin), list[int](), -1

    @property
    def rest(self) -> str:
        """The sentence to print after an interrupted test."""
        words = _("Broken off at {point}. `board test --points` tests only those that are named.")
        return words.format(point=label_of(max(0, self.test.point), self.test.labels))

    def run(self) -> None:
        """Ask for one point after another until all were tested."""
        while not self.test.done:
            try:
                self._step()
            except OSError:
                self._mend()

    def _step(self) -> None:
        test = self.test
        for event in self.dialogue.listen(TEST_STEP_S):
            if isinstance(event, wire.BoardState):
                self._states = list(event.states)
            elif isinstance(event, wire.PointChanged) and event.point < len(self._states):
                self._states[event.point] = event.state
        if self.dialogue.connection.silent(time.monotonic(), time.monotonic()):
            raise OSError("silent")
        if self._states:
            test.look(self._states, time.monotonic())
        for _line in self._reader.lines(0):
            test.skip(time.monotonic())
        if self._asked < test.point < test.points:
            self._ask()

    def _ask(self) -> None:
        self._asked = self.test.point
        words = _("Put the magnet on {point}.")
        print(words.format(point=label_of(self._asked, self.test.labels)), flush=True)

    def _mend(self) -> None:
        """Open the line again as soon as possible."""
        self.dialogue.port.close()
        print(_("The line was cut. Plug the board in again; the test goes on where it was."))
        self._states, welcome = [], None
        while welcome is None:
            time.sleep(RETRY_S)
            try:
                self.dialogue = Dialogue(open_first(self._target, self._opener))
                welcome = self.dialogue.greet()
            except (PortError, OSError):
                continue
            if welcome is None:
                self.dialogue.port.close()
        self.test.begin_again()
        if self.test.point >= 0:
            self._ask()


def list_all(everything: bool = False, opener: Opener = open_serial) -> int:
    """Print every port, with the board that answers there.

    A port that may have a board of another kind is asked for that kind, too.  With `everything`,
    each port is asked for each kind that can identify itself.
    """
    found, others = ports(), devices()
    if not found and not others:
        print(nothing_found("auto"))
        return 1
    for one in found:
        print(f"{one.port}  {one.words}")
        if one.likely or one.bluetooth or everything:
            print(f"    {_answer_at(one, everything, opener)}")
    for device in others:
        print(f"{device.word}:{device.path}  {device.name}")
    return 0


def _answer_at(found: FoundPort, everything: bool, opener: Opener) -> str:
    """Return what is at a port, in words: a board of ours, or one of another kind."""
    words, answered = _ask(found.port, opener)
    for target in () if answered else kinds_at(found, everything):
        other, answered = _ask(target, opener)
        if answered:
            return f"{target}: {other}"
    return words


def _ask(name: str, opener: Opener) -> tuple[str, bool]:
    """Return what answers at a target, in words, and whether a board answers."""
    try:
        port = opener(name)
    except PortError as error:
        return str(error), False
    try:
        welcome = Dialogue(port).greet()
    except OSError:
        return explain_loss(port.name), False
    finally:
        port.close()
    if welcome is None:
        return _("does not answer like a board"), False
    return describe(welcome), True


def greeted(target: str, opener: Opener | None = None) -> tuple[Dialogue, wire.Welcome] | None:
    """Return a dialogue with the board of a target; if none is there, print why and return None."""
    try:
        port = open_first(target, opener)
    except PortError as problem:
        print(problem)
        return None
    dialogue = Dialogue(port)
    try:
        welcome = dialogue.greet()
    except OSError:
        port.close()
        print(explain_loss(port.name))
        return None
    if welcome is None:
        port.close()
        print(_("{port} does not answer like a board.").format(port=port.name))
        return None
    return dialogue, welcome


def calibrate(target: str, ask: Callable[[str], str] = input) -> int:
    """Calibrate with the empty board, then with each face of one counter."""
    found = greeted(target)
    if found is None:
        return 1
    dialogue, welcome = found
    try:
        print(describe(welcome))
        labels = labels_of(welcome.layout, welcome.points)
        steps = [
            (wire.CalibrationStep.EMPTY, _("Take everything off the board, then press Enter. "))
        ]
        if welcome.sensing == wire.Sensing.SIDE:
            steps += [
                (
                    wire.CalibrationStep.FACE_ONE,
                    _("Lay one counter on {point}, face one up, then press Enter. ").format(
                        point=label_of(0, labels)
                    ),
                ),
                (wire.CalibrationStep.FACE_TWO, _("Flip that counter, then press Enter. ")),
            ]
        for step, question in steps:
            ask(question)
            if not _calibrated(dialogue, step, labels):
                return 1
        return 0
    finally:
        dialogue.port.close()


def _calibrated(dialogue: Dialogue, step: wire.CalibrationStep, labels: Sequence[Point]) -> bool:
    """Carry out one step and print its result; return whether it succeeded."""
    dialogue.connection.put(wire.Calibrate(step=step, point=0))
    for answer in dialogue.listen(8.0):
        if isinstance(answer, wire.Calibration):
            print(
                _("signal {signal}, thresholds {press}/{release}, noise {noise}").format(
                    signal=answer.signal,
                    press=answer.press,
                    release=answer.release,
                    noise=answer.noise,
                )
            )
            if answer.bad_points:
                points = ", ".join(label_of(number, labels) for number in answer.bad_points)
                print(_("Check these points: {points}").format(points=points))
                if step == wire.CalibrationStep.EMPTY:
                    print(look_there())
            if answer.result in (wire.CalibrationResult.WEAK, wire.CalibrationResult.SAME_SIDE):
                print(_("Nothing was changed: no clear signal. Try again with another counter."))
                return False
            return True
        if isinstance(answer, wire.Error):
            print(tell(answer))
            return False
    print(_("The board did not answer."))
    return False


def serve(
    server: SimulatorServer, topology: Topology, commands: TextIO, track: Sequence[Point] = ()
) -> int:
    """Run a simulated board without a window; read commands line by line and print answers.

    `track`: the places of a readable track.
    """
    script = SimulatorScript(server, topology, track)
    reader = LineReader(commands)
    resume_at = 0.0
    while not script.over:
        server.pump()
        if time.monotonic() < resume_at:
            time.sleep(0.005)
            continue
        for line in reader.lines(0.005):
            answer = script.do(line)
            if answer:
                print(answer, flush=True)
            if script.wait or script.over:
                resume_at, script.wait = time.monotonic() + script.wait, 0.0
                break
        if reader.ended and not reader.held:
            time.sleep(0.005)  # No more commands will come; run until interrupted.
    return 0


class LineReader:
    """Reads the lines of a terminal or a pipe without waiting for a whole line."""

    def __init__(self, file: TextIO) -> None:
        self._descriptor = file.fileno()
        self._rest = b""
        self.held: list[str] = []
        self.ended = False

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield the lines that have arrived, waiting at most this many seconds for input."""
        if not self.held and not self.ended and wait_for_input(self._descriptor, seconds):
            data = os.read(self._descriptor, 4096)
            self.ended = not data
            *whole, self._rest = (self._rest + data).split(b"\n")
            self.held += [line.decode("utf-8", "replace") for line in whole]
        while self.held:
            yield self.held.pop(0)


def show_health(name: str, mended: Sequence[str]) -> int:
    """Print the boards, the worst point first, after clearing the `mended` points.

    `name` is a name or number, "" for all boards.  Raises LayoutError for an unknown board or
    point, and OSError.
    """
    boards = _boards_named(name)
    if mended:
        _clear_points(boards, mended)
        boards = _boards_named(name)
    if not any(board.worst_first for board in boards):
        print(_("Nothing is known to be wrong with any board."))
    for board in boards:
        if board.worst_first:
            print(f"{board.name or board.layout} ({board.layout}, {board.number})")
            for trouble in board.worst_first:
                print(f"  {trouble.advice} ({trouble.when})")
    return 0


def _boards_named(name: str) -> list[BoardHealth]:
    boards, problem = read(health_file())
    if problem:
        print(problem, file=sys.stderr)
    found = [board for board in boards if not name or name in (board.name, board.number)]
    if name and not found:
        raise LayoutError(_("no board {name} is known").format(name=name))
    return found


def _clear_points(boards: Sequence[BoardHealth], mended: Sequence[str]) -> None:
    """Clear these points for every board that lists them."""
    everything = list(mended) == [ALL]
    known = [{trouble.point for trouble in board.worst_first} for board in boards]
    for point in () if everything else mended:
        if not any(point in points for points in known):
            raise LayoutError(_("{point} is on no list").format(point=point))
    for board, points in zip(boards, known):
        cleared = points if everything else points.intersection(mended)
        if cleared:
            clear(health_file(), board, cleared)
