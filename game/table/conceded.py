"""The cost of resigning, counted in a thread: with four seats of Less it takes seconds."""

from __future__ import annotations

import threading
from functools import partial

from game.platform.threads import start_daemon
from game.rules import Game, State


class ConcededCount:
    """Runs `Game.conceded` in a thread, one position at a time.

    A count cannot be stopped; it ends after some seconds at most.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._thread: threading.Thread | None = None
        # The last position, counted or being counted.
        self._counted: tuple[State, int] | None = None

    def ready(self, state: State, side: int) -> bool:
        """Return whether `conceded` answers immediately; if not, start counting.

        Every frame may call this.
        """
        if not self._game.counts_conceded:
            return True
        if self._thread is not None and self._thread.is_alive():
            return False
        if self._counted == (state, side):
            return True
        self._counted = state, side
        self._thread = start_daemon(partial(self._game.conceded, state, side), "conceded")
        # Without threads, the caller of `conceded` waits for the answer.
        return self._thread is None
