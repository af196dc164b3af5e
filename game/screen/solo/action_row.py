"""The row of actions of a game played alone: as in play, with "begin again" for the lamp."""

from __future__ import annotations

from typing import Protocol

from game.platform.i18n import _
from game.screen.app.scene import Change
from game.screen.play.actions import ActionRow
from game.screen.play.at_play import AtPlay


class AtSolo(AtPlay, Protocol):
    """The scene, as its row of actions knows it."""

    def again(self) -> Change: ...
    def go_on(self) -> Change: ...


class SoloRow(ActionRow):
    """Its main button goes on to another deal once the game is over."""

    def __init__(self, at: AtSolo) -> None:
        super().__init__(at)
        self._scene = at

    def update(self) -> None:
        super().update()
        if self._at.playback.browser.active:
            return
        self.help.icon, self.help.tip = "again", _("The same again")
        self.help.enabled = bool(self._at.match.entries)
        if self._at.playback.shown.over:
            self._set_cap("accept")

    def _main(self) -> Change | None:
        browsing = self._at.playback.browser.active
        if self._at.match.over and not browsing and not self._at.confirming.waiting:
            return self._scene.go_on()
        return super()._main()

    def _help(self) -> Change:
        if self._at.playback.browser.active:
            return super()._help()
        return self._scene.again()
