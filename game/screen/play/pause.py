"""The pause dialog of a running game: go on, settings, rules, what the game adds, leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.platform.i18n import _
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton

LEAVE = "leave"


def pause_dialog(
    game: str, extra: Callable[[], Sequence[DialogButton]] = tuple, leave: str | None = None
) -> Dialog:
    """The scene that pushes it gets LEAVE, or the value of one of the `extra` answers.

    `game` is the key whose rules are opened; `leave` a better word for leaving.
    """

    def answers() -> list[DialogButton]:
        return [
            DialogButton(_("Continue"), kind="main", icon="play"),
            *extra(),
            DialogButton(_("Rules"), icon="book", route=routes.Rules(game)),
            DialogButton(_("Phones"), icon="people", route=routes.Phones()),
            DialogButton(_("Settings"), icon="gear", route=routes.Settings()),
            DialogButton(leave or _("Save and leave"), LEAVE, icon="exit"),
        ]

    return Dialog(lambda: _("Pause"), answers, upright=True)
