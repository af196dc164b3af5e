"""Engines at a table in a worker: their protocol is sent to the engine's worker, line by line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from game.engine.protocol.engine_player import EnginePlayer
from game.engine.search.style import EVEN, PlayingStyle
from game.puzzles.attempt_checker import CheckerProcess
from game.puzzles.puzzle import Puzzle
from game.rules import Game, State
from game.table.clock import Allowance
from game.table.engine_seat import (
    EngineChosen,
    EngineFailed,
    EngineSeat,
    MakePlayer,
    engine_player,
    make_limits,
)

FAILED = "info string error: "  # prefix of the worker's errors
CHECKER = "checker"  # name of the line that checks attempts at puzzles
# Memory for the tree of one player; several share the memory of a page.
HASH_MB = 48


class WorkerPlayer(EnginePlayer):
    """A player in the engine's worker; `send` sends it a line."""

    def __init__(self, game: Game, send: Callable[[str], None], **options: Any) -> None:
        self._to_worker = send
        super().__init__(game, threads=1, hash_mb=HASH_MB, **options)

    def _start(self) -> None:
        pass  # there is no process to end

    def _send(self, line: str) -> None:
        self._to_worker(line)

    def hear(self, line: str) -> None:
        super().hear(line)
        if line.startswith(FAILED):
            self._problem = line.removeprefix(FAILED)

    def close(self) -> None:
        self._closed = True
        self._to_worker("quit")


class WorkerChecker(CheckerProcess):
    """A checker of attempts at puzzles that runs in the engine's worker."""

    def __init__(self, send: Callable[[str], None], now: Callable[[], float]) -> None:
        super().__init__(now)
        self._to_worker = send

    def _send(self, puzzle: Puzzle, line: str) -> None:
        self._to_worker(f"judge {puzzle.key} {line}")

    def hear(self, line: str) -> None:
        if line.startswith(FAILED):
            self.fail(line.removeprefix(FAILED))
        else:
            super().hear(line)


class Exchange:
    """The dialogues with all players in the engine's worker; `send` sends it a line."""

    def __init__(self, send: Callable[[str], None], now: Callable[[], float]) -> None:
        self._send, self._now = send, now
        self._players: dict[str, WorkerPlayer] = {}
        self.checker = WorkerChecker(lambda line: send(f"{CHECKER} {line}"), now)
        self._names = (f"player{number}" for number in count(1))

    def player(
        self,
        game: Game,
        level: int,
        seed: int,
        style: PlayingStyle = EVEN,
        lines: int = 1,
        book: bool = False,
    ) -> WorkerPlayer:
        """Return a new player."""
        name = next(self._names)
        player = WorkerPlayer(
            game,
            lambda line: self._send(f"{name} {line}"),
            level=level,
            seed=seed,
            lines=lines,
            style=style,
            book=book,
            now=self._now,
        )
        self._players[name] = player
        return player

    def hear(self, line: str) -> None:
        """Pass an answer to its player."""
        name, _space, said = line.partition(" ")
        if name == CHECKER:
            self.checker.hear(said)
        elif name in self._players:
            self._players[name].hear(said)

    def close(self, player: WorkerPlayer) -> None:
        player.close()
        self._players = {name: one for name, one in self._players.items() if one is not player}


class WorkerSeat(EngineSeat):
    """An engine at the table without a thread; each poll looks for new answers of its player."""

    def __init__(
        self,
        exchange: Exchange,
        game: Game,
        level: int,
        seed: int,
        style: PlayingStyle = EVEN,
        lines: int = 1,
    ) -> None:
        super().__init__(game, level, seed)
        self._exchange = exchange
        self._player = exchange.player(game, level, seed, style, lines, book=lines == 1)

    def begin(self, state: State, allowed: Allowance | None = None) -> None:
        self.cancel()
        self.thinking, self.thought = state, None
        self._player.start(state, make_limits(self.level, allowed))

    def poll(self) -> EngineChosen | EngineFailed | None:
        player, state = self._player, self.thinking
        thought = player.poll()
        self.ready, self.message, self.uncompiled = player.ready, player.message, player.uncompiled
        if state is None:
            return None
        if player.problem:
            self.thinking = None
            return EngineFailed(state, player.problem)
        self.thought = thought
        if thought is None or not thought.done:
            return None
        self.thinking = None
        return EngineChosen(state, tuple(thought.best), thought)

    def hurry(self) -> None:
        self._player.stop()

    def cancel(self) -> None:
        if self.thinking is not None:
            self.thinking = None
            self._player.stop()

    def close(self) -> None:
        self.cancel()
        self._exchange.close(self._player)


def seats_of(exchange: Exchange) -> Callable[[Game, int, int, MakePlayer], EngineSeat]:
    """Return a maker of engines' seats, whose players are in the worker of `exchange`."""

    def sit(game: Game, level: int, seed: int, make: MakePlayer = engine_player) -> EngineSeat:
        told = getattr(make, "keywords", {})
        style, lines = told.get("style", EVEN), told.get("lines", 1)
        return WorkerSeat(exchange, game, level, seed, style, lines)

    return sit
