"""`make bench`: speed figures, printed as medians and ratios; nothing here asserts a time.

Each module of this folder offers `run()`, which yields lines as they are measured.
"""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Sequence

from game.processes import own_command

PARTS = (
    "rules",
    "engine",
    "clock",
    "art",
    "screen",
    "light",
    "memory",
    "library",
    "network",
    "board",
    "firmware",
)


class BenchError(ValueError):
    """There is no such part to measure."""


def main(parts: Sequence[str]) -> int:
    """Print the figures of `parts`, or of all; several each in a process of its own.

    Raises BenchError for an unknown part.
    """
    for part in parts:
        if part not in PARTS:
            raise BenchError(f"bench: unknown part {part!r}, expected {', '.join(PARTS)}")
    if len(parts) == 1:
        print(f"== {parts[0]}", flush=True)
        for line in importlib.import_module(f"game.dev.bench.{parts[0]}").run():
            print(line, flush=True)
        return 0
    # The memory that one part needs must not be counted for the next.
    commands = [own_command("bench", part) for part in parts or PARTS]
    return max(subprocess.run(command, check=False).returncode for command in commands)
