"""The board of the hall: the firmware's core, the sensors it reads, and the magnets on them.

A `Device` of `tools.rig.table`.  Pieces keep their magnets: what is lifted is what comes down
next.  Sensors wander with the weather; a sensor may be sick, a joint or a magnet may weaken.
"""

from __future__ import annotations

import random
from collections import deque

from tools.rig.endurance.controller import Firmware
from tools.rig.endurance.weather import Climate, Weather
from tools.rig.hosted.firmware import HostedFirmware

REST, SPREAD = 512, 10  # ADC counts of a sensor with nothing near it, and how they differ
SIGNAL = 140  # counts a magnet adds
SPREAD_SHARE = 0.12  # share by which magnets, and sensors, differ
PRESS_S = 0.08  # seconds a finger stays on the button
LOW, HIGH = 0, 1023
EMPTY = 0


class EnduranceBoard:
    """`sick` maps points to what is wrong with their sensors (`SICKNESSES`)."""

    def __init__(
        self,
        points: int,
        layout: str,
        seed: int = 1,
        climate: Climate | None = None,
        firmware: Firmware | None = None,
    ) -> None:
        """`firmware`: the core compiled for this machine, unless another is given."""
        self.firmware: Firmware = firmware or HostedFirmware(points, layout)
        self.points = points
        self.weather = Weather(points, seed, climate)
        self.sick: dict[int, str] = {}
        self.gain = [1.0] * points  # of a sensor and its joint: 1 is sound
        self.faces = [EMPTY] * points
        self._random = random.Random(seed + 1)
        self._rest = [REST + self._random.randint(-SPREAD, SPREAD) for _ in range(points)]
        self._unlike = [self._differs() for _ in range(points)]
        self._lying: dict[int, int] = {}  # point -> piece
        self._in_hand: deque[int] = deque()
        self.magnets: list[float] = []  # of each piece: 1 is sound
        self._away = (0,) * points
        self._frozen: dict[int, int] = {}
        self._ms = 0
        self._release: int | None = None
        self._next_mood = 0.0
        for point in range(points):
            self._show(point)
        self.firmware.boot()

    def _differs(self) -> float:
        return 1 + self._random.uniform(-SPREAD_SHARE, SPREAD_SHARE)

    # -- hands -------------------------------------------------------------------------------------

    def set(self, point: int, face: int) -> None:
        """A face (0 none, 1, 2) lies on a point from now on."""
        if face == EMPTY:
            if point in self._lying:
                self._in_hand.append(self._lying.pop(point))
        elif point not in self._lying:
            self._lying[point] = self._in_hand.popleft() if self._in_hand else self._new_piece()
        self.faces[point] = face
        self._show(point)

    def _new_piece(self) -> int:
        self.magnets.append(self._differs())
        return len(self.magnets) - 1

    def piece_on(self, point: int) -> int:
        """Which piece lies there, by its place in `magnets`."""
        return self._lying[point]

    def press(self, now: float) -> None:
        """The button goes down, and up again after PRESS_S seconds."""
        self.firmware.button(True)
        self._release = self._ms + round(1000 * PRESS_S)

    def reset(self, now: float) -> None:
        """The controller restarts."""
        self.firmware.restart()

    # -- time --------------------------------------------------------------------------------------

    def close(self) -> None:
        """End what runs the controller."""
        self.firmware.close()

    def feed(self, data: bytes, now: float) -> None:
        """Bytes of the host."""
        self.firmware.send(data)

    def advance(self, now: float) -> bytes:
        """Run the firmware up to `now`."""
        away = self.weather.at(now, self.firmware.lit)
        if away is not None:
            self._away = away
            for point in range(self.points):
                self._show(point)
        if self.sick and now >= self._next_mood:
            self._next_mood = now + self._random.uniform(0.4, 6.0)
            for point in self.sick:
                self._show(point)
        ms = round(1000 * now)
        if self._release is not None and ms >= self._release:
            self.firmware.button(False)
            self._release = None
        passed, self._ms = ms - self._ms, ms
        return self.firmware.run(passed) if passed > 0 else b""

    # -- sensors -----------------------------------------------------------------------------------

    def fall_sick(self, point: int, how: str) -> None:
        """The sensor of a point is sick from now on: one of SICKNESSES, or "" for repaired."""
        self._frozen.pop(point, None)
        if how:
            self._frozen[point] = self._sound(point)
            self.sick[point] = how
        else:
            self.sick.pop(point, None)
        self._show(point)

    def _sound(self, point: int) -> int:
        """What a sound sensor would read."""
        value = self._rest[point] + self._away[point]
        if self.faces[point] != EMPTY:
            magnet = self.magnets[self._lying[point]] * self._unlike[point] * self.gain[point]
            value += round((SIGNAL if self.faces[point] == 1 else -SIGNAL) * magnet)
        return max(LOW, min(HIGH, value))

    def _show(self, point: int) -> None:
        how = self.sick.get(point, "")
        noise = self.weather.climate.noise
        value = self._sound(point)
        if how == "high":
            value, noise = HIGH, 0
        elif how == "low":
            value, noise = LOW, 0
        elif how == "frozen":
            value = self._frozen[point]
        elif how == "noisy":
            noise = 300
        elif how == "intermittent" and self._random.random() < 0.4:
            value, noise = LOW, 0
        elif how == "fading" and self._random.random() < 0.3:
            value = self._rest[point] + self._away[point]
        self.firmware.set_reading(point, value, noise)


SICKNESSES = ("high", "low", "frozen", "noisy", "intermittent", "fading")
