"""`python -m tools.ladder`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.ladder.command:main")
