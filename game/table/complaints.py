"""Errors of rules and records in the words of the reader's language: the one place for that.

The rulebook, which also speaks to programs, says in English what was found and what is expected.
`in_words(error)` finds the pattern its message was made of and gives the sentence a person sees.
Add a line to a table here for every new error; a test reads the sources and misses none.
"""

from __future__ import annotations

import errno
import os
import re
from functools import cache

from game.i18n import N_, _

Table = tuple[tuple[str, str], ...]

# First: what is wrong with the turn is again a message of one of the tables.
TURNS: Table = (("{name}: turn {number} {text}: {why}", N_("turn {number}, {text}: {why}")),)

SETUPS: Table = (
    ("unknown game {name}, expected one of {known}", N_("there is no game {name}")),
    ("empty setup, expected the name of a game and its options", N_("the line is empty")),
    (
        "less: walls= has {digit} at place {place}, expected 0, 1 or 2",
        N_("place {place} is {digit}; only 0, 1 and 2 are possible"),
    ),
    (
        "less: walls= has {count} digits, expected {wanted} for {squares} squares",
        N_("the number of digits is {count}; {squares} squares need {wanted}"),
    ),
    (
        "less: tiles={text}, expected letters each with its quarter turns, A0B1",
        N_("“{text}” are no tiles; each is a letter with its quarter turns, as A0B1"),
    ),
    (
        "less: tiles= has {count} tiles, expected {wanted}",
        N_("the number of tiles is {count}; {wanted} are needed"),
    ),
    (
        "less: unknown tile {letter}, expected one of {known}",
        N_("there is no tile {letter}; the tiles are {known}"),
    ),
    (
        "less: tile {letter}, expected 0 to 3 quarter turns",
        N_("tile {letter} has more than 3 quarter turns"),
    ),
    (
        "less: tile {letter} is used {count} times, expected at most {most}",
        N_("tile {letter} is there {count} times, more often than the set has it"),
    ),
    (
        "less: found {found}, expected one of walls=, tiles= or seed=",
        N_("exactly one of walls=, tiles= and seed= is needed"),
    ),
    ("less: seed={value}, expected a whole number", N_("seed={value} is no whole number")),
    (
        "libra: target= with mode={mode}, expected mode=target",
        N_("target= goes with mode=target only"),
    ),
    (
        "libra: mode=target without target=, expected target=N",
        N_("mode=target needs target= as well"),
    ),
    (
        "libra: obstacles= names {label}, which is no cell of {board}",
        N_("the board has no cell {label}"),
    ),
    ("libra: obstacles= names {label} twice", N_("the obstacle {label} is there twice")),
    (
        "libra: obstacles= fills every cell, expected at least one free",
        N_("one cell must stay free"),
    ),
    (
        "{game}: {word} found, expected an option as name=value",
        N_("“{word}” is no option; options are written name=value"),
    ),
    ("{game}: {name}= is given twice", N_("{name}= is given twice")),
    (
        "{game}: {name}={value}, expected one of {known}",
        N_("{name}={value} is not possible; choose one of {known}"),
    ),
    (
        "{game}: {name}={value}, expected a number {low} to {high}",
        N_("{name}={value} is no number from {low} to {high}"),
    ),
    (
        "{game}: {name}={value}, expected {low} to {high}",
        N_("{name}={value} is no number from {low} to {high}"),
    ),
    (
        "{game}: unknown option {name}=, expected {known}",
        N_("there is no option {name}=; there are {known}"),
    ),
    (
        "{setup}: {count} seats given, expected {wanted}",
        N_("the number of seats is {count}; {wanted} are needed"),
    ),
)

BOARDS: Table = (
    ("board {name}: not a text file, expected a JSON board file", N_("{name} is no text file")),
    (
        "board {name}: cannot be read ({reason}); expected one of {known} or the path of a "
        "board file",
        N_("{name} cannot be read ({reason})"),
    ),
    (
        "board {name}: line {line}, column {column}: {message}; expected a JSON object",
        N_("{name} is not JSON: line {line}, column {column}"),
    ),
    ("board {name}: nested too deeply", N_("{name} is nested too deeply")),
    ("board {name}: holds a JSON {kind}, expected an object", N_("{name} is no board file")),
    (
        "board {name}: points are missing, expected an object of labels with [x, y]",
        N_("{name} has no points"),
    ),
    (
        "board {name}: has {count} points, expected more than the {counters} counters",
        N_("{name} has {count} points; more than {counters} are needed"),
    ),
    (
        "board {name}: points {one} and {other} lie in one place ({place})",
        N_("points {one} and {other} lie in one place"),
    ),
    (
        "board {name}: point label {label}, expected a letter a-z and then letters or digits",
        N_("“{label}” cannot name a point; a letter and then letters or digits can"),
    ),
    (
        "board {name}: point {label} is at {place}, expected two numbers [x, y]",
        N_("point {label} has no place [x, y]"),
    ),
    (
        "board {name}: point {label} is at {place}, expected a place within the rim radius 1",
        N_("point {label} lies outside the board"),
    ),
    (
        "board {name}: lines are missing, expected a list of lists of point labels",
        N_("{name} has no lines"),
    ),
    (
        "board {name}: line {number} is {found}, expected a list of two or more points",
        N_("line {number} is no list of two or more points"),
    ),
    (
        "board {name}: line {number} names the unknown point {label}",
        N_("line {number} names the unknown point {label}"),
    ),
    (
        "board {name}: line {number} passes the point {label} twice",
        N_("line {number} passes the point {label} twice"),
    ),
    ("board {name}: point {label} lies on no line", N_("point {label} lies on no line")),
    (
        "board {name}: lines {one} and {other} share the points {points}, expected one at most",
        N_("lines {one} and {other} share more than one point"),
    ),
    (
        "board {name}: line {number} is not straight at {label}",
        N_("line {number} is not straight at {label}"),
    ),
    (
        "board {name}: line {number} turns back at {label}, expected points in order",
        N_("line {number} turns back at {label}"),
    ),
    (
        "board {name}: rim names the unknown point {label}",
        N_("the rim names the unknown point {label}"),
    ),
    (
        "board {name}: {field} is {found}, expected {wanted}",
        N_("{name}: “{field}” cannot be {found}"),
    ),
)

PLAY: Table = (
    (
        "{text}: {label} is no point of {board}, expected one of {known}",
        N_("there is no point {label}"),
    ),
    ("{text} is no action of {game}: expected {wanted}", N_("“{text}” is no action of {game}")),
    ("{text} is no cell of {board}: expected one as e5", N_("there is no cell {text}")),
    ("{action} is not possible: the {game} is over", N_("the game is over")),
    ("the match is over already", N_("the game is over")),
    (
        "{action} is not legal for seat {seat} now; expected one of: {known}",
        N_("{action} is not allowed here"),
    ),
    (
        "{word} in turn {text}: the turn is over after {done}",
        N_("the turn is over after {done}"),
    ),
    ("the rules know no end by agreement here", N_("the rules know no agreed end here")),
    ("{game} knows no draw", N_("{game} knows no draw")),
)

RECORDS: Table = (
    (
        "{name}: line {line}, column {column}: {message}; expected a game record in JSON",
        N_("{name} is not JSON: line {line}, column {column}"),
    ),
    ("{name}: nested too deeply for a game record", N_("{name} is nested too deeply")),
    ("{name}: not a text file, expected a game record", N_("{name} is no text file")),
    ("{name}: cannot be read ({reason})", N_("{name} cannot be read ({reason})")),
    (
        "{name}: is no game record, expected a JSON object with format {known}",
        N_("{name} is no game record"),
    ),
    (
        "{name}: has version {found}, expected {known}",
        N_("{name} has version {found}; this program reads version {known}"),
    ),
    (
        "{name}: names the board {board} but does not carry it in boards",
        N_("{name} lacks the board {board}"),
    ),
    (
        "{name}: turn {number} is {found}, expected a text",
        N_("turn {number} cannot be read"),
    ),
    ("{name}: turn {number} {text} is not complete", N_("turn {number} is not complete")),
    (
        "{name}: turn {number} {text} comes after the end of the game",
        N_("turn {number} comes after the end of the game"),
    ),
    (
        "{name}: has {count} times, expected one for each of {turns} turns",
        N_("{name}: times and turns differ in number"),
    ),
    (
        "{name}: left and clock disagree, expected both or neither",
        N_("{name}: the clock is damaged"),
    ),
    ("{name}: result is {found}, but {rest}", N_("{name}: the result does not fit the turns")),
    (
        "{name}: result {found} by {reason} is impossible in {game}",
        N_("{name}: the result does not fit the turns"),
    ),
    (
        "{name}: {field} has {count} entries, expected {wanted}",
        N_("{name}: “{field}” has {count} entries"),
    ),
    (
        "{name}: {field} is {found}, expected {wanted}",
        N_("{name}: “{field}” cannot be {found}"),
    ),
    (
        "{name}: {field} {found} found, expected {wanted}",
        N_("{name}: “{field}” cannot be {found}"),
    ),
    ("{name}: {why}", "{name}: {why}"),
)

TABLES = (TURNS, SETUPS, BOARDS, PLAY, RECORDS)

SYSTEM = {
    errno.ENOENT: N_("it does not exist"),
    errno.EACCES: N_("there is no permission"),
    errno.EPERM: N_("there is no permission"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOTDIR: N_("a part of its path is no folder"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk can only be read"),
}


def in_words(error: Exception | str) -> str:
    """What is wrong, in the language in use; an error nobody foresaw stays as it is."""
    if isinstance(error, OSError):
        return _system(error)
    return translated(str(error)) or str(error)


def translated(message: str) -> str:
    """The sentence for a message of rules or records; "" where no pattern fits."""
    for pattern, sentence in _patterns():
        found = pattern.fullmatch(message)
        if found is None:
            continue
        values = {name: text.strip("'\"") for name, text in found.groupdict().items()}
        if "why" in values:
            values["why"] = translated(found["why"])
            if not values["why"]:
                continue
        if "reason" in values:
            values["reason"] = _reason(values["reason"])
        return _(sentence).format(**values)
    return ""


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(template), sentence) for table in TABLES for template, sentence in table]


def _pattern(template: str) -> re.Pattern[str]:
    """A template as an expression with its places as named groups."""
    parts = re.split(r"\{(\w+)\}", template)
    text = "".join(
        f"(?P<{part}>.*?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)
    )
    return re.compile(text, re.DOTALL)


def _system(error: OSError) -> str:
    known = SYSTEM.get(error.errno or 0)
    return _(known) if known else error.strerror or str(error)


def _reason(text: str) -> str:
    """What the system said, when only its English words are left."""
    known = next((words for code, words in SYSTEM.items() if os.strerror(code) == text), "")
    return _(known) if known else text
