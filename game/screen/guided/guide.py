"""The guide: the place in the lesson, what it accepts, what the other side answers.

Everything is read off the entries of a match, so that taking back and playing again need nothing of
their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.base import Action, Game, State
from game.screen.plugin.lesson import Lesson, LessonStep, WantedAction
from game.table.history import HistoryEntry, ends_turn


@dataclass(frozen=True)
class LessonProgress:
    """A place in a lesson: the step `number` comes next.

    `answer` (a msgid) is said of the action before it, which was of step `last`.
    """

    number: int = 0
    answer: str = ""
    last: int = -1


class Guide:
    """The guide through `lesson`, whose first action is entry `start` of its match."""

    def __init__(self, lesson: Lesson, game: Game, start: int = 0) -> None:
        self.lesson, self.game, self.start = lesson, game, start
        self._known: dict[tuple[int, State], list[Action]] = {}  # asked for every frame

    def place(self, entries: Sequence[HistoryEntry]) -> LessonProgress:
        """Return where the lesson is after these entries of the match."""
        place = LessonProgress()
        for entry in entries[self.start :]:
            if entry.seat == self.lesson.person and entry.action is not None:
                place = self.after(place, entry.before, entry.action, ends_turn(entry))
        return place

    def after(
        self, place: LessonProgress, state: State, action: Action, ended: bool
    ) -> LessonProgress:
        """Return where it is after an action in `state`; `ended`: the turn is over."""
        number = self.due(place, state)
        if number == len(self.lesson.steps):
            return LessonProgress(number, "", place.last)
        step = self.lesson.steps[number]
        if step.whole_turn and not ended:
            return LessonProgress(number, "", number)
        answer = step.answer if self.fulfils(step.wants, state, action) else step.also
        return LessonProgress(number + 1, answer, number)

    def ended(self, before: State, after: State) -> bool:
        """Return whether a turn is over that was in progress in `before`."""
        game = self.game
        return game.turns(after) != game.turns(before) or game.over(after)

    def due(self, place: LessonProgress, state: State) -> int:
        """Return the number of the step that is asked in `state`.

        A step that no legal action fulfils is passed over.
        """
        number = place.number
        while number < len(self.lesson.steps) and not self._wanted(number, state):
            number += 1
        return number

    def step(self, place: LessonProgress, state: State) -> LessonStep | None:
        """Return the step that is asked in `state`, None if all are done."""
        number = self.due(place, state)
        return self.lesson.steps[number] if number < len(self.lesson.steps) else None

    # -- what is taken -----------------------------------------------------------------------------

    def wanted(self, place: LessonProgress, state: State) -> list[Action]:
        """Return the actions that fulfil the step asked in `state`, none if all are done."""
        number = self.due(place, state)
        return self._wanted(number, state) if number < len(self.lesson.steps) else []

    def takes(self, place: LessonProgress, state: State, action: Action) -> bool:
        """Return whether a legal action of the person is accepted now."""
        step = self.step(place, state)
        return step is None or bool(step.also) or self.fulfils(step.wants, state, action)

    def _wanted(self, number: int, state: State) -> list[Action]:
        if (number, state) not in self._known:
            wants, legal = self.lesson.steps[number].wants, self.game.legal(state)
            fulfil = [action for action in legal if self.fulfils(wants, state, action)]
            self._known[number, state] = fulfil
        return self._known[number, state]

    def fulfils(self, wants: WantedAction, state: State, action: Action) -> bool:
        """Return whether a legal action has all that is wanted."""
        asked = (
            (wants.actions, action.text),
            (wants.kinds, action.kind),
            ((wants.phase,) if wants.phase else (), self.game.phase(state)),
        )
        if any(allowed and found not in allowed for allowed, found in asked):
            return False
        return action.cost >= wants.cost and self._raises(wants.raises, state, action)

    def _raises(self, name: str, state: State, action: Action) -> bool:
        if not name:
            return True
        after = self.game.advance(state, action)
        return self.game.tally(after)[name] > self.game.tally(state)[name]

    # -- what is answered --------------------------------------------------------------------------

    def reply(self, place: LessonProgress, state: State) -> tuple[Action, ...] | None:
        """Return the other side's turn in `state`, None if there is none to be made."""
        if self.game.to_move(state) == self.lesson.person or self.game.over(state):
            return None
        steps = self.lesson.steps
        texts = steps[place.last].reply if place.last >= 0 else (self.lesson.opening,)
        if place.number == len(steps) and not texts:
            return None
        for text in texts:
            turn = self._parsed(state, text)
            if turn:
                return turn
        return self._any_turn(state)

    def _parsed(self, state: State, text: str) -> tuple[Action, ...]:
        """Return the whole turn written `text`, () if it cannot be played."""
        turn = []
        for word in text.split(","):
            action = next((known for known in self.game.legal(state) if known.text == word), None)
            if action is None:
                return ()
            turn.append(action)
            state = self.game.advance(state, action)
        return tuple(turn) if self.game.to_move(state) == self.lesson.person else ()

    def _any_turn(self, state: State) -> tuple[Action, ...]:
        """Return a legal turn: the first of all actions, stopping as soon as possible."""
        turn = list[Action]()
        while not self.game.over(state) and self.game.to_move(state) != self.lesson.person:
            legal = self.game.legal(state)
            turn.append(next((action for action in legal if action.kind == "stop"), legal[0]))
            state = self.game.advance(state, turn[-1])
        return tuple(turn)
