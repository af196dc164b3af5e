"""A match that a guide leads: what its lesson puts off is refused at the one way in.

So hands on a sensor board are led as those at the screen are.  No pygame.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_, _
from game.rules.base import Action, State
from game.rules.errors import RulesError
from game.rules.proposals import Answer, Play, Proposal, Refused
from game.screen.guided.guide import Guide, LessonProgress
from game.screen.plugin.lesson import Lesson
from game.table.begin import drawn_placement
from game.table.engine_seat import MakePlayer, TurnChooser
from game.table.errors import MatchError
from game.table.judge import judge
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec

ENGINE_LEVEL = 1  # of the engine at the other seat


class LessonOrderError(CodedError):
    """Something legal that the lesson puts off."""

    wordings: ClassVar = {
        "put-off": Wording("{words}", "{words}"),
        "begun": Wording("the lesson begins here", N_("the guided game begins here")),
    }


class GuidedMatch(Match):
    """A match of `lesson`.  `guide` is None once it has let go.  `board` is a sensor board's port.

    Raises RulesError.
    """

    contest = False

    def __init__(self, lesson: Lesson, date: str = "", board: str | None = None) -> None:
        person = SeatSpec("person" if board is None else "board", ENGINE_LEVEL)
        seats = [SeatSpec("engine", ENGINE_LEVEL), SeatSpec("engine", ENGINE_LEVEL)]
        seats[lesson.person] = person
        spec = MatchSpec(lesson.setup, tuple(seats), board=board, placement=lesson.placement)
        super().__init__(spec, date=date)
        self.guide: Guide | None = None
        if lesson.placement is not None:
            self.submit_or_raise(Play(drawn_placement(self.game, lesson.placement), by="record"))
        self.guide = Guide(lesson, self.game, len(self.entries))

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        why = self._objection(proposal, now)
        return Refused(why) if why is not None else super().submit(proposal, now)

    def let_go(self) -> None:
        """From now on this is a game like any other."""
        self.guide = None

    @property
    def place(self) -> LessonProgress:
        """Where the lesson is; its beginning once the guide has let go."""
        return self.guide.place(tuple(self.entries)) if self.guide is not None else LessonProgress()

    def _objection(self, proposal: Proposal, now: float) -> LessonOrderError | None:
        """Why the lesson does not take what the rules would."""
        guide = self.guide
        if guide is None:
            return None
        try:
            plan = judge(proposal, self.bench(now))
        except (RulesError, MatchError):
            return None  # the match says why
        if plan.keep < guide.start:
            return LessonOrderError("begun")
        place, state = guide.place(self.entries[: plan.keep]), self._state_at(plan.keep)
        for action, step in plan.steps:
            if action is not None and self.game.to_move(state) == guide.lesson.person:
                if not guide.takes(place, state, action):
                    return LessonOrderError("put-off", words=put_off(guide, place, state))
                place = guide.after(place, state, action, guide.ended(state, step.state))
            state = step.state
        return None

    def _state_at(self, length: int) -> State:
        """The position after so many entries."""
        return self.entries[length].before if length < len(self.entries) else self.state

    def reply(self, state: State) -> tuple[Action, ...] | None:
        """The other side's scripted turn in `state`; None where an engine has to choose."""
        guide = self.guide
        return guide.reply(self.place, state) if guide is not None else None


def put_off(guide: Guide, place: LessonProgress, state: State) -> str:
    """What is said of a legal action that comes too early."""
    step = guide.step(place, state)
    if step is not None and step.first:
        return _(step.first)
    return _("That works too, but first try what is lit.")


class GuidedPlayer:
    """The other side: it plays what the lesson says, and an engine of `make` beyond that.

    It is asked in a thread of its own; the engine is only made when it is wanted.
    """

    def __init__(self, match: GuidedMatch, make: MakePlayer, *asked: Any) -> None:
        self._match = match
        self._make = partial(make, *asked)
        self._engine: TurnChooser | None = None
        self.done, self.best = True, tuple[Action, ...]()
        self._scripted = False

    def start(self, state: State, limits: Any) -> None:
        turn = self._match.reply(state)
        self._scripted = turn is not None
        self.best = turn or ()
        if turn is None:
            self._engine = self._engine or self._make()
            self._engine.start(state, limits)

    def poll(self) -> Any:
        """What is thought now: for a scripted turn this is all there is to it."""
        return self if self._scripted or self._engine is None else self._engine.poll()

    def stop(self) -> None:
        if self._engine is not None and not self._scripted:
            self._engine.stop()

    @property
    def message(self) -> str:
        return str(getattr(self._engine, "message", ""))

    @property
    def problem(self) -> str:
        return str(getattr(self._engine, "problem", ""))

    def close(self) -> None:
        close = getattr(self._engine, "close", None)
        if close is not None:
            close()
