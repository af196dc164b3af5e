"""Errors of the library, each with a code and its texts."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class DatabaseError(CodedError):
    """The database cannot be opened, read or written."""

    wordings = Wordings(__file__, "databases")


class ExportError(CodedError):
    """A game cannot be written as requested."""

    wordings = Wordings(__file__, "exports")


class ImportStoppedError(CodedError):
    """An import has reached a limit; the games imported so far stay in the library."""

    wordings = Wordings(__file__, "imports")
