"""The source of puzzles of Multiplicity."""

from __future__ import annotations

import random

from tools.puzzles.source import PuzzleSource

SETUPS = (
    "multiplicity size=4",
    "multiplicity size=4 end=full",
    "multiplicity size=4 opening=free",
    "multiplicity size=5",
)


def setup(seed: int) -> str:
    return random.Random(seed).choice(SETUPS)


SOURCE = PuzzleSource(setup, opening=lambda seed: 4 + seed % 20, aside=12)
