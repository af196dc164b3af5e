"""The art renderer: a background thread, and a cache of its results.

Jobs are plain functions that return arrays; the frame loop turns those into surfaces. Nothing here
knows what is rendered.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
import threading
from collections.abc import Callable, Hashable
from functools import partial
from queue import PriorityQueue
from typing import Any

from game.screen.boards.board_render import CancelledError
from game.screen.ui.paint import ART_READY

Alive = Callable[[], bool]
# Ranks up to this one are art for a board at rest; art for movements has higher ranks.
RANK_AT_REST = 2
MAX_UNCLAIMED = 48  # maximum number of results that nobody has fetched yet


class ArtRenderer:
    """A daemon thread that renders jobs by rising `rank`; the first job starts it.

    Within a rank the newest job comes first, because the art requested last is on screen. Results
    wait until the frame loop fetches them with `take`. If a job fails, `take` raises the job's
    error, so that the mistake is noticed.
    """

    def __init__(self) -> None:
        self._jobs: PriorityQueue[tuple[int, int, Hashable, Callable[[Alive], Any]]] = (
            PriorityQueue()
        )
        self._order = itertools.count()
        self._wanted: dict[Hashable, int] = {}
        self._done: dict[Hashable, Any] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.finished: Callable[[], None] = ART_READY.tell  # called on the thread after each job

    def ask(self, key: Hashable, job: Callable[[Alive], Any], rank: int = 5) -> None:
        """Queue `job(alive)` unless it is queued or done; asking again keeps its result longer."""
        with self._lock:
            if key in self._done:
                # move to the end, because the oldest result is dropped first
                self._done[key] = self._done.pop(key)
                return
            if key in self._wanted:
                return
            self._wanted[key] = rank
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="workshop")
                self._thread.start()
        self._jobs.put((rank, -next(self._order), key, job))

    def drop(self, key: Hashable) -> None:
        """Cancel a job: a running job stops soon, and its result is discarded."""
        with self._lock:
            self._wanted.pop(key, None)
            self._done.pop(key, None)

    def take(self, key: Hashable) -> Any | None:
        """Return the result of a finished job and remove it; None if it is not finished."""
        with self._lock:
            if key not in self._done:
                return None
            result = self._done.pop(key)
        if isinstance(result, Exception):
            raise result
        return result

    @property
    def busy(self) -> bool:
        """True if a job is running or queued."""
        with self._lock:
            return bool(self._wanted)

    def waits(self, rank: int) -> bool:
        """Return whether a job of this rank, or a more urgent one, is unfinished."""
        with self._lock:
            return any(other <= rank for other in self._wanted.values())

    def _work(self) -> None:
        while True:
            _, _, key, job = self._jobs.get()
            if not self._is_wanted(key):
                continue
            result: Any
            try:
                result = job(partial(self._is_wanted, key))
            except CancelledError:
                self.drop(key)
                continue
            except Exception as error:  # raised by take() in the frame loop
                result = error
            with self._lock:
                if key in self._wanted:
                    self._wanted.pop(key, None)
                    self._done[key] = result
                    while len(self._done) > MAX_UNCLAIMED:
                        self._done.pop(next(iter(self._done)))
                idle = not self._wanted
            self.finished()
            if idle:
                _trim()

    def _is_wanted(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._wanted


def _trim() -> None:
    """Return the freed memory of large arrays to the system; glibc alone would keep it."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


renderer = ArtRenderer()
