"""Arguments of commands from their `commands.toml`, and parsers that refuse bad values."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

LARGEST = 2**63 - 1  # largest integer of databases and files


def number(
    kind: type[int] | type[float], least: float, most: float = LARGEST
) -> Callable[[str], float]:
    """Return a parser of numbers from `least` to `most`.

    The parser raises ArgumentTypeError, as argparse requires.
    """
    bounds = f"{least:g} or more" if most == LARGEST else f"{least:g} to {most:g}"

    def read(text: str) -> float:
        try:
            value: float = kind(text)
        except ValueError:
            value = math.nan  # NaN fails the comparison below
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

    The parser raises ArgumentTypeError.
    """

    def read(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise argparse.ArgumentTypeError(f"{text!r} found, expected {expected}")
        return text

    return read


def add_arguments(
    parser: argparse.ArgumentParser,
    tables: Mapping[str, Mapping[str, Any]],
    command: str,
    given: Mapping[str, Any],
) -> None:
    """Add the arguments of a command; `tables` is the content of its `commands.toml`.

    A key is a name or flags; its value has the options for argparse. A text "=NAME" is replaced
    with an entry of `given`. A type may also be "path" or a range such as "0..9999". The key "also"
    names another table whose arguments are added here. "help" is the help of the command itself.
    """
    for flags, options in tables[command].items():
        if flags == "also":
            add_arguments(parser, tables, options, given)
        elif flags != "help":
            found = {key: _option(key, value, given) for key, value in options.items()}
            parser.add_argument(*flags.split(), **found)


def _option(key: str, value: Any, given: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("="):
        return given[value[1:]]
    if key != "type":
        return value
    if value == "path":
        return Path
    least, _dots, most = value.partition("..")
    return number(int, int(least), int(most or LARGEST))
