"""The guide: the place in the lesson, what it accepts, what the other side answers.

The place is the number of the person's actions in the match, so that taking back and playing again
need nothing of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.rules.base import Action, Game, State
from game.screen.plugin.lesson import Lesson, LessonStep
from game.table.history import HistoryEntry


class Guide:
    """The guide through `lesson`.  A place is the number of the step that comes next."""

    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson, self.game = lesson, game
        self._known: tuple[State, list[Action]] | None = None  # legal, asked for every frame

    def place(self, entries: Sequence[HistoryEntry]) -> int:
        """Return where the lesson is after these entries of the match."""
        person = self.lesson.person
        return sum(entry.seat == person and entry.action is not None for entry in entries)

    def step(self, place: int) -> LessonStep | None:
        """Return the step that is asked at `place`, None if all are done."""
        return self.lesson.steps[place] if place < len(self.lesson.steps) else None

    def wanted(self, place: int, state: State) -> list[Action]:
        """Return the actions that fulfil the step asked in `state`, none if all are done."""
        step = self.step(place)
        wants = step.wants if step is not None else ()
        return [action for action in self._legal(state) if action.text in wants]

    def _legal(self, state: State) -> list[Action]:
        if self._known is None or self._known[0] != state:
            self._known = state, self.game.legal(state)
        return self._known[1]

    def why(self, place: int, state: State, action: Action | None) -> str:
        """Return why the lesson puts off a legal action, or taking up a piece (None)."""
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
        """Return the other side's turn in `state`, None if none is written."""
        if self.game.to_move(state) == self.lesson.person or self.game.over(state):
            return None
        text = self.lesson.steps[place - 1].reply if place else self.lesson.opening
        return tuple(self.game.parse_turn(state, text)) if text else None
