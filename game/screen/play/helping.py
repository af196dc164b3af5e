"""The engine's help at the play scene: asked for by a person, shown when it has come."""

from __future__ import annotations

from game.i18n import _
from game.screen.play.at_play import AtPlay
from game.screen.play.evaluation import Curve

EVALUATION = "evaluation"  # a question that is switched on and off


class Helping:
    """Between a person who asks, the assistant and what shows its answers."""

    def __init__(self, at: AtPlay, curve: Curve) -> None:
        self._at, self._curve = at, curve

    def ask(self, question: str) -> None:
        """Ask "hint", "line" or "threats"; show or hide the "evaluation"."""
        at = self._at
        if question == EVALUATION:
            at.assistant.toggle_evaluation()
            at.resize()  # the curve comes or goes
        elif at.conductor.person_to_move and not at.assistant.ask(question):
            at.desk.toast(_("Nothing can threaten in the middle of a turn."))
        at.refresh()

    def update(self) -> None:
        """The engine may have answered: light it, show it, or say why not."""
        at, assistant = self._at, self._at.assistant
        if not assistant.update():
            return
        if assistant.line:
            line, assistant.line = assistant.line, ()
            at.playback.try_out(line)
        if assistant.failed:
            text = _("The engine cannot help: {why}").format(why=assistant.failed)
            at.desk.toast(text, "bad", "warning")
            assistant.failed = ""
        self._curve.follow()
        at.follow()
        at.redo_buttons()
