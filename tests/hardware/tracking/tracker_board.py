"""A board for tests of the tracker, in which the test sets sensors and time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.rules.base import Game, State
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.sensor_image import ANY, SIDE, SensorModel
from hardware.tracking.tracker import Tracker
from hardware.tracking.tracker_events import (
    TakeBack,
    TrackerEvent,
    TurnSoFar,
)


class Board:
    """A tracker on a board whose sensors the test sets; time passes only when the test lets it."""

    def __init__(
        self, game: Game, state: State | None = None, sensing: str = SIDE, **where: Any
    ) -> None:
        self.game = game
        self.state = state or game.start()
        self.tracker = Tracker(game, sensing)
        self.tracker.set_position(ExpectedPosition(game, self.state, **where))
        self.sensors = SensorModel(game, sensing)
        self.now = 0.0
        self.faces = [0 if f == ANY else f for f in self.sensors.image(self.state)]
        self.tracker.whole(self.faces, self.now)
        self.seen: list[TrackerEvent] = []
        self.wait(0.5)

    def put(self, point: str, face: int, seconds: float = 0.4) -> list[TrackerEvent]:
        number = self.game.topology.index[point]
        self.faces[number] = face
        self.tracker.event(number, face, self.now)
        return self.wait(seconds)

    def wait(self, seconds: float) -> list[TrackerEvent]:
        out: list[TrackerEvent] = []
        until = self.now + seconds
        while self.now < until:
            self.now += 0.01
            out += self.tracker.advance(self.now)
        self.seen += out
        return out

    def tell(self, *texts: str) -> None:
        """Inform the tracker that the match has played these turns."""
        starts = [played(self.game, *texts[:number]) for number in range(len(texts) + 1)]
        position = ExpectedPosition(self.game, starts[-1], (), tuple(starts[:-1]))
        self.tracker.set_position(position)

    def press(self) -> list[TrackerEvent]:
        self.tracker.press(self.now)
        return self.wait(0.5)


def turns(readings: Sequence[TrackerEvent], complete: bool = True) -> list[str]:
    found = [r for r in readings if isinstance(r, TurnSoFar) and r.complete == complete]
    return [Game.turn_text(reading.actions) for reading in found]


def played(game: Game, *texts: str) -> State:
    state = game.start()
    for text in texts:
        for action in game.parse_turn(state, text):
            state = game.play(state, action).state
    return state


def offers(readings: Sequence[TrackerEvent]) -> list[TakeBack]:
    return [reading for reading in readings if isinstance(reading, TakeBack)]
