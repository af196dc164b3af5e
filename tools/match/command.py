"""The command `python -m tools.match SETUP --first ENGINE --second ENGINE ...`.

Colours alternate, two games with the same seed form a pair, and every game becomes a record.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from game.engine.search.levels import TOP_LEVEL
from game.platform.arguments import at_least
from game.platform.storage import data_folder, write_shared_text
from game.rules import RulesError
from game.rules.proposals import Close
from game.rules.registry import parse_setup
from game.table.errors import ClockError
from game.table.match import Match
from game.table.record import dump, own_boards
from game.table.spec import MAX_NAME_LENGTH, MatchSpec, SeatSpec
from game.table.time_control import NONE, parse_clock
from tools.match.play import TIME, ArenaGame, engine_options, entrant
from tools.match.statistics import ArenaScore, GamePairs, sprt
from tools.match.ugi_bot import EngineError, UgiBot
from tools.match.workers import ArenaJob, over_cluster, over_cores, play_job

EPILOG = (
    "An ENGINE is level:1 to level:10, opponent:NAME, full, book (full with openings), greedy, "
    "uct, random, program:NAME as in New match, or the command of any UGI engine in quotes."
)


def jobs_of(arguments: argparse.Namespace) -> list[ArenaJob]:
    """Return the games of a match: pairs with colours exchanged and the same seed."""
    return [
        ArenaJob(
            number,
            arguments.setup,
            arguments.first,
            arguments.second,
            number % 2,
            None if arguments.nodes else arguments.movetime / 1000,
            arguments.nodes,
            arguments.seed + 100 * (number // 2),
            arguments.clock,
        )
        for number in range(arguments.games)
    ]


# -- records and report ----------------------------------------------------------------------------


def seat_of(spec: str) -> SeatSpec:
    """Return the seat of a record that names an engine.

    The name is its level, an opponent, or the text from the command line.
    """
    kind, _, key = spec.partition(":")
    options = engine_options(spec)
    level = options.level if options else TOP_LEVEL
    if kind == "level":
        return SeatSpec("engine", level)
    if kind == "opponent":
        return SeatSpec("engine", level, opponent=key)
    return SeatSpec("engine", level, spec[:MAX_NAME_LENGTH])


def record_of(job: ArenaJob, played: ArenaGame, date: str) -> str:
    """Return the record of a finished game, replayed through the rules."""
    game = parse_setup(played.setup)
    names = (job.first, job.second) if played.first_is == 0 else (job.second, job.first)
    seats = tuple(seat_of(names[seat % 2]) for seat in range(game.seats))
    spec = MatchSpec(played.setup, seats, parse_clock(job.clock), seed=job.seed)
    match = Match(spec, game, own_boards(played.setup), date)
    for turn in played.turns:
        for action in game.parse_turn(match.state, turn):
            match.play(action)
    if played.result == TIME:
        match.submit_or_raise(Close(game.time_up(match.state, match.to_move)))
    match.times[:] = played.times[: len(match.times)]
    return dump(match)


def progress_line(
    done: int, games: int, played: ArenaGame, score: ArenaScore, seconds: float
) -> str:
    low, high = score.interval()
    colour = "first" if played.first_is == 0 else "second"
    return (
        f"game {done}/{games}: {played.winner or 'draw'} ({played.result}, first engine moved "
        f"{colour}, {len(played.turns)} turns); "
        f"+{score.wins} ={score.draws} -{score.losses}, {100 * score.share:.1f}% "
        f"[{100 * low:.1f}, {100 * high:.1f}], {seconds:.0f} s"
    )


def summary(
    arguments: argparse.Namespace, score: ArenaScore, pairs: GamePairs, seconds: float, nodes: float
) -> str:
    low, high = score.interval()
    ratio, verdict = sprt(pairs.counts)
    limit = f"{arguments.nodes} nodes" if arguments.nodes else f"{arguments.movetime} ms"
    limit = f"{limit} a turn" if arguments.clock == NONE else f"clock {arguments.clock}"
    return (
        f"{arguments.setup}: {arguments.first} against {arguments.second}, {limit}: "
        f"+{score.wins} ={score.draws} -{score.losses} of {score.games}, "
        f"{100 * score.share:.1f}% (95%: {100 * low:.1f} to {100 * high:.1f}), "
        f"{score.elo():+.0f} Elo, pairs {' '.join(map(str, pairs.counts))}, "
        f"SPRT(0, 50) {ratio:+.2f} {verdict}, "
        f"{nodes:.0f} nodes a turn of the first, {seconds:.0f} s"
    )


# -- the command -----------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.match", description="Let engines play a match.", epilog=EPILOG
    )
    found.add_argument("setup", nargs="+", help="a setup string, such as: libra size=5")
    found.add_argument("--first", default="full", metavar="ENGINE")
    found.add_argument("--second", default="greedy", metavar="ENGINE")
    found.add_argument("--games", type=at_least(1), default=10, metavar="N")
    found.add_argument(
        "--movetime", type=at_least(1), default=1000, metavar="MS", help="for each turn"
    )
    found.add_argument(
        "--clock", default=NONE, metavar="CLOCK", help="as in play, such as 1+1; instead of a time"
    )
    found.add_argument("--nodes", type=at_least(1), metavar="N", help="instead of a time")
    found.add_argument("--seed", type=at_least(0), default=1, metavar="N")
    found.add_argument("--processes", type=at_least(1), default=os.cpu_count() or 1, metavar="N")
    found.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or: local")
    found.add_argument(
        "--records",
        type=Path,
        metavar="FOLDER",
        help="default: a new one; games already there stay",
    )
    return found


def check(arguments: argparse.Namespace) -> None:
    """Check that everything can be played, before any game starts.

    Raises RulesError, ClockError, EngineError.
    """
    game = parse_setup(arguments.setup)
    parse_clock(arguments.clock)
    for spec in (arguments.first, arguments.second):
        options = engine_options(spec)
        if options is None or options.engine not in ("greedy", "random"):
            print(f"preparing {spec}", file=sys.stderr)
            bot = entrant(game, spec, 1)
            if isinstance(bot, UgiBot):
                bot.close()


def _last_number(folder: Path) -> int:
    """Return the number of the last game in a folder of records, 0 for none."""
    found = [
        re.fullmatch(r"game-(\d{4,9})\.json", path.name) for path in folder.glob("game-*.json")
    ]
    return max((int(name[1]) for name in found if name), default=0)


def run_match(arguments: argparse.Namespace, tell: Callable[[str], None]) -> ArenaScore:
    """Play the match, report each game and the summary, and return the final score."""
    began, date = time.monotonic(), datetime.now().isoformat(timespec="seconds")
    stamp = date.replace(":", "")
    folder = arguments.records or data_folder() / "matches" / stamp
    score, pairs, halves = ArenaScore(), GamePairs(), dict[int, str]()
    nodes, turns = 0, 0
    before = _last_number(folder)
    place = (
        over_cluster(play_job, arguments.cluster, arguments.processes)
        if arguments.cluster
        else over_cores(play_job, min(arguments.processes, arguments.games))
    )
    with place as run:
        for done, (job, played) in enumerate(run(jobs_of(arguments)), start=1):
            score = score.with_game(played.winner)
            if (pair := job.number // 2) in halves:
                pairs = pairs.with_pair((halves[pair], played.winner))
            halves[pair] = played.winner
            nodes += played.nodes["first"]
            turns += max(1, len(played.turns) // 2)
            write_shared_text(
                folder / f"game-{before + job.number + 1:04}.json", record_of(job, played, date)
            )
            seconds = time.monotonic() - began
            tell(progress_line(done, arguments.games, played, score, seconds))
    tell(summary(arguments, score, pairs, time.monotonic() - began, nodes / max(1, turns)))
    tell(f"records: {folder}")
    return score


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    arguments.setup = " ".join(arguments.setup)
    try:
        check(arguments)
        run_match(arguments, lambda line: print(line, flush=True))
    except (RulesError, ClockError, EngineError, OSError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    return 0
