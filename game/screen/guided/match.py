"""The guide through a lesson, and its match, which refuses actions that the lesson postpones.

A place in the lesson is the number of the person's actions in the match, so take-backs and repeated
play need no code of their own. Every proposal comes through `Match.submit`, so the lesson works on
a sensor board as on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_, _
from game.rules.base import Action, Game, State
from game.rules.errors import RulesError
from game.rules.proposals import Answer, Play, Proposal, Refused
from game.screen.plugin.pages import Lesson, LessonStep
from game.table.engine_seat import MakePlayer, TurnChooser
from game.table.errors import MatchError
from game.table.history import HistoryEntry
from game.table.judge import judge
from game.table.match import Match
from game.table.spec import MatchSpec, SeatKind, SeatSpec


class Guide:
    """The guide through `lesson`. A place is the number of the next step."""

    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson, self.game = lesson, game
        # Cache of the legal actions, which every frame needs.
        self._known: tuple[State, list[Action]] | None = None

    def place(self, entries: Sequence[HistoryEntry]) -> int:
        """Return the place in the lesson after these entries of the match."""
        person = self.lesson.person
        return sum(entry.seat == person and entry.action is not None for entry in entries)

    def step(self, place: int) -> LessonStep | None:
        """Return the step at `place`; None if all are done."""
        return self.lesson.steps[place] if place < len(self.lesson.steps) else None

    def wanted(self, place: int, state: State) -> list[Action]:
        """Return the actions that fulfil the step at `place` in `state`; none if all are done."""
        step = self.step(place)
        wants = step.wants if step is not None else ()
        return [action for action in self._legal(state) if action.text in wants]

    def _legal(self, state: State) -> list[Action]:
        if self._known is None or self._known[0] != state:
            self._known = state, self.game.legal(state)
        return self._known[1]

    def why(self, place: int, state: State, action: Action | None) -> str:
        """Return why the lesson postpones a legal action, or for None the lifting of a piece."""
        step = self.step(place)
        if step is None:
            return ""
        early = action is not None and action.kind == "stop" and step.early
        after = state if action is None else self.game.advance(state, action)
        return self.words(early or step.reason, after)

    def words(self, text: str, state: State) -> str:
        """Return a text of the lesson in the language in use, with the numbers of `state`."""
        return _(text).format(**self.game.tally(state)) if text else ""

    def reply(self, place: int, state: State) -> tuple[Action, ...] | None:
        """Return the other side's scripted turn in `state`; None if there is none."""
        if self.game.to_move(state) == self.lesson.person or self.game.over(state):
            return None
        text = self.lesson.steps[place - 1].reply if place else self.lesson.opening
        return tuple(self.game.parse_turn(state, text)) if text else None


# Time to read an answer: at least these seconds, and this many letters a second.
LEAST_READING_S, LETTERS_PER_S = 3.0, 8.0
# Seconds without success until more help is given, if the person has to find the action.
HELP_AFTER_S = 15.0
LOOK_HERE, THIS_ONE, SHOWN = 1, 2, 3  # levels of help
HELP = {
    LOOK_HERE: N_("Look here: it is one of these."),
    THIS_ONE: N_("This one."),
    SHOWN: N_("Like this."),
}
MOST_LIT_ACTIONS = 7  # maximum number of actions that are lit one by one
LIT_BESIDE = 2  # wrong places lit in addition to the right one at the first level of help


class Coach:
    """The place in the lesson, the answer being read, and the level of help.

    `said` is the answer to the step before `place`; "" if there is none or the step was taken back.
    """

    def __init__(self) -> None:
        self.place = 0
        self.said = ""
        self.help = 0
        self._left = 0.0  # seconds left to read the answer
        self._stuck = 0.0  # seconds since the last help

    @property
    def reading(self) -> bool:
        """True while there is time left to read the answer."""
        return self._left > 0

    def go(self, place: int, answer: str) -> None:
        """Go forward or back to `place`; `answer` comments on the last action."""
        self.place, self.said = place, answer
        self._left = max(LEAST_READING_S, len(answer) / LETTERS_PER_S) if answer else 0.0
        self.help, self._stuck = 0, 0.0

    def grow(self) -> None:
        """Raise the level of help."""
        self.help, self._stuck = min(self.help + 1, SHOWN), 0.0

    def wait(self, dt: float) -> bool:
        """Count time in which the person searches; return whether more help is due."""
        self._stuck += dt
        return self._stuck >= HELP_AFTER_S and self.help < SHOWN

    def update(self, dt: float) -> bool:
        """Count reading time; return whether it has just ended."""
        was = self.reading
        self._left = max(0.0, self._left - dt)
        return was and not self.reading

    def read(self) -> None:
        """End the reading time."""
        self._left = 0.0


ENGINE_LEVEL = 1  # level of the engine on the other seat


class LessonOrderError(CodedError):
    """An error for a legal action that the lesson postpones."""

    wordings: ClassVar = {"put-off": Wording("{words}", "{words}")}


class GuidedMatch(Match):
    """A match of `lesson`. `guide` is None after the guide has ended.

    `board` is a sensor board's port. Raises RulesError.
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
        """Return the lesson's reason for refusing a proposal; None if the lesson accepts it."""
        guide = self.guide
        if guide is None:
            return None
        try:
            plan = judge(proposal, self.bench(now))
        except (RulesError, MatchError):
            return None  # the match itself reports the error
        place, state = guide.place(self.entries[: plan.keep]), self._state_at(plan.keep)
        for action, step in plan.steps:
            if action is not None and self.game.to_move(state) == guide.lesson.person:
                if guide.step(place) is not None and action not in guide.wanted(place, state):
                    return LessonOrderError("put-off", words=guide.why(place, state, action))
                place += 1
            state = step.state
        return None

    def _state_at(self, length: int) -> State:
        """Return the position after `length` entries."""
        return self.entries[length].before if length < len(self.entries) else self.state

    def reply(self, state: State) -> tuple[Action, ...] | None:
        """Return the other side's scripted turn in `state`; None if an engine has to choose.

        Raises LookupError if the match is not in `state`, because of a take-back meanwhile.
        """
        guide, entries = self.guide, tuple(self.entries)
        if guide is None:
            return None
        if state != (entries[-1].after if entries else self.history.start):
            raise LookupError
        return guide.reply(guide.place(entries), state)

    def go_on(self, left: Match) -> None:
        """Repeat the actions of `left`, an unfinished match of this lesson.

        If the actions differ from the lesson, the guide ends.
        """
        actions = tuple(entry.action for entry in left.entries if entry.action is not None)
        if isinstance(self.submit(Play(actions, by="record")), Refused):
            self.let_go()
            self.submit_or_raise(Play(actions, by="record"))


def seats_of(lesson: Lesson, kind: SeatKind = "person") -> tuple[SeatSpec, ...]:
    """Return the seats of a lesson and of the game after it: the weakest engine is the opponent."""
    seats = [SeatSpec("engine", ENGINE_LEVEL), SeatSpec("engine", ENGINE_LEVEL)]
    seats[lesson.person] = SeatSpec(kind, ENGINE_LEVEL)
    return tuple(seats)


def is_guided(spec: MatchSpec, lesson: Lesson) -> bool:
    """Return whether a match belongs to this lesson, judging by its starting position and seats."""
    seats = spec.seats in (seats_of(lesson), seats_of(lesson, "board"))
    return seats and (spec.setup, spec.position or "") == (lesson.setup, lesson.position)


class GuidedPlayer:
    """The other side: first plays the lesson's turns, then those of an engine made by `make`.

    The player runs in its own thread; the engine is made only when needed.
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
        """Return the engine's present result, or a scripted turn when the match has come to it."""
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
