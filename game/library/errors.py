"""Named errors of the library, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

DATABASES = Wordings(__file__, "databases")
EXPORTS = Wordings(__file__, "exports")


class DatabaseError(CodedError):
    """The database cannot be opened, read or written."""

    wordings = DATABASES


class ExportError(CodedError):
    """A game cannot be written as wished."""

    wordings = EXPORTS
