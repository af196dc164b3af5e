"""Less is More, installed: the whole program lies in this one folder, as it does in its sources.

Nothing of it is called `game` or `hardware` in anybody's site-packages; the entry points put this
folder on the path of their own process, before anything of it is imported.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = str(Path(__file__).resolve().parent)


def main() -> int:
    """The command `less-is-more`; returns the exit code."""
    return _start()


def board() -> int:
    """The command `less-is-more-board`: everything about sensor boards."""
    return _start("board")


def engine() -> int:
    """The command `less-is-more-engine`: UGI at once, for match runners."""
    return _start("engine")


def _start(*words: str) -> int:
    sys.path.insert(0, FOLDER)
    from game.program import start

    return start(*words)
