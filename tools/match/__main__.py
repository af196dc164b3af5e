"""`python -m tools.match`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.match.command:main")
