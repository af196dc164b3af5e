"""Where a bundle starts: its three programs are one file under three names.

`less-is-more-board` and `less-is-more-engine` are `less-is-more board` and `less-is-more engine`.
"""

import multiprocessing
import os
import sys
from pathlib import Path

from game.cli import main
from game.paths import COMMAND

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker of `match` is this program once more
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is the engine's
    command = Path(sys.executable).stem.removeprefix(COMMAND).removeprefix("-")
    sys.exit(main([*filter(None, [command]), *sys.argv[1:]]))
