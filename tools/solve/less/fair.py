"""Layouts of Less that a search judges to be fair to both sides from the start.

Both sides have equally far to go on any layout, but one may block the other more.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from game.engine.compile.compiler import can_compile
from game.engine.registry import profile_of
from game.engine.search.search_tree import TreeConfig, nodes_within
from game.engine.search.turn_search import TurnTree
from game.games.less.rules import Less
from game.games.less.walls import DENSITIES, dense_tiles, lay
from game.platform.arguments import at_least
from tools import json_files
from tools.solve.less.layouts import side_of
from tools.solve.progress import ProgressLine
from tools.solve.question import Out

MOST_SEED = 1_000_000  # the program draws no higher seed


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
    parser.add_argument("--count", type=at_least(1), default=100, help="layouts to be judged")
    parser.add_argument("--density", choices=DENSITIES, help="few, mixed or many walls: all")
    parser.add_argument("--nodes", type=at_least(1), default=3000, help="of each search")
    parser.add_argument("--margin", type=float, default=0.08, help="of the chance, around a half")
    parser.add_argument("--seed", type=int, default=1, help="of the first layout")
    parser.add_argument(
        "--write", type=json_files.json_file, help="add the fair ones to this JSON file"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print how many layouts are fair, and which side the others favour."""
    found: dict[str, list[int]] = {}
    for density in (wanted.density,) if wanted.density else DENSITIES:
        chances: dict[int, float] = {}
        for number in range(wanted.count):
            progress.show(f"{density}: {number} of {wanted.count} layouts")
            seed = (wanted.seed + number) % MOST_SEED
            chances[seed] = chance(density, seed, wanted.seats, wanted.nodes)
        fair = [seed for seed, one in chances.items() if abs(one - 0.5) <= wanted.margin]
        found[density] = fair
        first = sum(one > 0.5 + wanted.margin for one in chances.values())
        out(
            f"{density}: {len(fair)} of {wanted.count} fair, {first} better for White, "
            f"{wanted.count - len(fair) - first} for Black; "
            f"White's chance {sum(chances.values()) / len(chances):.2f} on average"
        )
    if wanted.write:
        write(wanted.write, str(wanted.seats), found)
    return True


def chance(density: str, seed: int, seats: int, nodes: int) -> float:
    """Return White's chance at the start, after this many visits."""
    side = side_of(seats)
    game = Less(lay(dense_tiles(density, seed, side), side), seats)
    profile = profile_of(game)
    assert profile.turns is not None
    config = TreeConfig(can_compile(), nodes_within(16, can_compile()), seed=1)
    search = TurnTree(game, profile, profile.turns, config)
    search.start(game.start())
    search.grow(nodes)
    return search.value()


def write(path: Path, seats: str, found: dict[str, list[int]]) -> None:
    """Add seeds to those in the file. Raises OSError."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    own = known.setdefault(seats, {})
    for density, seeds in found.items():
        own[density] = sorted({*own.get(density, []), *seeds})
    path.write_text(json.dumps(known, sort_keys=True) + "\n", encoding="utf-8")
