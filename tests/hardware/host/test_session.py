"""The session's thread connects, loses and finds the board, and explains every problem."""

from __future__ import annotations

import errno
import socket
from pathlib import Path
from typing import Any

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.commands.cli import main as cli
from hardware.host.board_driver import BoardDriver
from hardware.host.link import SimulatedPort, open_serial
from hardware.host.ports import PortError, explain_error
from hardware.host.recording import RecordingError, read_recording, replay
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.simulator.server import PtyCable, TcpCable
from hardware.tracking.expected_position import position_of
from hardware.tracking.tracker import Tracker
from hardware.tracking.tracker_events import Agreed, TrackerEvent, TurnSoFar
from tests.screen.wooden import reads_turns
from tests.support.waiting import until


def a_match(setup: str = "multiplicity size=3") -> Match:
    return Match(two_people(setup))


def test_a_turn_in_process_with_unplug_and_replug(tmp_path: Path) -> None:
    match = a_match()
    file = tmp_path / "game.jsonl"
    session = BoardSession.open("sim", window=False, record=file)
    device = session.device
    assert device is not None
    readings: list[object] = []
    try:
        session.set_position(position_of(match))
        assert until(lambda: session.view().connection == "connected")
        assert session.view().name == "Simulated board"
        assert until(lambda: Agreed() in session.poll()), "or it would have to be set out first"
        device.plugged = False
        assert until(lambda: session.view().connection == "lost")
        assert "sim" in session.view().words
        device.board.set(match.game.topology.index["c3"], 1)
        device.plugged = True
        assert until(lambda: session.view().connection == "connected")
        assert until(lambda: bool(readings), step=lambda: readings.extend(session.poll()))
        assert until(
            lambda: any(isinstance(reading, TurnSoFar) for reading in readings),
            step=lambda: readings.extend(session.poll()),
        )
    finally:
        session.close()
    turns = [reading for reading in readings if isinstance(reading, TurnSoFar)]
    assert [match.game.turn_text(turn.actions) for turn in turns] == ["c3"]
    replayed = [reading for _time, reading in replay(read_recording(file))]
    assert [reading for reading in replayed if isinstance(reading, TurnSoFar)] == turns
    assert Agreed() in replayed


def test_the_mirror_shows_a_piece_before_it_is_a_move() -> None:
    match = a_match()
    session = BoardSession.open("sim", window=False)
    device = session.device
    assert device is not None
    try:
        session.set_position(position_of(match))
        assert until(lambda: Agreed() in session.poll())
        device.board.set(match.game.topology.index["b2"], 2)
        assert until(lambda: "b2" in session.view().differences)
        piece = session.view().differences["b2"]
        assert piece is not None
        assert piece.colour == "black"
        assert until(lambda: bool(session.view().sentences))
        assert "b2" in session.view().sentences[0]
    finally:
        session.close()


def test_what_was_asked_in_the_game_before_does_not_stop_the_next_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before, match = a_match("multiplicity size=5"), a_match("multiplicity size=3")
    session = BoardSession.open("sim", window=False)
    try:
        session.set_position(position_of(before))
        assert until(lambda: Agreed() in session.poll())
        far = [one for one in before.legal() if one.points[-1] not in match.game.topology.index]
        session.ask(far)
        session.show({one.points[-1]: 1 for one in far})
        session.set_position(position_of(match))
        assert until(lambda: reads_turns(session, match.game))
        assert until(lambda: session.view().connection == "connected")
    finally:
        session.close()
    assert capsys.readouterr().err == "", "no fault of our own that was survived"


def test_a_board_of_another_layout_is_refused_in_words() -> None:
    class Wrong:
        name = "wrong"

        def __init__(self) -> None:
            self.port = SimulatedPort(SimulatedBoard(BoardIdentity("squares-6", 36)))
            self.read, self.write, self.close = self.port.read, self.port.write, self.port.close

    session = BoardSession.open("wrong", opener=lambda name: Wrong())
    try:
        session.set_position(position_of(a_match()))
        assert until(lambda: session.view().connection == "refused")
        assert "squares-6" in session.view().words
        assert "hexagon-3" in session.view().words
    finally:
        session.close()


def test_a_game_with_more_points_than_a_board_may_have_is_refused_in_words() -> None:
    session = BoardSession.open("sim", window=False)
    try:
        session.set_position(position_of(a_match("multiplicity size=8")))
        assert until(lambda: session.view().connection == "refused")
        assert "hexagon-8 with 169" in session.view().words
    finally:
        session.close()


@pytest.mark.parametrize(
    ("number", "help_"),
    [
        (errno.EACCES, "dialout"),
        (errno.ENOENT, "plugged in"),
        (errno.EAGAIN, "another program"),
        (errno.EBUSY, "another program"),
        (errno.ECONNREFUSED, "Nothing answers"),
        (errno.EIO, "cannot be opened"),
    ],
)
def test_errors_name_port_and_fix(number: int, help_: str) -> None:
    words = explain_error("/dev/ttyUSB7", OSError(number, "no"))
    assert "/dev/ttyUSB7" in words
    assert help_ in words


def test_a_missing_port_a_taken_port_and_a_closed_door(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="There is no port"):
        open_serial(str(tmp_path / "nothing"))
    line = PtyCable()
    first = open_serial(line.name)
    with pytest.raises(PortError, match="another program"):
        open_serial(line.name)
    first.close()
    line.pull()
    door = TcpCable(0)
    door.pull()
    with pytest.raises(PortError, match="Nothing answers"):
        open_serial(door.name)


def test_a_position_of_another_game_begins_anew() -> None:
    session = BoardSession.open("sim", window=False)
    try:
        session.set_position(position_of(a_match()))
        assert until(lambda: Agreed() in session.poll())
        other = a_match("less seed=1")
        session.set_position(position_of(other))
        assert until(lambda: len(session.view().sentences) == 2)
        assert any("white" in words and "e1" in words for words in session.view().sentences)
        assert len(other.game.pieces(other.state)) == 8
    finally:
        session.close()


def test_damaged_recordings_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_text('{"recording": 1}\n{"t": 0.1, "in": "zz"}\n', encoding="utf-8")
    with pytest.raises(RecordingError, match="line 2"):
        read_recording(file)
    file.write_text('{"t": 0.1}\n', encoding="utf-8")
    with pytest.raises(RecordingError, match="line 1"):
        read_recording(file)
    assert parse_setup("less seed=1").seats == 2


def test_a_fault_of_our_own_is_survived(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = BoardSession.open("sim", window=False)
    broken = [True]
    advance = Tracker.advance

    def once(self: Tracker, now: float) -> list[TrackerEvent]:
        if broken:
            broken.pop()
            raise KeyError("a fault")
        return advance(self, now)

    monkeypatch.setattr(Tracker, "advance", once)
    try:
        session.set_position(position_of(a_match()))
        assert until(lambda: Agreed() in session.poll())
        assert not broken
        assert until(lambda: session.view().connection == "connected")
    finally:
        session.close()
    assert "a fault" in capsys.readouterr().err


def test_a_fault_of_our_own_while_there_is_no_board_is_survived(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_position, broken = BoardDriver.set_position, [True]

    def once(self: BoardDriver, *how: Any) -> None:
        if broken:
            broken.pop()
            raise KeyError("a fault")
        set_position(self, *how)

    monkeypatch.setattr(BoardDriver, "set_position", once)
    board = SimulatedPort(SimulatedBoard(BoardIdentity("hexagon-3", 19)))

    def opened(_name: str) -> SimulatedPort:
        if broken:
            raise PortError("no board yet")
        return board

    match, session = a_match(), BoardSession.open("there", opener=opened)
    try:
        session.set_position(position_of(match))
        assert until(lambda: not broken)
        session.set_position(position_of(match))
        assert until(lambda: Agreed() in session.poll())
    finally:
        session.close()
    assert "a fault" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (bytes(range(128, 256)), "line 1"),
        (b'{"recording": 1}\n[]\n', "line 2: an object"),
        (b'{"recording": 1}\n{"in": "00"}\n', "'t' is missing"),
        (b'{"recording": 1}\n{"t": "soon"}\n', "line 2"),
        (b'{"recording": 1}\n{"t": 0, "position": {"setup": "chess"}}\n', "line 2"),
        (b'{"recording": 1}\n{"t": 0, "position": {"setup": "less seed=1"}}\n', "is missing"),
        (b'{"recording": 1}\n{"t": 0, "position": 5}\n', "line 2"),
    ],
)
def test_garbage_is_no_recording(content: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "garbage.jsonl"
    file.write_bytes(content)
    with pytest.raises(RecordingError, match=words):
        read_recording(file)


def test_bad_input_of_board_commands_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = str(tmp_path / "no" / "where")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = str(taken.getsockname()[1])
        for code, *words in (
            (1, "monitor", nowhere),
            (2, "monitor", "socket://nonsense"),
            (1, "calibrate", nowhere),
            (2, "record", nowhere, "--file", nowhere),
            (2, "replay", nowhere),
            (2, "replay", str(tmp_path)),
            (2, "simulate", "--headless", "--link", nowhere),
            (2, "simulate", "--headless", "--tcp", busy),
            (2, "simulate", "--headless", "--tcp", "99999"),
            (2, "simulate", "--headless", "--noise", "7"),
        ):
            assert cli(words) == code, words
            out, err = capsys.readouterr()
            assert (out + err).strip(), words
            assert "Traceback" not in err
