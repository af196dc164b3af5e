"""Games left unfinished: one goes on, or goes to the kept games when another begins."""

from __future__ import annotations

from pathlib import Path

from game.platform.errors import in_words
from game.platform.i18n import _
from game.table import running_locks
from game.table.match import Match
from game.table.record import to_record
from game.table.record_files import move_to_kept, recover, running_path


def save_unfinished() -> str:
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


def resume_game(path: Path) -> tuple[Match | None, str]:
    """Return the match of an unfinished game, claimed as this program's own.

    None when it cannot be had: the message says why.
    Never raises.
    """
    said = save_unfinished() if path != running_path() else ""
    try:
        if not running_locks.claim_file(path):
            return None, _("Another window has gone on with this game.")
    except OSError as error:
        return None, _("The game could not be saved: {reason}").format(reason=in_words(error))
    match, message = recover()
    return match, message or said
