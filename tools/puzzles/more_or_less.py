"""The source of puzzles of More or Less."""

from __future__ import annotations

import random

from game.games.more_or_less.rules import MoreOrLess
from game.rules.boards import COUNTERS
from tools.puzzles.source import PuzzleSource

BOARDS = ("", "", "", " board=decagon-71", " board=decagon-51", " pass=free")


def setup(seed: int) -> str:
    return MoreOrLess.key + random.Random(seed).choice(BOARDS)


SOURCE = PuzzleSource(
    setup, opening=lambda seed: COUNTERS + seed % 7 * 12, aside=10, most_actions=60_000
)
