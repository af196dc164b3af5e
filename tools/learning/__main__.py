"""`python -m tools.learning`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.learning.command:main")
