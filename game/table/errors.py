"""Named errors of matches, records and lines between machines, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_

MATCHES = {
    "match-over": Wording("'{action}' is not possible: the match is over", N_("the game is over")),
    "ended": Wording("the match is over already", N_("the game is over")),
    "no-agreed-end": Wording(
        "the rules know no end by agreement here", N_("the rules have no agreed end here")
    ),
    "no-draw": Wording("{game} has no draws", N_("{game} has no draws")),
    "no-seat": Wording("there is no seat {seat} among {count}", N_("nobody sits there")),
    "no-offer": Wording("nothing like that is offered", N_("the offer has lapsed")),
    "not-offered": Wording("the offer is somebody else's", N_("somebody else made this offer")),
    "offer-waits": Wording("an offer waits for its answer", N_("an offer waits for its answer")),
    "asked-already": Wording(
        "this seat has made an offer since its last turn",
        N_("you have just asked: make a turn before you ask again"),
    ),
    "moved-on": Wording(
        "the match is not in the position this was chosen in", N_("the game has gone on meanwhile")
    ),
    "no-length": Wording(
        "{length} actions cannot be left of {count}", N_("there is nothing to take back")
    ),
    "no-redo": Wording(
        "{count} actions cannot be played again, {known} were taken back",
        N_("there is nothing to play again"),
    ),
    "time-left": Wording("no running time is up", N_("there is time left")),
}

RECORDS = {
    "record-input": Wording("{why}; expected a game record in JSON", "{why}"),
    "record-unread": Wording(
        "{name}: cannot be read ({reason.strerror})", N_("{name} cannot be read ({reason})")
    ),
    "record-unforeseen": Wording("{name}: {why}", N_("{name} is not a game record")),
    "no-record": Wording(
        "{name}: is no game record, expected a JSON object with format {format!r}",
        N_("{name} is not a game record"),
    ),
    "version": Wording(
        "{name}: has version {found!r}, expected {known}",
        N_("{name} has version {found}; this program reads version {known}"),
    ),
    "newer": Wording(
        "{name}: has version {found}, of a newer program; this one reads up to {known}",
        N_("a newer version of the program wrote {name}"),
    ),
    "rules": Wording("{name}: {why}", "{name}: {why}"),
    "no-board": Wording(
        "{name}: names the board {board!r} but does not carry it in boards",
        N_("{name} lacks the board {board}"),
    ),
    "field": Wording(
        "{name}: {field} is {found}, expected {wanted}", N_("{name}: “{field}” cannot be {found}")
    ),
    "entries": Wording(
        "{name}: {field} has {count} entries, expected {wanted}",
        N_("{name}: “{field}” has {count} entries"),
    ),
    "turn": Wording("{name}: turn {number} {text!r}: {why}", N_("turn {number}, {text}: {why}")),
    "turn-text": Wording(
        "{name}: turn {number} is {found}, expected a text", N_("turn {number} cannot be read")
    ),
    "turn-open": Wording(
        "{name}: turn {number} {text!r} is not complete", N_("turn {number} is not complete")
    ),
    "turn-late": Wording(
        "{name}: turn {number} {text!r} comes after the end of the game",
        N_("turn {number} comes after the end of the game"),
    ),
    "variation": Wording(
        "{name}: variation {number} {text!r} after {after}: {why}",
        N_("variation {number}, {text}: {why}"),
    ),
    "note": Wording("{name}: note {number}: {why}", N_("note {number} cannot be read")),
    "opinion": Wording(
        "{name}: review of turn {number}: {why}", N_("the review of turn {number} cannot be read")
    ),
    "times": Wording(
        "{name}: has {count} times, expected one for each of {turns} turns",
        N_("{name}: times and turns differ in number"),
    ),
    "clock": Wording(
        "{name}: left and clock disagree, expected both or neither",
        N_("{name}: the clock is damaged"),
    ),
    "result": Wording(
        "{name}: result is {found}, but the turns played give {wanted}",
        N_("{name}: the result does not fit the turns"),
    ),
    "no-result": Wording(
        "{name}: result is {found}, but the game is not over after its turns",
        N_("{name}: the result does not fit the turns"),
    ),
    "impossible": Wording(
        "{name}: result {found} by {reason} is impossible in {game}",
        N_("{name}: the result does not fit the turns"),
    ),
}

TREES = {
    "no-node": Wording("the tree has no node {number}", N_("this line is gone")),
    "open-turn": Wording("the turn {text!r} is not complete", N_("the turn is not complete")),
    "long-turn": Wording("{text!r} is more than one turn", N_("this is more than one turn")),
    "main-line": Wording(
        "the game as it was played is no variation", N_("this is the game as it was played")
    ),
    "first-line": Wording(
        "nothing comes before the game as it was played",
        N_("it comes right after the game as it was played"),
    ),
    "no-edit": Wording("no edit is left to undo or redo", N_("there is nothing to undo")),
    "played": Wording(
        "the game as it was played cannot be deleted",
        N_("the game as it was played stays; only variations can go"),
    ),
}

WIRE = {
    "snapshot": Wording(
        "{found}: no snapshot of a match of version 2", N_("the other side cannot be understood")
    ),
    "event": Wording(
        "{found}: no event of a match of version 2", N_("the other side cannot be understood")
    ),
}


READING = {
    "no-text": Wording("nothing found, expected a text", N_("the clipboard holds no text")),
    "unknown-text": Wording(
        "{text!r} is no game, setup or position",
        N_("“{text}” is neither a game nor a setup nor a position"),
    ),
    "unknown-file": Wording(
        "{name}: is no game, setup, position or board",
        N_("{name} is neither a game nor a setup, a position or a board"),
    ),
    "input": Wording("{why}", "{why}"),
    "unread-file": Wording(
        "{name}: cannot be read ({reason.strerror})", N_("{name} cannot be read ({reason})")
    ),
}


CLOCKS = {
    "clock-form": Wording(
        "{text!r} is no clock, expected one like 10, 10+5, 10 delay 3, 10 byo 3x30, turn 30 "
        "or none",
        N_("“{text}” is no clock"),
    ),
    "clock-bounds": Wording(
        "clock {text!r}: {found} is out of bounds, expected more than 0, at most "
        "{minutes:g} minutes, {seconds:g} seconds and {periods} periods",
        N_("the clock “{text}” is out of bounds"),
    ),
    "clock-seats": Wording(
        "clock {text!r} is for {count} seats, expected one for all, for each side or each of "
        "{seats} seats",
        N_("the clock “{text}” does not fit the seats"),
    ),
}


class MatchError(CodedError):
    """Something the match refuses, like playing on after its end."""

    wordings = MATCHES


class RecordError(CodedError):
    """A record is damaged, of another version, or holds something illegal."""

    wordings = RECORDS


class TreeError(CodedError):
    """Something a tree of variations refuses, like deleting the game as it was played."""

    wordings = TREES


class WireError(CodedError):
    """What came over a line is no snapshot or event of a match."""

    wordings = WIRE


class ReadingError(CodedError):
    """A text or a file is nothing that can be opened."""

    wordings = READING


class ClockError(CodedError):
    """A text is no clock, or not one for these seats."""

    wordings = CLOCKS
