"""The engine's help at the play scene: asked for by a person, shown when it has come."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.play.advice import Advice, of_turn
from game.screen.play.assistant import (
    HINT,
    LINE,
    THREATS,
    AssistantAnswer,
)
from game.screen.play.at_play import AtPlay
from game.screen.play.evaluation import EvaluationCurve

EVALUATION = "evaluation"  # a question that is switched on and off
ASKED = {
    HINT: N_("Looking for a hint …"),
    LINE: N_("Looking for the best turn …"),
    THREATS: N_("Looking for threats …"),
}


class HelpDialogs:
    """Between a person who asks, the assistant and what shows its answers."""

    def __init__(self, at: AtPlay, curve: EvaluationCurve) -> None:
        self._at, self._curve = at, curve
        self.advice = Advice()
        self._shown: AssistantAnswer | None = None
        self._asking = ""  # what is being thought about, in words

    def ask(self, question: str) -> None:
        """Ask "hint", "line" or "threats"; show or hide the "evaluation"."""
        at = self._at
        if question == EVALUATION:
            at.assistant.toggle_evaluation()
            at.resize()  # the curve comes or goes
        elif at.conductor.person_to_move and not at.assistant.ask(question):
            at.desk.toast(_("There are no threats in the middle of a turn."))
        elif at.assistant.asking:
            self._asking = _(ASKED[question])
        at.refresh()

    @property
    def thinking(self) -> str:
        """What the engine is thinking about for the person; "" when it is not."""
        return self._asking if self._at.assistant.asking else ""

    def look(self) -> Advice:
        """What is shown of the answer, in words and arrows."""
        answer = self._at.assistant.answer
        if answer is not self._shown:
            self._shown = answer
            self.advice = Advice() if answer is None else self._of(answer)
        return self.advice

    def _of(self, answer: AssistantAnswer) -> Advice:
        at, who = self._at, ""
        if answer.question == THREATS:
            seat = at.match.game.to_move(answer.state)
            who = at.match.spec.seats[seat].name or at.panel.seat_name(seat)
        return of_turn(at.match.game, answer.state, answer.actions, who)

    def update(self) -> None:
        """The engine may have answered: light it, show it, or say why not."""
        at, assistant = self._at, self._at.assistant
        if not assistant.update():
            return
        new = assistant.answer is not self._shown
        advice = self.look()
        if new and advice.text and advice.at is not None:
            at.refuser.tell(advice.text, advice.at, advice.points[0])
        elif new and advice.text:
            at.desk.toast(advice.text, "info", "bulb")
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
