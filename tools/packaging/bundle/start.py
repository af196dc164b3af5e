"""Start of a bundle: its three programs are one file under three names (on Linux, links to it).

`less-is-more-board` and `less-is-more-engine` are `less-is-more board` and `less-is-more engine`.
"""

import sys
from pathlib import Path

from game.platform.paths import COMMAND
from game.program import start

if __name__ == "__main__":
    _program, _dash, command = Path(sys.argv[0]).stem.partition(f"{COMMAND}-")
    sys.exit(start(*filter(None, [command])))
