"""Layouts of Less that are fair, as `main.py solve less-fair` has found them."""

from __future__ import annotations

import json
from functools import cache

from game.paths import ASSETS

FILE = ASSETS / "answers" / "less-fair.json"


@cache
def fair_seeds(seats: int, density: str) -> tuple[int, ...]:
    """Seeds of layouts with "few", "mixed" or "many" walls on which neither side is better off."""
    return tuple(json.loads(FILE.read_text(encoding="utf-8"))[str(seats)][density])
