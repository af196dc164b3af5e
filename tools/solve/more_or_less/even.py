"""Even full placements of More or Less: the book from which `opening=even` deals.

Each number from 0 on stands for a placement. The first ones are random. Few random placements are
even, so later numbers vary even placements found earlier, by moving some counters. Searches of few
nodes filter the placements. A placement is even if the search with the most nodes gives a chance
near one half. Each number is stored as a line of a file, so an interrupted run can resume.
"""

from __future__ import annotations

import json
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.games.more_or_less.rules import BOARD, CENTRE, META
from game.openings.symmetry import key_of
from game.platform import untrusted
from game.platform.arguments import at_least
from game.platform.paths import ASSETS
from game.platform.storage import data_folder, write_text
from game.rules import Game, State
from game.rules.registry import parse_setup
from game.table.begin import drawn_placement
from tools import json_files
from tools.solve.more_or_less.search import FullSearch
from tools.solve.progress import ProgressLine
from tools.solve.question import Out

# Nodes of each search of a placement, and the maximum distance of its chance from one half. The
# last limit is narrower than the promised 5 %, because another processor may round differently.
LOOKS = ((300, 0.14), (3_000, 0.06), (20_000, 0.047))
DRAWN = 10  # random even placements; all further ones are variants
MOVED = 2  # counters moved in a variant
DECIMALS = 3
FORMAT, VERSION = "less-is-more even placements", 1
FOLDER = ASSETS / "placements"


@dataclass(frozen=True)
class TriedPlacement:
    """The placement with this number, and Black's chance by each search of the placement.

    `key` is shared by all placements that are the same on a turned or mirrored board.
    """

    number: int
    key: str
    chances: tuple[float, ...]

    @property
    def even(self) -> bool:
        """Return whether the placement has passed all searches."""
        return len(self.chances) == len(LOOKS) and is_near(self.chances[-1], LOOKS[-1][1])


def is_near(chance: float, most: float) -> bool:
    """Return whether a chance differs from one half by no more than `most`."""
    return abs(chance - 0.5) <= most


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default="decagon-81", help="a shipped board")
    parser.add_argument("--positions", type=at_least(1), default=320, metavar="N", help="wanted")
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="of what was tried; default: the user's folder"
    )
    parser.add_argument("--write", action="store_true", help="put the book into assets/placements")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Find even placements and print how many; placements tried before are not tried again."""
    game = parse_setup(f"more-or-less board={wanted.board}")
    kept = wanted.kept or data_folder() / "books" / f"even-{wanted.board}.jsonl"
    tried = {one.number: one for one in json_files.read(kept, _kept)}
    search: FullSearch | None = None
    known = known_ones(FOLDER / f"{wanted.board}.json")
    while len(found := {**known, **even_ones(tried)}) < wanted.positions:
        search = search or FullSearch(game)
        number = len(tried)
        tried[number] = one = look(search, number, list(found))
        json_files.append(kept, [one.number, one.key, one.chances])
        progress.show(f"{len(found)} of {wanted.positions}, {number + 1} tried")
    found = dict(list(found.items())[: wanted.positions])
    last = max(one.number for one in found.values())
    out(f"{wanted.board}: {len(found)} even placements among the first {last + 1} tried")
    if wanted.write:
        write_text(FOLDER / f"{wanted.board}.json", book_text(wanted.board, found))
        out(f"written: {FOLDER / wanted.board}.json")
    return True


def known_ones(path: Path) -> dict[str, TriedPlacement]:
    """Return the placements of a book by key, in its order: a book only grows at its end."""
    if not path.exists():
        return {}
    placements = untrusted.read_json(path)["placements"]
    return {text: TriedPlacement(-1, text, (chance,)) for text, chance in placements}


def look(search: FullSearch, number: int, found: Sequence[str]) -> TriedPlacement:
    """Search a placement until it fails a limit; return the chances found.

    `found` holds the keys of the even placements with lower numbers.
    """
    game, chances = search.game, list[float]()
    state = placement(game, number, found)
    for nodes, most in LOOKS:
        chances.append(round(search.black_chance(state, nodes), DECIMALS))
        if not is_near(chances[-1], most):
            break
    return TriedPlacement(number, key_of(game, state)[0], tuple(chances))


def placement(game: Game, number: int, found: Sequence[str]) -> State:
    """Return the placement of a number: a random one, or a variant of one in `found`."""
    if len(found) < DRAWN:
        state = game.start()
        for action in drawn_placement(game, number):
            state = game.advance(state, action)
        return state
    dice = random.Random(number)
    after = list(game.from_position(dice.choice(found)))
    points, centre = range(len(game.topology)), game.tables[META][CENTRE]
    lying = [p for p in points if after[BOARD + p] and p != centre]
    free = [p for p in points if not after[BOARD + p]]
    for source, target in zip(dice.sample(lying, MOVED), dice.sample(free, MOVED)):
        after[BOARD + target], after[BOARD + source] = after[BOARD + source], 0
    return tuple(after)


def even_ones(tried: dict[int, TriedPlacement]) -> dict[str, TriedPlacement]:
    """Return the even placements by key, in the order of their numbers."""
    found: dict[str, TriedPlacement] = {}
    for number in sorted(tried):
        if tried[number].even:
            found.setdefault(tried[number].key, tried[number])
    return found


def book_text(board: str, found: dict[str, TriedPlacement]) -> str:
    """Return the text of a book, with a line for each placement and Black's chance."""
    made = f"python -m tools.solve more-or-less-even --board {board} --positions {len(found)}"
    head = {
        "format": FORMAT,
        "version": VERSION,
        "board": board,
        "nodes": LOOKS[-1][0],
        "made": f"{made} --write",
    }
    lines = (f"  {json.dumps([key, one.chances[-1]])}" for key, one in found.items())
    return json.dumps(head)[:-1] + ', "placements": [\n' + ",\n".join(lines) + "\n]}\n"


def _kept(line: Any) -> TriedPlacement:
    number, key, chances = line
    return TriedPlacement(int(number), str(key), tuple(map(float, chances)))
