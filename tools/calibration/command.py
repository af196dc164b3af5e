"""`python -m tools.calibration [SETUP...]`: games, the numbers for the profiles, diagrams.

Games are kept as they come; the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from game.engine.search.profile import AS_IT_IS
from game.platform.arguments import at_least
from game.platform.paths import ROOT
from game.platform.storage import data_folder
from game.rules import RulesError
from game.rules.registry import game_class, parse_setup
from tools.calibration.fit import bins, diagram, error, fitted
from tools.calibration.samples import (
    ValueSample,
    play,
    read,
    write,
)
from tools.ladder.command import SETUPS
from tools.ladder.openings import MOST_TURNS, draw_opening
from tools.self_play import add_arguments, missing, played

PICTURES = ROOT / "docs" / "pictures"
MOST = 30  # samples of a game
Tell = Callable[[str], None]


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.calibration", description="Fit what is shown to what is won."
    )
    found.add_argument("setups", nargs="*", metavar="SETUP", help="default: five, sizes drawn")
    add_arguments(found, games=500, least=2, nodes=4000)
    found.add_argument(
        "--random",
        type=at_least(1),
        default=MOST_TURNS,
        metavar="N",
        help="turns at random before a game, at most; default: %(default)s",
    )
    found.add_argument("--even", action="store_true", help="the seats begin alike: fit no shift")
    found.add_argument("--samples", type=Path, metavar="FOLDER", help="default: the user's folder")
    found.add_argument(
        "--pictures", type=Path, default=PICTURES, metavar="FOLDER", help="default: docs"
    )
    return found


def run_calibration(arguments: argparse.Namespace, tell: Tell) -> None:
    """Play what is missing, then fit game by game: setups of one game make one calibration."""
    folder = arguments.samples or data_folder() / "calibration"
    found: dict[str, list[list[ValueSample]]] = {}
    for setup in arguments.setups or SETUPS:
        game = parse_setup(draw_opening(setup, 1).setup)
        drawn = "" if arguments.random == MOST_TURNS else f"-random-{arguments.random}"
        path = folder / f"{setup.replace(' ', '-')}-{arguments.nodes}{drawn}.jsonl"
        collect(setup, arguments, path, tell)
        games = [samples for number, samples in read(path) if number < arguments.games]
        found.setdefault(game.key, []).extend(games)
    for key, games in found.items():
        for by_turns in (False, True):
            own = [[sample for sample in game if sample.by_turns == by_turns] for game in games]
            if any(own):
                tell(fit_one(key, [thinned(game) for game in own], arguments, by_turns))


def thinned(samples: Sequence[ValueSample]) -> list[ValueSample]:
    """Return at most MOST samples of a game, evenly: a long game says no more than a short one."""
    step = max(1, -(-len(samples) // MOST))
    return list(samples[::step])


def collect(setup: str, arguments: argparse.Namespace, path: Path, tell: Tell) -> None:
    """Play the games of a setup that its file has not."""
    known = {number for number, _ in read(path)}
    wanted = missing(setup, arguments, known)
    one = partial(play, most=arguments.random)
    for done, seen in enumerate(played(one, wanted, arguments.jobs), start=1):
        write(path, seen)
        tell(f"{setup}: game {len(known) + done} of {arguments.games}")


def fit_one(
    key: str, games: Sequence[Sequence[ValueSample]], arguments: argparse.Namespace, by_turns: bool
) -> str:
    """Fit to all games and draw; how well it fits is told of games that it was not fitted to."""
    halves = [[sample for game in games[at::2] for sample in game] for at in (0, 1)]
    both = [*halves[0], *halves[1]]
    calibration = fitted(both, arguments.even)
    fits = [fitted(own, arguments.even) for own in halves]
    raw = bins(both, AS_IT_IS)
    missed = sum(error(bins(other, fit)) for other, fit in zip(halves, fits[::-1])) / 2
    note = f"{len(games)} games, {len(both)} positions, {arguments.nodes} nodes a turn"
    name = f"{key}-turns" if by_turns else key
    path = arguments.pictures / f"calibration-{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    after = bins(both, calibration)
    path.write_text(diagram(game_class(key).title, note, raw, after), encoding="utf-8")
    return (
        f"{name}: Calibration(slope={calibration.slope}, shift={calibration.shift}); {note}; shown "
        f"and won differ by {100 * error(raw):.1f} points as searched, by {100 * missed:.1f} as "
        f"shown (fitted to the other half); {path}"
    )


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    try:
        for setup in arguments.setups:
            draw_opening(setup, 1)
        run_calibration(arguments, lambda line: print(line, flush=True))
    except (RulesError, OSError) as problem:
        print(f"calibrate: {problem}", file=sys.stderr)
        return 2
    return 0
