"""Whole random games played by a clumsy hand, with a report of what was lost or invented.

`Exercise` plays a game to its end at any table and checks every recorded turn.

`alike` decides whether a board could have told two records of one turn apart.  It judges by the
hand's gestures, not by what the tracker saw of them.  A record can leave two things unexplained:
movements that it does not contain, and landings that it claims but no hand made.  Two records that
end in the same position and leave equally much unexplained look the same to any observer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.rules.base import Action, Game, State
from game.rules.topology import Point
from hardware.tracking.expected_position import MatchLike, actions_of, position_of
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    BoardMismatch,
    TakeBack,
    TrackerEvent,
)
from tools.rig.clumsy import (
    ClumsyHand,
    Gesture,
    Habits,
    PressButton,
    Put,
    Wait,
    cleared,
    random_turn,
)
from tools.rig.marker_hand import MarkerHand
from tools.rig.table import BoardLine, BoardTable, SteppedDevice, SteppedLine

PRESS_DELAY_S = 2.0  # seconds after which a person presses the button
PRESSES = 3
SET_OUT_TIMEOUT_S = 20.0  # seconds after which the first turn is made anyway
TURN_TIMEOUT_S = 6.0  # seconds after which a turn counts as lost

REST_S = 0.17  # seconds; a shorter touch only passes over the point

Touched = tuple[Point, bool]  # a point, and whether it was covered (True) or emptied
# the piece's point before the turn, and the point where it landed
PieceLanding = tuple[Point | None, Point]


@dataclass
class ExerciseReport:
    """What happened in a game. `wrong` describes the first faulty turn; "" if there is none.

    `offers` counts take-backs that were offered, `corrected` those made without a question.
    `ambiguous` counts turns recorded with other actions that lead to the same position, where the
    gestures support neither record (`tools.rig.exercise`); `told` has their texts.
    """

    turns: int = 0
    pressed: int = 0
    asked: int = 0
    faults: int = 0
    offers: int = 0
    taken_back: int = 0
    corrected: int = 0
    hints: int = 0
    ambiguous: int = 0
    seconds: float = 0.0
    wrong: str = ""
    told: list[tuple[str, str]] = field(default_factory=list)


Policy = Callable[[Game, State, random.Random], list[Action]]


class Exercise:
    """One game at one table; `incidents` maps turn numbers to what happens before those turns."""

    def __init__(
        self,
        table: BoardTable,
        seed: int,
        habits: Habits | None = None,
        longest: int = 1000,
        policy: Policy = random_turn,
        incidents: Mapping[int, Callable[[Exercise], None]] | None = None,
        markers: MarkerHand | None = None,
    ) -> None:
        """Prepare a game; `markers` is a hand that moves the markers of a readable track."""
        self.table = table
        self.match, self.game = table.match, table.match.game
        self.account = ExerciseReport()
        self.longest, self.policy = longest, policy
        self.incidents = incidents or {}
        self.rng = random.Random(seed)
        self.target: State = self.match.state
        self.intended: list[Action] = []  # the record as it should be
        self.hand = ClumsyHand(SensorModel(self.game), seed, habits)
        self._accept = False
        self.markers = markers

    def play(self) -> ExerciseReport:
        """Set the pieces out, play to the end, and return the report."""
        self.table.run(1.0)
        self.table.perform(self.hand.set_out(self.match.state))
        self.table.run(1.0)
        # On a slow machine, the session may not have read the whole board yet.
        if self.table.readings and not self._agreed():
            self.table.run_until(self._agreed, SET_OUT_TIMEOUT_S)
        while not self.match.over and not self.account.wrong:
            if self.account.turns >= self.longest:
                break
            self.incidents.get(self.account.turns, _nothing)(self)
            self.turn(self.policy(self.game, self.match.state, self.rng))
        self._count()
        return self.account

    def turn(self, actions: list[Action]) -> None:
        """Play one turn by hand, and report any other recorded turn as wrong."""
        before = self.match.state
        self.target, over = self._after(before, actions)
        known = len(self.recorded)
        moves = self.hand.turn(before, actions)
        self.table.perform(moves)
        self._finish()
        self._move_markers()
        self.account.turns += 1
        self.intended += actions
        played = self.recorded[known:]
        read = self.game.turn_text(played)
        wanted = self.game.turn_text(actions)
        if self.match.state == self.target and played != actions and alike(moves, actions, played):
            self.account.ambiguous += 1
            self.account.told.append((wanted, read))
        elif played != actions or self.match.state != self.target:
            self.account.wrong = f"turn {self.account.turns}, {wanted}: {read} was read"
        if over:
            self.table.perform(Put(point, 0) for point in self.game.topology.points)
            self.table.run_until(self._agreed, TURN_TIMEOUT_S)

    def _agreed(self) -> bool:
        """Return whether the latest reading says that board and match agree."""
        return isinstance(self.table.readings[-1][1], Agreed)

    def _move_markers(self) -> None:
        """Move the markers unless the hand forgets them, then follow the program's hints."""
        if self.markers is None:
            return
        self.table.perform(self.markers.after(self.match.state))
        for hint in self.table.line.hints:
            self.account.hints += 1
            self.table.perform(self.markers.heed(hint))

    def _after(self, state: State, actions: Sequence[Action]) -> tuple[State, bool]:
        over = False
        for action in actions:
            step = self.game.play(state, action)
            state, over = step.state, over or cleared(step.events)
        return state, over

    def _finish(self) -> None:
        """Wait until the turn is understood; press the button if that takes too long."""
        if self.table.run_until(lambda: self.match.state == self.target, PRESS_DELAY_S):
            return
        # A press while the cable is unplugged is lost.
        for _try in range(PRESSES):
            self.account.pressed += 1
            self.table.perform([PressButton()])
            if self.table.run_until(
                lambda: self.match.state == self.target, TURN_TIMEOUT_S / PRESSES
            ):
                return

    # -- incidents -------------------------------------------------------------------------------

    def pull_cable(self) -> None:
        """Unplug the cable and plug it in again."""
        self.table.line.unplug()
        self.table.run(0.7)
        self.table.line.plug()
        self.table.run(1.5)

    def take_back(self) -> None:
        """Take the last turn back by hand, accept the offer, and play it again."""
        position = position_of(self.match)
        if not position.before:
            return
        sensors, earlier = self.hand.sensors, position.before[-1]
        now, then = sensors.image(self.match.state), sensors.image(earlier)
        self._accept = True
        for number, point in enumerate(sensors.points):
            if now[number] != then[number]:
                self.table.perform([Put(point, then[number]), Wait(0.1)])
        self.table.run_until(lambda: self.match.state == earlier, TURN_TIMEOUT_S)
        self._accept = False
        if self.match.state == earlier:
            self.account.taken_back += 1
            del self.intended[-len(position.last) :]
            self.turn(list(position.last))
        else:
            self.account.wrong = f"turn {self.account.turns}: not taken back"

    def answer(self, reading: TrackerEvent) -> None:
        """Answer as a person at the screen does."""
        if isinstance(reading, Ambiguous):
            start = position_of(self.match).state
            ends = [self._after(start, actions)[0] for actions in reading.alternatives]
            self.table.line.choose(ends.index(self.target) if self.target in ends else None)
        elif isinstance(reading, TakeBack) and self._accept:
            self.table.seat.propose(reading, self.table.now)
        elif isinstance(reading, TakeBack):
            self.table.line.decline()

    @property
    def recorded(self) -> list[Action]:
        """Return all actions of the record."""
        return [action for turn in self.match.turns for action in actions_of(turn)]

    def _count(self) -> None:
        for _time, reading in self.table.readings:
            self.account.asked += isinstance(reading, Ambiguous)
            self.account.faults += isinstance(reading, BoardMismatch) and not reading.setup
            self.account.corrected += isinstance(reading, TakeBack) and reading.corrected
            self.account.offers += isinstance(reading, TakeBack) and not reading.corrected
        self.account.seconds = self.table.now


def _nothing(_exercise: Exercise) -> None:
    """Do nothing: no incident."""


def rehearse(match: MatchLike, device: SteppedDevice, seed: int, **how: Any) -> Exercise:
    """Return an exercise in simulated time; `how` are the options of `Exercise`."""
    return rehearse_at(SteppedLine(device), match, seed, **how)


def rehearse_at(line: BoardLine, match: MatchLike, seed: int, **how: Any) -> Exercise:
    """Return an exercise at a line of any kind; `how` are the options of `Exercise`."""
    made: list[Exercise] = []
    table = BoardTable(match, line, answer=lambda reading: made[0].answer(reading))
    made.append(Exercise(table, seed, **how))
    return made[0]


def landings_made(gestures: Iterable[Gesture], first_lifted: bool = False) -> list[PieceLanding]:
    """Return every landing that lasted for a moment, in order.

    Of several pieces in the air, the one lifted last comes down first; with `first_lifted`, the one
    lifted first.
    """
    # Each piece in the air: its first point as its name, and the point where it last rested.
    carried: list[tuple[Point | None, Point | None]] = []
    # The same pairs for pieces on the board, by their present point.
    lying: dict[Point, tuple[Point | None, Point | None]] = {}
    covered: dict[Point, float] = {}
    rested: list[PieceLanding] = []
    now = 0.0
    for gesture in gestures:
        if isinstance(gesture, Wait):
            now += gesture.seconds
        elif isinstance(gesture, Put) and gesture.face == 0:
            piece, place = lying.pop(gesture.point, (gesture.point, gesture.point))
            if now - covered.pop(gesture.point, -REST_S) >= REST_S:
                carried.append((piece, gesture.point))
            # The piece only passed over this point.
            else:
                carried.append((piece, place))
                if place != gesture.point:
                    rested.pop()
        elif isinstance(gesture, Put):
            piece, place = carried.pop(-1 + first_lifted) if carried else (None, None)
            lying[gesture.point], covered[gesture.point] = (piece, place), now
            if place != gesture.point:
                rested.append((piece, gesture.point))
    return rested


def landings_told(actions: Iterable[Action]) -> list[PieceLanding]:
    """Return every landing in a record."""
    piece_on: dict[Point, Point | None] = {}
    told: list[PieceLanding] = []
    for action in actions:
        if action.target is not None:
            source = action.source
            piece = None if source is None else piece_on.pop(source, source)
            piece_on[action.target] = piece
            told.append((piece, action.target))
    return told


def unexplained(made: Sequence[object], told: Sequence[object]) -> int:
    """Return the edit distance of two sequences: how many elements only one of them has."""
    rows = [list(range(len(told) + 1))]
    for number, one in enumerate(made, 1):
        row = [number]
        for place, other in enumerate(told, 1):
            least = min(rows[-1][place], row[-1]) + 1
            row.append(rows[-1][place - 1] if one == other else least)
        rows.append(row)
    return rows[-1][-1]


def touches_made(gestures: Iterable[Gesture]) -> list[Touched]:
    """Return every point that was emptied or covered, in order."""
    return [(put.point, put.face != 0) for put in gestures if isinstance(put, Put)]


def touches_told(actions: Iterable[Action]) -> list[Touched]:
    """Return every point that a record empties or covers, in order."""
    told: list[Touched] = []
    for action in actions:
        if action.target is not None:
            if action.source is not None:
                told.append((action.source, False))
            told.append((action.target, True))
    return told


def alike(gestures: Sequence[Gesture], one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Return whether the hand's gestures fit two records equally well.

    Two things are compared: the landings, for either order of coming down, and the order in which
    points were emptied and covered.
    """
    return _unexplained_by(gestures, one) == _unexplained_by(gestures, other)


def _unexplained_by(gestures: Sequence[Gesture], record: Sequence[Action]) -> tuple[int, int]:
    """Return how many landings, and how many mere touches, a record leaves unexplained."""
    ways = [landings_made(gestures, first_lifted) for first_lifted in (False, True)]
    landings = min(unexplained(made, landings_told(record)) for made in ways)
    return landings, unexplained(touches_made(gestures), touches_told(record))
