"""Automatic parts of a review: the engine's analysis, a line played out, the game replayed.

The engine is a separate process, polled a few times a second while a position is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from game.rules.base import Action, Game, State
from game.table.history import Turn
from game.table.mistakes import Mistake, whole_turns
from game.table.programs import PositionByTurns, load_programs, program_named
from game.table.study import Study

if TYPE_CHECKING:  # imported at run time only when needed
    from game.engine.protocol.engine_player import EnginePlayer
    from game.engine.protocol.restarting_player import RestartingPlayer
    from game.engine.search.analysis import Analysis

LINES = 3
# Number of first actions requested, more than LINES: some are the same turn in another order.
ASKED = 10
TURNS = 3  # number of turns shown of each line
POLL_INTERVAL_S = 0.25  # seconds between two polls
CERTAIN = {"win": 1.0, "loss": 0.0, "draw": 0.5}

Line = tuple[tuple[Action, ...], ...]
MakeEngine = Callable[[Game], "EnginePlayer"]


@dataclass(frozen=True)
class EngineLine:
    """A line of the engine: the chances of the side to move, and the turns."""

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
    """Live analysis, which runs while `on`; `thought` is None until there is a result.

    `program` is the name of another program that analyses instead of our engine; "" means our
    engine.
    """

    def __init__(self, study: Study, make: MakeEngine = _engine) -> None:
        self.game = study.game
        self._study = study
        self._make = make
        self.on = False
        self.program = ""
        self.thought: Thought | None = None
        self._engine: RestartingPlayer | None = None
        self._state: State | None = None
        self._played: dict[Line, tuple[Turn, ...]] = {}  # cache of the position's lines, as turns
        self._wait = 0.0

    def switch(self, on: bool) -> None:
        """Switch the analysis on or off; off also ends the engine's process."""
        self.on = on
        if not on:
            self.close()

    @cached_property
    def programs(self) -> list[str]:
        """Names of the other programs that play this game."""
        return [one.name for one in load_programs()[0] if self.game.key in one.games]

    def ask_next(self) -> None:
        """Use the next program from now on; the last one is followed by our engine."""
        names = ["", *self.programs]
        self.close()
        self.program = names[(names.index(self.program) + 1) % len(names)]

    def _player(self) -> Any:
        study = self._study
        lead = PositionByTurns(self.game, study.match.history.start, lambda: study.turns)
        return program_named(self.program).player(self.game, lead)

    def follow(self, state: State) -> None:
        """Analyse this position from now on."""
        if not self.on or state == self._state:
            return
        self._state, self.thought, self._wait = state, None, 0.0
        self._played.clear()
        if self.game.over(state):
            if self._engine is not None:
                self._engine.stop()
            return
        from game.engine.protocol.restarting_player import RestartingPlayer
        from game.engine.search.analysis import SearchLimits

        if self._engine is None:
            make = self._player if self.program else partial(self._make, self.game)
            self._engine = RestartingPlayer(self.game, make)
        self._engine.start(state, SearchLimits())

    def update(self, dt: float) -> bool:
        """Count time; return True when there is something new to show."""
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
        """True if there is a position to analyse in which the game is not over."""
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
        """Return a line as turns by the rules; cached, because most lines repeat at each poll."""
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


LINE_PAUSE_S = 0.7  # seconds between two turns of a line
REPLAY_PAUSE_S = 0.9  # seconds between two turns while the game is replayed


@dataclass
class PlayedLine:
    """A line of `turns` from the study's position; `shown` of them are on the board."""

    turns: Sequence[Turn]
    shown: int = 0


class AutoPlay:
    """Autoplay: `line` is being played out; `point` is the turning point on screen."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self.points: list[Mistake] = []
        self.point: Mistake | None = None
        self.line: PlayedLine | None = None
        self.replaying = False
        self._waited = 0.0

    @property
    def moving(self) -> bool:
        """True while a line or the game is being played."""
        return self.line is not None or self.replaying

    @property
    def next_point(self) -> Mistake | None:
        """The turning point after the present one; after the last point, the first."""
        if not self.points:
            return None
        here = self.points.index(self.point) if self.point in self.points else -1
        return self.points[(here + 1) % len(self.points)]

    def stop(self) -> bool:
        """Stop all autoplay; return False if nothing was active."""
        there = self.moving or self.point is not None
        self.line, self.replaying, self.point = None, False, None
        return there

    def play(self, turns: Sequence[Turn]) -> None:
        """Play out a line from the present position; its first turn is due immediately."""
        self.line, self._waited = PlayedLine(turns), LINE_PAUSE_S

    def replay(self) -> None:
        """Replay the game's turns from the present position."""
        self.replaying, self._waited = True, 0.0

    def update(self, dt: float, at_rest: bool) -> bool:
        """Count time; return True when one more turn is to be shown."""
        line = self.line
        ends = line is not None and line.shown == len(line.turns)
        if not self.moving or ends or not at_rest:
            self._waited = 0.0
            return False
        self._waited += dt
        if self._waited < (REPLAY_PAUSE_S if line is None else LINE_PAUSE_S):
            return False
        self._waited = 0.0
        if line is not None:
            line.shown += 1
        else:
            self.replaying = self._study.on()
        return True
