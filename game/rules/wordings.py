"""What the rulebook says when it refuses: for each code the exact text and the one shown."""

from __future__ import annotations

from game.errors import Wording
from game.i18n import N_

SETUPS = {
    "unknown-game": Wording(
        "unknown game {name!r}, expected one of {known}", N_("there is no game {name}")
    ),
    "empty-setup": Wording(
        "empty setup, expected the name of a game and its options", N_("the line is empty")
    ),
    "no-option": Wording(
        "{game}: {word!r} found, expected an option as name=value",
        N_("“{word}” is not an option; options are written name=value"),
    ),
    "option-twice": Wording("{game}: {name}= is given twice", N_("{name}= is given twice")),
    "unknown-option": Wording(
        "{game}: unknown option {name}=, expected {known}",
        N_("there is no option {name}=; there are {known}"),
    ),
    "choice": Wording(
        "{game}: {name}={value}, expected one of {known}",
        N_("{name}={value} is not possible; choose one of {known}"),
    ),
    "no-number": Wording(
        "{game}: {name}={value}, expected a number {low} to {high}",
        N_("{name}={value} is not a number from {low} to {high}"),
    ),
    "number": Wording(
        "{game}: {name}={value}, expected {low} to {high}",
        N_("{name}={value} is not a number from {low} to {high}"),
    ),
    "seats": Wording(
        "{setup}: {count} seats given, expected {wanted}",
        N_("the number of seats is {count}; {wanted} are needed"),
    ),
    "seat": Wording(
        "--seats: {word!r}, expected person, board, engine or engine:1 to engine:10",
        N_("there is no player “{word}”"),
    ),
    "layouts": Wording(
        "less: found {found}, expected one of walls=, tiles= or seed=",
        N_("exactly one of walls=, tiles= and seed= is needed"),
    ),
    "layout-seed": Wording(
        "less: seed={value}, expected a whole number", N_("seed={value} is not a whole number")
    ),
    "wall-digit": Wording(
        "less: walls= has {digit!r} at place {place}, expected 0, 1 or 2",
        N_("place {place} is {digit}; only 0, 1 and 2 are possible"),
    ),
    "wall-count": Wording(
        "less: walls= has {count} digits, expected {wanted} for {squares} squares",
        N_("the number of digits is {count}; {squares} squares need {wanted}"),
    ),
    "no-tiles": Wording(
        "less: tiles={text}, expected letters each with its quarter turns, A0B1",
        N_("“{text}” are not tiles; each is a letter with its quarter turns, as A0B1"),
    ),
    "tile-count": Wording(
        "less: tiles= has {count} tiles, expected {wanted}",
        N_("the number of tiles is {count}; {wanted} are needed"),
    ),
    "unknown-tile": Wording(
        "less: unknown tile {letter}, expected one of {known}",
        N_("there is no tile {letter}; the tiles are {known}"),
    ),
    "tile-turns": Wording(
        "less: tile {letter}{quarters}, expected 0 to 3 quarter turns",
        N_("tile {letter} has more than 3 quarter turns"),
    ),
    "tile-often": Wording(
        "less: tile {letter} is used {count} times, expected at most {most}",
        N_("tile {letter} is there {count} times, more often than the set has it"),
    ),
    "target-mode": Wording(
        "libra: target= with mode={mode}, expected mode=target",
        N_("target= goes with mode=target only"),
    ),
    "no-target": Wording(
        "libra: mode=target without target=, expected target=N",
        N_("mode=target needs target= as well"),
    ),
    "obstacle": Wording(
        "libra: obstacles= names {label!r}, which is no cell of {board}",
        N_("the board has no cell {label}"),
    ),
    "obstacle-twice": Wording(
        "libra: obstacles= names {label} twice", N_("the obstacle {label} is there twice")
    ),
    "all-obstacles": Wording(
        "libra: obstacles= fills every cell, expected at least one free",
        N_("one cell must stay free"),
    ),
}

BOARDS = {
    "board-binary": Wording(
        "board {name}: not a text file, expected a JSON board file", N_("{name} is not a text file")
    ),
    "board-unread": Wording(
        "board {name}: cannot be read ({reason.strerror}); "
        "expected one of {known} or the path of a board file",
        N_("{name} cannot be read ({reason})"),
    ),
    "board-json": Wording(
        "board {name}: line {line}, column {column}: {message}; expected a JSON object",
        N_("{name} is not JSON: line {line}, column {column}"),
    ),
    "board-deep": Wording("board {name}: nested too deeply", N_("{name} is nested too deeply")),
    "no-board": Wording(
        "board {name}: holds a JSON {kind}, expected an object", N_("{name} is not a board file")
    ),
    "board-field": Wording(
        "board {name}: {field} is {found!r}, expected {wanted}",
        N_("{name}: “{field}” cannot be {found}"),
    ),
    "no-points": Wording(
        "board {name}: points are missing, expected an object of labels with [x, y]",
        N_("{name} has no points"),
    ),
    "few-points": Wording(
        "board {name}: has {count} points, expected more than the {counters} counters",
        N_("{name} has {count} points; more than {counters} are needed"),
    ),
    "one-place": Wording(
        "board {name}: points {one} and {other} lie in one place ({x:g}, {y:g})",
        N_("points {one} and {other} lie in one place"),
    ),
    "point-label": Wording(
        "board {name}: point label {label!r}, expected a letter a-z and then letters or digits",
        N_("“{label}” cannot name a point; a letter and then letters or digits can"),
    ),
    "point-place": Wording(
        "board {name}: point {label} is at {place!r}, expected two numbers [x, y]",
        N_("point {label} has no place [x, y]"),
    ),
    "point-outside": Wording(
        "board {name}: point {label} is at {place!r}, expected a place within the rim radius 1",
        N_("point {label} lies outside the board"),
    ),
    "no-lines": Wording(
        "board {name}: lines are missing, expected a list of lists of point labels",
        N_("{name} has no lines"),
    ),
    "no-line": Wording(
        "board {name}: line {number} is {found!r}, expected a list of two or more points",
        N_("line {number} is not a list of two or more points"),
    ),
    "line-point": Wording(
        "board {name}: line {number} names the unknown point {label!r}",
        N_("line {number} names the unknown point {label}"),
    ),
    "line-twice": Wording(
        "board {name}: line {number} passes the point {label} twice",
        N_("line {number} passes the point {label} twice"),
    ),
    "off-lines": Wording(
        "board {name}: point {label} lies on no line", N_("point {label} lies on no line")
    ),
    "lines-share": Wording(
        "board {name}: lines {one} and {other} share the points {points}, expected one at most",
        N_("lines {one} and {other} share more than one point"),
    ),
    "line-bent": Wording(
        "board {name}: line {number} is not straight at {label}",
        N_("line {number} is not straight at {label}"),
    ),
    "line-back": Wording(
        "board {name}: line {number} turns back at {label}, expected points in order",
        N_("line {number} turns back at {label}"),
    ),
    "rim-point": Wording(
        "board {name}: rim names the unknown point {label!r}",
        N_("the rim names the unknown point {label}"),
    ),
}

ACTIONS = {
    "no-point": Wording(
        "{text!r}: {label!r} is no point of {board}, expected one of {first} ... {last}",
        N_("there is no point {label}"),
    ),
    "no-cell": Wording(
        "{text!r} is no cell of {board}: expected one of {first} ... {last}",
        N_("there is no cell {text}"),
    ),
    "no-action": Wording(
        "{text!r} is no action of {game}: expected {wanted}",
        N_("“{text}” is not an action of {game}"),
    ),
    "illegal": Wording(
        "'{action}' is not legal for seat {seat} now; expected one of: {known}",
        N_("{action} is not allowed here"),
    ),
    "game-over": Wording("'{action}' is not possible: the game is over", N_("the game is over")),
    "turn-over": Wording(
        "{word!r} in turn {text!r}: the turn is over after {done!r}",
        N_("the turn is over after {done}"),
    ),
}

WORDINGS = {**SETUPS, **BOARDS, **ACTIONS}
