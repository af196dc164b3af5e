"""Writes the tablebases that `game.engine.search.tablebase` reads."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path

from game.engine.search.tablebase import COUNT_BYTES


def write_tablebase(path: Path, values: Mapping[int, int]) -> None:
    """Write values (0 to 255) by the numbers of their positions."""
    numbers = sorted(values)
    steps = array("I", (after - before for before, after in zip([0, *numbers], numbers)))
    if sys.byteorder == "big":
        steps.byteswap()
    count = len(numbers).to_bytes(COUNT_BYTES, "little")
    text = count + steps.tobytes() + bytes(values[number] for number in numbers)
    path.write_bytes(zlib.compress(text, 9))
