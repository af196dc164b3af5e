"""Parsers of command-line values for argparse, which refuse bad ones in a sentence."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable

LARGEST = 2**63 - 1  # what databases and files hold


def number(
    kind: type[int] | type[float], least: float, most: float = LARGEST
) -> Callable[[str], float]:
    """Return a parser of numbers from `least` to `most`.

    What it gives raises ArgumentTypeError, as argparse wants it.
    """
    bounds = f"{least:g} or more" if most == LARGEST else f"{least:g} to {most:g}"

    def read(text: str) -> float:
        try:
            value: float = kind(text)
        except ValueError:
            value = math.nan  # within no bounds
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} found, expected {bounds}")
        return value

    return read


def at_least(least: int) -> Callable[[str], float]:
    """Return a parser of whole numbers that are at least `least`."""
    return number(int, least)


def odd(most: int) -> Callable[[str], float]:
    """Return a parser of odd numbers, 1 to `most`, which raises ArgumentTypeError."""
    counted = number(int, 1, most)

    def read(text: str) -> float:
        value = counted(text)
        if value % 2 == 0:
            raise argparse.ArgumentTypeError(f"{text!r} found, expected an odd number")
        return value

    return read


def matching(pattern: str, expected: str) -> Callable[[str], str]:
    """Return a parser of text that a regular expression matches as a whole.

    What it gives raises ArgumentTypeError.
    """

    def read(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise argparse.ArgumentTypeError(f"{text!r} found, expected {expected}")
        return text

    return read
