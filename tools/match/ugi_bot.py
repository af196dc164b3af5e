"""A bot that runs any UGI program, and supervises it in the same way as a program at the table."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from typing import Any

from game.engine.protocol.program_player import ProgramPlayer
from game.engine.protocol.restarting_player import RestartingPlayer
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.rules import Game, State
from game.table.programs import PositionByText

POLL_INTERVAL_S = 0.002  # seconds between two polls


class EngineError(ValueError):
    """An engine cannot be started or understood."""


class UgiBot:
    """A bot whose thinking is done by another program.

    The constructor raises EngineError when the program cannot be started. `think` raises
    EngineError when the bot gives the program up, because it failed repeatedly or answered with an
    illegal turn.
    """

    def __init__(
        self,
        game: Game,
        command: list[str],
        values: dict[str, str] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.name = game, shlex.join(command)
        self._turns: list[str] = []
        self._signal = StopSignal()

        def new() -> ProgramPlayer:
            return ProgramPlayer(game, command, values or {}, self._lead, now)

        # The program's start must not count as part of its first turn.
        started = [new()]
        while not started[0].ready:
            if problem := started[0].problem:
                started[0].close()
                raise EngineError(f"engine {self.name!r}: {problem}")
            self._signal.wait(POLL_INTERVAL_S)
        self._player = RestartingPlayer(game, lambda: started.pop() if started else new(), now)

    def _lead(self, state: State) -> str:
        return f"moves {' '.join(self._turns)}" if self._turns else PositionByText(self.game)(state)

    def prepare(self) -> None:
        """Do nothing, because the constructor waits until the program is ready."""

    def see(self, turns: list[str]) -> None:
        """Store the turns played so far."""
        self._turns = list(turns)

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        self._player.start(state, limits)
        while True:
            found: Any = self._player.poll()
            if self._player.problem:
                raise EngineError(f"engine {self.name!r}: {self._player.problem}")
            if found is not None and found.done:
                analysis: Analysis = found
                return analysis
            if signal.wait(POLL_INTERVAL_S):
                self._player.stop()

    def close(self) -> None:
        self._player.close()
