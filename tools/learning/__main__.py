"""`python -m tools.learning`."""

from tools.learning.command import main
from tools.run import run

if __name__ == "__main__":
    run(main)
