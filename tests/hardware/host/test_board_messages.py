"""A board's messages are described as the monitor, the list and the calibration print them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware.drivers.registry import KINDS
from hardware.host.board_connection import (
    ConnectionEvent,
    HandshakeDone,
    MessagesLost,
    VersionRefused,
)
from hardware.host.board_messages import describe, name_of, tell
from hardware.host.recording import VERSION, read_recording, said_by_board
from hardware.wire.codec import Undecodable, encode
from hardware.wire.messages import (
    Ack,
    BoardState,
    Button,
    Error,
    ErrorCode,
    Feature,
    PointChanged,
    Sensing,
)
from tests.hardware.host.strange_ports import a_welcome

LABELS = ("a1", "b1", "c1")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (VersionRefused(2), "The board speaks protocol 2, this program knows 1"),
        (MessagesLost(), "something was lost on the way; the state has been asked for"),
        (PointChanged(1, 2, 0), "b1: face two up"),
        (PointChanged(3, 3, 0), "3: sensor out of order"),
        (PointChanged(0, 0, 0), "a1: empty"),
        (BoardState(0, 1, 0, (0, 0, 0)), "On the board: nothing"),
        (
            BoardState(0, 1, 0, (2, 1, 2, 1)),
            "On the board: face one up: b1 3; face two up: a1 c1",
        ),
        (Button(1, 0), "button pressed"),
        (Button(0, 0), "button released"),
        (Undecodable("text", "hello"), "The board writes: hello"),
        (Undecodable("unknown", "", type=0x9A), "a message of an unknown type: 0x9a"),
        (Undecodable("unknown", ""), "a message of an unknown type: 0x00"),
        (Undecodable("payload", "too long"), "a message with wrong content: too long"),
        (Undecodable("crc", ""), "a damaged packet: wrong checksum"),
        (Undecodable("short", ""), "a damaged packet: too short"),
        (Undecodable("cobs", ""), "a damaged packet"),
        (Error(0, ErrorCode.BAD_FRAMES, 7), "Damaged packets received by the board: 7"),
        (Error(0, ErrorCode.LOST_BYTES, 8), "Bytes lost by the board: 8"),
        (Error(5, ErrorCode.BUSY, 6), "The board refuses command 5: it is busy"),
        (Error(5, 99), "The board refuses command 5: 99"),
        (Ack(9), "command 9 is done"),
    ],
)
def test_every_event_has_words(event: ConnectionEvent, words: str) -> None:
    assert tell(event, LABELS) == words


def test_a_board_is_described_by_what_it_has_and_lacks() -> None:
    everything = a_welcome(1, features=Feature.LIGHTS | Feature.BUTTON, name="Club\nboard")
    assert tell(HandshakeDone(everything)) == describe(everything)
    assert describe(everything) == (
        "Club board: hexagon-3, 19 points, senses sides, firmware 1.0.0, number 00000001"
    )
    bare = a_welcome(1, sensing=Sensing.OCCUPANCY, name="", layout="", board_id=0xBEEF)
    assert describe(bare) == (
        "a board without a name: ?, 19 points, senses occupancy, no lights, no button,"
        " firmware 1.0.0, number 0000beef"
    )
    certabo = KINDS["certabo"].words
    assert name_of(a_welcome(1, name=certabo)) == certabo


def test_a_recording_without_a_match_is_told_with_the_labels_of_its_board(tmp_path: Path) -> None:
    file = tmp_path / "board.jsonl"
    said = [(0.5, a_welcome(1)), (1.5, PointChanged(9, 1, 1000))]
    lines: list[dict[str, object]] = [{"recording": VERSION}]
    lines += [
        {"t": when, "in": encode(one, number).hex()} for number, (when, one) in enumerate(said)
    ]
    lines.insert(2, {"t": 1.0, "out": "00"})
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert list(said_by_board(read_recording(file))) == [
        (0.5, describe(a_welcome(1))),
        (1.5, "c3: face one up"),
    ]
