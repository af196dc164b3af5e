"""`python -m tools.tuning`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.tuning.command:main")
