"""Named errors of the library, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_

DATABASES = {
    "newer": Wording(
        "{file}: version {found}, this program knows up to {known}; nothing was changed",
        N_("The library was made by a newer version of the program. It stays as it is."),
    ),
    "damaged": Wording("{file}: damaged ({why})", N_("The library is damaged: {why}")),
    "full": Wording("{file}: the disk is full ({why})", N_("The disk is full.")),
    "locked": Wording(
        "{file}: another program has held it for too long ({why})",
        N_("Another program is using the library. Try again."),
    ),
    "closed": Wording(
        "{file}: cannot be opened or written ({why})",
        N_("The library cannot be written in {file}."),
    ),
}


class DatabaseError(CodedError):
    """The database cannot be opened, read or written."""

    wordings = DATABASES


EXPORTS = {
    "no-turn": Wording(
        "turn {turn} found, expected 1 to {count}", N_("The game has no turn {turn}.")
    ),
    "no-game": Wording(
        "{game}: the library has no such game; list prints the numbers",
        N_("This game is no longer in the library."),
    ),
    "no-art": Wording(
        "pictures cannot be drawn here: {why}", N_("Pictures cannot be drawn here: {why}")
    ),
}


class ExportError(CodedError):
    """A game cannot be written as wished."""

    wordings = EXPORTS
