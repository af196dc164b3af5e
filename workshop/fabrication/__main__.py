"""`python -m workshop.fabrication template|drawings|pcb LAYOUT`."""

from tools.run import run

if __name__ == "__main__":
    run("workshop.fabrication.command:main")
