"""`make bench`: speed figures, printed as medians and ratios; nothing here asserts a time.

Each module of this folder offers `run()`, which yields lines as they are measured.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from game.rules.errors import RulesError

PARTS = ("rules", "engine", "art", "screen", "board", "firmware")


def main(parts: Sequence[str]) -> int:
    """Print the figures of `parts`, or of all."""
    for part in parts:
        if part not in PARTS:
            raise RulesError(f"bench: unknown part {part!r}, expected {', '.join(PARTS)}")
    for part in parts or PARTS:
        print(f"== {part}", flush=True)
        for line in importlib.import_module(f"game.bench.{part}").run():
            print(line, flush=True)
    return 0
