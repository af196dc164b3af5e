"""Named errors of matches, records and lines between machines, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

MATCHES = Wordings(__file__, "matches")
RECORDS = Wordings(__file__, "records")
TREES = Wordings(__file__, "trees")
WIRE = Wordings(__file__, "wire")
READING = Wordings(__file__, "reading")
CLOCKS = Wordings(__file__, "clocks")


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
