"""`python -m tools.puzzles`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.puzzles.command:main")
