"""`make bench`: speed figures, printed as medians and ratios; no test depends on them.

Each module of this folder has a function `run()`, which yields lines as they are measured.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from collections.abc import Sequence

PARTS = {
    "rules": "legal actions and random games, plain and compiled",
    "engine": "playouts, search iterations, start and stop of the engine",
    "endings": "how long before the end the result is proved in a second",
    "art": "rendering and drawing of boards and pieces",
    "screen": "frames, input and memory of every scene",
    "opening": "from the click to a lesson, and to a new game",
    "cost": "what a frame costs, against other versions",
    "waiting": "what a match that waits costs, against other versions",
    "library": "a hundred thousand games, searched",
    "board": "from a sensor to the mirrored piece",
    "clock": "games on small clocks",
    "light": "what the setting of a light machine gains",
    "memory": "peak memory with X11",
    "network": "two hundred who follow a match",
    "mosaic": "a hundred live tables on one page",
    "firmware": "memory, scan time and latency of the firmware, in the emulator",
}
USUAL = ("rules", "engine", "art", "screen")  # take less than three minutes on two cores


class BenchError(ValueError):
    """The word does not name a part of the bench."""


def main(words: Sequence[str]) -> int:
    """Print the figures of the parts named by `words`, or of the usual ones.

    If there are several, each runs in a process of its own. Raises BenchError for an unknown part.
    """
    parser = argparse.ArgumentParser("python -m tools.bench", description="Print speed figures.")
    known = "; ".join(f"{name}: {measures}" for name, measures in PARTS.items())
    usual = ", ".join(USUAL)
    parser.add_argument("parts", nargs="*", help=f"{known} (without any: {usual})")
    parts: list[str] = parser.parse_args(list(words)).parts
    for part in parts:
        if part not in PARTS:
            raise BenchError(f"bench: unknown part {part!r}, expected {', '.join(PARTS)}")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # shows and plays nothing
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if len(parts) == 1:
        print(f"== {parts[0]}", flush=True)
        for line in importlib.import_module(f"tools.bench.{parts[0]}").run():
            print(line, flush=True)
        return 0
    # Separate processes, so that the memory of one part does not count for the next.
    commands = [[sys.executable, "-m", __package__, part] for part in parts or USUAL]
    return max(subprocess.run(command, check=False).returncode for command in commands)
