"""What the rulebook says when it refuses: for each code the exact text and the one shown."""

from __future__ import annotations

from game.platform.errors import Wording
from game.platform.i18n import N_

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
        "--seats: {word!r}, expected person, board, phone, engine or engine:1 to engine:10",
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
        N_("“{text}” are not tiles; each is a letter with its quarter turns, such as A0B1"),
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
    "board-input": Wording("board {why}; expected a JSON board file", "{why}"),
    "board-unread": Wording(
        "board {name}: cannot be read ({reason.strerror}); "
        "expected one of {known} or the path of a board file",
        N_("{name} cannot be read ({reason})"),
    ),
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
    "many-points": Wording(
        "board {name}: has {count} points, expected {most} at most",
        N_("{name} has {count} points; at most {most} are possible"),
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

POSITIONS = {
    "no-positions": Wording(
        "{game}: positions of this game have no text", N_("positions of {game} have no text")
    ),
    "position-begun": Wording(
        "{game}: {count} actions of the turn are played, expected a position at its start",
        N_("in the middle of a turn there is no position to write"),
    ),
    "position-point": Wording(
        "{game}: {name}= names {label!r}, which is no point of {board}",
        N_("the board has no point {label}"),
    ),
    "position-held": Wording(
        "{game}: {label} holds two pieces, expected one at most",
        N_("there is already something on {label}"),
    ),
    "position-count": Wording(
        "{game}: {name}= has {count} pieces, expected {wanted}",
        N_("{name}: {count} pieces; {wanted} are needed"),
    ),
    "position-pair": Wording(
        "{game}: {name}={found}, expected two numbers 0 to {most}, as 3,2",
        N_("{name}={found} is no pair of numbers up to {most}, such as 3,2"),
    ),
    "position-seat": Wording(
        "{game}: turn={found}, expected {wanted}",
        N_("it cannot be the turn of {found}; it is the turn of {wanted}"),
    ),
    "position-turns": Wording(
        "{game}: turns={found}, expected {wanted}",
        N_("turns={found} does not fit the rest; {wanted} would"),
    ),
    "position-early": Wording(
        "{game}: markers= with {count} counters, expected all {most} placed first",
        N_("the markers move only when all {most} counters are down"),
    ),
    "position-open": Wording(
        "{game}: {count} counters, expected an odd number between two turns of placing",
        N_("the number of counters is {count}; while they are placed it is odd"),
    ),
    "position-placed": Wording(
        "{game}: {count} counters are placed, expected {black} black and {green} green",
        N_("of the counters placed {black} are black and {green} green"),
    ),
    "position-centre": Wording(
        "{game}: no black counter on {label}, expected the first one there",
        N_("while counters are placed the first one, a black one, lies on {label}"),
    ),
    "position-many": Wording(
        "{game}: {count} counters on the board, expected {most} at most",
        N_("the number of counters is {count}; there are only {most}"),
    ),
    "position-markers": Wording(
        "{game}: markers={black},{green}, expected them equal or Green one ahead",
        N_("the markers stand at {black} and {green}; Green’s is level or one ahead"),
    ),
    "position-spent": Wording(
        "{game}: spent={white},{black}, expected at most three moves in each of {turns} turns",
        N_("more moves are spent than turns were played"),
    ),
    "position-round": Wording(
        "{game}: the board is full, so round 1 is over; expected round=2 first=N",
        N_("the board is full, so the first round is over"),
    ),
    "position-bid": Wording(
        "{game}: bid={bid} with more={more}, expected a higher bid",
        N_("a bid of {bid} does not make {more} MORE"),
    ),
    "position-bidding": Wording(
        "{game}: {count} stones lie while the seats bid, expected more=p1 or more=p2",
        N_("while the seats bid the board is empty"),
    ),
    "position-no-last": Wording(
        "{game}: free stones are possible still, expected last= in the restricted phase",
        N_("free stones are possible still, so the last stone must be named"),
    ),
    "position-last": Wording(
        "{game}: last={label}, expected a lone stone of the seat that is not to move",
        N_("{label} cannot be the last stone: that one lies alone and is the other side’s"),
    ),
    "position-balance": Wording(
        "{game}: {white} white and {black} black stones, expected numbers that turns can make",
        N_("no turns lead to {white} white and {black} black stones here"),
    ),
}

WORDINGS = {**SETUPS, **BOARDS, **ACTIONS, **POSITIONS}
