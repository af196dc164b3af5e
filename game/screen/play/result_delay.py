"""When the result of a match opens by itself."""

from __future__ import annotations

from game.screen.play.playback import Playback
from game.screen.play.turn_controller import TurnConfirmation
from game.table.match import Match

RESULT_DELAY_S = 0.5  # between the last movement and the result


class ResultDelay:
    """Waits until the end of `match` has been seen for a moment; a match that was over has none."""

    def __init__(self, match: Match, playback: Playback, pending: TurnConfirmation) -> None:
        self._match, self._playback, self._pending = match, playback, pending
        self._opened = match.over
        self._rested = 0.0  # since everything has come to rest after the end

    @property
    def due(self) -> bool:
        """True while the match is over and its result still to be opened."""
        return self._match.over and not self._opened

    def passed(self, dt: float, held: bool) -> bool:
        """Return True once: the result is to be opened now; not while another scene is open."""
        self._opened = self._opened and self._match.over
        if not self.due or not self._playback.at_rest or self._pending.waiting:
            self._rested = 0.0
            return False
        self._rested += dt
        if self._rested < RESULT_DELAY_S or held:
            return False
        self._opened = True
        return True
