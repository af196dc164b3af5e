"""Games of the ladder and their results, as plain data for other processes and for a file."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from game.engine.search.analysis import SearchLimits
from game.rules.registry import parse_setup
from tools import json_files
from tools.ladder.openings import draw_opening
from tools.ladder.players import player
from tools.match.play import play_game


@dataclass(frozen=True, slots=True)
class Duel:
    """A game to be played, limited to `nodes` or to `cpu` seconds of processor time a turn.

    The two duels of a `pair` start from the same position with colours exchanged.
    """

    setup: str
    first: str
    second: str
    pair: int
    first_is: int  # the side that the first player plays
    nodes: int | None
    cpu: float | None

    @property
    def key(self) -> str:
        """Return a key that identifies this game."""
        limit = f"{self.nodes} nodes" if self.nodes else f"{self.cpu} s"
        return f"{self.setup}|{limit}|{self.first}|{self.second}|{self.pair}|{self.first_is}"


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result of a duel; `winner` is "first", "second" or "" for a draw."""

    duel: Duel
    winner: str
    reason: str
    turns: int
    setup: str  # includes what was drawn at random


def play(duel: Duel) -> DuelResult:
    """Play one game in this process; each player counts the processor time of its own turns."""
    # The two games of a pair share a seed; pairs and setups differ.
    seed = random.Random(f"{duel.setup} {duel.pair}").randrange(2**30)
    opening = draw_opening(duel.setup, seed)
    game = parse_setup(opening.setup)
    first, second = (
        player(game, word, seed + number, time.process_time)
        for number, word in enumerate((duel.first, duel.second))
    )
    limits = SearchLimits(movetime=duel.cpu, nodes=duel.nodes)
    played = play_game(
        opening.setup, first, second, duel.first_is, limits, seed, opening=opening.turns
    )
    turns = len(played.turns) - len(opening.turns)
    return DuelResult(duel, played.winner, played.result, turns, opening.setup)


def duels(
    setups: Sequence[str],
    players: Sequence[str],
    games: int,
    nodes: int | None,
    cpu: float | None,
) -> Iterator[Duel]:
    """Yield all games: `games` for each two players in each setup, in rotation.

    This order keeps the table fair after any number of games.
    """
    for number in range(games):
        for setup in setups:
            for first, second in combinations(players, 2):
                yield Duel(setup, first, second, number // 2, number % 2, nodes, cpu)


class ResultsFile:
    """The file of results, one a line; `found` has them by the key of their duel."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = {result.duel.key: result for result in json_files.read(path, _result)}

    def add(self, result: DuelResult) -> None:
        """Store a result immediately. Raises OSError."""
        self.found[result.duel.key] = result
        json_files.append(self.path, asdict(result))


def _result(line: dict[str, Any]) -> DuelResult:
    return DuelResult(**{**line, "duel": Duel(**line["duel"])})
