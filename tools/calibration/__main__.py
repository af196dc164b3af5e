"""`python -m tools.calibration`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.calibration.command:main")
