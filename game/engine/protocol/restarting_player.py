"""A player that is restarted when it fails: when it dies, does not answer, or answers nonsense.

The new player gets the same question, with the remaining time on the clock. After RESTARTS restarts
in one search, the player is given up and `problem` is the reason. Every wait has a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.engine.search.analysis import SearchLimits
from game.platform.errors import in_words
from game.platform.i18n import N_
from game.rules.base import Game, State

RESTARTS = 3  # maximum number of restarts in one search; afterwards a person has to decide
# When the player's time is over, it is stopped after this many seconds, and counts as failed after
# twice as many.
ANSWER_GRACE_S = 10.0
START_GRACE_S = 300.0  # maximum time for the start in seconds; it may include compiling
CLOCK_PART = 4  # A turn takes at most the clock divided by this.
# Maximum time in seconds for a search that only nodes limit, on the slowest computer.
LONGEST_TURN_S = 300.0
# Longest time counted between two looks, in seconds; this process may have been suspended.
LONGEST_LOOK_S = 1.0

SLOW, SILENT = N_("the engine does not start"), N_("the engine does not answer")


class RestartingPlayer:
    """A player that wraps the player returned by `make`; `now` is a clock in seconds.

    `restarts` counts the restarts in the present search; it is 0 after an answer.
    """

    def __init__(
        self, game: Game, make: Callable[[], Any], now: Callable[[], float] = time.monotonic
    ) -> None:
        self.restarts = 0
        self.problem = ""
        self.why = ""  # the reason for the last restart
        self._game, self._make, self._now = game, make, now
        self._player: Any = None
        # the question that is still unanswered
        self._asked: tuple[State, SearchLimits] | None = None
        self._thought: Any = None
        self._looked = now()
        self._waited = 0.0  # seconds waited for the answer
        self._starting = 0.0  # seconds waited for the start
        self._stopped = False  # whether the player was told to stop

    @property
    def ready(self) -> bool:
        """Whether the player has started."""
        return self._player is not None and bool(getattr(self._player, "ready", True))

    @property
    def message(self) -> str:
        """The player's sentence for the user while the player is not at full strength."""
        return str(getattr(self._player, "message", ""))

    @property
    def uncompiled(self) -> str:
        """The reason why the player plays uncompiled, or ""."""
        return str(getattr(self._player, "uncompiled", ""))

    def start(self, state: State, limits: SearchLimits) -> None:
        """Think about `state`; ignore the result of a search that is still running."""
        self._asked, self._thought, self.problem = (state, limits), None, ""
        self.restarts, self._looked = 0, self._now()
        self._begin()

    def poll(self) -> Any:
        """Return the analysis so far, `done` when the turn is chosen; None before there is any."""
        if self._asked is None or self.problem:
            return self._thought
        why = self._count()
        try:
            thought = self._player.poll() if self._player is not None else None
            why = why or str(getattr(self._player, "problem", ""))
        except Exception as error:  # After any error, a new player may work.
            thought, why = None, in_words(error)
        if why:
            self._again(why)
        elif thought is not None:
            self._thought = thought
            if thought.done:
                self._asked, self.restarts = None, 0
        return self._thought

    def stop(self) -> None:
        """End the search: `poll` will soon be `done`."""
        if self._player is not None:
            self._player.stop()

    def close(self) -> None:
        """End the player. Safe to call twice."""
        player, self._player, self._asked = self._player, None, None
        close = getattr(player, "close", None)
        if close is not None:
            close()

    # -- failing ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        assert self._asked is not None
        state, limits = self._asked
        self._waited = self._starting = 0.0
        self._stopped = False
        try:
            if self._player is None:
                self._player = self._make()
            self._player.start(state, limits)
        except Exception as error:
            self._again(in_words(error))

    def _again(self, why: str) -> None:
        """Restart the player with the same question, at most RESTARTS times; then set `problem`."""
        asked, spent = self._asked, self._waited
        self.why = why
        self.close()
        if self.restarts == RESTARTS or asked is None:
            self.problem, self.restarts = why, 0
            return
        self.restarts += 1
        self._asked = asked[0], self._after(asked, spent)
        self._begin()

    def _after(self, asked: tuple[State, SearchLimits], spent: float) -> SearchLimits:
        """Return the limits, with `spent` seconds of a failed try taken off the mover's clock."""
        state, limits = asked
        if limits.clock is None:
            return limits
        clock, side = list(limits.clock), self._game.to_move(state) % 2
        clock[side] = max(0.0, clock[side] - spent)
        return replace(limits, clock=(clock[0], clock[1]))

    def _count(self) -> str:
        """Count the time since the last look; return why the player has failed, or ""."""
        now = self._now()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK_S), now
        if not self.ready:
            self._starting += passed
            return SLOW if self._starting > START_GRACE_S else ""
        self._waited += passed
        longest = None if self._asked is None else longest_search(self._asked[1])
        if longest is None:
            return ""
        if self._waited > longest + ANSWER_GRACE_S and not self._stopped:
            self._stopped = True
            self.stop()
        return SILENT if self._waited > longest + 2 * ANSWER_GRACE_S else ""


def longest_search(limits: SearchLimits) -> float | None:
    """Return the longest time in seconds that a search may take; None for an endless search."""
    if limits.infinite:
        return None
    if limits.movetime is not None:
        return limits.movetime
    if limits.clock is not None:
        return max(limits.clock) / CLOCK_PART + max(limits.increment)
    return LONGEST_TURN_S
