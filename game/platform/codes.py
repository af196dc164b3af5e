"""Short codes that people read from paper and type: alphabet, format, comparison."""

from __future__ import annotations

import hmac
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # characters that do not look alike
LENGTH = 8
HALF = LENGTH // 2


def new_code() -> str:
    """Return a new code in its written form, with 39 random bits."""
    return formatted("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def formatted(signs: str) -> str:
    """Return a code in its written form, such as K7QM-X2RD."""
    return f"{signs[:HALF]}-{signs[HALF:]}"


def normalized(text: str) -> str:
    """Return a typed code in upper case, without dashes and blanks."""
    return "".join(sign for sign in text.upper() if sign in ALPHABET)[: 2 * LENGTH]


def equal_secrets(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in a time that does not depend on their content."""
    return hmac.compare_digest(one.encode(), other.encode())
