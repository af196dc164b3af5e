"""Calibration: the chance that a value of the search has meant in games.

A search thinks that the game goes on as its own visits do, which is too modest, or too sure.  So
each game's plugin may have two numbers, fitted by `python -m tools.calibration` to games of the
engine with itself; docs/lab/calibration.md shows how well they fit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

SURE = 1e-4  # no chance that is not proved is nearer to 0 or 1


class ValueCalibration(NamedTuple):
    """Log odds of side 0 times `slope`, and `shift` more; it rises where the value rises."""

    slope: float = 1.0
    shift: float = 0.0

    def chance(self, value: float) -> float:
        """Return the chance of side 0 that its `value`, 0 to 1, has meant."""
        if self == AS_IT_IS:
            return value
        inside = min(max(value, SURE), 1 - SURE)
        lead = self.slope * math.log(inside / (1 - inside)) + self.shift
        return min(max(1 / (1 + math.exp(-lead)), SURE), 1 - SURE)


AS_IT_IS = ValueCalibration()
