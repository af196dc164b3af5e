"""Less is More, installed: the whole program is in this one folder, as in its sources.

No package named `game` or `hardware` is added to site-packages. The entry points put this folder on
the path of their own process before they import anything from it.
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
    """Run `less-is-more-engine`, which immediately speaks UGI, for match runners."""
    return _start("engine")


def _start(*words: str) -> int:
    sys.path.insert(0, FOLDER)
    from game.program import start

    return start(*words)
