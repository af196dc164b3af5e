"""What par layouts of Less have, as `main.py solve less-layouts` has counted it."""

from __future__ import annotations

import json
from functools import cache
from statistics import fmean

from game.platform.paths import ASSETS

FILE = ASSETS / "answers" / "less-par.json"


@cache
def usual_par(seats: int, density: str) -> float:
    """Return the mean of random layouts with "few", "mixed" or "many" walls, for a side."""
    counts = json.loads(FILE.read_text(encoding="utf-8"))[str(seats)]["layouts"][density]
    return fmean(int(par) for par, number in counts.items() for _ in range(number))
