"""Less against par: four pieces alone, home in as few moves as there can be."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.less.engine.par import alone, way_alone
from game.games.less.rules import SPENT, Less
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from game.solo.mode import SoloMode

NEAR, TURN = 1, 3  # moves above par that two stars and one allow


class LoneWhite(Less):
    """The layout of a setup without Black."""

    def __init__(self, layout: Less) -> None:
        super().__init__(layout.walls, block=False, layout=layout.setup.split()[-1])
        self.first = alone(self)


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
        " moves, as ever. Par is the exact minimum of this layout."
    )
    aim = N_("All four pieces home in as few moves as possible.")
    counted = N_("moves")
    fewer = True
    exact = True

    def deal(self, seed: int) -> Game:
        return LoneWhite(layout(seed))

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return state[SPENT]

    def par(self, seed: int) -> int:
        return way_alone(layout(seed), compiled=False).moves

    def marks(self, par: int) -> tuple[int, int, int]:
        return par + TURN, par + NEAR, par


MODES = (AgainstPar(),)
