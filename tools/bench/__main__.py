"""`python -m tools.bench`."""

from tools.bench import main
from tools.run import run

if __name__ == "__main__":
    run(main)
