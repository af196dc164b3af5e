"""`python -m tools.calibration [SETUP...]`: games, a calibration fitted to them, tables, diagrams.

Every game is stored as it ends; the same command resumes where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path

from game.engine.search.calibration import (
    AS_IT_IS,
    FILE,
    LEVELS,
    VISITS,
    ValueCalibration,
    VisitsCalibration,
    calibrated_as,
    calibration,
    search_calibration,
)
from game.platform import untrusted
from game.platform.arguments import at_least
from game.platform.paths import ROOT
from game.platform.storage import data_folder
from game.rules import Game, RulesError, State
from game.rules.registry import game_class, parse_setup
from tools.calibration.fit import (
    HALVINGS,
    ValueSample,
    bins,
    crossed,
    diagram,
    error,
    fitted,
    gain,
)
from tools.calibration.samples import (
    KNOWN,
    TREE,
    TURNS,
    ThoughtGame,
    play_experts,
    play_level,
    positions,
    read,
    write,
)
from tools.ladder.command import SETUPS
from tools.ladder.openings import MOST_TURNS, draw_opening
from tools.self_play import add_arguments, missing, played

PICTURES = ROOT / "docs" / "pictures"
MOST = 30  # maximum number of samples taken from one game
# Minimum number of positions for a fit; some kinds of search are rare, such as trees with four
# seats.
LEAST_POSITIONS = 10
# The number that marks the engine at full strength in lists of levels.
EXPERTS = 0
THIRDS = ("first third", "middle third", "last third")
Kinds = Mapping[str, ValueCalibration]
Tell = Callable[[str], None]


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.calibration", description="Fit what is shown to what is won."
    )
    found.add_argument("setups", nargs="*", metavar="SETUP", help="default: five, sizes drawn")
    add_arguments(found, games=500, least=2, nodes=500)
    found.add_argument(
        "--level-games",
        type=at_least(0),
        default=500,
        metavar="N",
        help=f"of each level of {', '.join(map(str, LEVELS))}; 0 carries its numbers over; "
        "default: %(default)s",
    )
    found.add_argument("--samples", type=Path, metavar="FOLDER", help="default: the user's folder")
    found.add_argument(
        "--pictures", type=Path, default=PICTURES, metavar="FOLDER", help="default: docs"
    )
    found.add_argument(
        "--write", type=Path, default=FILE, metavar="FILE", help="of the engine; default: its own"
    )
    return found


def run_calibration(arguments: argparse.Namespace, tell: Tell) -> None:
    """Play missing games, then fit; setups of the same game and number of seats share a fit."""
    found: dict[str, dict[int, list[ThoughtGame]]] = {}
    for setup in arguments.setups or SETUPS:
        game = parse_setup(draw_opening(setup, 1).setup)
        by_level = found.setdefault(calibrated_as(game.key, game.seats), {})
        for level in (EXPERTS, *(LEVELS if arguments.level_games else ())):
            games = collect(setup, level, arguments, tell)
            tell(f"{setup}, {level or 'full'}: the first side has {first_seat(games)}")
            by_level.setdefault(level, []).extend(games)
    known = untrusted.read_json(arguments.write) if arguments.write.exists() else {}
    for key, played_by in found.items():
        known[key] = known.get(key, {}) | fit_all(key, played_by, arguments, tell)
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(fits)}" for key, fits in known.items())
    arguments.write.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def collect(setup: str, level: int, arguments: argparse.Namespace, tell: Tell) -> list[ThoughtGame]:
    """Play the setup's games that are missing in its file, and return all of them."""
    nodes, most = arguments.nodes, arguments.level_games if level else arguments.games
    name = f"{setup.replace(' ', '-')}-{f'level-{level}' if level else nodes}.jsonl"
    path = (arguments.samples or data_folder() / "calibration") / name
    known = {game.number for game in read(path)}
    wanted = [one for one in missing(setup, arguments, known) if one.number < most]
    one = partial(play_level, level=level) if level else play_experts
    for done, seen in enumerate(played(one, wanted, arguments.jobs), start=1):
        write(path, seen)
        tell(f"{path.stem}: game {len(known) + done} of {most}")
    return [game for game in read(path) if game.number < most]


def fit_all(
    key: str, games: Mapping[int, Sequence[ThoughtGame]], arguments: argparse.Namespace, tell: Tell
) -> dict[str, ValueCalibration]:
    """Fit each kind of search at each visit count; then fit each level to the resulting chances.

    Without games of the levels, their calibrations are adapted to the new chances (`carried_over`).
    """
    found: dict[str, ValueCalibration] = {}

    def fit(name: str, samples: Sequence[list[ValueSample]], before: ValueCalibration) -> None:
        if sum(map(len, samples)) >= LEAST_POSITIONS:
            found[name] = fit_one(key, name, samples, before, arguments, tell)

    for kind, visits in product((TREE, TURNS), VISITS):
        samples = [samples_of(game, {kind: AS_IT_IS}, visits) for game in games[EXPERTS]]
        fit(f"{kind}-{visits}", samples, search_calibration(key, kind).at(visits))
    shown: dict[str, ValueCalibration] = {KNOWN: AS_IT_IS}
    for kind in (TREE, TURNS):
        fits = [(visits, found.get(f"{kind}-{visits}")) for visits in VISITS]
        if counted := {visits: one for visits, one in fits if one is not None}:
            mixed = VisitsCalibration(tuple(counted), tuple(counted.values()))
            shown[kind] = mixed.at(arguments.nodes)
    for level in LEVELS:
        if level in games:
            own = [samples_of(game, shown, 0) for game in games[level]]
            fit(f"level-{level}", own, AS_IT_IS)
        else:
            found[f"level-{level}"] = carried_over(key, level, games[EXPERTS], found)
    return found


def carried_over(
    key: str, level: int, games: Iterable[ThoughtGame], found: Kinds
) -> ValueCalibration:
    """Return a level's calibration, refitted to changed chances.

    For the new chances it shows what the old calibration showed for the old chances.
    """
    visits, shown = VISITS[1], calibration(key, f"level-{level}")
    made = []
    for kind in (TREE, TURNS):
        new, old = found.get(f"{kind}-{visits}"), search_calibration(key, kind).at(visits)
        for sample in (one for game in games for one in samples_of(game, {kind: AS_IT_IS}, visits)):
            if new is not None:
                meant = shown.chance(old.chance(sample.value, sample.progress), sample.progress)
                chance = new.chance(sample.value, sample.progress)
                made.append(ValueSample(chance, sample.progress, meant))
    return fitted(made, bends=False)


def samples_of(game: ThoughtGame, kinds: Kinds, visits: int) -> list[ValueSample]:
    """Return samples of these kinds with this many visits, each through its kind's calibration.

    At most MOST are taken from a game, evenly spread, so that long games do not weigh more.
    """
    rules = parse_setup(game.setup)
    states = {rules.turns(state): state for state in positions(rules, game.turns)}
    found = []
    for thought in game.thoughts:
        if thought.kind in kinds and thought.visits == visits:
            state = states[thought.turn]
            progress = rules.progress(state)
            value = kinds[thought.kind].chance(thought.value, progress)
            found.append(ValueSample(value, progress, game.result, (*_labels(rules, state),)))
    return found[:: max(1, -(-len(found) // MOST))]


def _labels(game: Game, state: State) -> Iterator[str]:
    """Yield the groups of positions that the tables list separately."""
    yield "all"
    yield THIRDS[min(2, int(3 * game.progress(state)))]
    yield game.phase(state)
    yield from (
        f"round {game.tally(state)[name]}" for name in ("round",) if name in game.tally(state)
    )
    yield from (word for word in game.setup.split() if word.startswith(("size=", "seats=")))


def fit_one(
    key: str,
    kind: str,
    games: Sequence[Sequence[ValueSample]],
    shown_before: ValueCalibration,
    arguments: argparse.Namespace,
    tell: Tell,
) -> ValueCalibration:
    """Fit to all games, draw, and report the error on games that the fit did not use."""
    both = [sample for game in games for sample in game]
    # Bends do not improve the fit for games of levels.
    bends = not kind.startswith("level")
    before, after = [(sample.value, sample) for sample in both], crossed(games, bends, shown_before)
    old = [(shown_before.chance(one.value, one.progress), one) for one in both]
    tell(f"| {key}, {kind}: {len(games)} games | positions | as searched | before | as shown |")
    for label in sorted({label for sample in both for label in sample.labels}):
        own = [[one for one in shown if label in one[1].labels] for shown in (before, old, after)]
        missed = " | ".join(f"{100 * error(bins(shown)):.1f}" for shown in own)
        tell(f"| {label} | {len(own[0])} | {missed} |")
    better, less = gain(games, bends, shown_before)
    halves = f"{better} of {2 * HALVINGS} halves"
    tell(f"A fit to one half has the lower loss in the other in {halves}, by {less:.4f} a position")
    path = arguments.pictures / f"calibration-{key}-{kind}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    note = f"{len(games)} games, {len(both)} positions"
    seats = ", four seats" if key.endswith("-4") else ""
    title = f"{game_class(key.removesuffix('-4')).title}{seats}, {kind}"
    path.write_text(diagram(title, note, bins(before), bins(after)), encoding="utf-8")
    return fitted(both, bends, shown_before)


def first_seat(games: Sequence[ThoughtGame]) -> str:
    """Return the first side's share of points, in percent, over games with few random turns."""
    results = [game.result for game in games if game.drawn <= MOST_TURNS]
    if not results:
        return "no games"
    share, count = sum(results) / len(results), len(results)
    spread = (sum((one - share) ** 2 for one in results) / count**2) ** 0.5
    return f"{100 * share:.0f}% ± {100 * spread:.0f} of {count} games"


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
