"""Less is More, installed: the whole program lies in this one folder, as it does in its sources.

Nothing of it is called `game` or `hardware` in anybody's site-packages; the entry points put this
folder on the path of their own process, before anything of it is imported.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = str(Path(__file__).resolve().parent)


def main() -> int:
    """Run `less-is-more` and return the exit code."""
    return _start()


def board() -> int:
    """Run `less-is-more-board`, the commands of sensor boards."""
    return _start("board")


def engine() -> int:
    """Run `less-is-more-engine`: UGI at once, for match runners."""
    return _start("engine")


def _start(*words: str) -> int:
    sys.path.insert(0, FOLDER)
    from game.program import start

    return start(*words)
