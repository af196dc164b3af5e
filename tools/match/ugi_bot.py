"""Any UGI engine as a bot, started from a command and spoken to line by line."""

from __future__ import annotations

import subprocess
import time

from game.engine.protocol.commands import go_command
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.platform.processes import start_piped
from game.rules import Game, State

QUIT_TIMEOUT_S = 5.0  # seconds that an engine may take to end


class EngineError(ValueError):
    """An engine cannot be started or understood."""


class UgiBot:
    """A Bot whose thinking another program does.

    All methods raise EngineError when it is gone; `think` raises RulesError for an illegal answer.
    """

    def __init__(self, game: Game, command: list[str]) -> None:
        self.game, self.name = game, " ".join(command)
        self._turns: list[str] = []
        try:
            self._process = start_piped(command)
        except OSError as error:
            raise EngineError(f"engine {self.name!r} cannot be started: {error}") from error
        self._ask("ugi", "ugiok")
        self._say(f"setoption name Setup value {game.setup}")
        self._ask("isready", "readyok")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError(f"engine {self.name!r} is gone: {error}") from error

    def _ask(self, line: str, answer: str) -> str:
        """Send a line and wait for the line that begins with `answer`."""
        self._say(line)
        assert self._process.stdout is not None
        for found in self._process.stdout:
            if found.split()[:1] == [answer]:
                return found.strip()
        raise EngineError(f"engine {self.name!r} ended without {answer!r}")

    def prepare(self) -> None:
        """Do nothing: the engine is ready when it has started."""

    def see(self, turns: list[str]) -> None:
        """Note the turns played so far."""
        self._turns = list(turns)

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        began = time.monotonic()
        moves = " moves " + " ".join(self._turns) if self._turns else ""
        self._say(f"position setup {self.game.setup}{moves}")
        words = self._ask(go_command(limits), "bestmove").split()
        turn = self.game.parse_turn(state, words[1] if len(words) > 1 else "")
        return Analysis(1, 0, time.monotonic() - began, 0.5, (tuple(turn),), done=True)

    def close(self) -> None:
        try:
            self._say("quit")
            self._process.wait(QUIT_TIMEOUT_S)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
