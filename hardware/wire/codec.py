"""Messages to bytes and bytes to messages.  Pure: no port, no clock; never raises on input.

The same decoder serves both ends of the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hardware.wire.constants import Message
from hardware.wire.frames import MAX_RECEIVED_BYTES, FrameError, FrameSplitter, unwrap, wrap
from hardware.wire.messages import BY_TYPE

TEXT = frozenset(range(0x20, 0x7F)) | {0x0A, 0x0D}
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Undecodable:
    """Something in the stream that is no message.

    `kind` is "cobs", "short", "long", "crc", "payload" (right checksum, wrong content), "unknown"
    (a type this version does not know) or "text" (readable text between
    frames).  `words` says more, for a log; `data` is the chunk as it stood between the zeros.
    `damaged` faults mean that a message may have been lost: ask for the state.
    """

    kind: str
    words: str
    data: bytes = b""
    type: int | None = None
    sequence: int | None = None

    @property
    def damaged(self) -> bool:
        """May a message have been lost with it?"""
        return self.kind not in ("unknown", "text")


def payload_of(message: Message) -> bytes:
    """The payload of a message.  Raises ValueError, naming message and field, if one is too big."""
    out = bytearray()
    for name, field in message.row:
        try:
            field.write(getattr(message, name), out)
        except ValueError as error:
            raise ValueError(f"{type(message).__name__}.{name}: {error}") from None
    return bytes(out)


def encode(message: Message, sequence: int | None = None) -> bytes:
    """The frame of a message; without `sequence` the message's own number is used."""
    number = message.sequence if sequence is None else sequence
    return wrap(bytes((message.type, number & 0xFF)) + payload_of(message))


def read_body(body: bytes) -> Message | Undecodable:
    """The message in a body (type, sequence, payload).  Bytes after the last field are ignored."""
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
    """Feed it what comes in, in pieces of any size; it returns what they complete.

    A host wants to hear `once` of each unknown type; a board answers every such command.
    """

    def __init__(self, once: bool = True) -> None:
        self._once = once
        self._splitter = FrameSplitter()
        self._reported: set[int] = set()

    def feed(self, data: bytes) -> list[Message | Undecodable]:
        """The messages that these bytes complete, in order, and what was none.  Never raises."""
        items = (self._read(chunk) for chunk in self._splitter.feed(data))
        return [item for item in items if item is not None]

    def _read(self, chunk: bytes) -> Message | Undecodable | None:
        if TEXT.issuperset(chunk):  # no frame looks like this: its second byte is its type
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
