"""A whole game in an address: its record, compressed, in characters that addresses may contain.

Anybody may send such an address, so its size is limited before and after unpacking.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import load, to_record

# Maximum number of characters of a record: web servers refuse lines of more than 8,000.
MAX_SIGNS = 7000
MAX_BYTES = 1 << 20  # maximum number of bytes of an unpacked record
NAME = "address"  # the name of the source in errors


def packed(match: Match) -> str:
    """Return the record of a match for an address; "" if the record is too long."""
    text = json.dumps(to_record(match), separators=(",", ":"))
    signs = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()
    return signs if len(signs) <= MAX_SIGNS else ""


def unpacked(signs: str) -> Match:
    """Return the match in an address.  Raises RecordError."""
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
