"""The entry point for all ways to start the program: sources, installed commands, bundle."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from game.platform import interrupts


def main(argv: Sequence[str]) -> int:
    """Run the command line `argv` and return the exit code, even if a signal ends it.

    All other imports are inside, so that Ctrl+C during them causes no traceback.
    """
    try:
        interrupts.install_handlers()
        gc.disable()  # turned on again when the modules are imported (see `game.cli`)
        # Pygame's greeting would disturb the engine's output.
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from game.cli import main as run

        return run(argv)
    except KeyboardInterrupt as stop:
        return interrupts.exit_code(stop)


def start(*words: str) -> int:
    """Run `main` with `words`, followed by the words of the command line."""
    return main([*words, *sys.argv[1:]])
