"""What giving up costs, counted beside the frame loop: with four seats of Less it takes seconds."""

from __future__ import annotations

import threading
from functools import partial

from game.platform.threads import start_daemon
from game.rules import Game, State


class ConcededCount:
    """Has `Game.conceded` counted on a thread, one position at a time.

    A count ends by itself, after some seconds at most.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._thread: threading.Thread | None = None
        self._counted: tuple[State, int] | None = None  # or being counted

    def ready(self, state: State, side: int) -> bool:
        """Return whether `conceded` answers at once; if not, have it counted.  For every frame."""
        if not self._game.counts_conceded:
            return True
        if self._thread is not None and self._thread.is_alive():
            return False
        if self._counted == (state, side):
            return True
        self._counted = state, side
        self._thread = start_daemon(partial(self._game.conceded, state, side), "conceded")
        return self._thread is None  # without threads whoever asks waits for the answer
