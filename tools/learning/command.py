"""`python -m tools.learning [SETUP]`: the engine plays itself, then weights are fitted.

Every game is stored as it ends; the same command resumes where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from game.platform.storage import data_folder, write_shared_text
from game.rules import RulesError
from game.rules.registry import parse_setup
from tools import json_files
from tools.learning.learner import Learner, LearnError, learner_of
from tools.self_play import add_arguments, missing, played

LEAST = 20  # minimum number of games for a fit
TOLD = 50  # games between two lines of progress
OWN = Path()  # placeholder for the file of weights that the engine uses
Tell = Callable[[str], None]


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.learning",
        description="Learn weights of a game from games with itself.",
    )
    found.add_argument(
        "setup", nargs="*", default=["more-or-less"], help="such as: more-or-less board=decagon-51"
    )
    add_arguments(found, games=None, least=LEAST, nodes=None)
    found.add_argument("--samples", type=Path, metavar="FILE", help="default: the user's folder")
    found.add_argument(
        "--write",
        type=json_files.json_file,
        nargs="?",
        const=OWN,
        metavar="FILE",
        help="put them there; default: the engine's own",
    )
    return found


def run_learning(arguments: argparse.Namespace, tell: Tell) -> None:
    """Play missing games, fit weights, report how well they predict, and write them if requested.

    Raises LearnError, RulesError, OSError.
    """
    game = parse_setup(arguments.setup)
    learner = learner_of(game)
    arguments.games = arguments.games or learner.games
    arguments.nodes = arguments.nodes or learner.nodes
    name = f"{learner.name(arguments.setup)}-{arguments.nodes}.jsonl"
    path = arguments.samples or data_folder() / "learning" / name
    for one in json_files.read(path, learner.seen):
        if wrong := learner.strange(game, one):
            raise LearnError(f"{path}: {wrong}")
    file = learner.file if arguments.write == OWN else arguments.write
    known = json.loads(file.read_text(encoding="utf-8")) if file and file.exists() else {}
    collect(arguments, learner, path, tell)
    seen = [one for one in json_files.read(path, learner.seen) if one.number < arguments.games]
    tell(f"{len(seen)} games, {learner.report(game, seen)}")
    if file:
        write_shared_text(file, as_text({**known, **learner.weights(game, seen)}))
        tell(f"written: {file}")


def collect(arguments: argparse.Namespace, learner: Learner[Any], path: Path, tell: Tell) -> None:
    """Play the games that are missing in the file."""
    known = {one.number for one in json_files.read(path, learner.seen)}
    wanted = missing(arguments.setup, arguments, known)
    for done, seen in enumerate(played(learner.play, wanted, arguments.jobs), start=1):
        json_files.append(path, seen)
        if done % TOLD == 0:
            tell(f"game {done} of {len(wanted)}")


def as_text(weights: Mapping[str, object]) -> str:
    """Return JSON with one name a line."""
    lines = [f" {json.dumps(name)}: {json.dumps(weights[name])}" for name in sorted(weights)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    arguments.setup = " ".join(arguments.setup)
    try:
        run_learning(arguments, lambda line: print(line, flush=True))
    except (RulesError, LearnError, OSError) as problem:
        print(f"learn: {problem}", file=sys.stderr)
        return 2
    return 0
