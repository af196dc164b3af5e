"""The engine's help in a match: asked for, said beside the board, walked, shown again."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.base import State
from game.screen.play.actions import PlayActions
from game.screen.play.advice import (
    HINT,
    THREATS,
    TURN,
    WHY,
    Advice,
    AssistantAnswer,
    of_hint,
    of_turn,
    steps_of,
    with_reply,
)
from game.screen.play.assistant import Assistant
from game.screen.play.evaluation import EvaluationCurve
from game.screen.play.playback import TRIED_LINE_SHOWN_S
from game.screen.play.stage import MatchStage
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import positions_of, reasons_of
from game.screen.ui.bindings import key_label
from game.table.history import Turn

HINT_AFTER_S = 6.0  # of hesitation, in a game with hints
REPLAY = "replay"  # asked of the record, not of the engine
EVALUATION = "evaluation"  # a question that is switched on and off


class AdviceDisplay:
    """What `assistant` advises in the match of `stage`.

    With `by_itself` a hint is asked for when the person hesitates.
    """

    def __init__(
        self,
        stage: MatchStage,
        controller: TurnController,
        assistant: Assistant,
        curve: EvaluationCurve,
        actions: PlayActions,
        by_itself: bool = False,
    ) -> None:
        self._stage, self._controller, self._actions = stage, controller, actions
        self._assistant, self._curve = assistant, curve
        self._worded: tuple[AssistantAnswer | None, Advice] = (None, Advice())
        self._said: AssistantAnswer | None = None  # the answer that was said last
        # A turn of which nothing is said yet, and the entries of the match then.
        self._replayed: tuple[Turn, int] | None = None
        self._by_itself, self._hesitated = by_itself, 0.0
        self._hinted = -1  # entries of the match when a hint was last asked for by itself

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, question: str) -> None:
        """Ask for a "hint", the best "line" or "threats"; show or hide the "evaluation"."""
        if question == REPLAY:
            self.replay()
            return
        if question == EVALUATION:
            self._assistant.toggle_evaluation()
            self._actions.resize()  # the curve comes or goes
        elif self._controller.person_to_move and not self._assistant.ask(question):
            self._stage.services.toast(_("There are no threats in the middle of a turn."))
        self._actions.refresh()

    def hesitates(self, dt: float, held: bool) -> bool:
        """Return whether a hint is due by itself: once an action, after some seconds."""
        stage = self._stage
        length = len(stage.match.entries)
        waits = self._by_itself and stage.hand.enabled and not held and self._hinted != length
        self._hesitated = self._hesitated + dt if waits else 0.0
        if self._hesitated < HINT_AFTER_S:
            return False
        self._hinted = length
        return True

    def replay(self) -> None:
        """Show the last turn again, slowly, and say what it has changed."""
        stage = self._stage
        turn = stage.playback.replay()
        if turn is None:
            return
        self._replayed = turn, len(stage.match.entries)
        self._tell_replayed()
        stage.services.invalidate()

    def _tell_replayed(self) -> None:
        """Say what the turn that is shown again has changed, once that can be said at once."""
        stage = self._stage
        if self._replayed is None:
            return
        turn, entries = self._replayed
        if entries != len(stage.match.entries):
            self._replayed = None
            return
        reasons = reasons_of(stage.game, self.called)
        if not reasons.ready(positions_of((turn,))):
            return
        self._replayed = None
        words = reasons.replayed(turn)
        places = [e.action.points for e in turn.entries if e.action is not None]
        points = [point for place in places for point in place]
        if words and points:
            ways = [(place[0], place[-1]) for place in places if place]
            stage.hints.advise(stage.view, words, points[-1], (points, ways), "")
            stage.services.invalidate()

    def called(self, seat: int, state: State) -> str:
        """Return what a seat is called in a position: roles may change during a game."""
        return commentary_of(self._stage.game).side_name(seat, state)

    # -- answers -----------------------------------------------------------------------------------

    def update(self) -> None:
        """Show what the engine has answered, or say why it could not."""
        stage, assistant = self._stage, self._assistant
        self._tell_replayed()
        news = assistant.update()
        new = assistant.answer is not self._said
        self._said = assistant.answer
        if new:
            self._show(True)
        elif stage.hints.note is None and stage.playback.at_rest:
            self._show(False)  # a refusal stood in its place
        if not news and not new:
            return
        if assistant.line:
            line, assistant.line = assistant.line, ()
            stage.playback.try_out(line)
        if assistant.failed:
            text = _("The engine cannot help: {why}").format(why=_(assistant.failed))
            stage.services.toast(text, "bad", "warning")
            assistant.failed = ""
        self._curve.follow()
        self._actions.follow()
        self._actions.label_buttons()
        stage.services.invalidate()

    @property
    def shown(self) -> Advice:
        """What is shown of the engine's answer, in words and arrows."""
        stage, answer = self._stage, self._assistant.answer
        if answer is not self._worded[0]:
            advice, names = Advice(), stage.services.settings.coordinates
            if answer is not None and answer.question == HINT and answer.actions:
                advice = of_hint(stage.game, answer, names)
            elif answer is not None:
                mover = stage.panel.name_of(stage.game.to_move(answer.state))
                who = mover if answer.question == THREATS else ""
                advice = of_turn(stage.game, answer.state, answer.actions, who, names)
            self._worded = answer, advice
        return self._worded[1]

    def _show(self, new: bool) -> None:
        """Say what is advised for as long as it is shown; a new step of a turn is walked."""
        stage, advice, answer = self._stage, self.shown, self._assistant.answer
        if not advice.text or answer is None:
            note = stage.hints.note
            if note is not None and note.stays and not note.bad:
                stage.hints.clear()  # what it said is shown no more
            return
        if advice.at is not None:
            offer = self._next_step(answer) if self.goes_on else ""
            ways = [(arrow.source, arrow.target) for arrow in advice.arrows]
            stage.hints.advise(stage.view, advice.text, advice.at, (advice.points, ways), offer)
            stage.services.invalidate()
        elif new:
            stage.services.toast(advice.text, "info", "bulb")
        if new and answer.question == HINT and answer.step == TURN:
            stage.playback.try_out(answer.actions)
        elif new and answer.question == HINT and answer.step == WHY:
            stage.playback.try_out(with_reply(answer), TRIED_LINE_SHOWN_S)

    @property
    def goes_on(self) -> bool:
        """True while a hint is on show that has a further step."""
        answer = self._assistant.answer
        if answer is None or answer.question != HINT or not answer.actions:
            return False
        return answer.step != steps_of(answer)[-1]

    def _next_step(self, answer: AssistantAnswer) -> str:
        """Return the line that offers the next step of a hint, with its key."""
        words = _("Why?") if answer.step == TURN else _("More")
        key = key_label(self._stage.services.bindings.first("hint"))
        return words + (f" ({key})" if key else "")
