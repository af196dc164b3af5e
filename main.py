"""Less is More: start the program."""

import sys

if __name__ == "__main__":
    try:
        from game.program import start
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(start())
