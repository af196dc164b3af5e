"""`python -m tools.ladder`."""

from tools.ladder.command import main
from tools.run import run

if __name__ == "__main__":
    run(main)
