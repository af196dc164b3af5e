"""The board of an endurance run: its firmware, its sensors, and the magnets on them.

A `SteppedDevice` of `tools.rig.table`. Every piece keeps its own magnet: the piece lifted first is
the next one set down. Readings drift with the weather, all together (room, supply) and each a
little by itself. A sensor may be sick; a joint or a magnet may weaken.

`HostedFirmware` is the firmware's core compiled for this machine.  `EmulatedFirmware` is the real
image in the emulator of its family, some two hundred times slower; both can run the same hours.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

from tools.rig.emulator.emulator import Emulator
from tools.rig.hosted.firmware import HostedFirmware

# ADC counts of a sensor without a magnet, and by how much sensors differ.
REST, SPREAD = 512, 10
SIGNAL = 140  # ADC counts that a magnet adds
# Share by which the strengths of magnets differ, and those of sensors.
SPREAD_SHARE = 0.12
PRESS_S = 0.08  # seconds for which the button is held
LOW, HIGH = 0, 1023
EMPTY = 0

MINUTE = 60.0

FULL_COUNTS, FULL_MV = 1023, 5000


class EnduranceBoard:
    """The board of an endurance run; `sick` maps points to faults (`SICKNESSES`)."""

    def __init__(
        self,
        points: int,
        layout: str,
        seed: int = 1,
        climate: Climate | None = None,
        firmware: Firmware | None = None,
    ) -> None:
        """Make a board; the default of `firmware` is the core compiled for this machine."""
        self.firmware: Firmware = firmware or HostedFirmware(points, layout)
        self.points = points
        self.weather = Weather(points, seed, climate)
        self.sick: dict[int, str] = {}
        self.gain = [1.0] * points  # gain of each sensor and its joint: 1 is sound
        self.faces = [EMPTY] * points
        self._random = random.Random(seed + 1)
        self._rest = [REST + self._random.randint(-SPREAD, SPREAD) for _ in range(points)]
        self._unlike = [self._differs() for _ in range(points)]
        self._lying: dict[int, int] = {}  # the piece on each point
        self._in_hand: deque[int] = deque()
        self.magnets: list[float] = []  # strength of each piece's magnet: 1 is sound
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
        """Show a face (0 none, 1, 2) on a point from now on."""
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
        """Return the index in `magnets` of the piece on a point."""
        return self._lying[point]

    def press(self, now: float, seconds: float = PRESS_S) -> None:
        self.firmware.button(True)
        self._release = self._ms + round(1000 * seconds)

    def reset(self, now: float) -> None:
        self.firmware.restart()

    # -- time --------------------------------------------------------------------------------------

    def close(self) -> None:
        self.firmware.close()

    def feed(self, data: bytes, now: float) -> None:
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
        """Make the sensor of a point sick (one of SICKNESSES), or repair it ("")."""
        self._frozen.pop(point, None)
        if how:
            self._frozen[point] = self._sound(point)
            self.sick[point] = how
        else:
            self.sick.pop(point, None)
        self._show(point)

    def _sound(self, point: int) -> int:
        """Return what a sound sensor would read."""
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


@dataclass(frozen=True)
class Climate:
    """How readings drift, in ADC counts.

    All readings drift together by `step` per minute, at most by `most` from their start. A single
    sensor also moves by one count now and then, at most by `own`. Each lit light lowers all
    readings by `per_light`, at most by `sag`. `noise` is added to single readings, in both
    directions.
    """

    most: int = 20
    step: int = 1
    own: int = 5
    per_light: float = 0.4
    sag: int = 8
    noise: int = 2


class Weather:
    """The drift of `points` sensors from their calibration, drawn from a seed."""

    def __init__(self, points: int, seed: int, climate: Climate | None = None) -> None:
        self.climate = climate or Climate()
        self._random = random.Random(seed)
        self._common, self._way = 0, 1
        self._own = [0] * points
        self._minute = 0
        self._lit = 0
        self._told: tuple[int, ...] | None = None

    def at(self, now: float, lit: int) -> tuple[int, ...] | None:
        """Return each sensor's drift with this many lights lit; None if nothing changed."""
        sag = min(self.climate.sag, round(lit * self.climate.per_light))
        if int(now / MINUTE) == self._minute and sag == self._lit and self._told:
            return None
        while self._minute < int(now / MINUTE):
            self._minute += 1
            self._pass_minute()
        self._lit = sag
        self._told = tuple(self._common + own - sag for own in self._own)
        return self._told

    def _pass_minute(self) -> None:
        """Drift by one step; the direction turns at either limit, or at random."""
        climate = self.climate
        if abs(self._common + self._way * climate.step) > climate.most or self._likely(0.02):
            self._way = -self._way
        self._common += self._way * climate.step
        for point, own in enumerate(self._own):
            if self._likely(0.1):
                self._own[point] = max(-climate.own, min(climate.own, own + self._either()))

    def _likely(self, share: float) -> bool:
        return self._random.random() < share

    def _either(self) -> int:
        return self._random.choice((-1, 1))


class EmulatedFirmware:
    """The real image in the emulator of `mcu`. Raises MissingToolsError without its tools."""

    def __init__(self, mcu: str, points: int, layout: str) -> None:
        options = {"POINTS": str(points), "LAYOUT": layout}
        self.emulator = Emulator(mcu=mcu, options=options)
        self.boots = 0
        self._flash = mcu == "rp2040"
        self._set: dict[int, tuple[int, int]] = {}

    @property
    def writes(self) -> list[int]:
        return self.emulator.chip().erased if self._flash else self.emulator.wear()

    @property
    def lit(self) -> int:
        return sum(map(any, self.emulator.lights()))

    def boot(self) -> None:
        """Restart: the board was powered before its sensors were set."""
        self.restart()

    def restart(self) -> None:
        self.boots += 1
        self.emulator.unplug()
        self.emulator.plug()

    def set_reading(self, channel: int, counts: int, spread: int = 0) -> None:
        said = (_millivolts(counts), spread * FULL_MV // FULL_COUNTS)
        if self._set.get(channel) != said:
            self._set[channel] = said
            self.emulator.set_millivolts(channel, *said)

    def button(self, pressed: bool) -> None:
        self.emulator.button(pressed)

    def send(self, data: bytes) -> None:
        self.emulator.send(data)

    def run(self, ms: int) -> bytes:
        return self.emulator.run(ms)

    def close(self) -> None:
        self.emulator.close()


def _millivolts(counts: int) -> int:
    """Return the middle of the voltages that the ADC reads as this many counts."""
    return min(FULL_MV, (2 * counts + 1) * FULL_MV // (2 * (FULL_COUNTS + 1)))


# A controller with its firmware, whose time passes in `run`.
Firmware = HostedFirmware | EmulatedFirmware
