"""Formatting of numbers."""

from __future__ import annotations

NO_BREAK = "\u00a0"
MINUS = "\u2212"


def number(value: int) -> str:
    """Return a whole number with separated thousands: 3 072."""
    return f"{value:,}".replace(",", NO_BREAK)


def signed(value: int) -> str:
    """Return +1, −2, 0, with a typographic minus sign."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"
