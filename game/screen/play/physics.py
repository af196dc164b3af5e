"""Physics of falling pieces: circles collide, roll and come to rest in a heap.

Each step corrects positions first and derives the speeds from them (position based dynamics), which
keeps a heap quiet. The same seed in the same room always ends in the same heap.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

TIME_STEP_S = 1 / 120
SOLVER_PASSES = 4  # passes over all contacts per step
# acceleration in window heights per second squared, maximum speed in window heights per second
GRAVITY, TERMINAL = 1.9, 1.25
# Share of the speed kept in a bounce, and coefficient of friction.
RESTITUTION, FRICTION = 0.36, 0.45
SLOPE, ROOF_FRICTION = 0.30, 0.08  # slope of a roof, and the friction on it
LEAST_BOUNCE_SPEED = 0.05  # window heights per second: slower impacts do not bounce
LIE_DOWN_SPEED = 9.0  # radians per second at which a landed piece turns flat
# Seconds after which movement is damped, and after which it is ended.
DAMPING_FROM_S, STOPPED_AFTER_S = 3.0, 7.0
# Steps between two checks; the heap is at rest if no piece has moved beyond the tolerance.
STEPS_BETWEEN_CHECKS = 24
REST_TOLERANCE = 0.002  # window heights
MOST_CORRECTION_PX = 6.0  # maximum pixels that all passes of one step together may move a body
SPAWN_HEIGHT = 3.0  # height of the fall above the window, in window heights


@dataclass(frozen=True, slots=True)
class SolidBlock:
    """A solid rectangle on which things may come to rest.

    With a `ridge`, its roof slopes from the ridge to the left and to the right, so that nothing
    stays.
    """

    left: float
    top: float
    right: float
    bottom: float
    ridge: float | None = None


@dataclass(slots=True)
class Body:
    """One circle: `angle` is its roll and `tilt` how far it has turned over, both in radians.

    After an even number of half turns of `tilt`, the first side is visible.
    """

    radius: float
    x: float
    y: float
    vx: float
    tumble: float  # speed of turning over in the air, in radians per second
    kind: int
    vy: float = 0.0
    spin: float = 0.0
    angle: float = 0.0
    tilt: float = 0.0
    landed: bool = False
    from_x: float = 0.0
    from_y: float = 0.0
    ease: float = field(init=False)  # the inverse of its mass

    def __post_init__(self) -> None:
        self.ease = 1 / (self.radius * self.radius)

    @property
    def lies(self) -> bool:
        """True when the body has landed and is flat on a side."""
        return self.landed and abs(math.sin(self.tilt)) < 1e-6


class Contact(NamedTuple):
    """A contact: `other` (None for a block) pushes `body` along (nx, ny).

    `blow` is the speed of the impact.
    """

    body: Body
    other: Body | None
    nx: float
    ny: float
    blow: float
    grip: float = FRICTION


class PieceFall:
    """The fall of `count` circles into a room of `size` pixels with blocks in it.

    `radii` are the smallest and the largest radius. `spans` are the parts of the width above which
    circles start, each in its own row so that no two overlap.
    """

    def __init__(
        self,
        size: tuple[int, int],
        blocks: Sequence[SolidBlock],
        count: int,
        radii: tuple[float, float],
        seed: int,
        spans: Sequence[tuple[float, float]],
    ) -> None:
        self.width, self.height = size
        self.blocks = tuple(blocks)
        self.age = 0.0
        self.resting = False
        self._steps = 0
        self._before: list[tuple[float, float]] = []  # positions at the last check
        self._spare = 0.0  # seconds not simulated yet
        self._contacts: dict[tuple[int, int], Contact] = {}  # contacts of this step
        dice = random.Random(seed)
        row = max(self.height * SPAWN_HEIGHT / count, 2.05 * radii[1])
        places = dice.choices(spans, [right - left for left, right in spans], k=count)
        self.bodies = [
            self._born(dice, dice.uniform(*radii), places[number], -(number + 1) * row)
            for number in range(count)
        ]

    def _born(
        self, dice: random.Random, radius: float, span: tuple[float, float], y: float
    ) -> Body:
        return Body(
            radius,
            dice.uniform(span[0] + radius, span[1] - radius),
            y,
            dice.uniform(-0.12, 0.12) * self.height,
            dice.uniform(3.0, 9.0),
            dice.randrange(2),
            angle=dice.uniform(0, 2 * math.pi),
        )

    def update(self, dt: float, most: int) -> None:
        """Let `dt` seconds pass in at most `most` steps; discard the time left over."""
        self._spare = min(self._spare + dt, most * TIME_STEP_S)
        while self._spare >= TIME_STEP_S and not self.resting:
            self._spare -= TIME_STEP_S
            self.step()

    def step(self) -> None:
        self.age += TIME_STEP_S
        for body in self.bodies:
            self._fall(body)
        pairs = self._near()
        beside = [(body, self._beside(body)) for body in self.bodies]
        self._contacts.clear()
        for _pass in range(SOLVER_PASSES):
            for body, blocks in beside:
                self._keep_in(body, blocks)
            for one, other in pairs:
                self._push_apart(one, other)
        self._settle_speeds(list(self._contacts.values()))
        self._steps += 1
        if self._steps % STEPS_BETWEEN_CHECKS == 0:
            self._look()

    def _look(self) -> None:
        """Check whether anything still moves."""
        places = [(body.x, body.y) for body in self.bodies]
        moves = [math.dist(place, before) for place, before in zip(places, self._before)]
        down = all(body.lies for body in self.bodies)
        quiet = down and bool(moves) and max(moves) < REST_TOLERANCE * self.height
        self.resting = quiet or self.age >= STOPPED_AFTER_S
        self._before = places

    def _fall(self, body: Body) -> None:
        body.vy = min(body.vy + GRAVITY * self.height * TIME_STEP_S, TERMINAL * self.height)
        body.from_x, body.from_y = body.x, body.y
        body.x += body.vx * TIME_STEP_S
        body.y += body.vy * TIME_STEP_S
        body.angle += body.spin * TIME_STEP_S
        if not body.landed:
            body.tilt += body.tumble * TIME_STEP_S
        else:  # keep turning to the next flat side
            lying = math.ceil(body.tilt / math.pi - 1e-6) * math.pi
            body.tilt = min(lying, body.tilt + LIE_DOWN_SPEED * TIME_STEP_S)

    def _near(self) -> list[tuple[Body, Body]]:
        """Return pairs of bodies that may touch, found by a sweep from left to right."""
        line = sorted(self.bodies, key=lambda body: body.x - body.radius)
        found = []
        for number, one in enumerate(line):
            edge = one.x + one.radius
            for other in line[number + 1 :]:
                if other.x - other.radius > edge:
                    break
                if abs(one.y - other.y) < one.radius + other.radius + 2:
                    found.append((one, other))
        return found

    def _beside(self, body: Body) -> list[tuple[int, SolidBlock]]:
        """Return the blocks that the body may touch in this step, with their keys."""
        reach = body.radius + MOST_CORRECTION_PX
        return [
            (-4 - number, block)
            for number, block in enumerate(self.blocks)
            if block.left - reach < body.x < block.right + reach
            and block.top - reach < body.y < block.bottom + reach
        ]

    def _keep_in(self, body: Body, blocks: Sequence[tuple[int, SolidBlock]]) -> None:
        if body.y > self.height - body.radius:
            self._push(body, 0.0, -1.0, body.y - self.height + body.radius, -1)
        if body.x < body.radius:
            self._push(body, 1.0, 0.0, body.radius - body.x, -2)
        if body.x > self.width - body.radius:
            self._push(body, -1.0, 0.0, body.x - self.width + body.radius, -3)
        for key, block in blocks:
            self._keep_out(body, block, key)

    def _push(
        self, body: Body, nx: float, ny: float, depth: float, key: int, grip: float = FRICTION
    ) -> None:
        """Push a body out of something that does not move."""
        body.x += nx * depth
        body.y += ny * depth
        if (id(body), key) not in self._contacts:
            blow = body.vx * nx + body.vy * ny
            self._contacts[id(body), key] = Contact(body, None, nx, ny, blow, grip)

    def _keep_out(self, body: Body, block: SolidBlock, key: int) -> None:
        x = min(max(body.x, block.left), block.right)
        y = min(max(body.y, block.top), block.bottom)
        dx, dy = body.x - x, body.y - y
        far = math.hypot(dx, dy)
        if far >= body.radius:
            return
        if far > 1e-6:
            nx, ny = dx / far, dy / far
        else:  # the centre is inside: leave by the nearest edge
            far, nx, ny = max(
                (block.left - body.x, -1.0, 0.0),
                (body.x - block.right, 1.0, 0.0),
                (block.top - body.y, 0.0, -1.0),
                (body.y - block.bottom, 0.0, 1.0),
            )
        grip = FRICTION
        if block.ridge is not None and ny < -0.9:
            nx, ny = math.copysign(SLOPE, body.x - block.ridge), -math.sqrt(1 - SLOPE * SLOPE)
            grip = ROOF_FRICTION
        self._push(body, nx, ny, body.radius - far, key, grip)

    def _push_apart(self, one: Body, other: Body) -> None:
        dx, dy = one.x - other.x, one.y - other.y
        reach = one.radius + other.radius
        if abs(dx) >= reach or abs(dy) >= reach:
            return
        far = math.hypot(dx, dy)
        if far >= reach or far < 1e-6:
            return
        nx, ny = dx / far, dy / far
        share = one.ease / (one.ease + other.ease)
        depth = reach - far
        one.x += nx * depth * share
        one.y += ny * depth * share
        other.x -= nx * depth * (1 - share)
        other.y -= ny * depth * (1 - share)
        if (id(one), id(other)) not in self._contacts:
            blow = (one.vx - other.vx) * nx + (one.vy - other.vy) * ny
            self._contacts[id(one), id(other)] = Contact(one, other, nx, ny, blow)
            other.landed = True

    def _settle_speeds(self, contacts: Sequence[Contact]) -> None:
        tired = max(0.0, self.age - DAMPING_FROM_S) / (STOPPED_AFTER_S - DAMPING_FROM_S)
        kept = 1 - 0.02 - 0.04 * tired * tired
        for body in self.bodies:
            body.vx = (body.x - body.from_x) / TIME_STEP_S
            body.vy = (body.y - body.from_y) / TIME_STEP_S
        for contact in contacts:
            self._bounce(contact)
        for contact in contacts:
            contact.body.landed = True
            if contact.grip == FRICTION:  # rolling friction
                contact.body.spin *= kept
                contact.body.vx *= kept

    def _bounce(self, contact: Contact) -> None:
        """Apply an impact, and the rolling that friction causes."""
        one, other, nx, ny = contact.body, contact.other, contact.nx, contact.ny
        vx, vy = one.vx, one.vy
        turning = one.spin * one.radius
        give = one.ease
        if other is not None:
            vx, vy = vx - other.vx, vy - other.vy
            turning += other.spin * other.radius
            give += other.ease
        hard = contact.blow < -LEAST_BOUNCE_SPEED * self.height
        wanted = -RESTITUTION * contact.blow if hard else 0.0
        push = (wanted - (vx * nx + vy * ny)) / give
        sliding = vy * nx - vx * ny - turning
        most = contact.grip * (max(0.0, -contact.blow) + GRAVITY * self.height * TIME_STEP_S) / give
        rub = max(-most, min(most, -sliding / (3 * give)))
        _strike(one, push * nx - rub * ny, push * ny + rub * nx, rub)
        if other is not None:
            _strike(other, rub * ny - push * nx, -push * ny - rub * nx, rub)


def _strike(body: Body, x: float, y: float, rub: float) -> None:
    """Apply an impulse, and the part of it that makes the disc roll."""
    body.vx += x * body.ease
    body.vy += y * body.ease
    body.spin -= 2 * rub * body.ease / body.radius
