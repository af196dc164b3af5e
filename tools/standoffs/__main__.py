"""`python -m tools.standoffs`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.standoffs.command:main")
