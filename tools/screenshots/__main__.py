"""`python -m tools.screenshots`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.screenshots.album:main")
