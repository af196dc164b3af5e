"""The command `python -m tools.ladder [SETUP...]`: all players against all, and an Elo table.

Every result is stored as its game ends; the same command resumes where it was interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path

from game.platform.arguments import at_least, number
from game.platform.storage import data_folder
from game.rules import RulesError
from tools.ladder.games import (
    Duel,
    DuelResult,
    ResultsFile,
    duels,
    play,
)
from tools.ladder.openings import draw_opening
from tools.ladder.players import (
    FAMILY,
    WORDS,
    PlayerError,
    check_player,
)
from tools.ladder.ratings import ratings
from tools.match.statistics import ArenaScore, GamePairs, sprt
from tools.match.ugi_bot import EngineError
from tools.match.workers import over_cores

SETUPS = ("more-or-less", "less", "less seats=4", "libra", "multiplicity")
POINTS = {"first": 1.0, "": 0.5, "second": 0.0}
EPILOG = f"A player is {WORDS}."


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.ladder",
        description="Play all players against all in pairs from drawn openings; an Elo table.",
        epilog=EPILOG,
    )
    found.add_argument("setups", nargs="*", metavar="SETUP", help="default: five, sizes drawn")
    found.add_argument("--players", default=",".join(FAMILY), metavar="NAME,NAME,...")
    found.add_argument(
        "--games", type=at_least(1), default=20, metavar="N", help="of each two, a setup"
    )
    found.add_argument(
        "--nodes", type=at_least(1), metavar="N", help="for each turn (default: 2000)"
    )
    found.add_argument(
        "--cpu", type=number(float, 0.001), metavar="SECONDS", help="of processor time instead"
    )
    found.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1, metavar="N")
    found.add_argument("--results", type=Path, metavar="FILE", help="default: the user's folder")
    return found


def names_of(text: str) -> list[str]:
    """Return the names between the commas; the commas within `settings:...` do not separate names.

    Raises PlayerError.
    """
    names: list[str] = []
    for word in text.split(","):
        if names and names[-1].startswith("settings:") and "=" in word and ":" not in word:
            names[-1] += f",{word}"
        else:
            names.append(word)
    for name in names:
        check_player(name)
    if len(set(names)) < max(2, len(names)):
        raise PlayerError(f"--players {text!r} found, expected two different names or more")
    return names


def check(arguments: argparse.Namespace) -> None:
    """Raise PlayerError or RulesError if anything cannot be played, before any game starts."""
    for setup in arguments.setups:
        draw_opening(setup, 1)
    if arguments.nodes and arguments.cpu:
        raise PlayerError("--nodes and --cpu found, expected one of them")


def run_ladder(arguments: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Play the missing games, report each, and print the tables even when interrupted."""
    names = names_of(arguments.players)
    setups = arguments.setups or SETUPS
    nodes = arguments.nodes or (None if arguments.cpu else 2000)
    ledger = ResultsFile(arguments.results or data_folder() / "ladder.jsonl")
    wanted = list(duels(setups, names, arguments.games, nodes, arguments.cpu))
    missing = [duel for duel in wanted if duel.key not in ledger.found]
    if len(missing) < len(wanted):
        tell(f"{len(wanted) - len(missing)} of {len(wanted)} games are in {ledger.path}")
    try:
        with over_cores(play, min(arguments.jobs, max(1, len(missing)))) as run:
            for done, result in enumerate(run(missing), start=1):
                ledger.add(result)
                tell(line_of(done, len(missing), result))
    finally:
        found = [ledger.found[duel.key] for duel in wanted if duel.key in ledger.found]
        for setup in setups:
            for line in table(setup, names, [one for one in found if one.duel.setup == setup]):
                tell(line)
        tell(f"results: {ledger.path}")


def line_of(done: int, total: int, result: DuelResult) -> str:
    duel = result.duel
    winner = {"first": duel.first, "second": duel.second, "": "nobody"}[result.winner]
    return (
        f"game {done}/{total}: {result.setup}, {duel.first} against {duel.second}, pair "
        f"{duel.pair + 1}: {winner} wins after {result.turns} turns ({result.reason})"
    )


def table(setup: str, names: Sequence[str], results: Sequence[DuelResult]) -> Iterable[str]:
    """Yield the Elo of all players, then the score of each pair of players."""
    if not results:
        return
    games = [(one.duel.first, one.duel.second, POINTS[one.winner]) for one in results]
    yield ""
    yield f"{setup}, {limit_of(results[0].duel)} a turn, {len(games)} games"
    width = max(map(len, names))
    for place, rating in enumerate(ratings(names, games), start=1):
        yield (
            f"{place:3} {rating.player:{width}} {rating.elo:+6.0f} ±{rating.about:4.0f}  "
            f"{rating.points:g} of {rating.games}"
        )
    for first, second in combinations(names, 2):
        both = [one for one in results if (one.duel.first, one.duel.second) == (first, second)]
        if both:
            yield f"    {first} against {second}: {outcome(both)}"


def outcome(results: Sequence[DuelResult]) -> str:
    """Return wins, draws and losses with the share, the counts of pairs and the SPRT."""
    score, pairs, halves = ArenaScore(), GamePairs(), dict[int, str]()
    for one in results:
        score = score.with_game(one.winner)
        if one.duel.pair in halves:
            pairs = pairs.with_pair((halves.pop(one.duel.pair), one.winner))
        else:
            halves[one.duel.pair] = one.winner
    ratio, verdict = sprt(pairs.counts)
    return (
        f"+{score.wins} ={score.draws} -{score.losses}, {100 * score.share:.0f}%, "
        f"pairs {' '.join(map(str, pairs.counts))}, SPRT(0, 50) {ratio:+.2f} {verdict}"
    )


def limit_of(duel: Duel) -> str:
    return f"{duel.nodes} nodes" if duel.nodes else f"{duel.cpu:g} s of processor time"


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    try:
        check(arguments)
        run_ladder(arguments, lambda line: print(line, flush=True))
    except (RulesError, PlayerError, EngineError, OSError) as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 2
    return 0
