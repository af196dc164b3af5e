"""`python -m tools.bench`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.bench:main")
