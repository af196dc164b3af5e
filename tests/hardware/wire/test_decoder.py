"""The decoder against noise: it never raises, and after the next zero it is itself again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.wire.codec import MAX_RECEIVED_BYTES, Decoder, Undecodable, encode, payload_of, wrap
from hardware.wire.messages import GetReadings, Lights, Message, Ping, PointChanged, SetName
from tests.hardware.wire.golden import BAD, FRAMES

PING = encode(Ping(sequence=77))


def fault_in(stream: bytes) -> Undecodable:
    """Return the one thing that a decoder finds there, which is no message."""
    (found,) = Decoder().feed(stream)
    assert isinstance(found, Undecodable)
    return found


def test_a_million_random_and_mutated_bytes(request: pytest.FixtureRequest) -> None:
    """The full number with --slow."""
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
    assert len(decoder._held) < 300
    fault, ping = decoder.feed(b"\0" + PING)
    assert isinstance(fault, Undecodable)
    assert fault.kind == "long"
    assert ping == Ping(sequence=77)


def test_the_longest_frame_is_read_and_one_byte_more_is_noise() -> None:
    def chunk(size: int) -> bytes:
        """Return a frame of `size` bytes before its zero, of a type nobody knows."""
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
    assert first.type == 0xBF
    assert decoder.feed(bytes.fromhex(strange) * 3 + PING) == [Ping(sequence=77)]


def test_help_text_between_frames_is_text() -> None:
    text, ping = Decoder().feed(b"\0" + b"Less is More board\r\n? help\r\n\0" + PING)
    assert isinstance(text, Undecodable)
    assert isinstance(ping, Ping)
    assert text.kind == "text"
    assert text.words.startswith("Less is More board")
    assert not text.damaged


@pytest.mark.parametrize(
    "message",
    [
        PointChanged(point=128, state=1, ms=0),
        PointChanged(point=0, state=3, ms=0),
        Lights(brightness=256),
        Lights(codes=(0,) * 129),
        Lights(codes=(16,)),
        GetReadings(first=0, count=13),
        SetName(points=0, layout="", name=""),
        SetName(points=1, layout="x" * 17, name=""),
    ],
)
def test_what_does_not_fit_is_refused_by_name(message: Message) -> None:
    with pytest.raises(ValueError, match=f"{type(message).__name__}\\."):
        payload_of(message)
