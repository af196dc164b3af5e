"""Dragging of a piece on the board: it is taken, carried, set down or let go.

Between the pointer and `Interaction`: a whole train can be drawn in one drag, by passing over its
landing points or by resting on one.  `DraggedPiece` says how the piece is seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from game.rules.base import Action
from game.rules.events import Event, Flipped, Piece, Placed
from game.rules.topology import Point
from game.screen.animation import movements
from game.screen.animation.dragged_piece import DraggedPiece
from game.screen.animation.movements import Sprite, Vec
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.ui import easing

NEW = ""  # where a piece comes from that is new to the board
REST_TO_SET_DOWN_S = (
    0.45  # seconds on a landing point after which the piece is set down there and goes on
)
PULL, REACH = 0.7, 0.75  # how much, and from how many of its sizes, a point attracts the piece
CLING, BESIDE = 0.85, 0.7  # the same of the lines along which it may go
HEIGHT, TOUCH_HEIGHT = 0.30, 0.80  # sizes above the board; under a finger it must be seen
LEAN, LEANING_S = 0.24, 0.12  # share of turning over, and seconds to come there


class DragController:
    """The drag of a piece; `held` is the piece in the hand or on its way out of it.

    An action that the hand makes by setting the piece down on the way is returned by `carry` or
    `update`; whoever plays it then calls `go_on`.
    """

    def __init__(self, hand: Interaction) -> None:
        self._hand = hand
        self.held: DraggedPiece | None = None
        self._passed: Point | None = None  # the landing point the piece was last over
        self._over: Point | None = None  # where it is
        self._rested = 0.0
        self._leaning = 0.0
        self._aimed: Action | None = None  # what the counters lean for

    @property
    def carrying(self) -> bool:
        """True while a piece is in the hand."""
        return self.held is not None and self.held.carried

    def pick_up(self, view: BoardView, piece: Piece, pos: Vec, touch: bool, still: bool) -> None:
        """Take the chosen piece at `pos`, or one that is new."""
        point = NEW if self._hand.placing else str(self._hand.source)
        height = (TOUCH_HEIGHT if touch else HEIGHT) * view.piece_size
        place = pos if point == NEW else view.position(point)
        self.held = DraggedPiece(piece, point, place, place, height, still)
        self._passed, self._over, self._rested = None, point, 0.0

    def carry(self, point: Point | None) -> Action | None:
        """Move over `point`; return the action made by having passed a landing point."""
        assert self.held is not None
        if point == self._over:
            return None
        self._over, self._rested = point, 0.0
        targets = self._hand.targets
        action = targets.get(self._passed) if self._passed is not None else None
        if point in targets:
            self._passed = point
        elif point is not None and action is not None and self._hand.leads(action, point):
            self._passed = point
            self.held.point = str(action.target)
            return action
        return None

    def go_on(self, view: BoardView, action: Action) -> None:
        """Keep the piece in the hand after `action`, if it may go on from there."""
        assert self.held is not None
        target = str(action.target)
        if not self._hand.carry_on(target):
            self.held.let_go(view.position(target))

    def pull(self, view: BoardView, pos: Vec) -> None:
        """Draw the piece to where the pointer is."""
        if self.held is not None:
            self.held.goal = self._drawn(view, pos)

    def _drawn(self, view: BoardView, pos: Vec) -> Vec:
        """Return the pointer's place, drawn to a line the piece may go along, and to a point."""
        assert self.held is not None
        targets = self._hand.targets
        if self._hand.placing and self._hand.hover in self._hand.placements:
            return _pulled(pos, view.position(self._hand.hover), PULL, REACH * view.piece_size)
        if not targets or self.held.point == NEW:
            return pos
        start = view.position(self.held.point)
        feet = (movements.foot(pos, start, view.position(point)) for point in targets)
        line = min(feet, key=lambda foot: math.dist(foot, pos))
        drawn = _pulled(pos, line, CLING, BESIDE * view.piece_size)
        point = self._over
        if point is None or point not in targets:
            return drawn
        return _pulled(drawn, view.position(point), PULL, REACH * view.piece_size)

    def release(self, view: BoardView, action: Action | None) -> None:
        """Let the piece go over `action`'s target, or anywhere else (None)."""
        held = self.held
        if held is None or not held.carried:
            return
        if action is None and held.point == NEW:
            self.held = None  # it came from nowhere
            return
        if action is None:
            held.let_go(view.position(held.point), refused=self._hand.refused is not None)
            return
        held.point = str(action.target)
        held.let_go(view.position(held.point))

    def update(self, dt: float, view: BoardView, still: bool) -> Action | None:
        """Let time pass: the piece swings, rests on a landing point, comes home.

        Counters lean, at once where motion is not wanted (`still`).

        Return the action made by resting on a landing point.
        """
        self._lean(dt, still)
        held = self.held
        if held is None:
            return None
        held.update(dt)
        if held.done:
            self.held = None
        elif held.carried and held.point == NEW:
            self._hold_new(held)
        elif held.carried and not (self._hand.dragging and self._hand.source == held.point):
            held.let_go(view.position(held.point))  # the choice was taken from the hand
        elif held.carried:
            return self._rest(dt)
        return None

    def _hold_new(self, held: DraggedPiece) -> None:
        """Drop a new piece that is not wanted any more; its colour follows the choice."""
        if not self._hand.placing:
            self.held = None
        elif self._hand.aimed is not None:
            held.piece = placed(self._hand.preview(self._hand.aimed).events) or held.piece

    def _lean(self, dt: float, still: bool) -> None:
        aimed = self._hand.aimed
        if aimed != self._aimed:
            self._aimed, self._leaning = aimed, 0.0
        self._leaning = 1.0 if still else min(1.0, self._leaning + dt / LEANING_S)

    @property
    def animating(self) -> bool:
        """True while anything moves in the hand or under it."""
        return self.held is not None or (self._leaning < 1.0 and bool(self.leaning))

    def _rest(self, dt: float) -> Action | None:
        action = self._hand.targets.get(self._over) if self._over is not None else None
        if action is None:
            return None
        self._rested += dt
        if self._rested < REST_TO_SET_DOWN_S or not self._hand.goes_on(action):
            return None
        assert self.held is not None
        self._rested, self._over = 0.0, str(action.target)
        self.held.point = self._over
        return action

    @property
    def leaning(self) -> list[Flipped]:
        """The counters that would turn over if the piece were set down here."""
        action = self._hand.aimed
        if action is None:
            return []
        events = self._hand.preview(action).events
        return [event for event in events if isinstance(event, Flipped)]

    @property
    def hidden(self) -> set[Point]:
        """The points whose resting piece is drawn otherwise."""
        lifted = {self.held.point} if self.held is not None else set()
        return lifted | {event.point for event in self.leaning}

    def draw(self, surface: pygame.Surface, view: BoardView) -> None:
        """Draw counters that lean, and over everything the piece in the hand."""
        action = self._hand.aimed
        if action is not None:
            for event in self.leaning:
                view.draw_moving(surface, _leaning(event, view, action, self._leaning))
        if self.held is not None:
            view.draw_carried(surface, self.held.sprite, self.held.tilt)


def placed(events: Iterable[Event]) -> Piece | None:
    """Return the piece that comes to the board; None where none does."""
    return next((event.piece for event in events if isinstance(event, Placed)), None)


def _pulled(pos: Vec, to: Vec, pull: float, reach: float) -> Vec:
    """Return `pos` drawn to a place: not at all from `reach` pixels on, wholly at half of them."""
    near = max(0.0, 1 - math.dist(pos, to) / reach)
    return movements.between(pos, to, pull * min(1.0, 2 * near))


def _leaning(event: Flipped, view: BoardView, action: Action, share: float) -> Sprite:
    """Return a counter that begins to turn over about the line of the jump."""
    assert action.source is not None
    assert action.target is not None
    way = movements.direction(view.position(action.source), view.position(action.target))
    lean = LEAN * easing.out(share)
    place = view.position(event.point)
    return Sprite(event.before, place, 0.0, 1.0, flip=lean, other=event.after, axis=way)
