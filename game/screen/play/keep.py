"""A finished match goes to the user's games, written off the frame loop."""

from __future__ import annotations

import threading

from game.errors import in_words
from game.i18n import _
from game.screen.app.scene import Desk
from game.table.library import save_match
from game.table.match import Match


def keep(match: Match, desk: Desk) -> None:
    """Write the record; a failure is said by a toast."""

    def write() -> None:
        try:
            save_match(match, match.date)
        except OSError as error:
            text = _("The game could not be saved: {reason}").format(reason=in_words(error))
            desk.post(lambda: desk.toast(text, "bad"))

    threading.Thread(target=write, name="keep record", daemon=True).start()
