"""Less is More: start the program."""

import os
import sys

from game.cli import main

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is the engine's

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
