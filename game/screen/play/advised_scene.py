"""Base of the play scene: advice, reasons and films on the board, as a person sees them."""

from __future__ import annotations

from abc import abstractmethod

from game.platform.i18n import _
from game.rules.base import Action, State
from game.rules.proposals import GoBack, Proposal
from game.screen.app.routes import Route, TeachingSummary
from game.screen.app.scene import STAY, Change
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
from game.screen.play.match_scene import MatchScene
from game.screen.play.playback import TRIED_LINE_SHOWN_S
from game.screen.play.turn_controller import TurnConfirmation, TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import reasons_of
from game.screen.plugin.refusals import instead
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.rulebook import Refusal
from game.screen.ui.bindings import key_label
from game.table.teaching import GivenBack, Teacher, teachable

MOST_ALLOWED = 8  # points lit as allowed instead of what was refused


class AdvisedScene(MatchScene):
    """Shows `match`, with what `assistant` advises and why a move was refused."""

    assistant: Assistant
    controller: TurnController
    pending: TurnConfirmation
    teaches = False  # whether this scene gives mistakes back where that is wanted
    teacher: Teacher | None = None
    _summed = 0  # mistakes that a summary has told of
    _advised: tuple[AssistantAnswer | None, Advice]
    _tense: tuple[State | None, float] = (None, 0.0)  # a position and its tension

    # -- a teaching game -------------------------------------------------------------------------

    def new_teacher(self) -> Teacher | None:
        """Return who gives mistakes back in this match, None where nothing is given back."""
        now = self.services.settings
        if not (self.teaches and now.teaching and teachable(self.match)):
            return None
        return Teacher(self.match, self.controller.make, now.teaching, now.teaching_most)

    @property
    def being_read(self) -> bool:
        """True while the match waits: for somebody who reads, or for a turn to be judged."""
        return self.teacher is not None and self.teacher.waiting is not None

    def update(self, dt: float) -> Change | None:
        change = super().update(dt)
        if self.teacher is None:
            self.teacher = self.new_teacher()
        elif not self.pending.waiting:
            given = self.teacher.update()
            if given is not None:
                self._give_back(given)
        return change

    def leave(self) -> None:
        if self.teacher is not None:
            self.teacher.close()
        super().leave()

    def _give_back(self, given: GivenBack) -> None:
        """Take a mistake back and say why."""
        self.match.helped = True
        reasons = reasons_of(self.game, self._called)
        reasons.point_names = self.services.settings.coordinates
        given.reason = reasons.reason(given.mistake) or _("There was a better turn.")
        points = [p for e in given.mistake.played[0].entries if e.action for p in e.action.points]
        self.propose(GoBack(given.mistake.played[0].first))
        text = _("Given back. {reason} Take this turn again.").format(reason=given.reason)
        if not points:
            self.services.toast(text, "bad", "undo")
            return
        self.refuse(tuple(dict.fromkeys((points[0], points[-1]))), text)
        if self.hints.note is not None:
            self.hints.note.stays = True

    def after_game(self, result: Route) -> Route:
        """Return what follows the end: the summary of a teaching game, once, before the result."""
        given = self.teacher.given if self.teacher is not None else []
        told, self._summed = self._summed, len(given)
        if len(given) <= told:
            return result
        return TeachingSummary(self.match, given, result, self.controller.make)

    @abstractmethod
    def propose(self, what: Action | Proposal | None) -> Change:
        """Propose something of a person at the screen to the match."""

    @property
    def tension(self) -> float:
        if self.match.over or self.browser.active:
            return 0.0
        state = self.playback.state
        if state is not self._tense[0]:
            self._tense = state, screen_plugin_of(self.game.key).tension(self.game, state)
        return self._tense[1]

    @property
    def holds_breath(self) -> bool:
        return self.playback.deciding and not self.services.settings.calm

    @abstractmethod
    def choices(self) -> list[Action]:
        """Return what a person at the screen may do now."""

    @property
    def explains_refusals(self) -> bool:
        """Whether it is offered to show why a move is refused."""
        return True

    def why_refused(self, refused: Refusal) -> str:
        """Return the sentence of a refusal; boards with cells have their names on the frame."""
        names = self.services.settings.coordinates or self.view.look.cell != "point"
        return refused.said(names)

    def show_why(self) -> Change:
        """Light what the refusal is about, and show on the board what is allowed instead."""
        refused, points = self.hints.refused, self.hints.points
        allowed = instead(self.game, points, self.choices())
        if refused is None or not allowed:
            return STAY
        shown = [allowed[0]]
        if shown[0].kind == "slide":  # it is none without its jump
            shown += self.game.legal(self.game.advance(self.match.state, shown[0]))[:1]
        same = [action for action in allowed if action.source == allowed[0].source]
        lit = dict.fromkeys(action.points[-1] for action in same[:MOST_ALLOWED])
        words = _("{why} What is lit is allowed.").format(why=self.why_refused(refused))
        self.hints.explain(self.view, words, list(lit))
        self.playback.try_out(shown)
        self.choice_changed()
        return STAY

    def replay(self) -> None:
        """Show the last turn again, slowly, and say what it has changed."""
        turn = self.playback.replay()
        if turn is None:
            return
        words = reasons_of(self.game, self._called).replayed(turn)
        places = [e.action.points for e in turn.entries if e.action is not None]
        points = [point for place in places for point in place]
        if words and points:
            ways = [(place[0], place[-1]) for place in places if place]
            self.hints.advise(self.view, words, points[-1], (points, ways), "")
        self.services.invalidate()

    def _called(self, seat: int, state: State) -> str:
        """Return what a seat is called in a position: roles may change during a game."""
        return commentary_of(self.game).side_name(seat, state)

    @property
    def advice(self) -> Advice:
        """What is shown of the engine's answer, in words and arrows."""
        answer = self.assistant.answer
        if answer is not self._advised[0]:
            advice, names = Advice(), self.services.settings.coordinates
            if answer is not None and answer.question == HINT and answer.actions:
                advice = of_hint(self.game, answer, names)
            elif answer is not None:
                mover = self.panel.name_of(self.game.to_move(answer.state))
                who = mover if answer.question == THREATS else ""
                advice = of_turn(self.game, answer.state, answer.actions, who, names)
            self._advised = answer, advice
        return self._advised[1]

    def show_advice(self, new: bool) -> None:
        """Say what is advised for as long as it is shown; a new step of a turn is walked."""
        advice, answer = self.advice, self.assistant.answer
        if not advice.text or answer is None:
            note = self.hints.note
            if note is not None and note.stays and not note.bad:
                self.hints.clear()  # what it said is shown no more
            return
        if advice.at is not None:
            offer = self._next_step() if self.hint_goes_on else ""
            ways = [(arrow.source, arrow.target) for arrow in advice.arrows]
            self.hints.advise(self.view, advice.text, advice.at, (advice.points, ways), offer)
            self.services.invalidate()
        elif new:
            self.services.toast(advice.text, "info", "bulb")
        if new and answer.question == HINT and answer.step == TURN:
            self.playback.try_out(answer.actions)
        elif new and answer.question == HINT and answer.step == WHY:
            self.playback.try_out(with_reply(answer), TRIED_LINE_SHOWN_S)

    @property
    def hint_goes_on(self) -> bool:
        """True while a hint is on show that has a further step."""
        answer = self.assistant.answer
        if answer is None or answer.question != HINT or not answer.actions:
            return False
        return answer.step != steps_of(answer)[-1]

    def _next_step(self) -> str:
        """Return the line that offers the next step of a hint, with its key."""
        answer = self.assistant.answer
        assert answer is not None
        words = _("Why?") if answer.step == TURN else _("More")
        key = key_label(self.services.bindings.first("hint"))
        return words + (f" ({key})" if key else "")
