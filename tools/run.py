"""Start of every tool: `python -m tools.NAME` behaves like the program's commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from game.cli import reported
from game.platform import interrupts


def run(main: Callable[[list[str]], int]) -> None:
    """Run the tool with the words of the command line and end this process with its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        interrupts.install_handlers()
        code = reported(main, sys.argv[1:])
    except KeyboardInterrupt as stop:
        code = interrupts.exit_code(stop)
    sys.exit(code)
