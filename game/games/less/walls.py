"""Walls of Less: digits, tiles and random layouts, all converted to one string of digits.

The digits are in the order of the CodeCup contest: from the top row down, first the edges between
the squares of the row from left to right, then the edges under the row. Each digit is the number of
walls: 0, 1 or 2.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache

from game.platform.paths import ASSETS
from game.rules.errors import SetupError
from game.rules.setup import SetupOptions

DENSITIES = ("few", "mixed", "many")  # how many walls a random layout has
TILES = ASSETS / "tiles" / "less.json"
INNER = "nesw"  # slots between the squares of one tile, clockwise
# A wall's name is (column, row, direction) of a square, counted from the upper left: "e" is its
# right edge, "s" its lower one.
Edge = tuple[int, int, str]
INNER_EDGES: dict[str, Edge] = {
    "n": (0, 0, "e"),
    "e": (1, 0, "s"),
    "s": (0, 1, "e"),
    "w": (0, 0, "s"),
}
RIM_EDGES: dict[str, Edge] = {
    "1": (0, -1, "s"),
    "2": (1, -1, "s"),
    "3": (1, 0, "e"),
    "4": (1, 1, "e"),
    "5": (1, 1, "s"),
    "6": (0, 1, "s"),
    "7": (-1, 1, "e"),
    "8": (-1, 0, "e"),
}


@cache
def tile_set() -> dict[str, str]:
    """Return the slots with a wall, by the letter of the tile."""
    tiles: dict[str, str] = json.loads(TILES.read_text(encoding="utf-8"))["tiles"]
    return tiles


def turn_slots(slots: str, quarters: int) -> str:
    """Return the wall slots of a tile after `quarters` quarter turns clockwise."""
    turned = ""
    for slot in slots:
        if slot in INNER:
            turned += INNER[(INNER.index(slot) + quarters) % 4]
        else:
            turned += str((int(slot) - 1 + 2 * quarters) % 8 + 1)
    return turned


def edges_in_order(side: int) -> list[Edge]:
    """Return the inner edges of a board of `side` squares in the order of the digits."""
    order: list[Edge] = []
    for row in range(side):
        order += [(column, row, "e") for column in range(side - 1)]
        if row + 1 < side:
            order += [(column, row, "s") for column in range(side)]
    return order


def read_layout(options: SetupOptions, side: int, sets: int) -> tuple[str, str]:
    """Return the wall digits, and the option that gave them: walls=, tiles= or seed=.

    Raises SetupError.
    """
    given = [name for name in READERS if options.has(name)]
    if len(given) != 1:
        raise SetupError("layouts", found=" and ".join(given) or "none")
    values = {name: options.text(name) or "" for name in READERS}
    value = values[given[0]]
    return READERS[given[0]](value, side, sets), f"{given[0]}={value}"


def check_digits(digits: str, side: int) -> str:
    """Return `digits` if they describe the walls of such a board. Raises SetupError."""
    expected = 2 * side * (side - 1)
    for place, digit in enumerate(digits, start=1):
        if digit not in "012":
            raise SetupError("wall-digit", digit=digit, place=place)
    if len(digits) != expected:
        squares = f"{side}x{side}"
        raise SetupError("wall-count", count=len(digits), wanted=expected, squares=squares)
    return digits


def tiles_of(text: str, side: int, sets: int) -> list[tuple[str, int]]:
    """Return letters and quarter turns from a tile layout such as A0B1C2. Raises SetupError."""
    expected = (side // 2) ** 2
    if not re.fullmatch(r"([A-Z][0-9])*", text):
        raise SetupError("no-tiles", text=text)
    layout = [(text[at], int(text[at + 1])) for at in range(0, len(text), 2)]
    if len(layout) != expected:
        raise SetupError("tile-count", count=len(layout), wanted=expected)
    for letter, quarters in layout:
        if letter not in tile_set():
            raise SetupError("unknown-tile", letter=letter, known="".join(tile_set()))
        if quarters > 3:
            raise SetupError("tile-turns", letter=letter, quarters=quarters)
        used = sum(other == letter for other, _ in layout)
        if used > sets:
            raise SetupError("tile-often", letter=letter, count=used, most=sets)
    return layout


def lay(layout: list[tuple[str, int]], side: int) -> str:
    """Return the wall digits of a layout of tiles, which are in rows from the top."""
    walls = dict.fromkeys(edges_in_order(side), 0)
    for number, (letter, quarters) in enumerate(layout):
        left, top = 2 * (number % (side // 2)), 2 * (number // (side // 2))
        for slot in turn_slots(tile_set()[letter], quarters):
            column, row, edge = (INNER_EDGES if slot in INNER else RIM_EDGES)[slot]
            place = (left + column, top + row, edge)
            if place in walls:  # Slots on the rim of the board have no edge.
                walls[place] += 1
    return "".join(map(str, walls.values()))


def draw_tiles(seed: int, side: int, sets: int) -> list[tuple[str, int]]:
    """Return tiles drawn from the bag and rotated at random; equal for equal seeds."""
    dice = random.Random(seed)
    bag = list(tile_set()) * sets
    layout = []
    for _ in range((side // 2) ** 2):
        letter = bag.pop(int(dice.random() * len(bag)))
        layout.append((letter, int(dice.random() * 4)))
    return layout


def dense_tiles(density: str, seed: int, side: int) -> list[tuple[str, int]]:
    """Return a random layout; "few" and "many" use the tiles with the fewest or most walls.

    According to a published tip, tiles with three walls make the game harder, and tiles with fewer
    walls make it easier.
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


def tiles_text(layout: list[tuple[str, int]]) -> str:
    """Return a tile layout as the text of an option: A0B1C2..."""
    return "".join(f"{letter}{quarters}" for letter, quarters in layout)


def _digits_of_seed(text: str, side: int, sets: int) -> str:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise SetupError("layout-seed", value=text)
    return lay(draw_tiles(int(text), side, sets), side)


# Functions that turn the value of an option into wall digits, for a board of `side` squares.
READERS: dict[str, Callable[[str, int, int], str]] = {
    "walls": lambda text, side, sets: check_digits(text, side),
    "tiles": lambda text, side, sets: lay(tiles_of(text, side, sets), side),
    "seed": _digits_of_seed,
}
