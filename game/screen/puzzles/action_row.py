"""The row of actions of a puzzle: as in play while one tries, then what comes next."""

from __future__ import annotations

from typing import Protocol

from game.platform.i18n import _
from game.screen.app.scene import Change
from game.screen.play.actions import ActionRow
from game.screen.play.at_play import AtPlay
from game.screen.puzzles.attempt import JUDGING, SOLVED, PuzzleAttempt


class AtPuzzle(AtPlay, Protocol):
    """The puzzle's scene, as its row of actions knows it."""

    attempt: PuzzleAttempt

    @property
    def onward(self) -> str: ...

    def go_on(self) -> Change: ...
    def again(self) -> Change: ...
    def show_solution(self) -> Change: ...


class PuzzleRow(ActionRow):
    """Its main button goes on to the next puzzle, or begins this one again."""

    def __init__(self, at: AtPuzzle) -> None:
        super().__init__(at)
        self._scene = at

    def update(self) -> None:
        super().update()
        attempt = self._scene.attempt
        if self._at.playback.browser.active:
            return
        if attempt.over:
            solved = attempt.status == SOLVED
            self.main.label = self._scene.onward if solved else _("Try again")
            self.main.icon = "right" if solved else "undo"
            self.main.enabled = True
            self._set_cap("accept")
            self._set_back(_("Take back"), "undo")
            self.back.enabled = not solved
            self.help.icon, self.help.tip, self.help.enabled = "eye", _("Show the solution"), True
        elif attempt.status == JUDGING:
            self.main.label, self.main.icon, self.main.enabled = _("Let me see …"), "", False
            self.back.enabled = self.help.enabled = False
        else:
            self.help.tip = _("Hint")
            self.back.enabled = bool(self._at.match.entries)

    def _main(self) -> Change | None:
        attempt = self._scene.attempt
        if attempt.over and not self._at.playback.browser.active:
            return self._scene.go_on() if attempt.status == SOLVED else self._scene.again()
        return super()._main()

    def _help(self) -> Change:
        if self._scene.attempt.over and not self._at.playback.browser.active:
            return self._scene.show_solution()
        return super()._help()
