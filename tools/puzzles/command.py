"""The command `python -m tools.puzzles make|check|grade|fit|show`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from game.platform.arguments import at_least
from game.platform.errors import file_in_words
from game.platform.sanitize import say
from game.platform.storage import write_shared_text
from game.puzzles import catalogue
from game.puzzles.catalogue import by_grade, own_folder
from game.puzzles.plugin import puzzle_plugin
from game.puzzles.puzzle import Puzzle, PuzzleError, dump, read_puzzles, read_with_seed
from game.rules import RulesError
from game.rules.registry import usual_setup
from game.rules.setup import split_setup
from tools.match.ugi_bot import EngineError
from tools.match.workers import over_cluster, over_cores
from tools.puzzles.check import check
from tools.puzzles.collection import Collection
from tools.puzzles.fit import fit, graded_anew, measures_of
from tools.puzzles.making import PuzzleJob, check_kinds, make
from tools.puzzles.source import puzzle_source
from tools.referee.base import Wrong

GRADE, FIT = "grade", "fit"
EVERY = "all"  # stands for all games, or all kinds
AT_ONCE = 4  # games per process before the wanted kinds are checked again
EPILOG = (
    "Kinds: win-1 (win in this turn), win-2 (win in two), save (the one turn that does not lose), "
    "train (turn the most counters), home (shortest way home), last (last stones)."
)

COUNT = "of each kind, with those in the folder"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m tools.puzzles", epilog=EPILOG)
    commands = top.add_subparsers(
        dest="command", metavar="make|check|grade|fit|show", required=True
    )
    making = commands.add_parser("make", help="make puzzles from games of the engine with itself")
    making.add_argument("setup", nargs="+", help="a setup string, the key of a game, or all")
    making.add_argument("--kind", default="all", help="one kind, several with commas, or all")
    making.add_argument("--count", type=at_least(1), default=10, metavar="N", help=COUNT)
    making.add_argument("--seed", type=at_least(0), default=1, help="of the first game")
    making.add_argument("--varied", action="store_true", help="boards and options as shipped")
    making.add_argument("--balanced", action="store_true", help="some in every third of grades")
    making.add_argument("--processes", type=at_least(1), default=os.cpu_count() or 1, metavar="N")
    making.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or: local")
    making.add_argument("--to", type=Path, metavar="FOLDER", help="default: your own puzzles")
    for name, words in (
        ("check", "check puzzles by a rulebook and a search of their own"),
        (GRADE, "measure puzzles again for their grades and themes"),
        (FIT, "fit the model of difficulty to puzzles, and print it"),
        ("show", "print puzzles with their solutions"),
    ):
        own = commands.add_parser(name, help=words)
        own.add_argument("files", nargs="+", type=Path)
    return top


# -- make ------------------------------------------------------------------------------------------


class Making:
    """Files of one game's puzzles in a folder, one for each kind, to which puzzles are added.

    `setups(seed)` is the setup of each game that is searched.  Puzzles in the folder are kept,
    and the seed continues from their last one.  Raises OSError, PuzzleError or RulesError.
    """

    def __init__(self, key: str, kinds: Sequence[str], arguments: argparse.Namespace) -> None:
        self.key, self.folder = key, arguments.to or own_folder()
        self.setup = usual_setup(key) if arguments.setup == EVERY else arguments.setup
        self.varied, self.seed = arguments.varied, arguments.seed
        self.found = {
            kind: Collection(arguments.count, balanced=arguments.balanced) for kind in kinds
        }
        for kind, found in self.found.items():
            if self.path(kind).exists():
                puzzles, seed = read_with_seed(self.path(kind))
                found.keep(puzzles)
                self.seed = max(self.seed, seed)

    def path(self, kind: str) -> Path:
        return self.folder / f"{self.key}-{kind}.json"

    @property
    def wanted(self) -> tuple[str, ...]:
        """Return the kinds that still need puzzles."""
        return tuple(kind for kind, found in self.found.items() if not found.full)

    def jobs(self, number: int) -> list[PuzzleJob]:
        """Return the next games to search."""
        seeds = range(self.seed, self.seed + number)
        self.seed += number
        return [PuzzleJob(self.setups(seed), self.wanted, seed) for seed in seeds]

    def setups(self, seed: int) -> str:
        """Return the setup of the game with this seed.  Raises PuzzleError or RulesError."""
        return puzzle_source(self.key).setup(seed) if self.varied else self.setup

    def write(self) -> list[Path]:
        """Write a file for each kind, easiest puzzle first; return the paths. Raises OSError."""
        paths: list[Path] = []
        for kind, found in self.found.items():
            if found.puzzles:
                paths.append(self.path(kind))
                write_shared_text(paths[-1], dump(sorted(found.puzzles, key=by_grade), self.seed))
        return paths


def makings(arguments: argparse.Namespace) -> list[Making]:
    """Return a `Making` for each requested game. Raises the same errors."""
    every = arguments.setup == EVERY
    found: list[Making] = []
    for key in catalogue.games() if every else [split_setup(arguments.setup)[0]]:
        kinds = arguments.kind.split(",")
        if arguments.kind == EVERY:
            kinds = list(puzzle_plugin(key).kinds)
        making = Making(key, kinds, arguments)
        check_kinds(making.setups(arguments.seed), kinds)
        found.append(making)
    return found


def run(arguments: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Make the puzzles, write a file for each kind, and report each puzzle and file."""
    everything, began = makings(arguments), time.monotonic()
    place = (
        over_cluster(make, arguments.cluster, arguments.processes)
        if arguments.cluster
        else over_cores(make, arguments.processes)
    )
    with place as work:
        while left := [making for making in everything if making.wanted]:
            for making in left:
                for found in work(making.jobs(AT_ONCE * arguments.processes)):
                    for puzzle in found:
                        if making.found[puzzle.kind].add(puzzle):
                            tell(progress_line(making, puzzle, time.monotonic() - began))
                making.write()
    for making in everything:
        for path in making.write():
            tell(f"written: {path}")


def progress_line(making: Making, puzzle: Puzzle, seconds: float) -> str:
    have = ", ".join(
        f"{kind} {len(one.puzzles)}/{one.wanted}" for kind, one in making.found.items()
    )
    return f"{puzzle.id} grade {puzzle.grade}; {have}; next seed {making.seed}, {seconds:.0f} s"


# -- check -----------------------------------------------------------------------------------------


def check_files(paths: Sequence[Path], tell: Callable[[str], None]) -> int:
    """Verify every puzzle, and return how many are wrong. Raises OSError or PuzzleError."""
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


# -- grade, fit ------------------------------------------------------------------------------------


def grade_files(paths: Sequence[Path], tell: Callable[[str], None]) -> None:
    """Prove, measure and grade the puzzles again, with themes. Raises OSError, PuzzleError."""
    for path in paths:
        puzzles, seed = read_with_seed(path)
        graded = [graded_anew(puzzle) for puzzle in puzzles]
        write_shared_text(path, dump(sorted(graded, key=by_grade), seed))
        tell(f"written: {path}")


def fit_files(paths: Sequence[Path], tell: Callable[[str], None]) -> None:
    """Print the model of difficulty that fits the puzzles best. Raises OSError, PuzzleError."""
    model, bounds = fit([measures_of(one) for path in paths for one in read_puzzles(path)])
    tell(f"MODEL = {model}")
    tell(f"BOUNDS = {bounds}")


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
        if arguments.command in (GRADE, FIT):
            (grade_files if arguments.command == GRADE else fit_files)(arguments.files, tell)
            return 0
        if arguments.command == "check":
            return int(check_files(arguments.files, tell) > 0)
        arguments.setup = " ".join(arguments.setup)
        run(arguments, tell)
    except OSError as error:
        say(f"puzzles: {file_in_words(error)}", sys.stderr)
        return 2
    except (RulesError, PuzzleError, EngineError) as error:
        say(f"puzzles: {error}", sys.stderr)
        return 2
    return 0
