"""Full placements of More or Less that are even: the book that `opening=even` deals from.

There is a placement for each number from 0 on.  The first are drawn at random.  As few of those are
even, later ones are even ones found before, with some counters moved.  Few nodes decide first which
are looked at longer; those stay whose chance is near one half by the last number of nodes.  Each
number is a line of a file, so that the work goes on where it was interrupted.
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

# Nodes of each look at a placement, and how far from one half its chance may be.  The last is
# narrower than the 5 % that are promised: another processor may round otherwise.
LOOKS = ((300, 0.14), (3_000, 0.06), (20_000, 0.047))
DRAWN = 10  # even placements that are drawn; all further ones are made of them
MOVED = 2  # counters by which a placement differs from the one it is made of
DECIMALS = 3
FORMAT, VERSION = "less-is-more even placements", 1
FOLDER = ASSETS / "placements"


@dataclass(frozen=True)
class TriedPlacement:
    """The placement of a number: how it is written, and the chance of Black by each look.

    `key` stands for all placements that are the same on a board that is turned or mirrored.
    """

    number: int
    key: str
    chances: tuple[float, ...]

    @property
    def even(self) -> bool:
        """Return whether it has passed all looks."""
        return len(self.chances) == len(LOOKS) and is_near(self.chances[-1], LOOKS[-1][1])


def is_near(chance: float, most: float) -> bool:
    """Return whether a chance is no further from one half than `most`."""
    return abs(chance - 0.5) <= most


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default="decagon-81", help="a shipped board")
    parser.add_argument("--positions", type=at_least(1), default=320, metavar="N", help="wanted")
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="of what was tried; default: the user's folder"
    )
    parser.add_argument("--write", action="store_true", help="put the book into assets/placements")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Find even placements and print how many; what was tried before is not tried again."""
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
    """Return the placements of a book by their keys: it only grows at its end."""
    if not path.exists():
        return {}
    placements = untrusted.read_json(path)["placements"]
    return {text: TriedPlacement(-1, text, (chance,)) for text, chance in placements}


def look(search: FullSearch, number: int, found: Sequence[str]) -> TriedPlacement:
    """Return what the looks at a placement find, as far as it passes them.

    `found` are the keys of the even ones before.
    """
    game, chances = search.game, list[float]()
    state = placement(game, number, found)
    for nodes, most in LOOKS:
        chances.append(round(search.black_chance(state, nodes), DECIMALS))
        if not is_near(chances[-1], most):
            break
    return TriedPlacement(number, key_of(game, state)[0], tuple(chances))


def placement(game: Game, number: int, found: Sequence[str]) -> State:
    """Return the placement of a number: drawn, or one of those found with counters moved."""
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
    """Return the even placements by their keys, in the order in which they were drawn."""
    found: dict[str, TriedPlacement] = {}
    for number in sorted(tried):
        if tried[number].even:
            found.setdefault(tried[number].key, tried[number])
    return found


def book_text(board: str, found: dict[str, TriedPlacement]) -> str:
    """Return the file of a book: a line for each placement, with the chance of Black."""
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
