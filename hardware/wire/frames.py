"""Frames on the wire: COBS, the zero delimiter and the CRC.  Pure bytes, no meaning.

A body is type, sequence, payload.  On the wire: COBS(body + CRC-16 of the body, high byte first)
and a zero.  The CRC is CCITT with the polynomial 0x1021, start value 0xffff, no reflection.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator

from cobs import cobs

DELIMITER = b"\0"
MIN_BODY_BYTES = 4  # type, sequence, CRC
MAX_BODY_BYTES = 80  # bytes of type, sequence, payload and CRC that every receiver must take
MAX_RECEIVED_BYTES = 254  # what this receiver takes: room for later versions; longer is noise


class FrameError(ValueError):
    """A chunk between two zeros is no frame; `kind` is "cobs", "short" or "crc"."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 of the bytes, 0 to 0xffff; 0 for bytes that end with their own."""
    return binascii.crc_hqx(data, 0xFFFF)


def wrap(body: bytes) -> bytes:
    """The frame of a body, with its closing zero."""
    return bytes(cobs.encode(body + crc16(body).to_bytes(2, "big"))) + DELIMITER


def unwrap(chunk: bytes) -> bytes:
    """The body in a chunk that stood between two zeros.  Raises FrameError."""
    try:
        whole = bytes(cobs.decode(chunk))
    except cobs.DecodeError as error:
        raise FrameError("cobs", f"not COBS: {error}") from None
    if len(whole) < MIN_BODY_BYTES:
        raise FrameError("short", f"{len(whole)} bytes, at least {MIN_BODY_BYTES} expected")
    if crc16(whole) != 0:  # a CRC over data and its own CRC is zero
        raise FrameError("crc", "wrong checksum")
    return whole[:-2]


class FrameSplitter:
    """Cuts a stream of bytes at its zeros.  Holds at most `MAX_RECEIVED_BYTES` + 1 bytes."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The finished chunks; an overlong one comes cut to `MAX_RECEIVED_BYTES` + 1 bytes."""
        *finished, rest = data.split(DELIMITER)
        for part in finished:
            self._hold(part)
            chunk = bytes(self._held)
            self._held.clear()
            if chunk:
                yield chunk
        self._hold(rest)

    def _hold(self, part: bytes) -> None:
        self._held += part[: MAX_RECEIVED_BYTES + 1 - len(self._held)]
