"""The engine in a worker of a page: sessions of its protocol, without threads.

A request is `NAME COMMAND`, an answer `NAME LINE`: several players share a worker, one after
another. Attempts at puzzles have a session of their own: `NAME judge GAME QUESTION`. A search runs
to its end within `command`. Every few milliseconds it calls `breathe`. Browsers that can do so then
deliver the lines received meanwhile (`EngineWorker.interrupt`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import EngineOptions
from game.engine.protocol.commands import CommandError, candidate_lines, info_line, read_limits
from game.engine.protocol.session import UgiSession
from game.engine.search.analysis import Analysis, StopSignal
from game.puzzles.attempt_checker import AttemptChecker

BREATH_S = 0.03  # seconds between two checks for a stop request


class BreathingSignal(StopSignal):
    """A stop signal; checking it lets pending requests arrive."""

    def __init__(self, breathe: Callable[[], None]) -> None:
        super().__init__()
        self._breathe, self._looked = breathe, time.monotonic()

    @property
    def stopped(self) -> bool:
        now = time.monotonic()
        if now - self._looked > BREATH_S:
            self._breathe()
            self._looked = time.monotonic()
        return self.is_set()


class EngineSession:
    """The state of one player: its options, its position, and its bot."""

    def __init__(self, say: Callable[[str], None], breathe: Callable[[], None]) -> None:
        self._say, self._breathe = say, breathe
        self._memory = UgiSession()
        self._bot: Bot | None = None
        self._made_for: tuple[str, EngineOptions] | None = None
        self.signal = StopSignal()

    def command(self, words: list[str]) -> None:
        """Execute a command. Raises CommandError."""
        match words:
            case ["setoption", *rest]:
                self._memory.set_option(rest)
            case ["position", *rest]:
                self._memory.position(rest)
            case ["isready"]:
                self._player().prepare()
                self._say("readyok")
            case ["go", *rest]:
                self._think(rest)

    def _player(self) -> Bot:
        game = self._memory.game
        options = replace(self._memory.options, threads=1, ponder=False)
        if self._bot is None or self._made_for != (game.setup, options):
            self._made_for = (game.setup, options)
            self._bot = make_bot(game, options, lambda text: self._say(f"info string {text}"))
        return self._bot

    def _think(self, words: list[str]) -> None:
        game, state, lines = self._memory.game, self._memory.state, self._memory.options.lines
        limits, bot = read_limits(words), self._player()
        if game.over(state):
            raise CommandError("go: the game is over")
        if limits.infinite:
            raise CommandError("go: nothing ends this search")

        def report(analysis: Analysis) -> None:
            self._say(info_line(game, analysis))
            for line in candidate_lines(game, analysis, lines) if lines > 1 else ():
                self._say(line)

        self.signal = BreathingSignal(self._breathe)
        analysis = bot.think(state, limits, report, self.signal)
        report(analysis)
        self._say(f"bestmove {game.turn_text(analysis.best)}")


class EngineWorker:
    """All sessions of a worker; `say` sends their answers."""

    def __init__(self, say: Callable[[str], None], breathe: Callable[[], None]) -> None:
        self._say, self._breathe = say, breathe
        self._sessions: dict[str, EngineSession] = {}
        self._checker = AttemptChecker()

    def command(self, line: str) -> None:
        """Execute a line; errors become answers."""
        name, *words = line.split()
        if words == ["quit"]:
            self._sessions.pop(name, None)
            return
        try:
            if words[:1] == ["judge"]:
                self._judge(name, line.split(" ", 3)[3])
            else:
                self._session(name).command(words)
        # The session goes on after any error.
        except Exception as error:
            self._say(f"{name} info string error: {type(error).__name__}: {error}")

    def _judge(self, name: str, question: str) -> None:
        answer = self._checker.reply(question)
        if answer:
            self._say(f"{name} {answer}")

    def _session(self, name: str) -> EngineSession:
        if name not in self._sessions:
            self._sessions[name] = EngineSession(
                lambda text: self._say(f"{name} {text}"), self._breathe
            )
        return self._sessions[name]

    def interrupt(self, line: str) -> None:
        """Handle a line that arrives during another command: it may end a search."""
        name, *words = line.split()
        if name in self._sessions and words[:1] in (["stop"], ["quit"]):
            self._sessions[name].signal.stop()
