"""Whole games of Less work on boards for chess, each simulated from its published protocol."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from game.rules.base import Action, Game, State
from game.table.match import Match
from game.table.spec import two_people
from hardware.drivers.certabo import Certabo
from hardware.drivers.chessnut import Chessnut
from hardware.drivers.driver import Driver
from hardware.drivers.livechess import LiveChess
from hardware.drivers.millennium import Millennium
from hardware.drivers.translation import SILENCE_S, TranslatedBoard
from hardware.host.board_seat import BoardSeat
from hardware.host.hid_line import HidPort
from hardware.host.layouts import points_of
from hardware.host.link import DriverPort, Port, SerialPort
from hardware.host.session import BoardSession
from hardware.host.websocket_line import WebSocketPort
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import Agreed, TrackerEvent
from hardware.wire.codec import encode
from hardware.wire.messages import Hello
from tests.hardware.drivers.chess_devices import (
    AtSocket,
    AtTerminal,
    CertaboDevice,
    ChessLinkDevice,
    ChessnutDevice,
    LiveChessDevice,
    TabutronicDevice,
)
from tests.hardware.drivers.text_device import Sketch, SketchDevice, one_line
from tests.support.waiting import until
from tools.rig.clumsy import Habits
from tools.rig.exercise import rehearse_at
from tools.rig.table import SteppedLine

SIX = points_of("squares-6")
PATIENT = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.5, 0.9))
Device = ChessLinkDevice | CertaboDevice | ChessnutDevice | LiveChessDevice | SketchDevice


class Stepped:
    """A device and its driver in simulated time; the 6 × 6 squares in use begin at a1."""

    def __init__(self, device: Device, driver: Driver) -> None:
        self._device, self._board = device, TranslatedBoard(driver, "made-up")

    def set(self, point: int, face: int) -> None:
        self._device.put(SIX[point], face)

    def press(self, now: float) -> None:
        raise AssertionError("such boards have no button")

    def feed(self, data: bytes, now: float) -> None:
        self._board.feed(data, now)

    def advance(self, now: float) -> bytes:
        self._board.heard(self._device.says(now), now)
        self._device.heard(self._board.to_board(now))
        return self._board.advance(now)


class AtScreen(SteppedLine):
    """A line to a board without a button of its own: the button on the screen ends turns."""

    def press(self) -> None:
        self.driver.press(self.now)


KINDS: dict[str, tuple[Callable[[], Device], Callable[[], Driver]]] = {
    "millennium": (ChessLinkDevice, Millennium),
    "millennium asked": (lambda: ChessLinkDevice(alone=False), Millennium),
    "certabo": (CertaboDevice, Certabo),
    "certabo that misses chips": (lambda: CertaboDevice(misses=41), Certabo),
    "tabutronic": (TabutronicDevice, Certabo),
    "chessnut": (ChessnutDevice, Chessnut),
    "dgt": (LiveChessDevice, LiveChess),
}


def homeward(game: Game, state: State, dice: random.Random) -> list[Action]:
    """Return a turn of up to three actions, each of which brings the pieces nearest to the goal."""
    seat, turn = game.to_move(state), list[Action]()
    colour = game.kinds[seat].colour
    goal = (0, 5) if seat == 0 else (5, 0)

    def way(of: State) -> int:
        lying = (point for point, piece in game.pieces(of).items() if piece.colour == colour)
        return sum(
            max(0, abs(ord(at[0]) - 97 - goal[0]) - 1) + max(0, abs(int(at[1]) - 1 - goal[1]) - 1)
            for at in lying
        )

    while game.outcome(state) is None and game.to_move(state) == seat:
        choices = [
            (way(game.play(state, one).state), dice.random(), one) for one in game.legal(state)
        ]
        best = min(choices, key=lambda one: one[:2])[2]
        turn.append(best)
        step = game.play(state, best)
        state = step.state
        if len(turn) == 3:
            break
    return turn


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_of_less(kind: str) -> None:
    device, driver = KINDS[kind]
    match = Match(two_people("less seed=4"))
    line = AtScreen(Stepped(device(), driver()))
    exercise = rehearse_at(line, match, 4, habits=PATIENT, longest=200, policy=homeward)
    account = exercise.play()
    assert account.wrong == ""
    assert match.over
    assert exercise.recorded == exercise.intended or account.ambiguous


SETTLED_S = 0.5  # real seconds after which the player goes on without an answer
FASTER = 4  # factor by which the clocks at both ends of a real line run faster


def fast() -> float:
    return FASTER * time.monotonic()


@dataclass
class Live:
    """A kind of board on a real line: its device, its driver and what the two need."""

    device: Device
    driver: Callable[[], Driver]
    opened: Callable[[str], Port]
    at: type[AtTerminal | AtSocket]


def live(kind: str) -> Live:
    if kind == "text":
        return Live(SketchDevice(Sketch(one_line)), text_driver, SerialPort, AtTerminal)
    device, driver = KINDS[kind]
    if kind == "dgt":
        return Live(device(), driver, WebSocketPort, AtSocket)
    return Live(device(), driver, HidPort if kind == "chessnut" else SerialPort, AtTerminal)


def text_driver() -> Driver:
    from hardware.drivers.text_matrix import TextMatrix

    return TextMatrix("squares-6", SIX)


@contextmanager
def at_a_table(kind: str) -> Iterator[tuple[Live, BoardSession, AtTerminal | AtSocket]]:
    """Yield a session on a real line whose clocks at both ends run faster."""
    one = live(kind)
    end = one.at(one.device, fast)  # type: ignore[arg-type]

    def opened(_name: str) -> Port:
        return DriverPort(kind, one.opened(end.port), one.driver(), kind, fast)

    session = BoardSession.open(f"{kind}:{end.port}", opener=opened, clock=fast, window=False)
    try:
        yield one, session, end
    finally:
        session.close()
        end.close()


@pytest.mark.parametrize("kind", ["text", "millennium", "certabo", "chessnut", "dgt"])
def test_a_whole_game_at_a_real_line(kind: str) -> None:
    match, dice = Match(two_people("less seed=4")), random.Random(4)
    with at_a_table(kind) as (one, session, _end):
        seat = BoardSeat(match, session)
        sensors = SensorModel(match.game)

        told: list[TrackerEvent] = []

        def lies_right() -> bool:
            told.extend(seat.poll(0.0))
            return session.view().connection == "connected" and not session.view().differences

        for point, face in zip(sensors.points, sensors.image(match.state)):
            if face:
                one.device.put(point, face)
        assert until(lambda: lies_right() and any(isinstance(one, Agreed) for one in told))
        state = match.state
        while not match.over:
            for action in homeward(match.game, state, dice):
                before, state = sensors.image(state), match.game.play(state, action).state
                image = sensors.image(state)
                changed = [
                    number for number in range(len(image)) if image[number] != before[number]
                ]
                for number in sorted(changed, key=lambda one: bool(image[one])):
                    one.device.put(sensors.points[number], image[number])
                until(lambda: lies_right() and match.state == state, SETTLED_S)  # noqa: B023
            if not until(lambda: lies_right() and match.state == state, SETTLED_S):  # noqa: B023
                session.press()
                assert until(lambda: lies_right() and match.state == state), session.view()  # noqa: B023
        assert match.outcome is not None


def test_lamps_show_where_pieces_belong() -> None:
    for kind in ("millennium", "certabo", "chessnut"):
        made, driver = KINDS[kind]
        device = made()
        codes = [0] * 64
        codes[4 + 8 * 1] = codes[0] = 7
        codes[63] = 10  # one of the last turn's squares, which lamps of one colour do not show
        device.heard(driver().light(codes))
        assert device.lamps == {"e2", "a1"}, kind
        device.heard(driver().light([0] * 64))
        assert device.lamps == set(), kind


def test_who_says_nothing_of_such_a_board_is_not_answered_for() -> None:
    device = ChessLinkDevice()
    board = TranslatedBoard(Millennium(), "made-up")

    def says(now: float, data: bytes) -> bytes:
        board.heard(data, now)
        device.heard(board.to_board(now))
        board.feed(b"\0" + encode(Hello(), 1), now)
        return board.advance(now)

    assert says(0.0, b"") == b""
    assert says(0.1, b"start 10 T:20.1 B:60.0\r\n" * 9) == b""  # the output of a printer
    assert says(0.2, device.says(0.2)) != b""
    assert says(1.0, b"") != b""
    assert says(1.0 + SILENCE_S, b"") == b""
    assert says(9.0, device.says(9.0)) != b""
