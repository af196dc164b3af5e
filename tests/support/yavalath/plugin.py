"""What Yavalath brings to the program: its rules and nothing else."""

from __future__ import annotations

from game.rules.plugin import Plugin

PLUGIN = Plugin(package=__package__, rules="rules:Yavalath")
