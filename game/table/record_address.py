"""A whole game in an address: its record, compressed, in signs that addresses may have.

Such an address may come from anybody: what is read is bounded before and after it is unpacked.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import load, to_record

MAX_SIGNS = 7000  # of a record in an address: web servers refuse lines of more than 8,000
MAX_BYTES = 1 << 20  # of an unpacked record
NAME = "address"  # what errors call it


def packed(match: Match) -> str:
    """Return the record of a match for an address, "" where it is too long for one."""
    text = json.dumps(to_record(match), separators=(",", ":"))
    signs = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()
    return signs if len(signs) <= MAX_SIGNS else ""


def unpacked(signs: str) -> Match:
    """Return the match of an address.  Raises RecordError."""
    if len(signs) > MAX_SIGNS:
        raise RecordError("record-unforeseen", name=NAME, why=f"more than {MAX_SIGNS} signs")
    unpacker = zlib.decompressobj()
    try:
        data = base64.b64decode(signs + "=" * (-len(signs) % 4), b"-_", validate=True)
        text = unpacker.decompress(data, MAX_BYTES).decode()
    except (zlib.error, binascii.Error, ValueError) as error:
        raise RecordError("record-unforeseen", name=NAME, why=error) from None
    if not unpacker.eof:
        raise RecordError("record-unforeseen", name=NAME, why=f"no record in {MAX_BYTES} bytes")
    return load(text, NAME)
