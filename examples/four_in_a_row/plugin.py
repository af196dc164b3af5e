"""What the example brings to the program: its rules, and plain versions of everything else."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(package=__package__, rules="rules:FourInARow")
