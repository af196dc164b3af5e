"""Start the program Less is More."""

import sys

if __name__ == "__main__":
    try:
        from game.program import start
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(start())
