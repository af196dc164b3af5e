"""Frames and messages: bytes to messages and back.  Pure: no port, no clock; never raises on input.

A body is type, sequence, payload.  On the wire: COBS(body + CRC-16 of the body, high byte first)
and a zero.  The CRC is CCITT with the polynomial 0x1021, start value 0xffff, no reflection.  The
same decoder serves both ends of the line.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from typing import Any

from cobs import cobs

from hardware.wire.messages import BY_TYPE, Message

DELIMITER = b"\0"
MIN_BODY_BYTES = 4  # type, sequence, CRC
MAX_BODY_BYTES = 80  # Largest body (type, sequence, payload, CRC) that every receiver must accept.
# bytes of the longest chunk that this decoder accepts, for later versions; more is noise
MAX_RECEIVED_BYTES = 254
TEXT = frozenset(range(0x20, 0x7F)) | {0x0A, 0x0D}
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Undecodable:
    """A chunk of the stream that is not a message.

    `kind` is "cobs", "short", "long", "crc", "payload" (right checksum, wrong content), "unknown"
    (a type this version does not know) or "text" (readable text between frames).  `words` has more
    detail, for a log; `data` is the chunk between the zeros.  If the chunk is `damaged`, a message
    may have been lost: request the state.
    """

    kind: str
    words: str
    data: bytes = b""
    type: int | None = None
    sequence: int | None = None

    @property
    def damaged(self) -> bool:
        """True if the chunk may have been a message."""
        return self.kind not in ("unknown", "text")


def payload_of(message: Message) -> bytes:
    """Return the payload of a message.  Raises ValueError, naming the field that is too big."""
    out = bytearray()
    for name, field in message.row:
        try:
            field.write(getattr(message, name), out)
        except ValueError as error:
            raise ValueError(f"{type(message).__name__}.{name}: {error}") from None
    return bytes(out)


def encode(message: Message, sequence: int | None = None) -> bytes:
    """Return the frame of a message; without `sequence`, the message's own number is used."""
    number = message.sequence if sequence is None else sequence
    return wrap(bytes((message.type, number & 0xFF)) + payload_of(message))


def read_body(body: bytes) -> Message | Undecodable:
    """Return the message in a body (type, sequence, payload); trailing bytes are ignored."""
    kind = BY_TYPE.get(body[0])
    if kind is None:
        return Undecodable(UNKNOWN, f"unknown type 0x{body[0]:02x}", body, body[0], body[1])
    values: dict[str, Any] = {}
    payload, at = body[2:], 0
    try:
        for name, field in kind.row:
            values[name], at = field.read(payload, at)
    except ValueError as error:
        return Undecodable("payload", f"{kind.__name__}: {error}", body, body[0], body[1])
    return kind(sequence=body[1], **values)


class Decoder:
    """Splits a stream of bytes, in pieces of any size, into messages.

    A host reports each unknown type only `once`; a board answers every such command.
    """

    def __init__(self, once: bool = True) -> None:
        self._once = once
        self._held = bytearray()  # the unfinished chunk, at most one byte longer than a frame
        self._reported: set[int] = set()

    @property
    def held_bytes(self) -> int:
        """Return the number of bytes kept of an unfinished frame."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Message | Undecodable]:
        """Return the messages that these bytes complete, and undecodable chunks.  Never raises."""
        found: list[Message | Undecodable] = []
        *finished, rest = data.split(DELIMITER)
        for part in finished:
            self._hold(part)
            item = self._read(bytes(self._held)) if self._held else None
            self._held.clear()
            if item is not None:
                found.append(item)
        self._hold(rest)
        return found

    def _hold(self, part: bytes) -> None:
        self._held += part[: MAX_RECEIVED_BYTES + 1 - len(self._held)]

    def _read(self, chunk: bytes) -> Message | Undecodable | None:
        if TEXT.issuperset(chunk):  # A frame cannot be text: its second byte is its type.
            return Undecodable("text", chunk.decode("ascii").strip(), chunk)
        if len(chunk) > MAX_RECEIVED_BYTES:
            return Undecodable(
                "long", f"more than {MAX_RECEIVED_BYTES} bytes without a zero", chunk
            )
        try:
            item = read_body(unwrap(chunk))
        except FrameError as error:
            return Undecodable(error.kind, str(error), chunk)
        if (
            self._once
            and isinstance(item, Undecodable)
            and item.kind == UNKNOWN
            and item.type is not None
        ):
            if item.type in self._reported:
                return None
            self._reported.add(item.type)
        return item


class FrameError(ValueError):
    """A chunk between two zeros that is not a frame; `kind` is "cobs", "short" or "crc"."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


def crc16(data: bytes) -> int:
    """Return the CRC-16/IBM-3740 of the bytes; 0 if the bytes end with their own CRC."""
    return binascii.crc_hqx(data, 0xFFFF)


def wrap(body: bytes) -> bytes:
    """Return the frame of a body, with its closing zero."""
    return bytes(cobs.encode(body + crc16(body).to_bytes(2, "big"))) + DELIMITER


def unwrap(chunk: bytes) -> bytes:
    """Return the body in a chunk between two zeros.  Raises FrameError."""
    try:
        whole = bytes(cobs.decode(chunk))
    except cobs.DecodeError as error:
        raise FrameError("cobs", f"not COBS: {error}") from None
    if len(whole) < MIN_BODY_BYTES:
        raise FrameError("short", f"{len(whole)} bytes, at least {MIN_BODY_BYTES} expected")
    if crc16(whole) != 0:  # the CRC over data and its own CRC is zero
        raise FrameError("crc", "wrong checksum")
    return whole[:-2]
