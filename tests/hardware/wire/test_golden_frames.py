"""The golden frames are encoded and decoded correctly: whole, byte by byte and cut anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.wire.codec import MAX_BODY_BYTES, Decoder, Undecodable, crc16, encode, payload_of
from hardware.wire.messages import COMMANDS, REPORTS, Message, Ping
from tests.hardware.wire.golden import BAD, FRAMES, GOLDEN, frame_id, message

PING = encode(Ping(sequence=77))


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_message_becomes_the_golden_bytes(frame: dict[str, Any]) -> None:
    assert encode(message(frame)).hex() == frame["hex"]
    assert payload_of(message(frame)).hex() == frame["payload"]


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_golden_bytes_become_the_message(frame: dict[str, Any]) -> None:
    assert Decoder().feed(bytes.fromhex(frame["hex"])) == [message(frame)]


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_byte_by_byte(frame: dict[str, Any]) -> None:
    decoder = Decoder()
    found: list[Message | Undecodable] = []
    for one in bytes.fromhex(frame["hex"]):
        found += decoder.feed(bytes((one,)))
    assert found == [message(frame)]


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_split_in_two_at_every_byte(frame: dict[str, Any]) -> None:
    wire = bytes.fromhex(frame["hex"])
    for cut in range(len(wire) + 1):
        decoder = Decoder()
        assert decoder.feed(wire[:cut]) + decoder.feed(wire[cut:]) == [message(frame)]


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_cut_short_at_every_byte_costs_that_frame_only(frame: dict[str, Any]) -> None:
    wire = bytes.fromhex(frame["hex"])
    for cut in range(1, len(wire) - 1):
        found = Decoder().feed(wire[:cut] + b"\0" + PING)
        assert found[-1] == Ping(sequence=77)
        assert all(isinstance(item, Undecodable) for item in found[:-1])
        assert len(found) == 2


@pytest.mark.parametrize("frame", FRAMES, ids=frame_id)
def test_one_damaged_byte_gives_one_fault_or_two(frame: dict[str, Any]) -> None:
    wire = bytes.fromhex(frame["hex"])
    for place in range(len(wire) - 1):
        damaged = wire[:place] + bytes((wire[place] ^ 0x15,)) + wire[place + 1 :]
        found = Decoder().feed(damaged + PING)
        assert found[-1] == Ping(sequence=77)
        assert all(isinstance(item, Undecodable) and item.damaged for item in found[:-1])


@pytest.mark.parametrize("frame", BAD, ids=frame_id)
def test_bad_frames_give_the_named_fault_and_nothing_else(frame: dict[str, Any]) -> None:
    fault, ping = Decoder().feed(bytes.fromhex(frame["hex"]) + PING)
    assert isinstance(fault, Undecodable)
    assert fault.kind == frame["fault"]
    assert ping == Ping(sequence=77)
    assert fault.words


@pytest.mark.parametrize("frame", GOLDEN["longer"], ids=frame_id)
def test_bytes_a_later_version_adds_are_ignored(frame: dict[str, Any]) -> None:
    assert Decoder().feed(bytes.fromhex(frame["hex"])) == [message(frame)]


def test_every_message_has_a_golden_frame() -> None:
    assert {frame["message"] for frame in FRAMES} == {
        kind.__name__ for kind in (*COMMANDS, *REPORTS)
    }


def test_every_receiver_has_room_for_every_golden_frame() -> None:
    assert max(len(frame["payload"]) // 2 + 4 for frame in FRAMES) <= MAX_BODY_BYTES


def test_checksum_as_in_the_catalogue_of_checksums() -> None:
    assert crc16(b"123456789") == 0x29B1  # the published check value of CRC-16/IBM-3740


def test_no_command_can_look_like_text() -> None:
    for kind in (*COMMANDS, *REPORTS):
        assert not 0x20 <= kind.type < 0x7F
        assert kind.type not in (0x00, 0x0A, 0x0D)
