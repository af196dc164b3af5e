"""The guide: the place in the lesson, what it accepts, what the other side answers, what it says.

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


LEAST_READING_S, LETTERS_PER_S = 1.6, 15.0  # an answer is there so long at least; letters a second
HELP_AFTER_S = 15.0  # between one help and the next, where something is to be found
LOOK_HERE, THIS_ONE, SHOWN = 1, 2, 3  # how far help has grown


class Coach:
    """Where the lesson is, the answer that is being read, and how far help has grown.

    `said` is the answer to the step before `place`, "" if there is none or it was taken back.
    """

    def __init__(self) -> None:
        self.place = 0
        self.said = ""
        self.help = 0
        self._left = 0.0  # seconds until the answer has been read
        self._stuck = 0.0  # seconds since the last help

    @property
    def reading(self) -> bool:
        """Whether there is time left to read the answer."""
        return self._left > 0

    def go(self, place: int, answer: str) -> None:
        """Go on to `place`, or back; `answer` is said of what was done."""
        self.place, self.said = place, answer
        self._left = max(LEAST_READING_S, len(answer) / LETTERS_PER_S) if answer else 0.0
        self.help, self._stuck = 0, 0.0

    def grow(self) -> None:
        """Help more."""
        self.help, self._stuck = min(self.help + 1, SHOWN), 0.0

    def wait(self, dt: float) -> bool:
        """Let time pass in which something is to be found; return whether more help is due."""
        self._stuck += dt
        return self._stuck >= HELP_AFTER_S and self.help < SHOWN

    def update(self, dt: float) -> bool:
        """Let time pass; return whether the answer has just been read."""
        was = self.reading
        self._left = max(0.0, self._left - dt)
        return was and not self.reading

    def read(self) -> None:
        """End the time for reading."""
        self._left = 0.0
