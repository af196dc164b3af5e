"""The entry point of every way to start the program: sources, installed commands, bundle."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from game.platform import interrupts


def main(argv: Sequence[str]) -> int:
    """Run the command line `argv`; return the exit code, also when a signal ends it.

    Everything else is imported inside, so that Ctrl+C meanwhile is no traceback either.
    """
    try:
        interrupts.install_handlers()
        gc.disable()  # until modules are imported, see `game.cli`
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is the engine's
        from game.cli import main as run

        return run(argv)
    except KeyboardInterrupt as stop:
        return interrupts.exit_code(stop)


def start(*words: str) -> int:
    """Run `main` with `words` before those of the command line."""
    return main([*words, *sys.argv[1:]])
