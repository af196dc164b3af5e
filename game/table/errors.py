"""Named errors of matches, records and lines between machines, with the wording of each code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

# Errors that reading a file as a record raises if it contains something else.
NOT_A_RECORD = (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError)


class MatchError(CodedError):
    """The match refuses something, such as a move after its end."""

    wordings = Wordings(__file__, "matches")


class RecordError(CodedError):
    """A record is damaged, of another version, or holds something illegal."""

    wordings = Wordings(__file__, "records")


class TreeError(CodedError):
    """A tree of variations refuses something, such as deleting a turn of the played game."""

    wordings = Wordings(__file__, "trees")


class WireError(CodedError):
    """Data from a line is not a snapshot or event of a match."""

    wordings = Wordings(__file__, "wire")


class ReadingError(CodedError):
    """A text or a file is nothing that the program can open."""

    wordings = Wordings(__file__, "reading")


class ClockError(CodedError):
    """A text is not a clock, or not one for these seats."""

    wordings = Wordings(__file__, "clocks")


class ProgramError(CodedError):
    """Another program that is to play is unknown here, or cannot be started as configured."""

    wordings = Wordings(__file__, "programs")
