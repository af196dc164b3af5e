"""The command `python -m tools.puzzles make|check|show`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from game.platform.arguments import at_least
from game.platform.errors import file_in_words
from game.platform.sanitize import say
from game.platform.storage import write_text
from game.puzzles.catalogue import own_folder
from game.puzzles.plugin import puzzle_plugin
from game.puzzles.puzzle import Puzzle, PuzzleError, dump, read_puzzles
from game.rules import RulesError
from game.rules.registry import parse_setup
from game.rules.setup import split_setup
from tools.match.ugi_bot import EngineError
from tools.match.workers import over_cluster, over_cores
from tools.puzzles.check import check
from tools.puzzles.making import PuzzleJob, check_kinds, make
from tools.puzzles.source import puzzle_source
from tools.referee.base import Wrong

AT_ONCE = 4  # games for each process between two looks at what is still wanted
EPILOG = (
    "Kinds: win-1 (win in this turn), win-2 (win in two), save (the one turn that does not lose), "
    "train (turn the most counters), home (shortest way home), last (last stones)."
)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m tools.puzzles", epilog=EPILOG)
    commands = top.add_subparsers(dest="command", metavar="make|check|show", required=True)
    making = commands.add_parser("make", help="make puzzles from games of the engine with itself")
    making.add_argument("setup", nargs="+", help="a setup string, or the key of a game")
    making.add_argument("--kind", default="all", help="one kind, several with commas, or all")
    making.add_argument("--count", type=at_least(1), default=10, metavar="N", help="of each kind")
    making.add_argument("--seed", type=at_least(0), default=1, help="of the first game")
    making.add_argument("--varied", action="store_true", help="boards and options as shipped")
    making.add_argument("--processes", type=at_least(1), default=os.cpu_count() or 1, metavar="N")
    making.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or: local")
    making.add_argument("--to", type=Path, metavar="FOLDER", help="default: your own puzzles")
    for name, words in (
        ("check", "check puzzles by a rulebook and a search of their own"),
        ("show", "print puzzles with their solutions"),
    ):
        own = commands.add_parser(name, help=words)
        own.add_argument("files", nargs="+", type=Path)
    return top


# -- make ------------------------------------------------------------------------------------------


class PuzzleQuota:
    """Which kinds are still looked for, and what was found of each."""

    def __init__(self, kinds: Sequence[str], number: int) -> None:
        self.number = number
        self.found: dict[str, list[Puzzle]] = {kind: [] for kind in kinds}
        self._seen: set[str] = set()

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind for kind, found in self.found.items() if len(found) < self.number)

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle; return whether it was wanted and new."""
        if puzzle.kind not in self.kinds or puzzle.id in self._seen:
            return False
        self._seen.add(puzzle.id)
        self.found[puzzle.kind].append(puzzle)
        return True


def batches(arguments: argparse.Namespace, wanted: PuzzleQuota) -> Iterator[list[PuzzleJob]]:
    """Return games to look into, a few for each process, until nothing is wanted."""
    key = split_setup(arguments.setup)[0]
    seeds = count(arguments.seed)
    while wanted.kinds:
        yield [
            PuzzleJob(
                puzzle_source(key).setup(seed) if arguments.varied else arguments.setup,
                wanted.kinds,
                seed,
            )
            for seed in (next(seeds) for _ in range(AT_ONCE * arguments.processes))
        ]


def run(arguments: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Make the puzzles and write a file for each kind; told of each puzzle and of the files."""
    key = split_setup(arguments.setup)[0]
    kinds = (
        puzzle_plugin(key).kinds if arguments.kind == "all" else tuple(arguments.kind.split(","))
    )
    check_kinds(arguments.setup, kinds)
    wanted, began, games = PuzzleQuota(kinds, arguments.count), time.monotonic(), 0
    place = (
        over_cluster(make, arguments.cluster, arguments.processes)
        if arguments.cluster
        else over_cores(make, arguments.processes)
    )
    folder = arguments.to or own_folder()
    with place as work:
        for jobs in batches(arguments, wanted):
            for found in work(jobs):
                games += 1
                for puzzle in filter(wanted.add, found):
                    seconds = time.monotonic() - began
                    tell(progress_line(wanted, puzzle, games, seconds))
            write_files(folder, key, wanted)
    for path in write_files(folder, key, wanted):
        tell(f"written: {path}")


def progress_line(wanted: PuzzleQuota, puzzle: Puzzle, games: int, seconds: float) -> str:
    have = ", ".join(f"{kind} {len(one)}/{wanted.number}" for kind, one in wanted.found.items())
    return f"{puzzle.id} grade {puzzle.grade}; {have}; {games} games, {seconds:.0f} s"


def write_files(folder: Path, key: str, wanted: PuzzleQuota) -> list[Path]:
    """Return a file for each kind, the easiest first; their paths.  Raises OSError."""
    paths: list[Path] = []
    for kind, found in wanted.found.items():
        if found:
            path = folder / f"{key}-{kind}.json"
            write_text(path, dump(sorted(found, key=lambda one: (one.grade, one.proof, one.id))))
            paths.append(path)
    return paths


# -- check -----------------------------------------------------------------------------------------


def check_files(paths: Sequence[Path], tell: Callable[[str], None]) -> int:
    """Verify every puzzle; how many are wrong.  Raises OSError or PuzzleError."""
    wrong = 0
    for path in paths:
        puzzles, began = read_puzzles(path), time.monotonic()
        for number, puzzle in enumerate(puzzles, start=1):
            try:
                check(puzzle)
            except Wrong as error:
                wrong += 1
                tell(f"wrong: {error}")
            if number % AT_ONCE == 0 or number == len(puzzles):
                seconds = time.monotonic() - began
                tell(f"{path.name}: {number} of {len(puzzles)}, {wrong} wrong, {seconds:.0f} s")
    return wrong


# -- show ------------------------------------------------------------------------------------------


def show(path: Path, tell: Callable[[str], None]) -> None:
    """Print the puzzles of a file.  Raises OSError or PuzzleError."""
    for puzzle in read_puzzles(path):
        tell(f"{puzzle.id}: grade {puzzle.grade}, {puzzle.proof} actions tried")
        tell(f"  {puzzle.setup}, seat {puzzle.seat} to move after {len(puzzle.turns)} turns")
        tell(f"  {' '.join(puzzle.solution)}  ({', '.join(puzzle.themes) or 'no theme'})")


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))

    def tell(line: str) -> None:
        say(line)

    try:
        if arguments.command == "show":
            for path in arguments.files:
                show(path, tell)
            return 0
        if arguments.command == "check":
            return int(check_files(arguments.files, tell) > 0)
        arguments.setup = " ".join(arguments.setup)
        if arguments.varied:
            key = split_setup(arguments.setup)[0]
            arguments.setup = puzzle_source(key).setup(arguments.seed)
        parse_setup(arguments.setup)
        run(arguments, tell)
    except OSError as error:
        say(f"puzzles: {file_in_words(error)}", sys.stderr)
        return 2
    except (RulesError, PuzzleError, EngineError) as error:
        say(f"puzzles: {error}", sys.stderr)
        return 2
    return 0
