"""A game left unfinished is not lost when another one begins: it goes to the kept games."""

from __future__ import annotations

from game.errors import in_words
from game.i18n import _
from game.table.library import recover, running_path, save_match


def keep_unfinished() -> str:
    """Move the running game, if there is one, to the kept games; says so, or "" without one.

    A damaged file is set aside by `recover`, as at the start of the program.  Never raises.
    """
    match, _message = recover()
    if match is None or not match.entries:
        return ""
    try:
        save_match(match, match.date or "unfinished")
        running_path().unlink(missing_ok=True)
    except OSError as error:
        return _("The game could not be saved: {reason}").format(reason=in_words(error))
    return _("The unfinished game has been put with the kept games.")
