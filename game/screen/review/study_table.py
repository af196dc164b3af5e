"""A study as a sensor board sees it: a match whose turns are tried, not played.  No pygame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules.base import Action, State
from game.rules.errors import RulesError
from game.rules.proposals import Accepted, Amend, Answer, Proposal, Refused
from game.table.errors import MatchError
from game.table.history import Turn
from game.table.study import Study


class StudyTable:
    """What hands make on the board is explored from the position looked at.

    `before` is called before the study goes anywhere, `after` when it is there.
    """

    def __init__(
        self, study: Study, before: Callable[[], object], after: Callable[[], object]
    ) -> None:
        self.game = study.game
        self._study, self._before, self._after = study, before, after

    @property
    def state(self) -> State:
        return self._study.state

    @property
    def over(self) -> bool:
        return self.game.over(self.state)

    @property
    def turns(self) -> Sequence[Turn]:
        return self._study.turns

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        """Go where the board is.  Refused for a position that is not on the way here."""
        if not isinstance(proposal, Amend):
            return Refused(MatchError("moved-on"))
        study = self._study
        place = study.at, study.begun
        self._before()
        try:
            self._go_back_to(proposal.start, proposal.earlier)
            for action in proposal.actions:
                study.explore(action)
        except (RulesError, MatchError) as error:
            study.at, study.begun = place
            return Refused(error)
        finally:
            self._after()
        return Accepted(len(_actions(study.turns)), len(proposal.actions))

    def _go_back_to(self, start: State, earlier: bool) -> None:
        """To the start of the turn in progress, or of an `earlier` one.

        Raises MatchError if it was somewhere else.
        """
        study = self._study
        if study.begun:
            study.back()
        while earlier and study.state != start and study.back():
            pass
        if study.state != start:
            raise MatchError("moved-on")


def _actions(turns: Sequence[Turn]) -> list[Action | None]:
    return [entry.action for turn in turns for entry in turn.entries]
