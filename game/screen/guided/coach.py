"""The sentences of the guide, and the time people have to read them.  No drawing."""

from __future__ import annotations

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
