"""A teaching game at the screen: mistakes are given back with the reason, and summed up."""

from __future__ import annotations

from collections.abc import Callable

from game.platform.i18n import _
from game.rules.base import State
from game.rules.proposals import GoBack
from game.screen.app.routes import Route, TeachingSummary
from game.screen.play.actions import PlayActions
from game.screen.play.stage import MatchStage
from game.screen.play.turn_controller import TurnConfirmation, TurnController
from game.screen.plugin.reasons import positions_of, reasons_of
from game.table.mistakes import Mistake
from game.table.teaching import GivenBack, Teacher


class TeachingGame:
    """Takes back the mistakes that `teacher` finds in the match of `stage`.

    `find_teacher` returns the teacher, or None while nothing is to be given back; the setting may
    change during the match. `called` returns the name of a seat in a position.
    """

    def __init__(
        self,
        stage: MatchStage,
        controller: TurnController,
        pending: TurnConfirmation,
        actions: PlayActions,
        find_teacher: Callable[[], Teacher | None],
        called: Callable[[int, State], str],
    ) -> None:
        self._stage, self._controller, self._pending = stage, controller, pending
        self._actions, self._find_teacher, self._called = actions, find_teacher, called
        self.teacher: Teacher | None = None
        self._found: GivenBack | None = None  # a mistake whose reason is not ready yet
        self._summed = 0  # mistakes already shown in a summary

    @property
    def waiting(self) -> bool:
        """True while the match waits for a turn to be judged."""
        judging = self.teacher is not None and self.teacher.waiting is not None
        return judging or self._found is not None

    def update(self) -> None:
        """Follow the match, and give back mistakes."""
        if self.teacher is None:
            self.teacher = self._find_teacher()
        elif not self._pending.waiting:
            self._found = self._found or self.teacher.update()
            if self._found is not None and self._can_be_told(self._found.mistake):
                given, self._found = self._found, None
                if given.mistake.played[0].first < len(self._stage.match.entries):
                    self._give_back(given)

    def _can_be_told(self, mistake: Mistake) -> bool:
        lines = positions_of(mistake.played, mistake.better)
        return reasons_of(self._stage.game, self._called).ready(lines)

    def close(self) -> None:
        """End the teacher's search."""
        if self.teacher is not None:
            self.teacher.close()

    def _give_back(self, given: GivenBack) -> None:
        """Take a mistake back and show why."""
        stage = self._stage
        stage.match.helped = True
        reasons = reasons_of(stage.game, self._called)
        reasons.point_names = stage.services.settings.coordinates
        given.reason = reasons.reason(given.mistake) or _("There was a better turn.")
        points = [p for e in given.mistake.played[0].entries if e.action for p in e.action.points]
        self._actions.propose(GoBack(given.mistake.played[0].first))
        text = _("Given back. {reason} Take this turn again.").format(reason=given.reason)
        if not points:
            stage.services.toast(text, "bad", "undo")
            return
        stage.refuse(tuple(dict.fromkeys((points[0], points[-1]))), text)
        if stage.hints.note is not None:
            stage.hints.note.stays = True

    def after_game(self, result: Route) -> Route:
        """Return the scene after the end: a summary of new mistakes, else `result`."""
        given = self.teacher.given if self.teacher is not None else []
        told, self._summed = self._summed, len(given)
        if len(given) <= told:
            return result
        return TeachingSummary(self._stage.match, given, result, self._controller.make)
