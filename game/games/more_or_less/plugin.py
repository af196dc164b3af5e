"""The parts of More or Less, for the program."""

from game.rules.plugin import Plugin

PLUGIN = Plugin(
    package=__package__,
    order=1,
    rules="rules:MoreOrLess",
    positions="position:POSITIONS",
    profile="engine.profile:PROFILE",
    openings="openings:NAMING",
    puzzles="puzzles:PUZZLES",
    solo="solo:MODES",
    screen="screen.plugin:SCREEN",
    book="screen.rulebook:RULEBOOK",
    pane="screen.pane:MoreOrLessPane",
    texts="texts",
    alone="screen.panel:MoreOrLessSoloPanel",
    commentary="screen.commentary:MoreOrLessCommentary",
    reasons="screen.reasons:MoreOrLessReasons",
    sketch="screen.sketch:MoreOrLessSketch",
)
