"""The distribution of par over layouts of Less, with the easiest and the hardest layouts found.

Par is computed for random layouts with few, mixed and many walls. The search for extremes then
exchanges or turns one tile at a time, and keeps a change unless par gets worse. No layout is easier
than a board without walls, which proves the lower bound.
"""

from __future__ import annotations

import json
import random
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from game.engine.compile.compiler import can_compile
from game.games.less.engine.race import par
from game.games.less.rules import Less
from game.games.less.walls import (
    DENSITIES,
    dense_tiles,
    lay,
    tile_set,
    tiles_text,
)
from game.platform.arguments import at_least
from tools import json_files
from tools.referee.less import LessReferee
from tools.solve.progress import ProgressLine
from tools.solve.question import Out

Tiles = list[tuple[str, int]]
SETS = {2: 1, 4: 2}  # sets of tiles, by the number of seats
RESTART = 250  # changes without gain after which the search restarts
WIDE, HIGH, LEFT, GAP, FOOT = 720, 110, 90, 14, 46
COLOURS = ("#e0b45c", "#b5793a", "#6d4526")
INK, PAPER, LINE = "#2a1d14", "#fbf6ec", "#d8ccb8"
FONT = 'font-family="sans-serif" font-size="13"'


@dataclass(frozen=True)
class RatedLayout:
    par: int
    tiles: str


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
    parser.add_argument(
        "--count", type=at_least(1), default=200, help="random layouts of each density"
    )
    parser.add_argument(
        "--tries", type=at_least(0), default=500, help="changes tried for each extreme"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--write", type=json_files.json_file, help="write the numbers to this JSON file"
    )
    parser.add_argument("--picture", type=Path, help="draw the distribution to this SVG file")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print mean and range for each density, and the extremes found."""
    side = side_of(wanted.seats)
    found: dict[str, Counter[int]] = {}
    for density in DENSITIES:
        counts = found[density] = Counter()
        for number in range(wanted.count):
            progress.show(f"{density}: {number} of {wanted.count} layouts")
            counts[par_of(dense_tiles(density, wanted.seed + number, side), wanted.seats)] += 1
        low, high = min(counts), max(counts)
        out(f"{density}: par {low} to {high}, {fmean(counts.elements()):.1f} on average")
    empty = par(Less("0" * (2 * side * (side - 1)), wanted.seats), can_compile())
    easiest, hardest = (
        extreme(sign, wanted, lambda done: progress.show(f"changes: {done} of {wanted.tries}"))
        for sign in (-1, 1)
    )
    out(f"without walls: {empty}")
    out(f"easiest: {easiest.par}, tiles={easiest.tiles}")
    out(f"hardest found: {hardest.par}, tiles={hardest.tiles}")
    if wanted.write:
        write(wanted, found, easiest, hardest)
    if wanted.picture:
        wanted.picture.write_text(picture(found), encoding="utf-8")
    return wanted.seats != 2 or all(verified(layout) for layout in (easiest, hardest))


def side_of(seats: int) -> int:
    return 6 if seats == 2 else 8


def par_of(tiles: Tiles, seats: int) -> int:
    return par(Less(lay(tiles, side_of(seats)), seats), can_compile())


def verified(layout: RatedLayout) -> bool:
    tiles = [(layout.tiles[at], int(layout.tiles[at + 1])) for at in range(0, 18, 2)]
    return LessReferee(lay(tiles, 6)).fewest_moves()[0] == layout.par


def extreme(sign: int, wanted: Namespace, tell: Callable[[int], None]) -> RatedLayout:
    """Return the layout found with the highest par (`sign` 1) or with the lowest par (-1)."""
    dice, side, seats = random.Random(wanted.seed), side_of(wanted.seats), wanted.seats
    best, since = RatedLayout(-sign * 10**6, ""), RESTART
    tiles: Tiles = []
    value = 0
    for done in range(wanted.tries):
        tell(done)
        if since >= RESTART:
            tiles = dense_tiles("many" if sign > 0 else "few", dice.randrange(10**6), side)
            value, since = par_of(tiles, seats), 0
        other = changed(tiles, SETS[seats], dice)
        reached = par_of(other, seats)
        since = 0 if sign * reached > sign * value else since + 1
        if sign * reached >= sign * value:
            tiles, value = other, reached
        if sign * value > sign * best.par:
            best = RatedLayout(value, tiles_text(tiles))
    return best


def changed(tiles: Tiles, sets: int, dice: random.Random) -> Tiles:
    """Return the tiles after one change: a tile turned or exchanged, or two tiles swapped."""
    after = list(tiles)
    at, to = dice.randrange(len(after)), dice.randrange(len(after))
    used = [letter for letter, _turns in after]
    bag = [letter for letter in tile_set() if used.count(letter) < sets]
    kind = dice.randrange(3)
    if kind == 0 and bag:
        after[at] = (dice.choice(bag), dice.randrange(4))
    elif kind == 1:
        after[at], after[to] = after[to], after[at]
    else:
        after[at] = (after[at][0], (after[at][1] + dice.randrange(1, 4)) % 4)
    return after


def write(
    wanted: Namespace, found: dict[str, Counter[int]], easiest: RatedLayout, hardest: RatedLayout
) -> None:
    """Write the numbers for this number of seats into the file, keeping those for others."""
    kept = json.loads(wanted.write.read_text("utf-8")) if wanted.write.exists() else {}
    kept[str(wanted.seats)] = {
        "layouts": {name: dict(sorted(counts.items())) for name, counts in found.items()},
        "easiest": {"par": easiest.par, "tiles": easiest.tiles},
        "hardest": {"par": hardest.par, "tiles": hardest.tiles},
    }
    wanted.write.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def picture(found: Mapping[str, Counter[int]]) -> str:
    """Return an SVG of how many layouts have each par: a row per density, with its mean."""
    low = min(min(counts) for counts in found.values())
    high = max(max(counts) for counts in found.values())
    unit = (WIDE - LEFT - 20) / (high - low + 1)
    tall = len(found) * (HIGH + GAP) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {tall}">',
        f'<rect width="{WIDE}" height="{tall}" fill="{PAPER}"/>',
    ]
    for row, (name, counts) in enumerate(found.items()):
        base = row * (HIGH + GAP) + HIGH + GAP
        parts += band(name, counts, base, low, unit, COLOURS[row % len(COLOURS)])
    for moves in range(low, high + 1):
        x = LEFT + (moves - low + 0.5) * unit
        parts.append(words_at(str(moves), x, tall - FOOT + 20, "middle"))
    parts.append(words_at("par, in moves", LEFT, tall - 8, "start"))
    return "\n".join([*parts, "</svg>", ""])


def band(
    name: str, counts: Counter[int], base: int, low: int, unit: float, colour: str
) -> list[str]:
    """Return one row of the picture: its name, bars with their foot at `base`, and its mean."""
    most = max(counts.values())
    parts = [words_at(name, 12, base - 6, "start")]
    for moves, count in sorted(counts.items()):
        tall = (HIGH - 20) * count / most
        x = LEFT + (moves - low) * unit
        parts.append(
            f'<rect x="{x + 2:.1f}" y="{base - tall:.1f}" width="{unit - 4:.1f}"'
            f' height="{tall:.1f}" rx="2" fill="{colour}"/>'
        )
    mean = fmean(counts.elements())
    x = LEFT + (mean - low + 0.5) * unit
    parts.append(
        f'<line x1="{x:.1f}" y1="{base - HIGH + 12}" x2="{x:.1f}" y2="{base}" stroke="{INK}"/>'
    )
    parts.append(words_at(f"{mean:.1f}", x + 5, base - HIGH + 20, "start"))
    parts.append(f'<line x1="{LEFT}" y1="{base}" x2="{WIDE - 20}" y2="{base}" stroke="{LINE}"/>')
    return parts


def words_at(words: str, x: float, y: float, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK}" {FONT}>{words}</text>'
    )
