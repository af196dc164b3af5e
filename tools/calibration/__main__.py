"""`python -m tools.calibration`."""

from tools.calibration.command import main
from tools.run import run

if __name__ == "__main__":
    run(main)
