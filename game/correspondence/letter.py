"""The text of a turn: the whole game, checked and signed, to be sent by mail or messenger.

    LIM1.eNqrVkrOz0...8jM.3F2A9C0177DEB04C

Between the dots is the base64 of compressed JSON; after them are the first 16 digits of its
HMAC-SHA-256 with the game's secret. Only the first texts contain the secret, until every seat has
moved. Whoever has not seen these texts cannot make a valid one. Blanks, line breaks and quotation
marks added by mail programs are ignored. If a mail has several texts, the longest game counts.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.correspondence.errors import CorrespondenceError
from game.platform.codec import FieldError, read, rule, shortened, write
from game.platform.codes import equal_secrets
from game.platform.untrusted import InputError, parse_json

VERSION = 1
MAX_TEXT_LENGTH = 400_000  # maximum number of characters of a pasted text
MAX_BYTES = 1 << 20  # maximum number of bytes of JSON in all letters of a pasted text
SECRET_LENGTH = 32  # hexadecimal digits
MAX_DAYS = 366.0
# characters that mail programs and messengers insert
ADDED = re.compile(r"[\s>\u200b\u00ad\ufeff]+")
OWN_SECRET = re.compile(rb'"secret":"([0-9a-f]{32})"')
TEXT = re.compile(r"LIM(\d{1,3})\.([A-Za-z0-9+/]+)\.([0-9A-F]{16})")


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a text: the game's number, its days per turn (0: no limit) and its record.

    `secret` is "" once every seat has moved.
    """

    game: str = field(metadata=rule(length=SECRET_LENGTH))
    days: float = field(metadata=rule(least=0, most=MAX_DAYS))
    record: Any
    secret: str = field(default="", metadata=rule(length=SECRET_LENGTH, omit=True))


@dataclass(frozen=True, slots=True)
class Sealed:
    """A received letter, with the data for checking its signature."""

    letter: Letter
    body: str
    tag: str

    def signed_with(self, secret: str) -> bool:
        """Return whether the letter was made by a player, who must know the game's secret."""
        return equal_secrets(self.tag, _tag(self.body, secret))


def game_number(secret: str) -> str:
    """Return the number of the game with this secret; the secret cannot be derived from it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:12]


def write_letter(letter: Letter, secret: str) -> str:
    """Return the text of a letter, signed with the game's secret."""
    plain = json.dumps(write(letter), separators=(",", ":")).encode()
    body = base64.b64encode(zlib.compress(plain, 9)).decode().rstrip("=")
    return f"LIM{VERSION}.{body}.{_tag(body, secret)}"


def read_letter(text: str, secrets: Iterable[str] = ()) -> Sealed:
    """Return the letter of the longest game in a text, preferably one of a known game.

    `secrets` are the secrets of the games known here.  At most MAX_BYTES are unpacked in all.  Only
    signed letters are parsed; without any, one letter is parsed to report what is wrong with it.
    Raises CorrespondenceError.
    """
    found = TEXT.findall(ADDED.sub("", text[:MAX_TEXT_LENGTH]))
    if not found:
        raise CorrespondenceError("no-text" if "LIM1." not in text else "damaged", reason="cut off")
    found.sort(key=lambda one: len(one[1]), reverse=True)
    known = tuple(secrets)
    signed = [one for one in found if _is_signed(one[1], one[2], known)]
    return _longest(signed or found, bool(signed))


def _longest(found: Sequence[tuple[str, str, str]], signed: bool) -> Sealed:
    """Return the longest game's letter; unless `signed`, only letters that sign themselves count.

    Raises CorrespondenceError.
    """
    letters, unsigned = list[Sealed](), list[tuple[bytes, str, str]]()
    problem, budget = None, MAX_BYTES
    for version, body, tag in found:
        if budget <= 0:
            break
        try:
            plain = _unpacked(int(version), body, budget)
            budget -= len(plain)
            if signed or _signs_itself(plain, body, tag):
                letters.append(Sealed(_parsed(plain), body, tag))
            elif not unsigned:
                unsigned.append((plain, body, tag))
        except _CutOffError as why:
            budget -= why.unpacked
            problem = problem or CorrespondenceError("damaged", reason="it is cut off or too long")
        except CorrespondenceError as why:
            problem = why
    if not letters:
        letters = [Sealed(_parsed(plain), body, tag) for plain, body, tag in unsigned]
    if not letters:
        raise problem or CorrespondenceError("no-text")
    return max(letters, key=lambda one: len(one.letter.record.get("turns", ())))


class _CutOffError(Exception):
    """A letter whose data continues after `unpacked` bytes."""

    def __init__(self, unpacked: int) -> None:
        self.unpacked = unpacked
        super().__init__(unpacked)


def _unpacked(version: int, body: str, most: int) -> bytes:
    """Return the JSON of a letter.  Raises CorrespondenceError, and _CutOffError above `most`."""
    if version != VERSION:
        raise CorrespondenceError("newer", found=version, known=VERSION)
    packed = zlib.decompressobj()
    try:
        plain = packed.decompress(base64.b64decode(body + "=" * (-len(body) % 4)), most)
    except (binascii.Error, zlib.error) as why:
        raise CorrespondenceError("damaged", reason=shortened(str(why))) from None
    if not packed.eof:
        raise _CutOffError(len(plain))
    return plain


def _signs_itself(plain: bytes, body: str, tag: str) -> bool:
    """Return whether a letter is signed with the secret that it contains, as first letters are."""
    secret = OWN_SECRET.search(plain)
    return secret is not None and _is_signed(body, tag, [secret[1].decode()])


def _is_signed(body: str, tag: str, secrets: Iterable[str]) -> bool:
    return any(equal_secrets(tag, _tag(body, secret)) for secret in secrets)


def _parsed(plain: bytes) -> Letter:
    """Return the letter from its JSON. Raises CorrespondenceError."""
    try:
        letter = read(Letter, parse_json(plain.decode(), "the text", MAX_BYTES))
        if not isinstance(letter.record, dict) or not isinstance(letter.record.get("turns"), list):
            raise ValueError("it has no record")
    except (UnicodeDecodeError, FieldError, InputError) as why:
        raise CorrespondenceError("damaged", reason=shortened(str(why))) from None
    except ValueError as why:
        raise CorrespondenceError("damaged", reason=why) from None
    return letter


def _tag(body: str, secret: str) -> str:
    return hmac.new(secret.encode(), body.encode(), hashlib.sha256).hexdigest()[:16].upper()
