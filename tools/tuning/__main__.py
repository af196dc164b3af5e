"""`python -m tools.tuning`."""

from tools.run import run
from tools.tuning.command import main

if __name__ == "__main__":
    run(main)
