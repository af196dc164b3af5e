"""A hand that moves markers on the track after turns, forgets to, or misplaces them. For tests.

Like a person, the hand knows where the markers are because it put them there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from game.rules.base import Game, State
from hardware.tracking.sensor_image import EMPTY, ONE
from hardware.tracking.track import MarkerHint, MarkerTrack, marker_of, place_name
from tools.rig.clumsy import Gesture, Put, Wait

PASSING_S = (0.02, 0.3)  # seconds for which a sliding marker covers a place
MAX_SLIP_PLACES = 3  # maximum distance of a misplaced marker from its place


@dataclass(frozen=True)
class MarkerHabits:
    """The probability of each behaviour in a turn, 0 to 1."""

    forget: float = 0.3
    misplace: float = 0.2
    heed: float = 1.0  # following a hint


ORDERLY = MarkerHabits(0, 0)


class MarkerHand:
    """Moves both markers of a game; `stands` has the place of each, 0 before the letters."""

    def __init__(
        self, game: Game, track: MarkerTrack, seed: int, habits: MarkerHabits | None = None
    ) -> None:
        self.game, self.track = game, track
        self.habits = habits or MarkerHabits()
        self.stands = dict.fromkeys(track.owners, 0)
        self.forgotten = self.misplaced = self.heeded = 0
        self._random = random.Random(seed)

    def after(self, state: State) -> Iterator[Gesture]:
        """Yield the hand's gestures after a turn to `state`: it moves or forgets the marker."""
        for owner in self.track.owners:
            place = marker_of(self.game, state, owner)
            if place == self.stands[owner]:
                continue
            mood = self._random.random()
            if mood < self.habits.forget:
                self.forgotten += 1
            elif mood < self.habits.forget + self.habits.misplace:
                self.misplaced += 1
                yield from self._slide(owner, self._near(place))
            else:
                yield from self._slide(owner, place)

    def heed(self, hint: MarkerHint) -> Iterator[Gesture]:
        """Yield the gestures of a hand that may follow the hint of the lights."""
        if self._random.random() < self.habits.heed:
            self.heeded += 1
            yield from self._slide(hint.owner, hint.place)

    def _near(self, place: int) -> int:
        most = len(self.track.letters)
        wrong = range(max(0, place - MAX_SLIP_PLACES), min(most, place + MAX_SLIP_PLACES) + 1)
        return self._random.choice([other for other in wrong if other != place])

    def _slide(self, owner: str, goal: int) -> Iterator[Gesture]:
        """Yield a slide over every place on the way."""
        here = self.stands[owner]
        step = 1 if goal > here else -1
        for place in range(here, goal, step):
            if place:
                yield Put(place_name(owner, place), EMPTY)
            if place + step:
                yield Put(place_name(owner, place + step), ONE)
            yield Wait(self._random.uniform(*PASSING_S))
        self.stands[owner] = goal
