"""Helper process of Libra: the most groups on a board with grey counters.

Started as the helper `game libra SETUP`.  Writes a line `done of` (cells) after each cell, and at
last `groups` and the white cells of a board that has so many.
"""

from __future__ import annotations

from game.games.libra.engine.frontier import most_groups
from game.games.libra.rules import Libra
from game.platform.processes import lower_priority
from game.rules.registry import parse_setup


def tell(done: int, cells: int, frontiers: int) -> None:
    print(done, cells, flush=True)


def main(words: list[str]) -> None:
    game = parse_setup(" ".join(words))
    assert isinstance(game, Libra)
    lower_priority(5)
    most = most_groups(game.topology, game.obstacles, tell)
    print("most", most.groups, *most.white, flush=True)
