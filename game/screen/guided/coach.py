"""The sentences of the guide, and the time people have to read them.  No drawing."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.guided.guide import LessonProgress
from game.screen.plugin.lesson import LessonStep

FAREWELL = N_("Now you are alone. The lamp helps you on.")
LEAST_READING_S, LETTERS_PER_S = (
    1.6,
    15.0,
)  # seconds a sentence is there at least, letters read in a second


class Coach:
    """The sentences of the guide, and the time people have to read them.

    `said` is an answer (a msgid) that is being read; with `parting` it is the last one.
    """

    def __init__(self) -> None:
        self.place = LessonProgress()
        self.said = ""
        self.parting = False
        self._left = 0.0  # seconds until it has been read

    @property
    def reading(self) -> bool:
        """Whether there is time left to read the answer."""
        return self._left > 0

    def follow(self, place: LessonProgress, over: bool) -> bool:
        """Move on to `place`; return whether that is another place.  `over`: all steps are done."""
        if place == self.place:
            return False
        forward = place.last > self.place.last or place.number > self.place.number
        self.place = place
        self.parting = False
        self._say(place.answer if forward else "")
        if over and forward and not place.answer:
            self.part()
        return True

    def part(self) -> None:
        """Say the last sentence."""
        self.parting = True
        self._say(FAREWELL)

    def _say(self, sentence: str) -> None:
        self.said = sentence
        self._left = max(LEAST_READING_S, len(_(sentence)) / LETTERS_PER_S) if sentence else 0.0

    def update(self, dt: float) -> bool:
        """Let time pass; return whether the answer has just been read."""
        was = self.reading
        self._left = max(0.0, self._left - dt)
        return was and not self.reading

    def read(self) -> None:
        """End the time for reading."""
        self._left = 0.0

    def sentence(self, step: LessonStep | None, asking: bool) -> tuple[str, bool]:
        """Return the sentence in the language in use, and whether it is an answer.

        `asking`: the person may do what is asked; until then the answer stays.
        """
        if self.said and (self.reading or not asking or step is None):
            return _(self.said), True
        return (_(step.say) if step is not None else ""), False
