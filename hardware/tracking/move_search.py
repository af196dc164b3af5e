"""A directed search for the legal actions that lead to the image of a board.

Pure, in slices, on the Game interface alone.  From the start of a turn it follows legal actions
towards the image, best matches first.  A piece may only start from a point that was touched, or
where this line has put it; that keeps trains with hundreds of continuations small.
`MoveSearch.run` expands a bounded number of positions, so a caller never waits.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from game.rules.base import Action, State
from game.rules.events import Cleared, fold
from hardware.tracking.sensor_image import ANY, EMPTY, SensorImage, SensorModel

NODE_LIMIT = 5000  # maximum number of positions that one search visits
MAX_LINES = 60  # maximum number of kept lines that show the target
RIVAL_NODE_LIMIT = 500  # positions visited after the first found line, to find others like it
ORDERED_NODE_LIMIT = 400  # after this many positions, other orders of the same actions are skipped
# Weights of the differences between a line and the target.
MISPLACED, UNTURNED, UNTOUCHED = 3.0, 1.0, 0.3


@dataclass(frozen=True, slots=True)
class PlayLine:
    """Actions from the start of a turn, the state after them, and the image of the board then.

    `image` shows the pieces before a finished round is cleared away; `ended`: the turn is over;
    `placed` are the points where the line has put pieces.
    """

    actions: tuple[Action, ...]
    state: State
    image: SensorImage
    ended: bool
    placed: frozenset[int] = frozenset()

    def goes_beyond(self, known: PlayLine) -> bool:
        """Return whether this line begins with the `known` part of the turn and is longer."""
        number = len(known.actions)
        return len(self.actions) > number and self.actions[:number] == known.actions


def closing(sensors: SensorModel, state: State, by_button: bool = False) -> Action | None:
    """Return the action that ends a turn without touching the board: a stop or a pass.

    A pass with alternatives is only returned with `by_button`.
    """
    actions = sensors.legal(state)
    for action in actions:
        if action.kind == "stop":
            return action
    if by_button or len(actions) == 1:
        return next((action for action in actions if action.kind == "pass"), None)
    return None


def extend(sensors: SensorModel, line: PlayLine, action: Action) -> PlayLine:
    """Return the line with one more legal action."""
    game = sensors.game
    after = sensors.after(line.state, action)
    image = sensors.image(after)
    if image.count(EMPTY) > line.image.count(EMPTY):
        image = _before_clearing(sensors, line.state, action)
    places = [sensors.index[point] for point in action.points]
    placed = line.placed - frozenset(places[:-1]) | frozenset(places[-1:])
    ended = game.turn_ended(line.state, after)
    return PlayLine((*line.actions, action), after, image, ended, placed)


def _before_clearing(sensors: SensorModel, state: State, action: Action) -> SensorImage:
    """Return the image in which the pieces are still on the board when a round ends.

    Hands clear the round away later.
    """
    events = sensors.game.play(state, action).events
    lying = [event for event in events if not isinstance(event, Cleared)]
    return sensors.image_of(fold(sensors.game.pieces(state), lying))


def distance(shown: SensorImage, wanted: SensorImage, extra: float = MISPLACED) -> float:
    """Return how much an image differs; a misplaced piece weighs more than an unturned one.

    `extra` is the weight of a superfluous piece.
    """
    total = 0.0
    for seen, face in zip(shown, wanted):
        if seen != face and ANY not in (seen, face):
            total += MISPLACED if seen == EMPTY else extra if face == EMPTY else UNTURNED
    return total


def root(sensors: SensorModel, state: State) -> PlayLine:
    """Return the line without actions."""
    return PlayLine((), state, sensors.image(state), False)


def follow(sensors: SensorModel, line: PlayLine, actions: Iterable[Action]) -> PlayLine:
    """Return the line extended by several legal actions."""
    for action in actions:
        line = extend(sensors, line, action)
    return line


class MoveSearch:
    """Lines from `start` that end in `target`.

    `touched` are the points that hands have touched (None: unknown, so every piece may have
    moved).  After `run` has returned True, `exact` holds the lines that show the target, `near` the
    line that comes closest to it, and `almost` the closest line that plays something.  `unsure`
    lines also show the target, but end with a piece on a point that no sensor sees: the piece may
    still be in a hand.  `known` points are never unsure.  A `blind` search lets pieces start from
    unseen points, because nobody sees whether they were touched.
    """

    def __init__(
        self,
        sensors: SensorModel,
        start: PlayLine,
        target: SensorImage,
        touched: Collection[int] | None,
        limit: int = NODE_LIMIT,
        known: Collection[int] = (),
        blind: bool = False,
    ) -> None:
        self.sensors = sensors
        self.target = target
        self.touched = None if touched is None else frozenset(touched)
        if blind and self.touched is not None:
            self.touched |= sensors.unseen
        self.left = limit
        self.exact: list[PlayLine] = []
        self.unsure: list[PlayLine] = []
        self.unseen = sensors.unseen.difference(start.placed, known)
        self.near = start
        self.almost: PlayLine | None = None
        self._almost_key = 0.0
        self.turned: set[int] = set()  # points whose pieces some line turns over
        self._root = start
        self._distances: dict[SensorImage, float] = {}
        untouched = sum(map(self._lands_untouched, start.actions))
        self._near_key = self._distance(start.image) + UNTOUCHED * untouched
        self._seen: set[tuple[State, SensorImage]] = {(start.state, start.image)}
        self._count = 0
        # Rank, number, line, and how many of its actions end on untouched points.
        self._heap: list[tuple[float, int, PlayLine, int]] = [(self._near_key, 0, start, untouched)]
        if start.image == target:
            self.exact.append(start)

    @property
    def rank(self) -> float:
        """The distance of `near` from the target; 0 is equal."""
        return self._near_key

    def run(self, positions: int) -> bool:
        """Visit about this many positions; return True when the search is over."""
        while self._heap and self.left > 0 and positions > 0:
            _rank, _number, line, untouched = heapq.heappop(self._heap)
            looked_at = 1 + self._expand(line, untouched)
            positions -= looked_at
            self.left -= looked_at
        return not self._heap or self.left <= 0

    def _expand(self, line: PlayLine, untouched: int) -> int:
        """Visit the successors of a line; return their number."""
        looked_at = 0
        for action in self.sensors.legal(line.state):
            if not self._can_have_been_made(line, action):
                continue
            after = extend(self.sensors, line, action)
            looked_at += 1
            key = (after.state, after.image)
            if key in self._seen and len(self._seen) > ORDERED_NODE_LIMIT:
                continue  # Another order of the same actions; only the first ones are kept.
            self._seen.add(key)
            seen = self.unseen.isdisjoint(after.placed)
            if after.image == self.target:
                found = self.exact if seen else self.unsure
                if seen:
                    self.left = min(self.left, RIVAL_NODE_LIMIT)
                if len(found) < MAX_LINES:
                    found.append(after)
            missed = untouched + self._lands_untouched(action)
            rank = self._distance(after.image) + UNTOUCHED * missed
            if seen and (self.almost is None or rank < self._almost_key):
                self.almost, self._almost_key = after, rank
            if seen and rank < self._near_key:
                self.near, self._near_key = after, rank
            if not after.ended:
                self._count += 1
                heapq.heappush(self._heap, (rank, self._count, after, missed))
        return looked_at

    def _can_have_been_made(self, line: PlayLine, action: Action) -> bool:
        """Return whether the touches allow an action.

        A moved piece must have been lifted, a placed piece must be there: the action's first point
        was touched, or filled by this line.
        """
        if not action.points:
            return False
        if self.touched is None:
            return True
        first = self.sensors.index[action.points[0]]
        return first in self.touched or first in line.placed

    def _distance(self, image: SensorImage) -> float:
        """Return how much an image differs from the target, and note the points it turns over.

        Cached, because many lines lead to the same image.
        """
        known = self._distances.get(image)
        if known is None:
            known = self._distances[image] = distance(self.target, image)
            for number, (face, other) in enumerate(zip(self._root.image, image)):
                if face != other and face and other:
                    self.turned.add(number)
        return known

    def _lands_untouched(self, action: Action) -> bool:
        if self.touched is None or not action.points:
            return False
        return self.sensors.index[action.points[-1]] not in self.touched
