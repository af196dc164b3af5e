"""Display of the engine's help in a match: requests, text at the board, tried moves, replay."""

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

HINT_AFTER_S = 6.0  # seconds of hesitation before a hint comes, in a match with hints
REPLAY = "replay"  # answered from the record, without the engine
EVALUATION = "evaluation"  # switched on and off


class AdviceDisplay:
    """Shows the advice of `assistant` in the match of `stage`.

    With `by_itself` a hint is requested when the person hesitates.
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
        self._said: AssistantAnswer | None = None  # the answer that was shown last
        # A replayed turn that is not explained yet, and the number of entries at its replay.
        self._replayed: tuple[Turn, int] | None = None
        self._by_itself, self._hesitated = by_itself, 0.0
        # Number of entries of the match when the last hint came because of hesitation.
        self._hinted = -1

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, question: str) -> None:
        """Ask for a "hint", the best "line" or "threats"; "evaluation" is switched on or off."""
        if question == REPLAY:
            self.replay()
            return
        if question == EVALUATION:
            self._assistant.toggle_evaluation()
            self._actions.resize()  # because the curve appears or disappears
        elif self._controller.person_to_move and not self._assistant.ask(question):
            self._stage.services.toast(_("There are no threats in the middle of a turn."))
        self._actions.refresh()

    def hesitates(self, dt: float, held: bool) -> bool:
        """Return whether a hint is due after seconds of hesitation, at most once per action."""
        stage = self._stage
        length = len(stage.match.entries)
        waits = self._by_itself and stage.hand.enabled and not held and self._hinted != length
        self._hesitated = self._hesitated + dt if waits else 0.0
        if self._hesitated < HINT_AFTER_S:
            return False
        self._hinted = length
        return True

    def replay(self) -> None:
        """Show the last turn again, slowly, and show what it changed."""
        stage = self._stage
        turn = stage.playback.replay()
        if turn is None:
            return
        self._replayed = turn, len(stage.match.entries)
        self._tell_replayed()
        stage.services.invalidate()

    def _tell_replayed(self) -> None:
        """Show what the replayed turn changed, when its reasons are ready."""
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
        """Return the name of a seat in a position, because roles may change during a game."""
        return commentary_of(self._stage.game).side_name(seat, state)

    # -- answers -----------------------------------------------------------------------------------

    def update(self) -> None:
        """Show what the engine has answered, or why it failed."""
        stage, assistant = self._stage, self._assistant
        self._tell_replayed()
        news = assistant.update()
        new = assistant.answer is not self._said
        self._said = assistant.answer
        if new:
            self._show(True)
        elif stage.hints.note is None and stage.playback.at_rest:
            # Until now, a refusal was shown in place of the advice.
            self._show(False)
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
        """The engine's answer as text and arrows."""
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
        """Show the text of the advice, or clear an old one; a new turn of a hint is tried out."""
        stage, advice, answer = self._stage, self.shown, self._assistant.answer
        if not advice.text or answer is None:
            note = stage.hints.note
            if note is not None and note.stays and not note.bad:
                stage.hints.clear()  # its advice is no longer shown
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
        """True while the hint that is shown has a further step."""
        answer = self._assistant.answer
        if answer is None or answer.question != HINT or not answer.actions:
            return False
        return answer.step != steps_of(answer)[-1]

    def _next_step(self, answer: AssistantAnswer) -> str:
        """Return the text that offers the next step of a hint, with its key."""
        words = _("Why?") if answer.step == TURN else _("More")
        key = key_label(self._stage.services.bindings.first("hint"))
        return words + (f" ({key})" if key else "")
