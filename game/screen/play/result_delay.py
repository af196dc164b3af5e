"""The delay before the result of a match opens automatically."""

from __future__ import annotations

from game.screen.play.playback import Playback
from game.screen.play.turn_controller import TurnConfirmation
from game.table.match import Match

RESULT_DELAY_S = 0.5  # seconds between the last movement and the result


class ResultDelay:
    """Waits until the end of `match` has been visible for a moment.

    A match that was already over at the start has no result to open.
    """

    def __init__(self, match: Match, playback: Playback, pending: TurnConfirmation) -> None:
        self._match, self._playback, self._pending = match, playback, pending
        self._opened = match.over
        self._rested = 0.0  # seconds of rest after the end

    @property
    def due(self) -> bool:
        """True while the match is over and its result has not been opened."""
        return self._match.over and not self._opened

    def passed(self, dt: float, held: bool) -> bool:
        """Return True a single time, when the result is to open; never while `held`."""
        self._opened = self._opened and self._match.over
        if not self.due or not self._playback.at_rest or self._pending.waiting:
            self._rested = 0.0
            return False
        self._rested += dt
        if self._rested < RESULT_DELAY_S or held:
            return False
        self._opened = True
        return True
