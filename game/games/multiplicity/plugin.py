"""The parts of Multiplicity, for the program."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(
    package=__package__,
    order=4,
    rules="rules:Multiplicity",
    positions="position:POSITIONS",
    profile="engine.profile:PROFILE",
    openings="openings:NAMING",
    puzzles="puzzles:PUZZLES",
    solo="solo:MODES",
    screen="screen.plugin:SCREEN",
    book="screen.rulebook:RULEBOOK",
    pane="screen.pane:MultiplicityPane",
    texts="texts",
    commentary="screen.commentary:MultiplicityCommentary",
    reasons="screen.reasons:MultiplicityReasons",
    sketch="screen.sketch:MultiplicitySketch",
)
