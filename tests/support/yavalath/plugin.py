"""The plug-in of Yavalath, which has only its rules."""

from __future__ import annotations

from game.rules.plugin import Plugin

PLUGIN = Plugin(package=__package__, rules="rules:Yavalath")
