"""`python -m tools.solve`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.solve.command:main")
