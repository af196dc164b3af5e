"""Evenings of games on the board of the hall, with an account of what was lost or invented.

Hands play as in `hardware.rig.exercise`, and think between their turns, for the drift needs hours.
Where a sensor fails them they do what a person does: they read what the program says, enter the
turn on the screen, and tell it that the board lies right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.rules.base import Action
from game.rules.topology import Topology
from hardware.host.layouts import layout_named, places_on
from hardware.rig.clumsy import Habits, Put, random_turn
from hardware.rig.exercise import Account, Exercise, Policy
from hardware.rig.hall.board import EMPTY, HallBoard
from hardware.rig.hall.weather import Climate
from hardware.rig.table import STEP, SteppedLine, Table
from hardware.tracking.position import MatchLike
from hardware.wire.protocol import Calibrate

HOUR = 3600.0
THINKING = (5.0, 90.0)  # seconds between two turns
NAP = 0.25  # seconds in one step while nobody touches the board
REST = 2.5  # seconds after a turn until hands are sure to be still

# Hands that are seen to mean what they do: the tracker's own figures are those of clumsier ones.
USUAL = Habits(second_thoughts=0.0)


@dataclass
class Ledger:
    """All evenings together."""

    hours: float = 0.0
    games: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    on_screen: int = 0
    pressed: int = 0
    asked: int = 0
    faults: int = 0
    ambiguous: int = 0

    def add(self, setup: str, account: Account) -> None:
        """One more game."""
        self.games += 1
        self.turns += account.turns
        self.pressed += account.pressed
        self.asked += account.asked
        self.faults += account.faults
        self.ambiguous += account.ambiguous
        if account.wrong:
            self.wrong.append(f"{setup}: {account.wrong}")


class HallLine(SteppedLine):
    """A line to a board that may be larger than the game that is played on it."""

    def __init__(self, board: HallBoard, layout: str) -> None:
        super().__init__(board)
        self.board, self.layout = board, layout
        self.places: Sequence[int] = range(board.points)

    def lay(self, topology: Topology) -> None:
        """A game on this board begins."""
        self.places = places_on(self.layout, self.board.points, topology)

    def set(self, point: int, state: int) -> None:
        """A hand sets a point of the game."""
        super().set(self.places[point], state)


class Evening(Exercise):
    """One game of an evening: hands that think between their turns."""

    def __init__(self, table: Table, line: HallLine, ledger: Ledger, seed: int, policy: Policy):
        super().__init__(table, seed, USUAL, policy=policy)
        self.line, self.ledger = line, ledger

    def turn(self, actions: list[Action]) -> None:
        """One turn, and the time until the next."""
        super().turn(actions)
        self.think(self.rng.uniform(*THINKING))

    def think(self, seconds: float) -> None:
        """Nobody touches the board; whatever the match hears meanwhile is invented."""
        self.table.run(REST)
        before = self.recorded
        self.line.step = NAP
        self.table.run(seconds)
        self.line.step = STEP
        if self.recorded != before and not self.account.wrong:
            read = self.game.turn_text(self.recorded[-3:])
            self.account.wrong = f"after turn {self.account.turns}: {read} by itself"


class Hall:
    """A board of one layout, evening after evening; `setups` are the games played on it."""

    def __init__(
        self,
        setups: Sequence[str],
        start: Callable[[str], MatchLike],
        policies: Mapping[str, Policy],
        seed: int = 1,
        climate: Climate | None = None,
        layout: str = "",
    ) -> None:
        self.start, self.setups, self.policies = start, setups, policies
        topology = layout_named(layout) if layout else start(setups[0]).game.topology
        self.board = HallBoard(len(topology), topology.name, seed, climate)
        self.line = HallLine(self.board, topology.name)
        self.ledger = Ledger()
        self.seed = seed

    def calibrate(self) -> None:
        """As its owner does: empty, then one counter on the first point, then turned over."""
        table = Table(self.start(self.setups[0]), self.line)
        table.run(1.0)
        for step, face in enumerate((EMPTY, 1, 2)):
            self.board.set(0, face)
            table.run(0.3)
            self.line.follower.send(Calibrate(step=step, point=0))
            table.run(6.0)
        self.board.set(0, EMPTY)
        table.run(1.0)

    def play(self, hours: float) -> Ledger:
        """Games until so many hours have passed."""
        until = self.line.now + hours * HOUR
        while self.line.now < until:
            self._game(self.setups[self.ledger.games % len(self.setups)])
        self.ledger.hours = self.line.now / HOUR
        return self.ledger

    def _game(self, setup: str) -> None:
        match = self.start(setup)
        self.line.lay(match.game.topology)
        made: list[Evening] = []
        table = Table(match, self.line, answer=lambda reading: made[0].answer(reading))
        policy = self.policies.get(match.game.key, random_turn)
        made.append(Evening(table, self.line, self.ledger, self.seed + self.ledger.games, policy))
        account = made[0].play()
        self.ledger.add(match.game.setup, account)
        table.perform(Put(point, EMPTY) for point in match.game.topology.points)
        table.run(1.0)
