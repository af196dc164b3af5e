"""Named errors of the library, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class DatabaseError(CodedError):
    """The database cannot be opened, read or written."""

    wordings = Wordings(__file__, "databases")


class ExportError(CodedError):
    """A game cannot be written as wished."""

    wordings = Wordings(__file__, "exports")


class ImportStoppedError(CodedError):
    """An import has taken as much as one may; what is in the library by then stays."""

    wordings = Wordings(__file__, "imports")
