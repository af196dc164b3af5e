"""Short codes that people read from paper and type: alphabet, format, comparison."""

from __future__ import annotations

import hmac
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no sign that looks like another
LENGTH = 8
HALF = LENGTH // 2


def new_code() -> str:
    """Return a new code as people write it, with 39 random bits."""
    return formatted("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def formatted(signs: str) -> str:
    """Return a code as people write it: K7QM-X2RD."""
    return f"{signs[:HALF]}-{signs[HALF:]}"


def normalized(text: str) -> str:
    """Return what somebody typed as a code, without case, dashes and blanks."""
    return "".join(sign for sign in text.upper() if sign in ALPHABET)[: 2 * LENGTH]


def equal_secrets(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in the same time wherever they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
