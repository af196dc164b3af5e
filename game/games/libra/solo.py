"""Libra filled alone: the colour of each stone is drawn, its cell is chosen.  Many groups, or few.

Par is what a plain player makes of the same colours: it looks a stone ahead and no further.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from game.games.libra.rules import EMPTY, TARGET, Libra
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.solo.mode import SoloMode

SIDE = 4
COLOURS = ("white", "black")


class DrawnLibra(Libra):
    """A board of Libra to be filled with stones whose colours follow from `seed`."""

    def __init__(self, seed: int) -> None:
        super().__init__(SIDE, TARGET, 1)
        dice = random.Random(seed)
        self.colours = [dice.choice(COLOURS) for _cell in self.topology.points]

    def colour(self, state: State) -> str | None:
        """The colour of the next stone; None when the board is full."""
        placed = len(self.colours) - state[EMPTY]
        return self.colours[placed] if state[EMPTY] else None

    def legal(self, state: State) -> list[Action]:
        drawn = self.colour(state)
        return [a for a in super().legal(state) if a.piece and a.piece.colour == drawn]


class FillMode(SoloMode):
    """The common part of both aims."""

    game = Libra.key
    counted = N_("groups")
    person = (0, 1)
    forced = True
    steps: ClassVar[tuple[int, int]]  # groups short of par that one star and two allow

    def deal(self, seed: int) -> Game:
        return DrawnLibra(seed)

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        assert isinstance(game, Libra)
        return game.groups(state)

    def left(self, game: Game, state: State) -> int:
        return state[EMPTY]

    def par(self, seed: int) -> int:
        game = DrawnLibra(seed)
        state = game.start()
        dice = random.Random(seed)
        while not game.over(state):
            state = self._plain(game, state, dice)
        return game.groups(state)

    def _plain(self, game: DrawnLibra, state: State, dice: random.Random) -> State:
        """After the stone of a plain player: the best count at once, of equal ones any."""
        after = [game.advance(state, action) for action in game.legal(state)]
        counts = [game.groups(one) for one in after]
        best = min(counts) if self.fewer else max(counts)
        return dice.choice([one for one, count in zip(after, counts) if count == best])

    def marks(self, par: int) -> tuple[int, int, int]:
        one, two = self.steps
        return (par + one, par + two, par) if self.fewer else (par - one, par - two, par)


class MostGroups(FillMode):
    key = "libra-many"
    name = N_("Many groups")
    rule = N_(
        "The colour of each stone is drawn by lot; you choose its cell. Fill the"
        " board with as many groups as possible. Par is what a player who looks"
        " one stone ahead makes of the same stones."
    )
    aim = N_("Fill the board: as many groups as you can.")
    steps = (4, 2)


class FewestGroups(FillMode):
    key = "libra-few"
    name = N_("Few groups")
    rule = N_(
        "The colour of each stone is drawn by lot; you choose its cell. Fill the"
        " board with as few groups as possible. Par is what a player who looks one"
        " stone ahead makes of the same stones."
    )
    aim = N_("Fill the board: as few groups as you can.")
    fewer = True
    steps = (4, 2)


MODES = (MostGroups(), FewestGroups())
