"""`python -m tools.fabrication template|drawings|pcb LAYOUT`."""

from tools.run import run

if __name__ == "__main__":
    run("tools.fabrication.command:main")
