"""The options of Less: seats, home block, scoring, and one of three ways to set the walls."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from game.games.less.openings import fair_seeds
from game.games.less.rules import Less
from game.games.less.walls import DENSITIES, dense_tiles, lay, tiles_text
from game.rules import Game
from game.rules.setup import split_setup
from game.screen.plugin.options import MatchOptions

WAYS = ("random", "tiles", "walls")
SEEDS = 1_000_000


@dataclass
class LessOptions(MatchOptions):
    """Options of Less. `walls_by` tells how the walls are set: drawn by `seed`, by tile or by wall.

    With `fair`, only layouts are drawn that favour neither side, as far as is known.
    """

    players: int = 2
    block: bool = True
    walls_by: str = "random"
    density: str = "mixed"
    seed: int = 1
    fair: bool = True
    tiles: str = ""
    walls: str = ""
    tiles_left: str = ""  # the tiles at the last change from walls to tiles

    may_swap: ClassVar[bool] = True

    def setup(self) -> str:
        seats = " seats=4" if self.players == 4 else ""
        block = "" if self.block else " block=off"
        return " ".join([f"{self.key}{seats}{block}", *self._swap_words, self._layout()])

    def _layout(self) -> str:
        if self.walls_by == "walls":
            return f"walls={self.walls}"
        if self.walls_by == "tiles":
            return f"tiles={self.tiles}"
        if self.density == "mixed":
            return f"seed={self.seed}"
        return f"tiles={self._drawn()}"

    def _drawn(self) -> str:
        return tiles_text(dense_tiles(self.density, self.seed, self.side))

    @property
    def seat_count(self) -> int:
        return self.players

    @property
    def side(self) -> int:
        """Squares along a side of the board."""
        return 6 if self.players == 2 else 8

    @property
    def digits(self) -> str:
        """Wall digits of the chosen layout. Raises SetupError."""
        game = self.make_game()
        assert isinstance(game, Less)
        return game.walls

    # -- changes that pull others along --------------------------------------------------------

    def set_players(self, players: int) -> None:
        """Change the number of players; a layout set by hand is replaced by the seed's layout."""
        if players != self.players:
            self.players, self.tiles, self.walls = players, "", ""
            self._be_fair()
            self.fill_layout()

    def set_density(self, density: str) -> None:
        self.density = density
        self._be_fair()

    def set_fair(self, fair: bool) -> None:
        self.fair = fair
        self._be_fair()

    def _be_fair(self) -> None:
        """Change the seed if its layout is not among the fair ones."""
        seeds = fair_seeds(self.players, self.density) if self.fair else ()
        if seeds and self.seed not in seeds:
            self.seed = seeds[self.seed % len(seeds)]

    def set_walls_by(self, way: str) -> None:
        """Change how the walls are set, starting from the present layout where possible.

        Tiles can become walls, but walls cannot become tiles. Walls set by hand stay if the tiles
        were viewed but not changed.
        """
        if way == "tiles" and self.walls_by == "walls":
            self.tiles_left = self.tiles
        if way == "walls" and self.walls_by != "walls" and not self._only_looked:
            self.walls = self.digits
        if way == "tiles" and self.walls_by == "random":
            self.tiles = self._drawn()
        self.walls_by = way
        self.fill_layout()

    @property
    def _only_looked(self) -> bool:
        """Whether the tiles are unchanged since the last change from walls to tiles."""
        return self.walls_by == "tiles" and bool(self.walls) and self.tiles_left == self.tiles

    def fill_layout(self) -> None:
        """Fill empty tiles and walls, so that there is something to edit."""
        self.tiles = self.tiles or self._drawn()
        self.walls = self.walls or "0" * (2 * self.side * (self.side - 1))

    @property
    def sets(self) -> int:
        """Number of tile sets for the board."""
        return 1 if self.players == 2 else 2

    def set_wall(self, number: int, digit: str = "") -> None:
        """Set a wall: "0" none, "1" single, "2" double; "" changes to the next of these."""
        walls = self.walls
        digit = digit or str((int(walls[number]) + 1) % 3)
        self.walls = f"{walls[:number]}{digit}{walls[number + 1 :]}"

    def shuffle(self, dice: random.Random) -> None:
        """Draw another random layout."""
        self.draw_lots(dice)
        self.tiles = self._drawn()
        if self.walls_by == "walls":
            self.walls = lay(dense_tiles(self.density, self.seed, self.side), self.side)

    def take_game(self, game: Game) -> None:
        assert isinstance(game, Less)
        self.players, self.block, self.swap = game.seats, game.block, game.swaps
        self.density, self.tiles, self.walls = "mixed", "", ""
        name, _equals, value = split_setup(game.setup)[1][-1].partition("=")
        if name == "seed":
            self.walls_by, self.seed = "random", int(value)
        elif name == "tiles":
            self.walls_by, self.tiles = "tiles", value
        else:
            self.walls_by, self.walls = "walls", value
        self.fill_layout()

    def draw_lots(self, dice: random.Random) -> None:
        self.seed = 1 + int(dice.random() * SEEDS)
        self._be_fair()

    def in_bounds(self) -> bool:
        right = self.players in (2, 4) and self.walls_by in WAYS and self.density in DENSITIES
        if right:
            self.fill_layout()
        return right
