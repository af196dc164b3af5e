"""Less against par: four pieces alone, home in as few moves as possible."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.games.less.engine.race import alone, shortest_way
from game.games.less.rules import BOARD, GOAL, SPENT, Less
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from game.solo.mode import Option, SoloMode

NEAR, TURN = 1, 3  # moves above par up to which there are two stars, and one star
BLACK = 2
INNER = range(1, 5)  # numbers (from 0) of the files and ranks where black pieces may be


class LoneWhite(Less):
    """The layout of a setup with White and motionless black pieces on squares drawn by `seed`.

    No two black pieces are neighbours, so a way leads between any two of them.
    """

    def __init__(self, layout: Less, standing: int = 0, seed: int = 0) -> None:
        super().__init__(layout.walls, block=False, layout=layout.setup.split()[-1])
        first = list(alone(self))
        points = self.topology.points
        corners = self.tables[GOAL]
        free = [point for n, point in enumerate(points) if _inner(point) and not corners[n]]
        dice, black = random.Random(seed), list[str]()
        while len(black) < standing:
            dice.shuffle(free)
            black = []
            for point in free:
                if not set(black) & set(self.topology.neighbours[point]):
                    black.append(point)
        for point in black[:standing]:
            first[BOARD + self.topology.index[point]] = BLACK
        self.first = tuple(first)


def _inner(point: str) -> bool:
    return ord(point[0]) - ord("a") in INNER and int(point[1:]) - 1 in INNER


def layout(seed: int) -> Less:
    game = parse_setup(f"less block=off seed={seed}")
    assert isinstance(game, Less)
    return game


class AgainstPar(SoloMode):
    key = "less-par"
    game = Less.key
    name = N_("Home against par")
    rule = N_(
        "White is alone on the board. Bring all four pieces to the far corner; a turn is three"
        " moves, as ever. Black pieces, if there are any, stand still and can be leapt over. Par is"
        " the exact minimum of this layout."
    )
    aim = N_("All four pieces home in as few moves as possible.")
    counted = N_("moves")
    fewer = True
    options: ClassVar[Mapping[str, Option]] = {"standing": Option(0, 6, 0, N_("black pieces: {n}"))}
    weekly: ClassVar[Mapping[str, int]] = {"standing": 4}

    def deal(self, seed: int, **options: int) -> Game:
        return LoneWhite(layout(seed), self.value(options, "standing"), seed)

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return state[SPENT]

    def best(self, seed: int, **options: int) -> int:
        game = self.deal(seed, **options)
        return shortest_way(game, game.start(), compiled=False).moves

    def exact(self, **options: int) -> bool:
        return True

    def marks(self, par: int) -> tuple[int, int, int]:
        return par + TURN, par + NEAR, par


MODES = (AgainstPar(),)
