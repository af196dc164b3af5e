"""Evenings of games on the hall's board, with a report of what was lost or invented.

Simulated players move pieces as in `tools.rig.exercise`, and think between their turns, because
drift needs hours. Where a sensor fails, they act as people do: they read the program's message,
enter the turn on the screen, and confirm that the board is right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.rules.base import Action, State
from game.rules.proposals import Amend
from game.rules.topology import Point, Topology
from hardware.host.layouts import layout_named, places_on
from hardware.tracking.expected_position import MatchLike
from hardware.tracking.tracker_events import Ambiguous, Doubt, TakeBack, TrackerEvent
from hardware.wire.messages import Calibrate
from tools.rig.clumsy import Habits, Put, random_turn
from tools.rig.endurance.board import EMPTY, Climate, EmulatedFirmware, EnduranceBoard
from tools.rig.exercise import Exercise, ExerciseReport, Policy
from tools.rig.table import BoardTable, SteppedLine

HOUR = 3600.0
THINKING_S = (20.0, 240.0)  # seconds between two turns
BUSY_STEP_S = 0.02  # seconds of one step while pieces are moved
IDLE_STEP_S = 0.35  # seconds of one step while nobody touches the board
# Seconds within which the program must doubt a sensor that contradicts the others.
DOUBT_TIMEOUT_S = 60.0
STILL_AFTER_S = 2.5  # seconds after a turn until no piece moves any more

# These players do not hesitate. The tracker itself is measured with clumsier players.
USUAL = Habits(second_thoughts=0.0)


@dataclass
class EnduranceReport:
    """The totals of all evenings.

    `wrong`: games with a turn that was lost, invented or misrecorded.  `hidden`: turns recorded
    with other steps to the same position; without the dead sensor the difference would have shown.
    `on_screen`: turns entered on the screen.  `undone`: wrong readings that were taken back after a
    question. `wavered`: readings of a piece that vanished and came back by itself.  `sick`: sensors
    that failed. `doubts`: questions about a sensor, of which `distrusted` were right.
    """

    hours: float = 0.0
    games: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    on_screen: int = 0
    doubts: int = 0
    distrusted: int = 0
    hidden: list[str] = field(default_factory=list)
    sick: int = 0
    wavered: int = 0
    undone: int = 0
    pressed: int = 0
    asked: int = 0
    faults: int = 0
    ambiguous: int = 0

    def add(self, what: str, account: ExerciseReport) -> None:
        """Add the report of one more game."""
        self.games += 1
        self.turns += account.turns
        self.pressed += account.pressed
        self.asked += account.asked
        self.faults += account.faults
        self.ambiguous += account.ambiguous
        if account.wrong:
            self.wrong.append(f"{what}: {account.wrong}")


class EnduranceLine(SteppedLine):
    """A line to a board that may be larger than the game played on it."""

    def __init__(self, board: EnduranceBoard, layout: str) -> None:
        super().__init__(board)
        self.step = BUSY_STEP_S
        self.board, self.layout = board, layout
        self.places: Sequence[int] = range(board.points)
        self.points: Sequence[Point] = ()

    def lay(self, topology: Topology) -> None:
        """Begin a game with this topology on the board."""
        self.places = places_on(self.layout, self.board.points, topology)
        self.points = topology.points

    def label(self, place: int) -> Point:
        """Return the game's name for a point of the board."""
        return self.points[list(self.places).index(place)]

    def set(self, point: int, state: int) -> None:
        """Show a face on a point of the game."""
        super().set(self.places[point], state)


class EveningGame(Exercise):
    """One game of an evening, whose players think between their turns."""

    def __init__(
        self,
        table: BoardTable,
        line: EnduranceLine,
        ledger: EnduranceReport,
        seed: int,
        policy: Policy,
    ):
        super().__init__(table, seed, USUAL, policy=policy)
        self.line, self.ledger = line, ledger
        self.begun: State = self.match.state
        self.wanted: list[Action] = []

    def turn(self, actions: list[Action]) -> None:
        """Play one turn, and wait until the next."""
        self.begun, self.wanted = self.match.state, actions
        super().turn(actions)
        self._pardon()
        self.think(self.rng.uniform(*THINKING_S))

    def _pardon(self) -> None:
        """Accept a turn recorded with other steps if only a dead sensor could tell them apart."""
        dead = {self.line.label(place) for place in self.line.board.sick}
        told = [*self.wanted, *self.recorded[-len(self.wanted) :]]
        hidden = any(dead.intersection(action.points) for action in told)
        if self.account.wrong and hidden and self.match.state == self.target:
            self.ledger.hidden.append(self.account.wrong)
            self.account.wrong = ""

    def _finish(self) -> None:
        """Wait until the turn is understood; if it never is, enter it on the screen.

        Then wait until the program no longer doubts the board.
        """
        super()._finish()
        if self.table.run_until(lambda: self.match.state == self.target, DOUBT_TIMEOUT_S):
            return
        self.ledger.on_screen += 1
        undone = Amend(self.begun, tuple(self.wanted), earlier=True)
        self.match.submit(undone, self.table.now)
        self.table.run_until(self._agreed, DOUBT_TIMEOUT_S)

    def _agreed(self) -> bool:
        return self.line.driver.said is None

    def answer(self, reading: TrackerEvent) -> None:
        """Answer as a person at the screen does."""
        # The program has read a mishap as a turn.
        mishap = self.match.state != self.target
        if (
            mishap
            and isinstance(reading, TakeBack)
            and not reading.instead
            and reading.start == self.begun
        ):
            self.ledger.undone += 1
            self.table.seat.propose(reading, self.table.now)
        elif isinstance(reading, Ambiguous) and self.line.board.sick:
            self._answer_exactly(reading)
        elif isinstance(reading, Doubt):
            self._answer_doubt(reading)
        else:
            super().answer(reading)

    def _answer_exactly(self, question: Ambiguous) -> None:
        """Choose exactly the turn that was made, or none; used while a sensor is sick."""
        wanted = tuple(self.wanted)
        fits = [n for n, one in enumerate(question.alternatives) if wanted[: len(one)] == one]
        self.line.choose(fits[0] if fits else None)

    def _answer_doubt(self, reading: Doubt) -> None:
        self.ledger.doubts += 1
        state = self.begun
        for action in reading.actions:
            state = self.game.play(state, action).state
        lies = self.line.board.faces[self.line.places[self.game.topology.index[reading.point]]]
        if lies == self.hand.sensors.face(self.game.pieces(state).get(reading.point)):
            self.ledger.distrusted += 1
            self.line.distrust(reading.point)
        else:
            self.line.decline()

    def think(self, seconds: float) -> None:
        """Touch nothing; any turn recorded meanwhile is invented."""
        self.table.run(STILL_AFTER_S)
        before = self.recorded
        self.line.step = IDLE_STEP_S
        self.table.run(seconds)
        self.line.step = BUSY_STEP_S
        # The program may read a blinking piece as a corrected turn.
        if self.recorded != before:
            self.ledger.wavered += 1
            self.table.run_until(lambda: self.recorded == before, DOUBT_TIMEOUT_S)
        if self.recorded != before and not self.account.wrong:
            read = self.game.turn_text(self.recorded[-3:])
            self.account.wrong = f"after turn {self.account.turns}: {read} by itself"


class EnduranceRun:
    """A board of one layout, evening after evening; `setups` are the games on it, in rotation."""

    def __init__(
        self,
        setups: Sequence[str],
        start: Callable[[str], MatchLike],
        policies: Mapping[str, Policy],
        seed: int = 1,
        climate: Climate | None = None,
        layout: str = "",
        sicknesses: Sequence[str] = (),
        longest: int = 1000,
        mcu: str = "",
    ) -> None:
        """Make the board and its line.

        The maximum number of turns in a game is `longest`. An emulated controller named by `mcu`
        replaces the core compiled for this machine.
        """
        self.start, self.setups, self.policies = start, setups, policies
        topology = layout_named(layout) if layout else start(setups[0]).game.topology
        shape = len(topology), topology.name
        firmware = EmulatedFirmware(mcu, *shape) if mcu else None
        self.board = EnduranceBoard(*shape, seed, climate, firmware)
        self.line = EnduranceLine(self.board, topology.name)
        self.ledger = EnduranceReport()
        self.sicknesses, self.longest = sicknesses, longest
        self._random = random.Random(seed)
        self.seed = seed

    def close(self) -> None:
        """Close the board; an emulated controller would otherwise run until its process ends."""
        self.board.close()

    def calibrate(self) -> None:
        """Calibrate as the owner does: with an empty board, then with both sides of a counter."""
        table = BoardTable(self.start(self.setups[0]), self.line)
        table.run(1.0)
        for step, face in enumerate((EMPTY, 1, 2)):
            self.board.set(0, face)
            table.run(0.3)
            self.line.driver.send(Calibrate(step=step, point=0))
            table.run(6.0)
        self.board.set(0, EMPTY)
        table.run(1.0)

    def play(self, hours: float) -> EnduranceReport:
        """Play games until the total reaches this many hours; the last game is finished."""
        while self.ledger.hours < hours:
            self._game(self.setups[self.ledger.games % len(self.setups)])
            self.ledger.hours = self.line.now / HOUR
        return self.ledger

    def _fall_sick(self, _exercise: Exercise) -> None:
        """Make one sensor of the game's points sick; it is repaired after the game."""
        how = self.sicknesses[self.ledger.sick % len(self.sicknesses)]
        place = self._random.choice(list(self.line.places))
        self.board.fall_sick(place, how)
        self.ledger.sick += 1

    def _game(self, setup: str) -> None:
        match = self.start(setup)
        self.line.lay(match.game.topology)
        made: list[EveningGame] = []
        table = BoardTable(match, self.line, answer=lambda reading: made[0].answer(reading))
        policy = self.policies.get(match.game.key, random_turn)
        made.append(
            EveningGame(table, self.line, self.ledger, self.seed + self.ledger.games, policy)
        )
        made[0].longest = self.longest
        if self.sicknesses:
            made[0].incidents = {self._random.randrange(3, 12): self._fall_sick}
        account = made[0].play()
        sick = {self.line.label(place): how for place, how in self.board.sick.items()}
        self.ledger.add(f"{match.game.setup} {sick or ''}".strip(), account)
        for place in list(self.board.sick):
            self.board.fall_sick(place, "")
        table.perform(Put(point, EMPTY) for point in match.game.topology.points)
        table.run(1.0)
