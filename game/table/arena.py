"""Matches of engine against engine: `main.py match SETUP --first ENGINE --second ENGINE ...`.

Games are played in processes of their own, over the cores or a Dask cluster; colours alternate;
every game is written as a record.  The statistics are in `game.engine.protocol.contest`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from game.engine.protocol.contest import (
    ContestError,
    Played,
    Score,
    engine_brain,
    engine_options,
    play_game,
    sprt,
)
from game.engine.search.think import Limits
from game.rules import RulesError, parse_setup
from game.storage import data_folder, write_text
from game.table.match import Match
from game.table.record import LONGEST_NAME, dump, own_boards
from game.table.spec import MatchSpec, SeatSpec

EPILOG = (
    "An ENGINE is level:1 to level:10, full, greedy, uct, random, or the command of any UGI "
    "engine in quotes."
)


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played, as plain values that travel to another process."""

    number: int
    setup: str
    first: str
    second: str
    first_is: int
    movetime: float | None
    nodes: int | None
    seed: int


def jobs_of(arguments: argparse.Namespace) -> list[Job]:
    """The games of a match: pairs with colours changed and the same seed."""
    return [
        Job(
            number,
            arguments.setup,
            arguments.first,
            arguments.second,
            number % 2,
            None if arguments.nodes else arguments.movetime / 1000,
            arguments.nodes,
            arguments.seed + 100 * (number // 2),
        )
        for number in range(arguments.games)
    ]


def play_job(job: Job) -> tuple[Job, Played]:
    limits = Limits(movetime=job.movetime, nodes=job.nodes)
    return job, play_game(job.setup, job.first, job.second, job.first_is, limits, job.seed)


# -- where the games are played --------------------------------------------------------------------

Runner = Callable[[list[Job]], Iterator[tuple[Job, Played]]]


@contextmanager
def over_cores(processes: int) -> Iterator[Runner]:
    """Games in processes of this machine, as they finish."""
    if processes == 1:
        yield lambda jobs: map(play_job, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:

        def run(jobs: list[Job]) -> Iterator[tuple[Job, Played]]:
            for done in as_completed([pool.submit(play_job, job) for job in jobs]):
                yield done.result()

        yield run


@contextmanager
def over_cluster(address: str, processes: int) -> Iterator[Runner]:
    """Games on a Dask cluster; the address "local" starts one here."""
    try:
        import distributed as dask
    except ImportError:
        raise ContestError(
            "--cluster needs Dask, which is not installed: pip install distributed"
        ) from None
    distributed: Any = dask  # comes without types
    cluster: Any = address
    if address == "local":
        cluster = distributed.LocalCluster(
            n_workers=processes, threads_per_worker=1, dashboard_address=None
        )
    with distributed.Client(cluster) as client:

        def run(jobs: list[Job]) -> Iterator[tuple[Job, Played]]:
            futures = [client.submit(play_job, job, pure=False) for job in jobs]
            for done in distributed.as_completed(futures):
                yield done.result()

        yield run
    if address == "local":
        cluster.close()


# -- records and report ----------------------------------------------------------------------------


def seat_of(spec: str) -> SeatSpec:
    options = engine_options(spec)
    return SeatSpec("engine", options.level if options else 10, spec[:LONGEST_NAME])


def record_of(job: Job, played: Played, date: str) -> str:
    """The record of a finished game, played again through the rules."""
    game = parse_setup(played.setup)
    names = (job.first, job.second) if played.first_is == 0 else (job.second, job.first)
    seats = tuple(seat_of(names[seat % 2]) for seat in range(game.seats))
    match = Match(
        MatchSpec(played.setup, seats, seed=job.seed), game, own_boards(played.setup), date
    )
    for turn in played.turns:
        for action in game.parse_turn(match.state, turn):
            match.play(action)
    match.times[:] = played.times[: len(match.times)]
    return dump(match)


def progress_line(done: int, games: int, played: Played, score: Score, seconds: float) -> str:
    low, high = score.interval()
    colour = "first" if played.first_is == 0 else "second"
    return (
        f"game {done}/{games}: {played.winner or 'draw'} ({played.result}, first engine moved "
        f"{colour}, {len(played.turns)} turns); "
        f"+{score.wins} ={score.draws} -{score.losses}, {100 * score.share:.1f}% "
        f"[{100 * low:.1f}, {100 * high:.1f}], {seconds:.0f} s"
    )


def summary(arguments: argparse.Namespace, score: Score, seconds: float, nodes: float) -> str:
    low, high = score.interval()
    ratio, verdict = sprt(score)
    limit = f"{arguments.nodes} nodes" if arguments.nodes else f"{arguments.movetime} ms"
    return (
        f"{arguments.setup}: {arguments.first} against {arguments.second}, {limit} a turn: "
        f"+{score.wins} ={score.draws} -{score.losses} of {score.games}, "
        f"{100 * score.share:.1f}% (95%: {100 * low:.1f} to {100 * high:.1f}), "
        f"{score.elo():+.0f} Elo, SPRT(0, 50) {ratio:+.2f} {verdict}, "
        f"{nodes:.0f} nodes a turn of the first, {seconds:.0f} s"
    )


# -- the command -----------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="main.py match", description="Let engines play a match.", epilog=EPILOG
    )
    found.add_argument("setup", nargs="+", help="a setup string, such as: libra size=5")
    found.add_argument("--first", default="full", metavar="ENGINE")
    found.add_argument("--second", default="greedy", metavar="ENGINE")
    found.add_argument("--games", type=int, default=10, metavar="N")
    found.add_argument("--movetime", type=int, default=1000, metavar="MS", help="for each turn")
    found.add_argument("--nodes", type=int, metavar="N", help="instead of a time")
    found.add_argument("--seed", type=int, default=1, metavar="N")
    found.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    found.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or: local")
    found.add_argument("--records", type=Path, metavar="FOLDER", help="default: the user's games")
    return found


def check(arguments: argparse.Namespace) -> None:
    """Refuse what cannot be played before anything starts.  Raises RulesError, ContestError."""
    game = parse_setup(arguments.setup)
    for name in ("games", "movetime", "processes"):
        if getattr(arguments, name) < 1:
            raise ContestError(f"--{name} {getattr(arguments, name)}, expected at least 1")
    for spec in (arguments.first, arguments.second):
        options = engine_options(spec)
        if options is None or options.engine not in ("greedy", "random"):
            print(f"preparing {spec}", file=sys.stderr)
            brain = engine_brain(game, spec, 1)
            close = getattr(brain, "close", None)
            if close is not None:
                close()


def run_match(arguments: argparse.Namespace, tell: Callable[[str], None]) -> Score:
    """Play the match, telling each game and the summary; the final score."""
    began, date = time.monotonic(), datetime.now().isoformat(timespec="seconds")
    stamp = date.replace(":", "")
    folder = arguments.records or data_folder() / "matches" / stamp
    score, nodes, turns = Score(), 0, 0
    place = (
        over_cluster(arguments.cluster, arguments.processes)
        if arguments.cluster
        else over_cores(min(arguments.processes, arguments.games))
    )
    with place as run:
        for done, (job, played) in enumerate(run(jobs_of(arguments)), start=1):
            score = score.with_game(played.winner)
            nodes += played.nodes["first"]
            turns += max(1, len(played.turns) // 2)
            write_text(folder / f"game-{job.number + 1:04}.json", record_of(job, played, date))
            seconds = time.monotonic() - began
            tell(progress_line(done, arguments.games, played, score, seconds))
    tell(summary(arguments, score, time.monotonic() - began, nodes / max(1, turns)))
    tell(f"records: {folder}")
    return score


def main(argv: Sequence[str]) -> int:
    arguments = parser().parse_args(list(argv))
    arguments.setup = " ".join(arguments.setup)
    try:
        check(arguments)
        run_match(arguments, lambda line: print(line, flush=True))
    except (RulesError, ContestError, OSError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    return 0
