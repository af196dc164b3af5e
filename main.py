"""Less is More: start the program."""

import sys

from game.program import start

if __name__ == "__main__":
    sys.exit(start())
