"""The command `main.py learn [SETUP]`: games with itself, then weights of More or Less from them.

Games are kept as they come; the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from game.arguments import json_file
from game.dev.learning.fit import chances, features, fitted, regression, results, surprise
from game.dev.learning.games import Seen, play, read, write
from game.dev.own_games import add_arguments, missing, played
from game.engine.games.more_or_less.patterns import ANY_BOARD, FILE, Weights
from game.rules import MoreOrLess, RulesError, parse_setup
from game.rules.topology import Topology
from game.storage import data_folder, write_text

USUAL = "decagon-81"  # what any other board is judged by
LEAST = 20  # games, below which nothing is learned
TOLD = 50  # games from one line that tells of them to the next
Tell = Callable[[str], None]


class LearnError(ValueError):
    """Nothing can be learned so."""


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="main.py learn", description="Learn weights of More or Less from games with itself."
    )
    found.add_argument(
        "setup", nargs="*", default=["more-or-less"], help="such as: more-or-less board=decagon-51"
    )
    add_arguments(found, games=3000, least=LEAST, nodes=200)
    found.add_argument("--samples", type=Path, metavar="FILE", help="default: the user's folder")
    found.add_argument(
        "--write",
        type=json_file,
        nargs="?",
        const=FILE,
        metavar="FILE",
        help="put them there; default: the engine's own",
    )
    return found


def run_learning(arguments: argparse.Namespace, tell: Tell) -> None:
    """Play what is missing, fit, tell how well it holds, and write if that is wanted.

    Raises LearnError, RulesError, OSError.
    """
    game = parse_setup(arguments.setup)
    if not isinstance(game, MoreOrLess):
        raise LearnError(f"{game.key} found, expected more-or-less: what can be learned is its")
    board = game.topology
    folder = data_folder() / "learning"
    path = arguments.samples or folder / f"{board.name}-{arguments.nodes}.jsonl"
    if any(len(lying) != len(board) for one in read(path) for lying, *_ in one.positions):
        raise LearnError(f"{path}: games on another board found, expected {board.name}")
    collect(arguments, path, tell)
    seen = [one for one in read(path) if one.number < arguments.games]
    rows = features(board, [one for game in seen for one in game.positions])
    won = results(seen)
    tell(f"{len(seen)} games, {len(won)} positions; {held_out(seen, rows, won)}")
    if arguments.write:
        own, anywhere = fitted(board, rows, won), fitted(board, rows, won, False)
        enter(arguments.write, board, own, anywhere)
        tell(f"written: {arguments.write}")


def collect(arguments: argparse.Namespace, path: Path, tell: Tell) -> None:
    """Play the games that the file has not."""
    wanted = missing(arguments.setup, arguments, {one.number for one in read(path)})
    for done, seen in enumerate(played(play, wanted, arguments.jobs), start=1):
        write(path, seen)
        if done % TOLD == 0:
            tell(f"game {done} of {len(wanted)}")


def held_out(seen: Sequence[Seen], rows: object, won: object) -> str:
    """How well a quarter of the placements is foreseen by a fit to the others."""
    import numpy

    every, ends = numpy.asarray(rows), numpy.asarray(won)
    aside = numpy.array([game.number // 3 % 4 == 0 for game in seen for _ in game.positions])
    learned = regression(every[~aside], ends[~aside])
    counters = regression(every[~aside][:, :8], ends[~aside])
    told = surprise(chances(every[aside], learned), ends[aside])
    plain = surprise(chances(every[aside][:, :8], counters), ends[aside])
    return f"surprise {told:.4f}, by counters and turns alone {plain:.4f} (of others than fitted)"


def enter(path: Path, board: Topology, own: Weights, anywhere: Weights) -> None:
    """Put the weights of a board into a file of them, a line each; of the usual board also those
    of any.  Raises OSError, ValueError."""
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found[board.name] = own._asdict()
    if board.name == USUAL:
        found[ANY_BOARD] = {**anywhere._asdict(), "places": ()}
    lines = [f" {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    arguments.setup = " ".join(arguments.setup)
    try:
        run_learning(arguments, lambda line: print(line, flush=True))
    except (RulesError, LearnError, OSError) as problem:
        print(f"learn: {problem}", file=sys.stderr)
        return 2
    return 0
