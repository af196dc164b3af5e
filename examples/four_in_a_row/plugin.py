"""The example's plugin: it brings its rules; the program has plain versions of everything else."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(package=__package__, rules="rules:FourInARow")
