"""Hypotheses: how a settled image can have come about. Pure, in slices.

They are tried in the order of likelihood: the turn goes on from what is understood; the turn began
differently; the next player has answered already; the previous turn was played differently.

`MoveSearch` looks for ways to an image, and keeps few that lead through the same positions.  The
touches show which way the hands took, for example which of two pieces went to and fro.  So
`replay_touches` finds the lines that repeat the movements of the hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.rules.base import Action, State
from hardware.tracking.debounce import Touch
from hardware.tracking.move_search import (
    RIVAL_NODE_LIMIT,
    MoveSearch,
    PlayLine,
    closing,
    extend,
    root,
)
from hardware.tracking.sensor_image import OCCUPANCY, SensorImage, SensorModel
from hardware.tracking.touches import OUTSIDE, SET_DOWN_DELAY_S, SetDown, ways_to_tell

MOST_TOUCHES = 8  # maximum number of touches in a turn and its quick answer

REPLAY_NODE_LIMIT = 200  # positions that a replay visits
MAX_MOVEMENTS = 24  # maximum number of movements of a turn that is replayed


class Hypotheses:
    """The explanations of one image: call `run` until it returns True, then read the answers.

    `lines` are the lines of this turn that show the image, the likeliest first; with `thorough`,
    all that were found.  `near` is the line that comes closest to the image, `almost` the closest
    line that plays something.  `reply` is the turn so far, closed, if the next player's answer
    explains the rest.  `instead` is another whole turn from the state before, `reopened` such a
    turn or its beginning.  `overtaken` is a whole turn that the next player answered before it
    could be read, and the time when it was made.  `unsure` are lines of this turn that need a piece
    where no sensor sees it.  `undone` is a turn whose piece was lifted again immediately.  If the
    piece returns, the turn is the same, even if the board cannot see the piece's colour.
    """

    def __init__(
        self,
        sensors: SensorModel,
        shown: SensorImage,
        base: PlayLine,
        reached: PlayLine,
        touches: Sequence[Touch],
        previous: State | None = None,
        last: tuple[Action, ...] = (),
        thorough: bool = False,
        gap: bool = False,
        undone: tuple[Action, ...] = (),
    ) -> None:
        self.sensors, self.shown, self.base, self.reached = sensors, shown, base, reached
        self.touches = touches
        self.previous, self.last = previous, last
        self.thorough = thorough
        self.gap, self.undone = gap, undone
        self.lines: list[PlayLine] = []
        self.unsure: list[PlayLine] = []
        self.near = base
        self.almost: PlayLine | None = None
        self.reply: PlayLine | None = None
        self.overtaken: tuple[PlayLine, float] | None = None
        self.instead: PlayLine | None = None
        self.reopened: PlayLine | None = None
        self.turnable: set[int] = set()  # points whose pieces the turn so far may still turn over
        self._work = self._stages()
        self._search: MoveSearch | None = next(self._work, None)

    def run(self, positions: int) -> bool:
        """Visit about `positions` positions; return True when everything is answered."""
        if self._search is not None and self._search.run(positions):
            self._search = next(self._work, None)
        return self._search is None

    def _stages(self) -> Iterator[MoveSearch]:
        goes_on = self._search_from(self.reached)
        yield goes_on
        self.turnable = goes_on.turned
        self.near, self.almost = goes_on.near, goes_on.almost
        self.lines, self.unsure = goes_on.exact, goes_on.unsure
        if self.lines and not self.thorough:
            self._add(self._replayed())
            return
        if self.reached.actions:
            anew = self._search_from(self.base)
            yield anew
            self._add(anew.exact)
            self._add_unsure(anew.unsure)
            if anew.rank < goes_on.rank:
                self.near = anew.near
        if self.sensors.unseen and (self.thorough or not self.lines):
            yield from self._hidden()
        if self.lines:
            self._add(self._replayed())
            return
        if self.gap:  # Touches were missed, so any piece may have been moved.
            anything = MoveSearch(self.sensors, self.base, self.shown, None)
            yield anything
            self.lines = anything.exact
            if self.lines:
                return
        yield from self._after_the_turn()
        yield from self._within_a_moment()
        if self.reply is None and self.previous is not None:
            before = self._search_from(root(self.sensors, self.previous))
            yield before
            # A changed turn probably begins like the original, so longer common beginnings come
            # first.
            other = sorted(
                (line for line in before.exact if line.actions),
                key=lambda line: -_in_common(line.actions, self.last),
            )
            self.instead = next((line for line in other if line.ended), None)
            self.reopened = other[0] if other else None

    def _add(self, lines: Sequence[PlayLine]) -> None:
        known = {line.actions for line in self.lines}
        self.lines = self.lines + [line for line in lines if line.actions not in known]

    def _add_unsure(self, lines: Sequence[PlayLine]) -> None:
        known = {line.actions for line in self.unsure}
        self.unsure += [line for line in lines if line.actions not in known]

    def _hidden(self) -> Iterator[MoveSearch]:
        """Search for a move to a point that no sensor sees.

        Used only if nothing else explains the image, or the button was pressed.
        """
        hidden = self._search_from(self.base, blind=True)
        yield hidden
        self._add_unsure(hidden.unsure)
        if not any(line.actions for line in self.lines):
            self._add(hidden.exact)

    def _replayed(self) -> list[PlayLine]:
        """Return the lines that repeat the hands' movements.

        A search may have kept only similar lines.
        """
        blind = self.sensors.sensing == OCCUPANCY
        found: list[PlayLine] = []
        for least in (SET_DOWN_DELAY_S, 0.0):
            for moves in ways_to_tell(self.base.image, self.touches, blind, least):
                if not any(explains(self.sensors, line, moves) for line in self.lines):
                    found += replay_touches(self.sensors, self.base, self.shown, moves)
        return list(dict.fromkeys(found))

    def _after_the_turn(self) -> Iterator[MoveSearch]:
        """Search for a move that the next player has made already."""
        close = closing(self.sensors, self.reached.state) if not self.reached.ended else None
        if close is None:
            return
        closed = extend(self.sensors, self.reached, close)
        answer = self._search_from(root(self.sensors, closed.state))
        yield answer
        if any(line.actions for line in answer.exact):
            self.reply = closed

    def _within_a_moment(self) -> Iterator[MoveSearch]:
        """Search for a whole turn that was answered before it could be read.

        The first touches made the turn, the others made the answer.
        """
        if self.reply is not None or self.gap or len(self.touches) > MOST_TOUCHES:
            return
        faces = list(self.base.image)
        for number, touch in enumerate(self.touches[:-1], 1):
            faces[touch.point] = touch.face
            if touch.time == self.touches[number].time:
                continue  # Both touches came with a whole state, so their order is unknown.
            first = self._made_by(self.touches[:number], self.base, self.sensors.observed(faces))
            yield first
            ends = [line for line in first.exact if line.ended]
            again = [line for line in ends if line.actions == self.undone]
            turns = {line.state: line for line in again or ends}
            if len(turns) != 1:
                continue
            (turn,) = turns.values()
            answer = self._made_by(
                self.touches[number:], root(self.sensors, turn.state), self.shown
            )
            yield answer
            if any(line.actions for line in answer.exact):
                self.overtaken = turn, touch.time
                return

    def _made_by(self, touches: Sequence[Touch], start: PlayLine, shown: SensorImage) -> MoveSearch:
        return MoveSearch(
            self.sensors, start, shown, {touch.point for touch in touches}, RIVAL_NODE_LIMIT
        )

    def _search_from(self, start: PlayLine, blind: bool = False) -> MoveSearch:
        touched, known = self._touched(start.image), self.reached.placed
        return MoveSearch(self.sensors, start, self.shown, touched, known=known, blind=blind)

    def _touched(self, image: SensorImage) -> set[int]:
        """Return the points that hands may have touched."""
        touched = {touch.point for touch in self.touches}
        for number, (seen, face) in enumerate(zip(self.shown, image)):
            if seen != face:
                touched.add(number)
        return touched


def _in_common(one: Sequence[Action], other: Sequence[Action]) -> int:
    """Return the number of actions with which both turns begin."""
    number = 0
    while number < min(len(one), len(other)) and one[number] == other[number]:
        number += 1
    return number


def replay_touches(
    sensors: SensorModel, start: PlayLine, target: SensorImage, set_downs: Sequence[SetDown]
) -> list[PlayLine]:
    """Return the lines from `start` to `target` that consist of the made movements, in order."""
    moves = [one for one in set_downs if not one.turned]
    if len(moves) > MAX_MOVEMENTS:
        return []
    found: list[PlayLine] = []
    left = REPLAY_NODE_LIMIT
    stack: list[tuple[PlayLine, int, dict[int, int]]] = [(start, 0, {})]
    while stack and left > 0:
        line, number, places = stack.pop()
        if line.ended or number == len(moves):
            continue
        stack.append((line, number + 1, places))  # this movement may not belong to the turn
        move = moves[number]
        for action in _actions(sensors, line, move, places):
            left -= 1
            after = extend(sensors, line, action)
            if after.image == target:
                found.append(after)
            stack.append((after, number + 1, {**places, move.piece: move.point}))
    return found


def explains(sensors: SensorModel, line: PlayLine, set_downs: Sequence[SetDown]) -> bool:
    """Return whether a line consists of exactly the movements that hands made."""
    made = [
        (
            None if move.source == OUTSIDE else sensors.points[move.source],
            sensors.points[move.point],
        )
        for move in set_downs
        if not move.turned
    ]
    return made == [(a.source, a.target) for a in line.actions if a.target is not None]


def _actions(
    sensors: SensorModel, line: PlayLine, move: SetDown, places: dict[int, int]
) -> Iterator[Action]:
    """Yield the legal actions that set this piece down where the hand did."""
    place = places.get(move.piece, move.piece)
    source = None if move.piece == OUTSIDE else sensors.points[place]
    target = sensors.points[move.point]
    for action in sensors.legal(line.state):
        if action.points and action.target == target and action.source == source:
            yield action
