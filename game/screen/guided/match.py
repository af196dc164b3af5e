"""A match that a guide leads: it refuses what the rules allow and the lesson postpones.

Every proposal comes through `Match.submit`, so a sensor board is led like the screen.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from game.platform.errors import CodedError, Wording
from game.rules.base import Action, State
from game.rules.errors import RulesError
from game.rules.proposals import Answer, Play, Proposal, Refused
from game.screen.guided.guide import Guide
from game.screen.plugin.lesson import Lesson
from game.table.engine_seat import MakePlayer, TurnChooser
from game.table.errors import MatchError
from game.table.judge import judge
from game.table.match import Match
from game.table.spec import MatchSpec, SeatKind, SeatSpec

ENGINE_LEVEL = 1  # of the engine at the other seat


class LessonOrderError(CodedError):
    """An error for a legal action that the lesson postpones."""

    wordings: ClassVar = {"put-off": Wording("{words}", "{words}")}


class GuidedMatch(Match):
    """A match of `lesson`.  `guide` is None once it has let go.  `board` is a sensor board's port.

    Raises RulesError.
    """

    contest = False

    def __init__(self, lesson: Lesson, date: str = "", board: str | None = None) -> None:
        seats = seats_of(lesson, "person" if board is None else "board")
        spec = MatchSpec(lesson.setup, seats, board=board, position=lesson.position or None)
        super().__init__(spec, date=date)
        self.guide: Guide | None = Guide(lesson, self.game)

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        why = self._objection(proposal, now)
        return Refused(why) if why is not None else super().submit(proposal, now)

    def let_go(self) -> None:
        """End the guide; from now on this is an ordinary match."""
        self.guide = None

    def _objection(self, proposal: Proposal, now: float) -> LessonOrderError | None:
        """Return why the lesson refuses a proposal, None if it does not."""
        guide = self.guide
        if guide is None:
            return None
        try:
            plan = judge(proposal, self.bench(now))
        except (RulesError, MatchError):
            return None  # the match says why
        place, state = guide.place(self.entries[: plan.keep]), self._state_at(plan.keep)
        for action, step in plan.steps:
            if action is not None and self.game.to_move(state) == guide.lesson.person:
                if guide.step(place) is not None and action not in guide.wanted(place, state):
                    return LessonOrderError("put-off", words=guide.why(place, state, action))
                place += 1
            state = step.state
        return None

    def _state_at(self, length: int) -> State:
        """Return the position after so many entries."""
        return self.entries[length].before if length < len(self.entries) else self.state

    def reply(self, state: State) -> tuple[Action, ...] | None:
        """Return the other side's scripted turn in `state`, None if an engine has to choose.

        Raises LookupError while the match is not in `state`: it was taken back meanwhile.
        """
        guide, entries = self.guide, tuple(self.entries)
        if guide is None:
            return None
        if state != (entries[-1].after if entries else self.history.start):
            raise LookupError
        return guide.reply(guide.place(entries), state)

    def go_on(self, left: Match) -> None:
        """Play what was played in a match of this lesson that was left.

        Where something else was played, the guide lets go.
        """
        actions = tuple(entry.action for entry in left.entries if entry.action is not None)
        if isinstance(self.submit(Play(actions, by="record")), Refused):
            self.let_go()
            self.submit_or_raise(Play(actions, by="record"))


def seats_of(lesson: Lesson, kind: SeatKind = "person") -> tuple[SeatSpec, ...]:
    """Return the seats of a lesson, and of the game after it: the weakest engine opposite."""
    seats = [SeatSpec("engine", ENGINE_LEVEL), SeatSpec("engine", ENGINE_LEVEL)]
    seats[lesson.person] = SeatSpec(kind, ENGINE_LEVEL)
    return tuple(seats)


def is_guided(spec: MatchSpec, lesson: Lesson) -> bool:
    """Return whether a match is one of this lesson: its beginning, and its seats."""
    seats = spec.seats in (seats_of(lesson), seats_of(lesson, "board"))
    return seats and (spec.setup, spec.position or "") == (lesson.setup, lesson.position)


class GuidedPlayer:
    """The other side: it plays what the lesson says, and after that what an engine of `make` says.

    It is asked in a thread of its own; the engine is only made when it is wanted.
    """

    def __init__(self, match: GuidedMatch, make: MakePlayer, *asked: Any) -> None:
        self._match = match
        self._make = partial(make, *asked)
        self._engine: TurnChooser | None = None
        self.done, self.best = True, tuple[Action, ...]()
        self._scripted = False
        self._asked: tuple[State, Any] | None = None

    def start(self, state: State, limits: Any) -> None:
        self._asked = state, limits
        self.poll()

    def poll(self) -> Any:
        """Return what is thought now; a scripted turn once the match is where it is due."""
        if self._asked is not None:
            state, limits = self._asked
            try:
                turn = self._match.reply(state)
            except LookupError:
                return None
            self._asked, self._scripted, self.best = None, turn is not None, turn or ()
            if turn is None:
                self._engine = self._engine or self._make()
                self._engine.start(state, limits)
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
