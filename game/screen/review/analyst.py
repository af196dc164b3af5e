"""Live analysis: the engine thinks about the position shown for as long as it is shown.

The engine is a process of its own; here it is only asked what it thinks, a few times a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.base import Action, Game, State
from game.table.history import Turn
from game.table.mistakes import whole_turns

if TYPE_CHECKING:  # loaded when it is first wanted
    from game.engine.protocol.engine_player import EnginePlayer
    from game.engine.search.analysis import Analysis

LINES = 3
ASKED = 10  # first actions asked for: some of them are the same turn in another order
TURNS = 3  # of a line
POLL_INTERVAL_S = 0.25  # seconds between two looks
CERTAIN = {"win": 1.0, "loss": 0.0, "draw": 0.5}

Line = tuple[tuple[Action, ...], ...]
MakeEngine = Callable[[Game], "EnginePlayer"]


@dataclass(frozen=True)
class EngineLine:
    """A line of the engine: the chance of the side to move, and the turns."""

    chance: float
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Thought:
    """The analysis of a position so far: `depth` and `nodes` of the search, best lines first."""

    depth: int
    nodes: int
    chance: float
    lines: tuple[EngineLine, ...]


def _engine(game: Game) -> EnginePlayer:
    from game.engine.protocol.engine_player import EnginePlayer

    return EnginePlayer(game, seed=1, lines=ASKED)


class Analyst:
    """Live analysis, `on` while it is wanted; `thought` is None until there is one."""

    def __init__(self, game: Game, make: MakeEngine = _engine) -> None:
        self.game = game
        self._make = make
        self.on = False
        self.thought: Thought | None = None
        self._engine: EnginePlayer | None = None
        self._state: State | None = None
        self._played: dict[Line, tuple[Turn, ...]] = {}  # lines of the position, judged
        self._wait = 0.0

    def switch(self, on: bool) -> None:
        """Begin or stop; the engine's process goes when it is not wanted."""
        self.on = on
        if not on:
            self.close()

    def follow(self, state: State) -> None:
        """Think about this position from now on."""
        if not self.on or state == self._state:
            return
        self._state, self.thought, self._wait = state, None, 0.0
        self._played.clear()
        if self.game.over(state):
            if self._engine is not None:
                self._engine.stop()
            return
        from game.engine.search.analysis import SearchLimits

        if self._engine is None:
            self._engine = self._make(self.game)
        self._engine.start(state, SearchLimits())

    def update(self, dt: float) -> bool:
        """Let time pass; True when there is something new to show."""
        self._wait += dt
        if self._engine is None or self._state is None or self._wait < POLL_INTERVAL_S:
            return False
        self._wait = 0.0
        found = self._engine.poll()
        if found is None or self.game.over(self._state):
            return False
        before, self.thought = self.thought, self._read(found, self._state)
        return self.thought != before

    @property
    def thinks(self) -> bool:
        """True if there is a position to think about that is not the end of a game."""
        return self.on and self._state is not None and not self.game.over(self._state)

    @property
    def problem(self) -> str:
        return self._engine.problem if self._engine is not None else ""

    def close(self) -> None:
        """End the engine's process."""
        if self._engine is not None:
            self._engine.close()
        self._engine = self._state = self.thought = None

    def _turns(self, state: State, line: Line) -> tuple[Turn, ...]:
        """Return a line played by the rules, cached: most are the same as a moment ago."""
        if line not in self._played:
            self._played[line] = tuple(whole_turns(self.game, state, line))
        return self._played[line]

    def _read(self, found: Analysis, state: State) -> Thought:
        ways = [(CERTAIN.get(c.proof, c.value), c.line) for c in found.candidates if c.line]
        chance = CERTAIN.get(found.proof, found.value)
        lines: dict[State, EngineLine] = {}
        for worth, line in ways or [(chance, found.pv)]:
            turns = self._turns(state, line[:TURNS]) if len(lines) < LINES else ()
            if turns and turns[0].after not in lines:
                lines[turns[0].after] = EngineLine(worth, turns)
        if self.thought is not None and len(lines) < len(self.thought.lines):
            return Thought(found.depth, found.nodes, chance, self.thought.lines)
        return Thought(found.depth, found.nodes, chance, tuple(lines.values()))
