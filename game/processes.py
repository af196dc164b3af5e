"""How this program starts itself again: as engine, compiler, maker of tables, simulated board.

The one place that knows it, so that a program bundled into one file has it changed here alone.
"""

from __future__ import annotations

import os
import sys

from game.paths import MAIN


class ProcessError(ValueError):
    """A helper was called by a name that none has."""


def own_command(*words: str) -> list[str]:
    """The command line that starts this very program as `main.py WORDS` does, from any folder."""
    return [sys.executable, str(MAIN), *words]


def helper_command(name: str, *words: str) -> list[str]:
    """The command line of one of the helpers of `game.cli`, which are not for people to call."""
    return own_command("helper", name, *words)


def yield_to_others(steps: int) -> None:
    """Lower the priority of this process by so many steps, where the system knows of such."""
    if hasattr(os, "nice"):
        os.nice(steps)
