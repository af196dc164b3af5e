"""Short codes that people read from paper and type: their signs, how they are written."""

from __future__ import annotations

import hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no sign that looks like another
LENGTH = 8
HALF = LENGTH // 2


def formatted(signs: str) -> str:
    """As people write it: K7QM-X2RD."""
    return f"{signs[:HALF]}-{signs[HALF:]}"


def normalized(text: str) -> str:
    """What somebody typed as a code: case, dashes and blanks do not matter."""
    return "".join(sign for sign in text.upper() if sign in ALPHABET)[: 2 * LENGTH]


def equal_secrets(one: str, other: str) -> bool:
    """Are two secrets the same?  Takes as long for a near miss as for a wild guess."""
    return hmac.compare_digest(one.encode(), other.encode())
