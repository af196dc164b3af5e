"""The decoder never raises an error on noise, and recovers after the next zero."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.wire.codec import MAX_RECEIVED_BYTES, Decoder, Undecodable, encode, payload_of, wrap
from hardware.wire.messages import (
    Ack,
    Button,
    GetReadings,
    Health,
    Lights,
    Message,
    Ping,
    PointChanged,
    Readings,
    SensorReading,
    SetName,
    reply_of,
)
from tests.hardware.wire.golden import BAD, FRAMES

PING = encode(Ping(sequence=77))


def fault_in(stream: bytes) -> Undecodable:
    """Return the only item that a decoder finds in a stream; it must not be a valid message."""
    (found,) = Decoder().feed(stream)
    assert isinstance(found, Undecodable)
    return found


def test_a_million_random_and_mutated_bytes(request: pytest.FixtureRequest) -> None:
    """The whole million is tested with --slow, otherwise a tenth of it."""
    total = 1_000_000 if request.config.getoption("--slow") else 100_000
    dice = random.Random(20)
    wires = [bytes.fromhex(frame["hex"]) for frame in FRAMES]
    decoder, fed = Decoder(), 0
    while fed < total:
        noise = dice.randbytes(dice.randrange(1, 400)) if dice.random() < 0.5 else b""
        wire = bytearray(dice.choice(wires))
        for _ in range(dice.randrange(4)):
            wire[dice.randrange(len(wire))] = dice.randrange(256)
        decoder.feed(noise + bytes(wire))
        found = decoder.feed(b"\0" + PING)
        assert found[-1] == Ping(sequence=77)
        fed += len(noise) + len(wire) + len(PING) + 1


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_any_pieces_and_then_a_frame(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
    assert decoder.feed(b"\0" + PING)[-1] == Ping(sequence=77)


@given(st.binary(max_size=600), st.integers(1, 50))
def test_the_cut_of_the_stream_does_not_matter(stream: bytes, size: int) -> None:
    whole, pieces = Decoder(), Decoder()
    expected = whole.feed(stream)
    found: list[Message | Undecodable] = []
    for start in range(0, len(stream), size):
        found += pieces.feed(stream[start : start + size])
    assert found == expected


def test_an_endless_frame_holds_little_memory() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\x01\x02" * 500) == []
    assert decoder.held_bytes < 300
    fault, ping = decoder.feed(b"\0" + PING)
    assert isinstance(fault, Undecodable)
    assert fault.kind == "long"
    assert ping == Ping(sequence=77)


def test_the_longest_frame_is_read_and_one_byte_more_is_noise() -> None:
    def chunk(size: int) -> bytes:
        """Return a frame of an unknown type, with `size` bytes before its zero."""
        frame = wrap(b"\x7f\x01" + b"\x01" * (size - 5))
        assert len(frame) == size + 1
        return frame

    longest = fault_in(chunk(MAX_RECEIVED_BYTES))
    assert longest.kind == "unknown"
    noise = fault_in(chunk(MAX_RECEIVED_BYTES + 1))
    assert noise.kind == "long"
    longer = fault_in(b"\x01" * 1000 + b"\0")
    assert len(longer.data) == MAX_RECEIVED_BYTES + 1


def test_an_unknown_type_is_reported_once_and_damages_nothing() -> None:
    strange = next(frame["hex"] for frame in BAD if frame["name"] == "unknown_type_to_host")
    decoder = Decoder()
    (first,) = decoder.feed(bytes.fromhex(strange))
    assert isinstance(first, Undecodable)
    assert first.kind == "unknown"
    assert not first.damaged
    assert (first.type, first.sequence) == (0xBF, 0x1F)
    assert first.data == b"\xbf\x1flater"
    assert first.words == "unknown type 0xbf"
    assert decoder.feed(bytes.fromhex(strange) * 3 + PING) == [Ping(sequence=77)]


def test_help_text_between_frames_is_text() -> None:
    text, ping = Decoder().feed(b"\0" + b"Less is More board\r\n? help\r\n\0" + PING)
    assert isinstance(text, Undecodable)
    assert isinstance(ping, Ping)
    assert text.kind == "text"
    assert text.words.startswith("Less is More board")
    assert not text.damaged


NOTHING = SensorReading(0, 0, 0)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (PointChanged(128, 1, 0), "point: 128 found, 0 to 127 expected"),
        (PointChanged(0, 3, 0), "state: 3 found, 0 to 2 expected"),
        (Lights(brightness=256), "brightness: 256 found, 0 to 255 expected"),
        (Lights(codes=(0,) * 129), "codes: 129 values, at most 128 expected"),
        (Lights(codes=(16,)), "codes: values below 16 expected"),
        (GetReadings(0, 13), "count: 13 found, 1 to 12 expected"),
        (SetName(0, "", ""), "points: 0 found, 1 to 128 expected"),
        (SetName(1, "x" * 17, ""), f"layout: {'x' * 17!r} has 17 bytes, at most 16 expected"),
        (Readings(0, 0, (NOTHING,) * 13), "readings: 13 records, at most 12 expected"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(message: Message, words: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(f"{type(message).__name__}.{words}")):
        payload_of(message)


@pytest.mark.parametrize(
    ("type_", "payload", "words"),
    [
        (0x84, b"\x01\x01\x00", "PointChanged: payload has 3 bytes, at least 6 expected"),
        (0x84, b"\x80\x01\x00\x00\x00\x00", "PointChanged: 128 found, 0 to 127 expected"),
        (0x09, b"\x01\x11" + b"x" * 18, "SetName: text of 17 bytes, at most 16 expected"),
        (0x83, b"\x00\x00\x00\x00\x00\x00\x00\x81" + bytes(40), "BoardState: 129 values, at most"),
        (0x87, b"\x00\x00\x0d" + bytes(80), "Readings: 13 records, at most 12 expected"),
    ],
)
def test_a_payload_that_means_nothing_is_reported_with_what_was_found(
    type_: int, payload: bytes, words: str
) -> None:
    fault = fault_in(wrap(bytes((type_, 9)) + payload))
    assert (fault.kind, fault.type, fault.sequence) == ("payload", type_, 9)
    assert fault.words.startswith(words)


def test_damage_is_reported_in_words() -> None:
    assert fault_in(b"\x03\xaa\xbb\0").words == "2 bytes, at least 4 expected"
    assert fault_in(PING[:-2] + b"\x01\0").words == "wrong checksum"


def test_the_longest_layout_is_written_and_read() -> None:
    message = SetName(1, "x" * 16, "y" * 20)
    assert Decoder().feed(encode(message)) == [message]


def test_what_cannot_be_shown_in_a_name_is_read_as_a_sign_of_that() -> None:
    name = b"A\xff\nB"
    (read,) = Decoder().feed(wrap(b"\x09\x01\x01\x00" + bytes((len(name),)) + name))
    assert read == SetName(1, "", "A\ufffd\ufffdB", sequence=1)


def test_a_self_test_of_version_1_0_has_stored_an_unknown_number_of_times() -> None:
    health = Health(1, 1, 0, 5000, 900, 300, 0, 0, (0,) * 8, saves=7)
    (read,) = Decoder().feed(wrap(bytes((health.type, 2)) + payload_of(health)[:-2]))
    assert read == replace(health, saves=0, sequence=2)


def test_a_number_may_be_given_beside_the_message() -> None:
    assert encode(Ping(sequence=3), 300) == encode(Ping(sequence=300 & 0xFF))
    assert encode(Ping(sequence=3), 0) == encode(Ping())


def test_readings_may_be_none() -> None:
    empty = Readings(1, 0, ())
    assert Decoder().feed(encode(empty)) == [empty]


def test_only_reports_answer() -> None:
    assert [reply_of(one) for one in (Ack(7), Ping(sequence=5), Button(1, 0))] == [7, 0, 0]
