"""The end of a match at the screen: the result opens by itself, however the end came."""

from __future__ import annotations

from game.screen.app.scene import Change
from game.screen.play.at_play import AtPlay

RESULT_DELAY_S = 0.5  # seconds after the last movement before the result is shown


class ResultDelay:
    """Waits until the end has been seen.  `due`: the match is over and its result still to open."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self._opened = at.match.over
        self._rested = 0.0

    @property
    def due(self) -> bool:
        return self._at.match.over and not self._opened

    def update(self, dt: float) -> Change | None:
        """Open the result once, when everything has come to rest and nothing else is open."""
        at = self._at
        self._opened = self._opened and at.match.over
        if not self.due or not at.playback.at_rest or at.confirming.waiting:
            self._rested = 0.0
            return None
        self._rested += dt
        if self._rested < RESULT_DELAY_S or at.held:
            return None
        self._opened = True
        return at.open_result()
