"""The pause dialog of a running game: go on, settings, rules, what the game adds, leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.i18n import _
from game.screen.app import routes
from game.screen.app.dialog import Answer, Dialog
from game.screen.app.scene import Change, Push

LEAVE = "leave"


def pause_dialog(
    game: str, extra: Callable[[], Sequence[Answer]] = tuple, leave: str | None = None
) -> Dialog:
    """The scene that pushes it gets LEAVE, or the value of one of the `extra` answers.

    `game` is the key whose rules are opened; `leave` a better word for leaving.
    """

    def settings() -> Change:
        return Push(routes.Settings())

    def rules() -> Change:
        return Push(routes.Rules(game))

    def answers() -> list[Answer]:
        return [
            Answer(_("Continue"), kind="main", icon="play"),
            *extra(),
            Answer(_("Rules"), act=rules, icon="book"),
            Answer(_("Settings"), act=settings, icon="gear"),
            Answer(leave or _("Save and leave"), LEAVE, icon="exit"),
        ]

    return Dialog(lambda: _("Pause"), answers, upright=True)
