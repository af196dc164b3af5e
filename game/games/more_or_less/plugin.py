"""What More or Less brings to the program."""

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
    referee="referee:make",
    questions="questions.questions:QUESTIONS",
    screen="screen.room:ROOM",
    book="screen.book:BOOK",
    pane="screen.pane:PANE",
    lesson="screen.lesson:LESSON",
    alone="screen.alone:ALONE",
    reasons="screen.reasons:REASONS",
    sketch="screen.sketch:SKETCH",
)
