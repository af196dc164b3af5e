"""The rules by which distrusted sensors are believed again. Pure; the caller passes the time.

A faulty sensor often recovers: a piece is turned, a plug pushed in, a child goes to bed. A sensor
is trusted again when it has shown for `CALM_S` what the game expects, and has no other trouble. A
sensor that a person has called stuck must also have changed, since it might be right by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

CALM_S = 30.0  # seconds of right values


class SensorTrust:
    """The distrusted sensors, by their numbers in the game."""

    def __init__(self) -> None:
        self._stuck: dict[int, int] = {}  # sensors called stuck, and the face they showed
        self._right_since: dict[int, float] = {}

    def called_stuck(self, number: int, face: int) -> None:
        """Note that a person has called this sensor stuck while it shows `face`."""
        self._stuck[number] = face

    def recovered(
        self, seen: Mapping[int, int], wanted: Mapping[int, int], sick: Collection[int], now: float
    ) -> dict[int, int]:
        """Return the sensors to be trusted again, with the faces they show.

        `seen` is what the distrusted sensors show now, `wanted` what they should show; `sick` are
        sensors known to have other trouble.
        """
        for number in self._right_since.keys() - seen.keys():
            del self._right_since[number]
        found: dict[int, int] = {}
        for number, face in seen.items():
            if self._stuck.get(number, face) != face:
                del self._stuck[number]
            if face != wanted.get(number) or number in sick or number in self._stuck:
                self._right_since.pop(number, None)
            elif now - self._right_since.setdefault(number, now) >= CALM_S:
                found[number] = face
        return found
