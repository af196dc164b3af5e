"""JSON files of tools: files of lines that grow as work is done, and files of one object."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from game.platform import untrusted

Kept = TypeVar("Kept")


def append(path: Path, line: object) -> None:
    """Append a line, after ending a previous one that was cut short. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            if file.read() != b"\n":
                file.write(b"\n")
        file.write(json.dumps(line).encode() + b"\n")


def read(path: Path, make: Callable[[Any], Kept]) -> Iterator[Kept]:
    """Yield what `make` returns for each line; nothing if there is no file.

    Lines that were cut off, and lines for which `make` raises KeyError, TypeError or ValueError,
    are skipped. Raises OSError; InputError for another kind of file.
    """
    if not path.exists():
        return
    for line in untrusted.read_lines(path):
        try:
            kept = make(untrusted.parse_json(line, path.name))
        except (KeyError, TypeError, ValueError):
            continue
        yield kept


def json_file(text: str) -> Path:
    """Return the path of a file to extend: a new one, or one that holds a JSON object.

    Raises ArgumentTypeError for argparse otherwise.
    """
    path = Path(text)
    try:
        known = untrusted.read_json(path) if path.exists() else {}
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{text}: {problem}") from None
    if not isinstance(known, dict):
        raise argparse.ArgumentTypeError(f"{text}: no JSON object found, expected one")
    return path
