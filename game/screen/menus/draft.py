"""A match being put together: every option of every game, ending in a setup string and a spec.

Pure data and rules, no drawing: the scene shows it, tests read it without a display.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from game.rules import GAMES, Game, Less, RulesError, parse_setup
from game.rules.topology import hexagon
from game.rules.walls import draw_tiles, lay, tile_set, tiles_text
from game.table.spec import ClockSpec, Kind, MatchSpec, SeatSpec

CLOCKS = (0, 5, 10, 15, 30)  # minutes a seat
INCREMENTS = (0, 5, 10)  # seconds a turn
BOARDS = ("decagon-81", "decagon-71", "decagon-51")
OWN_BOARD = "own"
DENSITIES = ("few", "mixed", "many")
LIBRA_SIZES, MULTIPLICITY_SIZES = range(3, 8), range(3, 9)
SEEDS = 1_000_000


@dataclass
class SeatDraft:
    """Who sits at a seat; the level is kept while a person sits there, and the name likewise."""

    kind: Kind = "person"
    level: int = 4
    name: str = ""


@dataclass
class Draft:
    """Options of all four games together; only those of `game` count."""

    game: str = "more-or-less"
    seats: list[SeatDraft] = field(
        default_factory=lambda: [SeatDraft(), SeatDraft("engine"), SeatDraft(), SeatDraft("engine")]
    )
    minutes: int = 0
    increment: int = 5
    board_link: str = "sim"
    board: str = "decagon-81"
    board_file: str = ""
    players: int = 2
    block: bool = True
    walls_by: str = "random"  # "random", "tiles" or "walls"
    density: str = "mixed"
    seed: int = 1
    tiles: str = ""
    walls: str = ""
    libra_size: int = 5
    mode: str = "duel"
    target: int = 20
    obstacles: tuple[str, ...] = ()
    multiplicity_size: int = 5
    end: str = "one-empty"

    # -- the setup -----------------------------------------------------------------------------

    @property
    def seat_count(self) -> int:
        return self.players if self.game == "less" else 2

    @property
    def side(self) -> int:
        """Squares along a side of the board of Less."""
        return 6 if self.players == 2 else 8

    def setup(self) -> str:
        """The setup string of what is chosen; `game()` tells whether it is a good one."""
        return {
            "more-or-less": self._more_or_less,
            "less": self._less,
            "libra": self._libra,
            "multiplicity": self._multiplicity,
        }[self.game]()

    def _more_or_less(self) -> str:
        board = self.board_file.strip() if self.board == OWN_BOARD else self.board
        return "more-or-less" if board == BOARDS[0] else f"more-or-less board={board}"

    def _less(self) -> str:
        seats = " seats=4" if self.players == 4 else ""
        return f"less{seats}{'' if self.block else ' block=off'} {self._layout()}"

    def _layout(self) -> str:
        if self.walls_by == "walls":
            return f"walls={self.walls}"
        if self.walls_by == "tiles":
            return f"tiles={self.tiles}"
        if self.density == "mixed":
            return f"seed={self.seed}"
        return f"tiles={tiles_text(dense_tiles(self.density, self.seed, self.side))}"

    def _libra(self) -> str:
        target = f" target={self.target}" if self.mode == "target" else ""
        blocked = f" obstacles={','.join(self.obstacles)}" if self.obstacles else ""
        return f"libra size={self.libra_size} mode={self.mode}{target}{blocked}"

    def _multiplicity(self) -> str:
        end = "" if self.end == "one-empty" else f" end={self.end}"
        return f"multiplicity size={self.multiplicity_size}{end}"

    def make_game(self) -> Game:
        """The game of the setup.  Raises SetupError or BoardError in words."""
        return parse_setup(self.setup())

    def spec(self, seed: int = 0) -> MatchSpec:
        """What a match starts from.  Raises SetupError or BoardError."""
        self.make_game()
        seats = tuple(
            SeatSpec(seat.kind, seat.level, seat.name.strip())
            for seat in self.seats[: self.seat_count]
        )
        clock = ClockSpec(self.minutes * 60.0, float(self.increment)) if self.minutes else None
        board = self.board_link.strip() or None if self.uses_board else None
        return MatchSpec(self.setup(), seats, clock, board, seed)

    @property
    def uses_board(self) -> bool:
        return any(seat.kind == "board" for seat in self.seats[: self.seat_count])

    # -- changes that pull others along ----------------------------------------------------------

    @property
    def digits(self) -> str:
        """Wall digits of the chosen layout.  Raises SetupError."""
        game = self.make_game()
        return game.walls if isinstance(game, Less) else ""

    def set_players(self, players: int) -> None:
        """Another board size: a layout by tile or by wall starts anew from the seed's."""
        if players != self.players:
            self.players, self.tiles, self.walls = players, "", ""
            self.fill_layout()

    def set_walls_by(self, way: str) -> None:
        """Go on from what lies: tiles can be copied into walls, walls not into tiles."""
        if way == "walls" and self.walls_by != "walls":
            self.walls = self.digits
        if way == "tiles" and self.walls_by == "random":
            self.tiles = tiles_text(dense_tiles(self.density, self.seed, self.side))
        self.walls_by = way
        self.fill_layout()

    def fill_layout(self) -> None:
        """Give tiles and walls something to start from."""
        self.tiles = self.tiles or tiles_text(dense_tiles(self.density, self.seed, self.side))
        self.walls = self.walls or "0" * (2 * self.side * (self.side - 1))

    def shuffle(self, dice: random.Random) -> None:
        """Another random layout."""
        self.seed = 1 + int(dice.random() * SEEDS)
        self.tiles = tiles_text(dense_tiles(self.density, self.seed, self.side))
        if self.walls_by == "walls":
            self.walls = lay(dense_tiles(self.density, self.seed, self.side), self.side)

    def set_libra_size(self, size: int) -> None:
        """Obstacles and target that the new board does not have go."""
        self.libra_size = size
        cells = set(hexagon(size).points)
        self.obstacles = tuple(point for point in self.obstacles if point in cells)
        self.target = min(self.target, self.most_target)

    @property
    def most_target(self) -> int:
        return len(hexagon(self.libra_size)) - len(self.obstacles)

    # -- keeping ---------------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """For the settings: everything, as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_kept(cls, game: str, data: Mapping[str, Any]) -> Draft:
        """The draft last used for a game; whatever does not fit any more becomes the default."""
        draft = cls(game)
        for name in {f.name for f in fields(cls)} - {"game", "seats"}:
            default = getattr(draft, name)
            value = data.get(name, default)
            if name == "obstacles" and isinstance(value, list | tuple):
                value = tuple(str(point) for point in value)
            if type(value) is type(default):
                setattr(draft, name, value)
        draft._take_seats(data.get("seats"))
        return draft if draft._sound() else cls(game)

    def _take_seats(self, kept: Any) -> None:
        for seat, data in zip(self.seats, kept if isinstance(kept, list | tuple) else []):
            if not isinstance(data, Mapping):
                continue
            if data.get("kind") in ("person", "engine", "board"):
                seat.kind = data["kind"]
            level = data.get("level")
            if isinstance(level, int) and 1 <= level <= 10:
                seat.level = level
            seat.name = str(data.get("name", ""))[:24]

    def _playable(self) -> bool:
        """Whether the setup is a game; the user's own board file may have gone meanwhile."""
        if self.board == OWN_BOARD:
            return True
        try:
            self.make_game()
        except RulesError:
            return False
        return True

    def _sound(self) -> bool:
        """Whether numbers and choices lie within their bounds, so that the scene can show them."""
        self.fill_layout()
        return self._playable() and (
            self.minutes in CLOCKS
            and self.increment in INCREMENTS
            and self.board in (*BOARDS, OWN_BOARD)
            and self.players in (2, 4)
            and self.walls_by in ("random", "tiles", "walls")
            and self.density in DENSITIES
            and self.libra_size in LIBRA_SIZES
            and self.mode in ("duel", "bid", "target")
            and 1 <= self.target <= self.most_target
            and self.multiplicity_size in MULTIPLICITY_SIZES
            and self.end in ("one-empty", "full")
        )


def dense_tiles(density: str, seed: int, side: int) -> list[tuple[str, int]]:
    """A random layout; "few" and "many" take the tiles with the fewest or the most walls.

    The published tip: tiles with three walls make the game harder, those with fewer easier.
    """
    sets = 1 if side == 6 else 2
    if density == "mixed":
        return draw_tiles(seed, side, sets)
    dice = random.Random(seed)
    tiles = tile_set()
    count = (side // 2) ** 2
    bag = sorted(list(tiles) * sets, key=lambda letter: len(tiles[letter]))
    bag = bag[:count] if density == "few" else bag[-count:]
    layout = []
    while bag:
        letter = bag.pop(int(dice.random() * len(bag)))
        layout.append((letter, int(dice.random() * 4)))
    return layout


GAME_KEYS = tuple(game.key for game in GAMES)
