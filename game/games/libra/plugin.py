"""The parts of Libra, for the program."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(
    package=__package__,
    order=3,
    pieces=("grey",),
    rules="rules:Libra",
    positions="position:POSITIONS",
    profile="engine.profile:PROFILE",
    helper="engine.maximum:main",
    openings="openings:NAMING",
    puzzles="puzzles:PUZZLES",
    solo="solo:MODES",
    screen="screen.plugin:SCREEN",
    book="screen.rulebook:RULEBOOK",
    pane="screen.pane:LibraPane",
    texts="texts",
    alone="screen.panel:LibraSoloPanel",
    commentary="screen.commentary:LibraCommentary",
    reasons="screen.reasons:LibraReasons",
    sketch="screen.sketch:LibraSketch",
)
