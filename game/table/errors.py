"""Named errors of matches, records and lines between machines, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

# What looking into a file raises that holds something else than a record.
NOT_A_RECORD = (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError)


class MatchError(CodedError):
    """Something the match refuses, like playing on after its end."""

    wordings = Wordings(__file__, "matches")


class RecordError(CodedError):
    """A record is damaged, of another version, or holds something illegal."""

    wordings = Wordings(__file__, "records")


class TreeError(CodedError):
    """Something a tree of variations refuses, like deleting the game as it was played."""

    wordings = Wordings(__file__, "trees")


class WireError(CodedError):
    """What came over a line is no snapshot or event of a match."""

    wordings = Wordings(__file__, "wire")


class ReadingError(CodedError):
    """A text or a file is nothing that can be opened."""

    wordings = Wordings(__file__, "reading")


class ClockError(CodedError):
    """A text is no clock, or not one for these seats."""

    wordings = Wordings(__file__, "clocks")


class ProgramError(CodedError):
    """Another program that is to play is not known here, or cannot be started as it is written."""

    wordings = Wordings(__file__, "programs")
