"""Starts every tool, so that `python -m tools.NAME` behaves like the program's commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from game.platform import interrupts


def run(place: str) -> None:
    """Run the tool at "module:function" with the command line's arguments, then exit.

    Other modules are imported inside the function, so that Ctrl+C during an import shows no
    traceback.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        interrupts.install_handlers()
        from game.cli import reported

        module, _, name = place.partition(":")
        code = reported(getattr(import_module(module), name), sys.argv[1:])
    except KeyboardInterrupt as stop:
        code = interrupts.exit_code(stop)
    sys.exit(code)
