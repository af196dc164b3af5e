"""Whole games of Less work on boards that print text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.table.match import Match
from game.table.spec import two_people
from hardware.commands.learn import learn
from hardware.drivers.driver import ButtonPress, SensedPoint
from hardware.drivers.text_matrix import TextMatrix
from hardware.drivers.translation import TranslatedBoard
from hardware.host.board_seat import BoardSeat
from hardware.host.layouts import points_of
from hardware.host.other_boards import address_of
from hardware.host.ports import PortError
from hardware.host.session import BoardSession
from tests.hardware.drivers.text_device import (
    OnPty,
    Sketch,
    a_drawn_picture,
    a_picture,
    one_line,
)
from tests.support.waiting import until
from tools.rig.clumsy import Habits
from tools.rig.exercise import rehearse

SQUARES = points_of("squares-6")
PATIENT = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.3, 0.4))


class Stepped:
    """A sketch behind its driver, in simulated time."""

    def __init__(self, sketch: Sketch, sides: bool) -> None:
        self._sketch = sketch
        self._board = TranslatedBoard(TextMatrix("squares-6", SQUARES, sides), "made-up")
        self._printed = b""

    def set(self, point: int, face: int) -> None:
        self._printed += self._sketch.put(SQUARES[point], face)

    def press(self, _now: float) -> None:
        self._printed += b"button\n"

    def feed(self, data: bytes, now: float) -> None:
        self._board.feed(data, now)

    def advance(self, now: float) -> bytes:
        printed, self._printed = self._printed, b""
        self._board.heard(printed, now)
        self._board.to_board(now)
        return self._board.advance(now)


@pytest.mark.parametrize(
    ("prints", "sides"),
    [(one_line, False), (one_line, True), (a_picture, True), (a_drawn_picture, False)],
)
def test_a_whole_game_of_less(prints: Callable[[Sketch, str], str], sides: bool) -> None:
    match = Match(two_people("less seed=4"))
    device = Stepped(Sketch(prints, sides), sides)
    exercise = rehearse(match, device, 4, habits=PATIENT, longest=200)
    account = exercise.play()
    assert account.wrong == ""
    assert match.over
    assert exercise.recorded == exercise.intended or account.ambiguous


@pytest.fixture
def terminal() -> Iterator[OnPty]:
    made = OnPty(Sketch(one_line))
    yield made
    made.close()


def test_a_sketch_at_a_port(terminal: OnPty) -> None:
    match = Match(two_people("less walls=" + "0" * 60))
    session = BoardSession.open(f"text:{terminal.port}", window=False)
    try:
        seat = BoardSeat(match, session)
        assert until(lambda: session.view().connection == "connected")
        for square in match.game.pieces(match.state):
            terminal.put(square, 1)
        tracker = session.driver
        assert until(lambda: not session.view().differences and tracker.said is None)

        def played() -> bool:
            seat.poll(0.0)
            return len(match.turns) > 0 and match.turns[-1].complete

        def rested() -> bool:
            seat.poll(0.0)
            return bool(match.entries) and not session.view().differences

        for source, target in (("e2", "e3"), ("e3", "e4"), ("e4", "e5")):
            terminal.put(source, 0)
            terminal.put(target, 1)
            assert until(rested)
            before = len(match.entries)
            until(partial(lambda before: len(match.entries) > before, before), 1.0)
        assert until(played)
        assert match.game.turn_text([e.action for e in match.entries if e.action]) == (
            "e2-e3,e3-e4,e4-e5"
        )
    finally:
        session.close()


def test_any_bytes_are_read_in_any_pieces() -> None:
    dice = random.Random(1)
    whole = b"boot 1.2\r\na1 1\r\nA1=0\nb2:1\n\nbutton\nz9 1\n" + b"#.....\n" * 6
    wanted = TextMatrix("squares-6", SQUARES).feed(whole)
    assert wanted[:4] == [SensedPoint(0, 1), SensedPoint(0, 0), SensedPoint(7, 1), ButtonPress()]
    assert [one.point for one in wanted[4:] if isinstance(one, SensedPoint)] == [
        7,
        0,
        6,
        12,
        18,
        24,
        30,
    ]
    for _try in range(20):
        driver, out, at = TextMatrix("squares-6", SQUARES), [], 0
        while at < len(whole):
            size = dice.randrange(1, 9)
            out += driver.feed(whole[at : at + size])
            at += size
        assert out == wanted
    TextMatrix("squares-6", SQUARES).feed(bytes(dice.randrange(256) for _ in range(5000)))


def test_a_board_with_inverted_switches() -> None:
    found = address_of("text:x?inverted=1")
    assert found is not None
    said = found.driver.feed(b"a1 1\nb2 0 81230\n" + b"111111\n" * 5 + b"111110\n")
    assert said == [SensedPoint(7, 1, 81230), SensedPoint(7, 0), SensedPoint(5, 1)]


@pytest.mark.parametrize(
    "target", ["text:", "text:/dev/x?baud=1", "text:/dev/x?colour=1", "text:/dev/x?layout=no-9"]
)
def test_what_cannot_be_meant_is_said(target: str) -> None:
    with pytest.raises(PortError):
        address_of(target)


def test_other_targets_are_boards_of_ours() -> None:
    assert address_of("/dev/ttyUSB0") is None
    assert address_of("socket://host:7000") is None
    found = address_of("text:COM3?layout=hexagon-3&baud=9600")
    assert found is not None
    assert (found.port, found.baud) == ("COM3", 9600)
    assert found.driver.abilities.points == 19


class Touched:
    """A port of a board that prints channel numbers, with a player who puts pieces as asked."""

    def __init__(self, said: list[str]) -> None:
        self.name, self._said, self._told = "made-up", said, 0

    def read(self) -> bytes:
        asked = [line for line in self._said if line.startswith("Put a piece on")]
        if len(asked) == self._told:
            return b""
        self._told = len(asked)
        channel = 16 * (len(asked) % 7) + len(asked)
        return b"ready\n" + f"ch{channel} 1\nch{channel} 0\n".encode()

    def write(self, data: bytes) -> None:
        raise AssertionError("such a board is told nothing")

    def close(self) -> None:
        """Do nothing, as there is nothing to close."""


def test_a_board_with_words_of_its_own_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("builtins.print", lambda *words, **_more: said.append(words[0]))
    file = tmp_path / "my.map"
    assert learn("made-up", "squares-6", file, 9600, lambda _n, _b: Touched(said)) == 0
    monkeypatch.undo()
    assert len(said) == 37
    found = address_of(f"text:made-up?map={file}")
    assert found is not None
    first = file.read_text().split()[0]
    assert found.driver.feed(f"{first} 1\n".encode()) == [SensedPoint(0, 1)]
    assert found.driver.feed(b"a1 0\n") == []
    file.write_text("nonsense\n")
    with pytest.raises(PortError, match="line 1"):
        address_of(f"text:made-up?map={file}")
    with pytest.raises(PortError, match=r"none\.map"):
        address_of(f"text:made-up?map={tmp_path / 'none.map'}")


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ((), "No board was found"),
        (("/dev/ttyS0", "/dev/ttyS1"), "Any of these may be the board: /dev/ttyS0, /dev/ttyS1."),
        (("/dev/ttyS0",), "opened: /dev/ttyS0"),
    ],
)
def test_a_board_that_cannot_say_what_it_is_is_found_where_there_is_one_port(
    there: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [ListPortInfo(name) for name in there])

    def opened(port: str, _baud: int) -> NoReturn:
        raise PortError(f"opened: {port}")

    assert learn("auto", "squares-6", Path("unused.map"), 9600, opened) == 1
    assert said in capsys.readouterr().out
