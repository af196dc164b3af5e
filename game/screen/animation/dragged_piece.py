"""A dragged piece: lifted, carried after the pointer, let go.  Pure: time is passed in.

It follows a little behind the hand, tilts with its speed and, let go, settles or springs home.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.animation.movements import Sprite, Vec, between
from game.screen.ui import easing

LIFT_S = 0.12  # seconds until it is all the way up
LAG_S = 0.026  # seconds by which it follows the hand
SETTLE_S, SPRING_BACK_S = 0.14, 0.30  # seconds from the hand to its place: allowed, refused
LARGER = 0.13  # of its size, as it is nearer to the eye
FAST = 1600.0  # pixels a second at which it tilts most
TILT = 0.16  # of its width, seen shorter at most


@dataclass
class DraggedPiece:
    """A piece in the hand, taken from `point`, where it is not drawn meanwhile.

    `at` is where it is seen, `goal` where the hand is, both in pixels; `height` is how many pixels
    above the board it is carried.  `still` is without swinging, where motion is not wanted.
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
        """Whether it has come to rest on the board."""
        return self._home is not None and (self.still or self._age >= self._length)

    def let_go(self, home: Vec, refused: bool = False) -> None:
        """Let it go to `home` on the board; if `refused` it springs back."""
        self._home, self._age = home, 0.0
        self._from = (self.at, self.high)
        self._length = SPRING_BACK_S if refused else SETTLE_S

    def update(self, dt: float) -> None:
        """Move it on by `dt` seconds."""
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
        """How it is to be drawn now."""
        return Sprite(self.piece, self.at, self.height * self.high, 1 + LARGER * self.high)

    @property
    def tilt(self) -> tuple[float, float]:
        """Its width and height, of what they are at rest: shorter along its way."""
        wide, tall = (1 - TILT * min(1.0, abs(way) / FAST) for way in self.speed)
        return wide, tall
