"""Dragging of a piece on the board: it is picked up, carried, set down or dropped.

This module is between the pointer and `Interaction`. One drag can play a whole train, by passing
over its landing points or by resting on them. `DraggedPiece` is what the viewer sees: the piece
lags a little behind the hand and tilts with its speed. When it is released, it settles or springs
home. Time is a parameter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.rules.base import Action
from game.rules.events import Event, Flipped, Piece, Placed
from game.rules.topology import Point
from game.screen.animation import movements
from game.screen.animation.movements import Sprite, Vec, between
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.ui import easing

LIFT_S = 0.12  # seconds until the piece is fully lifted
LAG_S = 0.026  # time constant of the piece's lag behind the hand, in seconds
# Seconds from the hand to the board, after an allowed move and after a refused one.
SETTLE_S, SPRING_BACK_S = 0.14, 0.30
LARGER = 0.13  # growth of a lifted piece, as a share of its size
FAST = 1600.0  # speed in pixels a second at which the tilt is greatest
TILT = 0.16  # greatest shortening by the tilt, as a share of the width


@dataclass
class DraggedPiece:
    """A piece in the hand, taken from `point`, where it is not drawn during the drag.

    `at` is where the piece is drawn and `goal` is where the hand is, both in pixels. `height` is
    its height above the board in pixels. `still` switches the lag and the tilt off.
    """

    piece: Piece
    point: Point
    at: Vec
    goal: Vec
    height: float
    still: bool = False
    high: float = 0.0  # 0 on the board, 1 in the hand
    speed: Vec = (0.0, 0.0)
    _home: Vec | None = None
    _from: tuple[Vec, float] = ((0.0, 0.0), 0.0)
    _length: float = SETTLE_S
    _age: float = 0.0

    @property
    def carried(self) -> bool:
        return self._home is None

    @property
    def done(self) -> bool:
        """Whether the piece has come to rest on the board."""
        return self._home is not None and (self.still or self._age >= self._length)

    def let_go(self, home: Vec, refused: bool = False) -> None:
        """Let the piece go to `home` on the board; if `refused` it springs back."""
        self._home, self._age = home, 0.0
        self._from = (self.at, self.high)
        self._length = SPRING_BACK_S if refused else SETTLE_S

    def update(self, dt: float) -> None:
        """Move the piece on by `dt` seconds."""
        if self._home is not None:
            self._fall(dt, self._home)
        else:
            self._follow(dt)

    def _follow(self, dt: float) -> None:
        self.high = min(1.0, self.high + dt / LIFT_S)
        before = self.at
        share = 1.0 if self.still else 1 - math.exp(-dt / LAG_S)
        self.at = between(before, self.goal, share)
        if dt > 0 and not self.still:
            now = ((self.at[0] - before[0]) / dt, (self.at[1] - before[1]) / dt)
            self.speed = between(self.speed, now, 1 - math.exp(-dt / (2 * LAG_S)))

    def _fall(self, dt: float, home: Vec) -> None:
        self._age += dt
        share = min(1.0, self._age / self._length)
        way, high = self._from
        along = easing.back(share) if self._length == SPRING_BACK_S else easing.out(share)
        self.at = between(way, home, along)
        self.high = high * (1 - easing.out(share))
        self.speed = between(self.speed, (0.0, 0.0), share)

    @property
    def sprite(self) -> Sprite:
        """The sprite of the piece as it is drawn now."""
        return Sprite(self.piece, self.at, self.height * self.high, 1 + LARGER * self.high)

    @property
    def tilt(self) -> tuple[float, float]:
        """Width and height relative to those at rest; a moving piece is shorter along its way."""
        wide, tall = (1 - TILT * min(1.0, abs(way) / FAST) for way in self.speed)
        return wide, tall


NEW = ""  # the source point of a piece that is new to the board
# Seconds of rest on a landing point after which the piece is set down and the drag goes on.
REST_TO_SET_DOWN_S = 0.45
# Strength of the attraction by a point, 0 to 1, and its range in piece sizes.
PULL, REACH = 0.7, 0.75
# Strength and range of the attraction by the lines from the piece's point to its targets.
CLING, BESIDE = 0.85, 0.7
# Height above the board in piece sizes; greater under a finger, so that the piece stays visible.
HEIGHT, TOUCH_HEIGHT = 0.30, 0.80
# How far a counter leans, as a share of a full turn-over, and the seconds it takes.
LEAN, LEANING_S = 0.24, 0.12


class DragController:
    """The drag of a piece; `held` is the piece in the hand, or a released one that still moves.

    When the piece is set down during the drag, `carry` or `update` returns the action made. The
    caller plays it and then calls `go_on`.
    """

    def __init__(self, hand: Interaction) -> None:
        self._hand = hand
        self.held: DraggedPiece | None = None
        self._passed: Point | None = None  # the landing point last passed
        self._over: Point | None = None  # the point under the piece
        self._rested = 0.0
        self._leaning = 0.0
        self._aimed: Action | None = None  # the action for which counters lean

    @property
    def carrying(self) -> bool:
        """True while a piece is in the hand."""
        return self.held is not None and self.held.carried

    def pick_up(self, view: BoardView, piece: Piece, pos: Vec, touch: bool, still: bool) -> None:
        """Pick up the chosen piece, or a new piece, at `pos`."""
        point = NEW if self._hand.placing else str(self._hand.source)
        height = (TOUCH_HEIGHT if touch else HEIGHT) * view.piece_size
        place = pos if point == NEW else view.position(point)
        self.held = DraggedPiece(piece, point, place, place, height, still)
        self._passed, self._over, self._rested = None, point, 0.0

    def carry(self, point: Point | None) -> Action | None:
        """Move over `point`; return the action completed when a landing point was passed."""
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
        """Keep the piece in the hand after `action` if it can go on from there."""
        assert self.held is not None
        target = str(action.target)
        if not self._hand.carry_on(target):
            self.held.let_go(view.position(target))

    def pull(self, view: BoardView, pos: Vec) -> None:
        """Set the goal of the piece from the pointer's place."""
        if self.held is not None:
            self.held.goal = self._drawn(view, pos)

    def _drawn(self, view: BoardView, pos: Vec) -> Vec:
        """Return the pointer's place, attracted by the nearest line to a target and by a point."""
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
        """Let the piece go to `action`'s target; without an action it returns home or vanishes."""
        held = self.held
        if held is None or not held.carried:
            return
        if action is not None:
            held.point = str(action.target)
            held.let_go(view.position(held.point))
        elif held.point == NEW:
            self.held = None  # a new piece has no home on the board
        else:
            held.let_go(view.position(held.point), refused=self._hand.refused is not None)

    def update(self, dt: float, view: BoardView, still: bool) -> Action | None:
        """Let time pass: the piece swings, rests on a landing point or comes home; counters lean.

        If motion is switched off (`still`), counters lean immediately.

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
            held.let_go(view.position(held.point))  # the piece is no longer chosen
        elif held.carried:
            return self._rest(dt)
        return None

    def _hold_new(self, held: DraggedPiece) -> None:
        """Drop a new piece that is no longer being placed; else give it the colour now chosen."""
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
        """The counters that would turn over if the piece were set down where the hand aims."""
        action = self._hand.aimed
        if action is None:
            return []
        events = self._hand.preview(action).events
        return [event for event in events if isinstance(event, Flipped)]

    @property
    def hidden(self) -> set[Point]:
        """The points whose pieces are not drawn at rest."""
        lifted = {self.held.point} if self.held is not None else set()
        return lifted | {event.point for event in self.leaning}

    def draw(self, surface: pygame.Surface, view: BoardView) -> None:
        """Draw the leaning counters, and on top of everything the piece in the hand."""
        action = self._hand.aimed
        if action is not None:
            for event in self.leaning:
                view.draw_moving(surface, _leaning(event, view, action, self._leaning))
        if self.held is not None:
            view.draw_carried(surface, self.held.sprite, self.held.tilt)


def placed(events: Iterable[Event]) -> Piece | None:
    """Return the piece that the events place on the board; None if they place none."""
    return next((event.piece for event in events if isinstance(event, Placed)), None)


def _pulled(pos: Vec, to: Vec, pull: float, reach: float) -> Vec:
    """Return `pos` moved towards `to` by `pull`: fully within half of `reach`, fading beyond."""
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
