"""Where the games of a match are played: in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from game.engine.protocol.ugi_bot import EngineError
from game.engine.search.analysis import Limits
from game.table.arena.play import Played, play_game


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


def play_job(job: Job) -> tuple[Job, Played]:
    limits = Limits(movetime=job.movetime, nodes=job.nodes)
    return job, play_game(job.setup, job.first, job.second, job.first_is, limits, job.seed)


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
    """Games on a Dask cluster; the address "local" starts one here.

    Raises EngineError without Dask.
    """
    try:
        import distributed as dask
    except ImportError:
        raise EngineError(
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
