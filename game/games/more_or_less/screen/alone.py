"""The panel of More or Less played alone: what would win for two ends the game for one."""

from __future__ import annotations

from game.games.more_or_less.rules import LESS, MORE
from game.games.more_or_less.screen.panel import MoreOrLessPanel
from game.platform.i18n import _


class MoreOrLessAlonePanel(MoreOrLessPanel):
    def _words(self) -> str:
        if any(action.kind == "stop" for action in self.hand.legal):
            return self._stopping()
        return _("{n} green ends it,\n{m} green too").format(n=MORE, m=LESS)

    def _stopping(self) -> str:
        stop = next(action for action in self.hand.legal if action.kind == "stop")
        after = self.hand.preview(stop).state
        if self.game.over(after):
            return _("Stopping now ends the game")
        tally = self.game.tally(after)
        return _("Stopping now: {score}").format(score=f"{tally['black']}–{tally['green']}")


ALONE = MoreOrLessAlonePanel
