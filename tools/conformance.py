"""Checks whether a board keeps to the protocol; every board must pass, whoever wrote its firmware.

    python -m tools.conformance /dev/ttyUSB0      (or socket://127.0.0.1:7000)

Nothing is stored on the board and nobody needs to touch it. The tests run the same checks on the
firmware and on the simulated board. Each check is a function in `CHECKS`; it returns the fault in
words, or an empty text. An `Examiner` sends commands and keeps the answers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from game.platform.paths import ROOT
from hardware.commands.cli import address, answered
from hardware.host.link import open_serial
from hardware.host.ports import PortError
from hardware.wire.codec import Decoder, Undecodable, encode, wrap
from hardware.wire.messages import (
    Ack,
    BoardState,
    Button,
    Calibrate,
    Error,
    ErrorCode,
    Feature,
    GetEvent,
    GetReadings,
    GetState,
    GetWiring,
    Hello,
    Lights,
    Message,
    Ping,
    PointChanged,
    SetName,
    SetWiring,
    Welcome,
    reply_of,
)
from hardware.wire.send_window import SequenceNumbers
from tools.run import run

PROGRAM = "python -m tools.conformance"
GOLDEN = json.loads((ROOT / "hardware" / "wire" / "golden_frames.json").read_text(encoding="utf-8"))
MUST_ANSWER = ("Hello", "Ping", "GetState", "Lights")
# The checks do not send these commands, because they change what a board stores.
NOT_SENT = (SetName.type, SetWiring.type, Calibrate.type)

POLL_PERIOD_S = 0.02  # seconds between two polls of the connection
ANSWER_TIMEOUT_S = 1.0  # seconds an answer may take


def greets(board: Examiner) -> str:
    for _ in range(20):
        board.line.send(b"\0")
        answer = board.ask(Hello())
        if isinstance(answer, Welcome):
            board.welcome = answer
            break
    else:
        return "HELLO was not answered by WELCOME"
    board.listen(0.3)
    states = [one for one in board.heard if isinstance(one, BoardState)]
    if not states:
        return "no STATE followed the WELCOME"
    if len(states[-1].states) != answer.points:
        return f"STATE has {len(states[-1].states)} points, WELCOME says {answer.points}"
    if states[-1].boot != answer.boot:
        return f"STATE says boot {states[-1].boot}, WELCOME says {answer.boot}"
    return ""


def refuses_other_versions(board: Examiner) -> str:
    answer = board.ask(Hello(major=99))
    if not isinstance(answer, Error) or answer.code != ErrorCode.VERSION:
        return f"HELLO 99.0 was answered by {answer}, ERROR with code 3 expected"
    if board.welcome and answer.detail != board.welcome.major:
        return f"ERROR says version {answer.detail}, WELCOME says {board.welcome.major}"
    heard = board.listen(1.3)
    if not any(isinstance(one, BoardState) and one.reply_to == 0 for one in heard):
        return "HELLO 99.0 has stopped the stream"
    newer = board.ask(Hello(minor=200))
    return "" if isinstance(newer, Welcome) else f"HELLO 1.200 was answered by {newer}"


def answers_every_command_once(board: Examiner) -> str:
    wrong = []
    for frame in GOLDEN["frames"] + GOLDEN["longer"]:
        if frame["direction"] != "to board" or frame["type"] in NOT_SENT:
            continue
        if frame["type"] == GetEvent.type and not _keeps_events(board):
            continue
        found = board.ask_wire(bytes.fromhex(frame["hex"]), frame["sequence"])
        if len(found) != 1:
            wrong.append(f"{frame['name']} has {len(found)} answers")
        elif frame["message"] in MUST_ANSWER and _refused(found[0]):
            wrong.append(f"{frame['name']} was answered by {found[0]}")
        elif isinstance(found[0], Error) and found[0].code == ErrorCode.UNKNOWN_TYPE:
            wrong.append(f"{frame['name']} is said to be unknown, NOT_POSSIBLE expected")
    return "; ".join(wrong)


def _refused(answer: Message) -> bool:
    return isinstance(answer, Error) and answer.code != ErrorCode.VERSION


def answers_the_same_number_again(board: Examiner) -> str:
    wire = encode(GetState(), 200)
    counts = [len(board.ask_wire(wire, 200)) for _ in range(2)]
    return "" if counts == [1, 1] else f"{counts} answers, one each expected"


def takes_odd_commands(board: Examiner) -> str:
    found = board.ask_wire(encode(Ping(), 0), 0)
    if sum(isinstance(one, Ack) for one in found) != 1:
        return f"PING numbered 0 was answered by {found}, one ACK expected"
    # Brightness 0, a count of one, code 0, and four superfluous bits.
    body = bytes((Lights.type, 202)) + b"\x00\x01\xf0"
    found = board.ask_wire(wrap(body), 202)
    if [type(one) for one in found] != [Ack]:
        return f"LIGHTS with unused bits set was answered by {found}, ACK expected"
    return ""


def knows_its_points(board: Examiner) -> str:
    first = board.welcome.points if board.welcome else 128
    if first > 127:
        return ""
    wrong = []
    for question in (GetReadings(first), GetWiring(0, first)):
        answer = board.ask(question)
        refused = isinstance(answer, Error) and answer.code in (
            ErrorCode.BAD_PAYLOAD,
            ErrorCode.NOT_POSSIBLE,
        )
        if not refused:
            wrong.append(f"{question} was answered by {answer}")
    return "; ".join(wrong)


def tells_damage_from_line_ends(board: Examiner) -> str:
    board.listen(1.2)
    board.line.send(b"\0\r\n\0\n\0")
    if _bad_frames(board.listen(1.3)):
        return "line ends alone were reported as damage"
    wire = encode(Ping(), 203)
    board.line.send(wire[:-2] + bytes((wire[-2] ^ 1,)) + b"\0")
    told = _bad_frames(board.listen(1.3))
    return "" if told == [1] else f"one damaged frame was reported as {told}, [1] expected"


def _bad_frames(heard: list[Message | Undecodable]) -> list[int]:
    errors = [one for one in heard if isinstance(one, Error) and one.reply_to == 0]
    return [one.detail for one in errors if one.code == ErrorCode.BAD_FRAMES]


def names_what_it_does_not_know(board: Examiner) -> str:
    expected = {
        "unknown_type_to_board": ErrorCode.UNKNOWN_TYPE,
        "lights_cut": ErrorCode.BAD_PAYLOAD,
        "lights_too_many": ErrorCode.BAD_PAYLOAD,
    }
    wrong = []
    for frame in GOLDEN["bad"]:
        if frame["name"] in expected:
            wire = bytes.fromhex(frame["hex"])
            body = Decoder().feed(wire)[0]
            found = board.ask_wire(wire, body.sequence or 0)
            codes = [(one.code, one.detail) for one in found if isinstance(one, Error)]
            wanted = (expected[frame["name"]], getattr(body, "type", 0))
            if codes != [wanted]:
                wrong.append(f"{frame['name']} got {found}, ERROR {wanted} expected")
    return "; ".join(wrong)


def survives_bad_frames(board: Examiner) -> str:
    wrong = []
    for frame in GOLDEN["bad"]:
        board.line.send(bytes.fromhex(frame["hex"]))
        board.listen(POLL_PERIOD_S)
        if not board.alive():
            wrong.append(frame["name"])
    # The bad frame is a line of text, which ends the stream; the greeting restarts the stream.
    greets(board)
    return f"no answer after {', '.join(wrong)}" if wrong else ""


def survives_cut_frames(board: Examiner) -> str:
    wire = encode(Lights(255, (1, 2, 3, 0, 0, 6)), 201)
    for cut in range(1, len(wire) - 1):
        board.line.send(wire[:cut] + b"\0")
        if not board.alive():
            return f"no answer after {cut} of {len(wire)} bytes"
    return ""


def survives_noise(board: Examiner) -> str:
    dice = random.Random(1)
    for _ in range(20):
        board.line.send(dice.randbytes(200))
        board.listen(0.03)
    board.line.send(b"\0")
    board.listen(0.2)
    alive = board.alive()
    greets(board)
    return "" if alive else "no answer after noise"


def holds_two_commands(board: Examiner) -> str:
    for _ in range(10):
        numbers = [board.number(), board.number()]
        frame = Lights(255, tuple(number % 16 for number in range(128)))
        board.line.send(b"".join(encode(frame, number) for number in numbers))
        heard: list[Message | Undecodable] = []
        for _ in range(20):
            heard += board.listen(POLL_PERIOD_S)
        acks = [one.reply_to for one in heard if isinstance(one, Ack)]
        if acks != numbers:
            return f"ACK for {acks}, {numbers} expected"
    board.ask(Lights(0, ()))
    return ""


def streams_in_order(board: Examiner) -> str:
    problem = greets(board)
    if problem:
        return problem
    heard = board.listen(0)
    for _ in range(16):
        heard += board.listen(0.2)
    messages = [one for one in heard if isinstance(one, Message)]
    states = [one for one in messages if isinstance(one, BoardState) and one.reply_to == 0]
    if not 3 <= len(states) <= 4:
        return f"{len(states)} states in 3.2 s, 3 expected"
    gaps = [later.ms - earlier.ms for earlier, later in pairwise(states)]
    if any(abs(gap - 1000) > 100 for gap in gaps):
        return f"states are {gaps} ms apart, 1000 expected"
    numbers = [one.sequence for one in messages]
    if any((later - earlier) & 0xFF != 1 for earlier, later in pairwise(numbers)):
        return f"frames are numbered {numbers}"
    return ""


def _keeps_events(board: Examiner) -> bool:
    return board.welcome is not None and bool(board.welcome.features & Feature.EVENTS)


def keeps_its_events(board: Examiner) -> str:
    if not _keeps_events(board):
        return ""
    state = board.ask(GetState())
    if not isinstance(state, BoardState) or state.number < 0:
        return f"GET_STATE was answered by {state}, STATE with a number expected"
    coming = board.ask(GetEvent(state.number))
    if not isinstance(coming, Error) or coming.code != ErrorCode.NOT_POSSIBLE:
        return f"an event that is still to come was answered by {coming}, NOT_POSSIBLE expected"
    last = (state.number - 1) % 256
    again = board.ask(GetEvent(last))
    if isinstance(again, (PointChanged, Button)):
        return "" if again.number == last else f"event {last} was answered by {again}"
    none_yet = isinstance(again, Error) and again.code == ErrorCode.NOT_POSSIBLE
    return "" if none_yet else f"event {last} was answered by {again}"


CHECKS: dict[Callable[[Examiner], str], str] = {
    greets: "WELCOME answers HELLO within 5 s, and STATE follows.",
    refuses_other_versions: (
        "HELLO with another major version gets ERROR, code VERSION, and stops no stream."
    ),
    answers_every_command_once: (
        "Each golden command that stores nothing has one answer; the necessary ones no ERROR."
    ),
    answers_the_same_number_again: "A command that is repeated with its number is answered again.",
    takes_odd_commands: "A command numbered 0 is answered; unused bits that are set are ignored.",
    knows_its_points: "What is asked of points the board has not is BAD_PAYLOAD (or NOT_POSSIBLE).",
    names_what_it_does_not_know: "Unknown types and malformed payloads get their ERROR, once.",
    tells_damage_from_line_ends: (
        "A damaged frame is reported while streaming, line ends alone are not."
    ),
    survives_bad_frames: "After each golden bad frame a PING is answered.",
    survives_cut_frames: "After a LIGHTS frame cut at any byte a PING is answered.",
    survives_noise: "After 4,000 random bytes and a zero a PING is answered.",
    holds_two_commands: (
        "Two of the largest frames, one right behind the other, are both acknowledged."
    ),
    keeps_its_events: "A board with the feature EVENTS numbers them and sends the last ones again.",
    streams_in_order: "STATE comes every second; sequence numbers rise by one; milliseconds agree.",
}


def check(line: ExaminedLine) -> Iterator[tuple[str, str]]:
    """Yield the title of each check and the fault found, "" if there is none."""
    board = Examiner(line)
    for one, title in CHECKS.items():
        yield title, one(board)


def print_findings(target: str) -> int:
    """Print the findings on the board at a port or URL; return 1 for a fault or no port."""
    try:
        line = PortLine(target)
    except PortError as error:
        print(error, file=sys.stderr)
        return 1
    wrong = 0
    for words, problem in check(line):
        print(f"{'WRONG' if problem else 'ok':6}{words}", flush=True)
        if problem:
            wrong = 1
            print(f"      {problem}")
    return wrong


class ExaminedLine(Protocol):
    """A connection to a board."""

    def send(self, data: bytes) -> None: ...
    def wait(self, seconds: float) -> bytes:
        """Wait this long, and return the bytes received."""


class Examiner:
    """A host that sends commands and keeps the answers."""

    def __init__(self, line: ExaminedLine) -> None:
        self.line = line
        self.welcome: Welcome | None = None
        self.heard: list[Message | Undecodable] = []
        self._decoder = Decoder()
        self._numbers = SequenceNumbers(1)

    def listen(self, seconds: float) -> list[Message | Undecodable]:
        """Return the board's messages within this many seconds, and keep them in `heard`."""
        items = self._decoder.feed(self.line.wait(seconds))
        self.heard += items
        return items

    def number(self) -> int:
        """Return the next sequence number of a command, 1 to 255."""
        return self._numbers.next()

    def send(self, message: Message) -> int:
        """Send a command and return the command's sequence number."""
        number = self.number()
        self.line.send(encode(message, number))
        return number

    def answers(self, number: int, timeout_s: float = ANSWER_TIMEOUT_S) -> list[Message]:
        """Return all answers to a command, until shortly after the first one."""
        found: list[Message] = []
        left = timeout_s
        while left > 0:
            for item in self.listen(POLL_PERIOD_S):
                if isinstance(item, Message) and reply_of(item) == number:
                    found.append(item)
            left = (
                left - POLL_PERIOD_S if not found else min(left - POLL_PERIOD_S, 3 * POLL_PERIOD_S)
            )
        return found

    def ask(self, message: Message) -> Message | None:
        """Send a command and return its answer; None if there is no answer in time, or several."""
        found = self.answers(self.send(message))
        return found[0] if len(found) == 1 else None

    def ask_wire(self, wire: bytes, number: int) -> list[Message]:
        """Send these raw bytes, and return all answers with this sequence number."""
        self.listen(POLL_PERIOD_S)
        self.line.send(wire)
        return self.answers(number)

    def alive(self) -> bool:
        """Return whether a PING gets its ACK."""
        return isinstance(self.ask(Ping()), Ack)


class PortLine:
    """A connection over an open port, in real time."""

    def __init__(self, target: str) -> None:
        self._port = open_serial(target)

    def send(self, data: bytes) -> None:
        """Write to the port. Raises OSError when the connection is lost."""
        self._port.write(data)

    def wait(self, seconds: float) -> bytes:
        """Read for this long, but at least once; `read` itself blocks only for a moment."""
        end = time.monotonic() + seconds
        data = self._port.read()
        while time.monotonic() < end:
            data += self._port.read()
        return data


def main(argv: Sequence[str]) -> int:
    """Run the checks; bad input ends with a sentence and exit code 2."""
    words = "Tries whether a board keeps to PROTOCOL.md; stores nothing on it."
    reader = argparse.ArgumentParser(prog=PROGRAM, description=words)
    reader.add_argument("port", type=address, metavar="PORT|URL")
    reader.set_defaults(run=lambda arguments: print_findings(arguments.port))
    return answered(reader, argv, PROGRAM)


if __name__ == "__main__":
    run("tools.conformance:main")
