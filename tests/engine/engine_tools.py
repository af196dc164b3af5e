"""Helpers for the tests of the engine: a peer that speaks the protocol, and brute-force solvers."""

from __future__ import annotations

import io
import os
import queue
import random
import subprocess
import threading
from collections.abc import Sequence
from importlib.util import find_spec

import pytest

from game.engine.protocol.ugi import main
from game.engine.search.turns import ways_to_finish
from game.games.less.rules import (
    ARRIVED,
    BOARD,
    GOAL,
    HOME,
    SPENT,
)
from game.games.more_or_less.rules import MARKS, PLACED
from game.platform.processes import own_command
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, TURNS

# Importing Numba takes a quarter of a second, so only the tests that use it do so.
needs_numba = pytest.mark.skipif(
    find_spec("numba") is None, reason="Numba is not installed here: nothing to compile"
)


def converse(*lines: str) -> list[str]:
    """Return everything that a session in this process answers to the lines."""
    out = io.StringIO()
    assert main(io.StringIO("".join(line + "\n" for line in lines)), out) == 0
    return out.getvalue().splitlines()


class Peer:
    """An engine in a process of its own, used line by line; a silent one fails after a timeout."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            own_command("engine", *words),
            env={**os.environ, "LESS_IS_MORE_PLAIN": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, beginning: str, patience: float = 60.0) -> list[str]:
        """Return the lines up to and including the first that begins with `beginning`."""
        found: list[str] = []
        while True:
            line = self.lines.get(timeout=patience)
            assert line is not None, f"the engine ended, {found} before {beginning!r}"
            found.append(line)
            if line.startswith(beginning):
                return found

    def expect(self, line: str, *beginnings: str) -> str:
        """Send a line, wait for these beginnings in order, and return the last line found."""
        self.tell(line)
        last = ""
        for beginning in beginnings:
            last = self.until(beginning)[-1]
        return last

    def end_of_input(self) -> list[str]:
        """Close the engine's input, wait for its end, and return its remaining lines."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        rest: list[str] = []
        while (line := self.lines.get(timeout=10)) is not None:
            rest.append(line)
        return rest

    def quit(self) -> None:
        self.tell("quit")
        assert self.process.wait(60) == 0


def brute_value(game: Game, state: State, known: dict[State, float] | None = None) -> float:
    """Return the value of a position for side 0, by trying all whole turns."""
    known = {} if known is None else known
    outcome = game.outcome(state)
    if outcome is not None:
        return {"p1win": 1.0, "p2win": 0.0}.get(outcome.result, 0.5)
    if state not in known:
        ends = {after for _, after in ways_to_finish(game, state, 10**9, random.Random(0))}
        values = [brute_value(game, after, known) for after in ends]
        known[state] = max(values) if game.to_move(state) % 2 == 0 else min(values)
    return known[state]


def play_randomly(game: Game, state: State, actions: int, seed: int) -> State:
    dice = random.Random(seed)
    for _ in range(actions):
        if game.over(state):
            break
        state = game.advance(state, dice.choice(game.legal(state)))
    return state


def play_turns(game: Game, texts: Sequence[str]) -> State:
    state = game.start()
    for text in texts:
        for action in game.parse_turn(state, text):
            state = game.advance(state, action)
    return state


def race(game: Game, squares: list[str]) -> State:
    """Return a position in which White is home, and Black, on `squares`, is to move."""
    state = list(game.start())
    goal = game.tables[GOAL]
    own = {game.topology.index[label] for label in squares}
    for square in range(len(game.topology)):
        state[BOARD + square] = 1 if goal[square] == 1 else 2 if square in own else 0
    state[SEAT] = 1
    state[HOME], state[HOME + 1] = 1, 0
    state[ARRIVED], state[ARRIVED + 1] = 4, sum(goal[square] == 2 for square in own)
    state[SPENT], state[SPENT + 1] = 20, 17
    state[TURNS] = 15
    return tuple(state)


def movement(game: Game, seed: int, turns_left: int) -> State | None:
    """Return a random position at the start of a turn, `turns_left` turns before the game ends."""
    state = play_randomly(game, game.start(), COUNTERS, seed)
    assert state[PLACED] == COUNTERS
    while state[RESULT] == RUNNING:
        if state[BEGUN] == 0 and state[MARKS] + state[MARKS + 1] == 24 - turns_left:
            return state
        state = play_randomly(game, state, 1, seed + state[TURNS] * 31 + state[BEGUN])
    return None
