"""Reads and writes tournaments in a thread of its own, so that no frame waits for the database.

What others do meanwhile (another program, a phone) is looked at every second.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from game.platform.errors import CodedError
from game.tournament.store import TournamentStore

POLL_INTERVAL_S = 1.0  # seconds between two looks at what others did
Job = Callable[[TournamentStore], None]


class StoreThread:
    """Does one job after the other, each with the open store; `look` whenever it is time.

    What goes wrong is told to `failed`.  Both are called in the thread.
    """

    def __init__(
        self, name: str, look: Job, failed: Callable[[CodedError | OSError], None]
    ) -> None:
        self._look, self._failed = look, failed
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Have it done."""
        self._jobs.put(job)

    def close(self) -> None:
        """Finish queued work and end; waits for that."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        store: TournamentStore | None = None
        looked = time.monotonic()
        while True:
            try:
                job = self._jobs.get(timeout=max(0.0, looked + POLL_INTERVAL_S - time.monotonic()))
            except queue.Empty:
                job, looked = self._look, time.monotonic()
            if job is None:
                break
            try:
                store = store or TournamentStore()
                job(store)
            except (CodedError, OSError) as error:
                self._failed(error)
        if store is not None:
            store.close()
