"""A game left unfinished is not lost when another one begins: it goes to the kept games."""

from __future__ import annotations

from game.errors import in_words
from game.i18n import _
from game.table.library import move_to_kept, recover, running_path
from game.table.record import to_record


def keep_unfinished() -> str:
    """Move the running game, if there is one, to the kept games; says so, or "" without one.

    A damaged file is set aside by `recover`, as at the start of the program.  Never raises.
    """
    match, _message = recover()
    if match is None or not match.entries:
        return ""
    try:
        move_to_kept(running_path(), to_record(match))
    except OSError as error:
        return _("The game could not be saved: {reason}").format(reason=in_words(error))
    return _("The unfinished game is now among the saved games.")
