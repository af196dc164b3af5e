"""Who wins More or Less after each of Green's first pairs: by searches, and by games.

Pairs that a turned or mirrored board makes equal count once. Each pair gets a search of many nodes
and a game of few; the pairs nearest to even get more games. Each result is stored as a line of a
file, so an interrupted run can resume.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from game.openings.symmetry import key_of
from game.platform.arguments import at_least
from game.platform.storage import data_folder
from game.rules import Game, State
from game.rules.registry import parse_setup
from tools import json_files
from tools.solve.more_or_less.search import FullSearch
from tools.solve.progress import ProgressLine
from tools.solve.question import Out

Kind = Literal["chance", "game", "long game"]
SHOWN = 10  # minimum number of pairs that are printed


@dataclass(frozen=True)
class PairAnswer:
    """One result about the pair with this `key`.

    `value` is Black's chance by a search; for a game it is 1 if Black won, else 0.
    """

    key: str
    kind: Kind
    number: int
    value: float


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default="decagon-81", help="a shipped board")
    parser.add_argument("--nodes", type=at_least(1), default=20_000, help="of a search")
    parser.add_argument("--game-nodes", type=at_least(1), default=800, help="of a turn of a game")
    parser.add_argument(
        "--long-nodes", type=at_least(1), default=2_000, help="of the games of --nearest"
    )
    parser.add_argument("--nearest", type=at_least(0), default=12, help="pairs that get more games")
    parser.add_argument("--games", type=at_least(0), default=8, help="of each of those")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="default: the user's folder")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print how often Black wins, and the pairs that are nearest to even."""
    game = parse_setup(f"more-or-less board={wanted.board}")
    kept = wanted.kept or data_folder() / "books" / f"pairs-{wanted.board}.jsonl"
    found = {(one.key, one.kind, one.number): one.value for one in json_files.read(kept, _kept)}
    pairs = first_pairs(game)
    search = FullSearch(game)

    def ask(key: str, kind: Kind, number: int) -> float:
        asked = key, kind, number
        if asked not in found:
            found[asked] = _find(search, pairs[key], wanted, kind, number)
            json_files.append(kept, [*asked, found[asked]])
        return found[asked]

    chances = dict[str, float]()
    for number, key in enumerate(pairs):
        chances[key] = ask(key, "chance", 0)
        ask(key, "game", 0)
        progress.show(f"{number + 1} of {len(pairs)} pairs")
    won = sum(found[key, "game", 0] for key in pairs)
    out(f"{wanted.board}: {len(pairs)} pairs, Black wins {won:.0f} games after them")
    nearest = sorted(pairs, key=lambda key: (abs(chances[key] - 0.5), found[key, "game", 0]))
    for key in nearest[: max(SHOWN, wanted.nearest)]:
        games = wanted.games if key in nearest[: wanted.nearest] else 0
        more = sum(ask(key, "long game", number) for number in range(games))
        out(f"{key}: {chances[key]:.3f}, Black wins {more:.0f} of {games} more")
    return True


def first_pairs(game: Game) -> dict[str, State]:
    """Return the positions after Green's first pair, by a key that symmetric ones share."""
    found: dict[str, State] = {}
    centre = game.advance(game.start(), game.legal(game.start())[0])
    for one in game.legal(centre):
        begun = game.advance(centre, one)
        for other in game.legal(begun):
            if other.code > one.code:
                after = game.advance(begun, other)
                found.setdefault(key_of(game, after)[0], after)
    return found


def _find(search: FullSearch, state: State, wanted: Namespace, kind: Kind, number: int) -> float:
    if kind == "chance":
        return round(search.black_chance(state, wanted.nodes), 4)
    nodes = wanted.game_nodes if kind == "game" else wanted.long_nodes
    return float(search.black_wins(state, nodes, seed=1 + number))


def _kept(line: Any) -> PairAnswer:
    return PairAnswer(*line)
