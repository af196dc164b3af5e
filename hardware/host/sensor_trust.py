"""When sensors that are not believed are believed again.  Pure; time is passed in.

A sensor out of order is seldom so for good: a piece is turned, a plug pushed in, a child goes to
bed.  One that has shown for `CALM_S` what the game wants, and is well otherwise, is trusted again.
One that a person has called stuck must have changed since, or it would only be right by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

CALM_S = 30.0  # seconds


class SensorTrust:
    """The sensors that are not believed, by their numbers in the game."""

    def __init__(self) -> None:
        self._stuck: dict[int, int] = {}  # those called stuck, and the face they showed
        self._right_since: dict[int, float] = {}

    def called_stuck(self, number: int, face: int) -> None:
        """Note that a person says that this sensor shows something wrong."""
        self._stuck[number] = face

    def recovered(
        self, seen: Mapping[int, int], wanted: Mapping[int, int], sick: Collection[int], now: float
    ) -> dict[int, int]:
        """Return the sensors that are to be trusted again, with what they show.

        `seen` is what those that are not believed show now, `wanted` what they should; `sick` are
        known to be unwell.
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
