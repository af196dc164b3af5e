"""`python -m tools.tuning SETUP`: trials, then an SPRT of the best against today's settings.

All results are stored as they come; the same command resumes where it was interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from game.engine.registry import profile_of
from game.platform.arguments import at_least
from game.platform.storage import data_folder
from game.rules import RulesError
from game.rules.registry import parse_setup
from tools.ladder.command import outcome
from tools.ladder.games import Duel, DuelResult, ResultsFile, play
from tools.ladder.openings import draw_opening
from tools.match.statistics import ArenaScore, GamePairs, sprt
from tools.match.ugi_bot import EngineError
from tools.match.workers import Runner, over_cluster, over_cores
from tools.tuning.study import TuneError, TuningStudy, player_word, present, space_of

VERIFIED = 3  # best trials that play against today's settings
# A trial ends early when the upper end of its share's 95 % interval is below this share.
HOPELESS = 0.5
# Number of the test's first pair, so high that its openings differ from those of the trials.
FAR = 1_000_000
Tell = Callable[[str], None]


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.tuning",
        description="Tune the search of a game by games against itself.",
    )
    found.add_argument("setup", nargs="+", help="such as: less seats=4; what it leaves is drawn")
    found.add_argument("--trials", type=at_least(1), default=60, metavar="N")
    found.add_argument("--games", type=at_least(1), default=24, metavar="N", help="of each trial")
    found.add_argument(
        "--verify", type=at_least(1), default=200, metavar="N", help="games of the test"
    )
    found.add_argument("--nodes", type=at_least(1), default=2000, metavar="N", help="for each turn")
    found.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1, metavar="N")
    found.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or: local")
    found.add_argument("--study", type=Path, metavar="FOLDER", help="default: the user's folder")
    return found


class Tuning:
    """The games of one setup: trials, and tests of the best trials."""

    def __init__(self, arguments: argparse.Namespace, run: Runner[Duel, DuelResult], tell: Tell):
        self._setup, self._nodes = arguments.setup, arguments.nodes
        self._batch = 2 * max(1, arguments.jobs)
        self._run, self._tell = run, tell
        profile = profile_of(parse_setup(draw_opening(self._setup, 1).setup))
        folder = arguments.study or data_folder() / "tuning"
        name = f"{self._setup.replace(' ', '-')}-{self._nodes}"
        self._now = present(profile)
        self._study = TuningStudy(folder / f"{name}.db", name, profile, space_of(profile))
        self._ledger = ResultsFile(folder / f"{name}.jsonl")

    def trials(self, most: int, games: int) -> None:
        """Play trials until this many are finished."""
        while self._study.finished < most:
            trial, values = self._study.ask()
            results = self._games(values, games, 0, hopeless)
            score = score_of(results)
            self._study.tell(trial, share_of(score))
            self._tell(
                f"trial {self._study.finished}/{most}: {player_word(values)}: "
                f"+{score.wins} ={score.draws} -{score.losses}, {100 * score.share:.0f}%"
            )

    def test(self, games: int) -> dict[str, float] | None:
        """Play the best trials against today's settings; return the first that the SPRT accepts."""
        for values in self._study.best(VERIFIED):
            if values == self._now:
                continue
            results = self._games(values, games, FAR, decided)
            self._tell(f"{player_word(values)} against now: {outcome(results)}")
            if sprt(pairs_of(results).counts)[1] == "accepted":
                return values
        return None

    def _games(
        self,
        values: dict[str, float],
        games: int,
        first: int,
        enough: Callable[[Sequence[DuelResult]], bool],
    ) -> list[DuelResult]:
        """Play games in pairs, by batches, until the results are `enough`; return the results."""
        word = player_word(values)
        wanted = [
            Duel(self._setup, word, "now", first + number // 2, number % 2, self._nodes, None)
            for number in range(games)
        ]
        results: list[DuelResult] = []
        for at in range(0, len(wanted), self._batch):
            batch = wanted[at : at + self._batch]
            for result in self._run([one for one in batch if one.key not in self._ledger.found]):
                self._ledger.add(result)
            results += [self._ledger.found[one.key] for one in batch]
            if enough(results):
                break
        return results


def score_of(results: Sequence[DuelResult]) -> ArenaScore:
    score = ArenaScore()
    for result in results:
        score = score.with_game(result.winner)
    return score


def share_of(score: ArenaScore) -> float:
    """Return the share of points, with two draws added because few games are weak evidence."""
    return (score.wins + score.draws / 2 + 1) / (score.games + 2)


def pairs_of(results: Sequence[DuelResult]) -> GamePairs:
    pairs = GamePairs()
    for one, other in zip(results[::2], results[1::2]):
        pairs = pairs.with_pair((one.winner, other.winner))
    return pairs


def hopeless(results: Sequence[DuelResult]) -> bool:
    """Return whether a trial is so bad that more games would be wasted."""
    return score_of(results).interval()[1] < HOPELESS


def decided(results: Sequence[DuelResult]) -> bool:
    return sprt(pairs_of(results).counts)[1] != "open"


def run_tuning(arguments: argparse.Namespace, tell: Tell) -> None:
    place = (
        over_cluster(play, arguments.cluster, arguments.jobs)
        if arguments.cluster
        else over_cores(play, arguments.jobs)
    )
    with place as run:
        tuning = Tuning(arguments, run, tell)
        tuning.trials(arguments.trials, arguments.games)
        accepted = tuning.test(arguments.verify)
    if accepted is None:
        tell("today's settings stay")
    else:
        tell(f"accepted: {player_word(accepted)}")


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    arguments.setup = " ".join(arguments.setup)
    try:
        draw_opening(arguments.setup, 1)  # raises RulesError for a wrong setup
        run_tuning(arguments, lambda line: print(line, flush=True))
    except (RulesError, TuneError, EngineError, OSError) as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2
    return 0
