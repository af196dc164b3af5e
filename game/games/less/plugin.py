"""The parts of Less, for the program."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(
    package=__package__,
    order=2,
    pieces=("white-partner", "black-partner"),
    rules="rules:Less",
    positions="position:POSITIONS",
    profile="engine.profile:PROFILE",
    helper="engine.helper:main",
    openings="openings:NAMING",
    puzzles="puzzles:PUZZLES",
    solo="solo:MODES",
    fittings="pictures:fittings",
    screen="screen.plugin:SCREEN",
    book="screen.rulebook:RULEBOOK",
    pane="screen.pane:LessPane",
    texts="texts",
    alone="screen.panel:LessSoloPanel",
    commentary="screen.commentary:LessCommentary",
    reasons="screen.reasons:LessReasons",
    sketch="screen.sketch:LessSketch",
)
