"""A worker thread for long jobs, in the order they came; each can be stopped."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from game.engine.search.analysis import StopSignal

Job = Callable[[StopSignal], None]


@dataclass
class _Entry:
    job: Job
    endless: bool
    signal: StopSignal = field(default_factory=StopSignal)


class JobQueue:
    """A queue of jobs.  An endless job (or idle thinking) is stopped when another one comes."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._entries: deque[_Entry] = deque()
        self._changed = threading.Condition()
        self._idle: Job | None = None
        self._idle_signal = StopSignal()
        threading.Thread(target=self._run, daemon=True).start()

    def add(self, job: Job, endless: bool = False) -> None:
        with self._changed:
            self.rest()
            for entry in self._entries:
                if entry.endless:
                    entry.signal.stop()
            self._entries.append(_Entry(job, endless))
            self._changed.notify_all()

    def add_if_free(self, job: Job) -> bool:
        """Add a job if nothing but idle thinking is under way; return whether that was so."""
        with self._changed:
            if not self._entries:
                self.rest()
                self._entries.append(_Entry(job, endless=False))
                self._changed.notify_all()
                return True
            return False

    def when_idle(self, job: Job) -> None:
        """Do `job` while there is nothing else to do (thinking in the opponent's time)."""
        with self._changed:
            self._idle = job
            self._changed.notify_all()

    def rest(self) -> None:
        """End idle thinking."""
        self._idle = None
        self._idle_signal.stop()

    def stop(self, endless_only: bool = False) -> None:
        """Ask the present job and all waiting ones to end now; each still gives its answer."""
        with self._changed:
            self.rest()
            for entry in self._entries:
                if entry.endless or not endless_only:
                    entry.signal.stop()

    def join(self) -> None:
        """Wait until all is done."""
        with self._changed:
            while self._entries:
                self._changed.wait()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._entries and self._idle is None:
                    self._changed.wait()
                if self._entries:
                    entry = self._entries[0]
                    job, signal = entry.job, entry.signal
                else:
                    assert self._idle is not None
                    job, signal = self._idle, StopSignal()
                    self._idle, self._idle_signal = None, signal
            try:
                job(signal)
            except Exception as error:  # whatever it is, the thread goes on
                self._failed(error)
            with self._changed:
                if self._entries and self._entries[0].signal is signal:
                    self._entries.popleft()
                self._changed.notify_all()
