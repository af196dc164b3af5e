"""The server's log: rotated by size while the server runs, and limited in rate.

An attacker decides how often something goes wrong, and must not be able to fill the disk.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

from game.network.rate_limits import LOG_RATE, TokenBucket
from game.platform import storage
from game.platform.paths import COMMAND

MAX_LOG_BYTES = 500_000  # bytes of the current file; the previous file is kept
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def set_up_log(path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
    """Send this process's log to a file, or to standard error if there is no writable file."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if path is not None:
        try:
            handler = RotatingFileHandler(
                path, maxBytes=MAX_LOG_BYTES, backupCount=1, encoding="utf-8"
            )
        except OSError:
            logging.getLogger("network").warning("%s cannot be written", path)
    handler.addFilter(LogRateLimit(clock))
    logging.basicConfig(level=logging.WARNING, format=FORMAT, handlers=[handler], force=True)
    logging.raiseExceptions = False  # a full disk stops the log, not the service
    # At the level WARNING it reports clients' mistakes.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class LogRateLimit(logging.Filter):
    """A filter that drops records above the rate and counts the dropped ones in the next record."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock, self._bucket, self._left_out = clock, TokenBucket(LOG_RATE, clock()), 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not self._bucket.take(self._clock()):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg = f"{record.getMessage()} ({self._left_out} before it were left out)"
            record.args, self._left_out = (), 0
        return True


def report(words: str) -> None:
    """Print a status line on standard error."""
    print(f"{COMMAND}: {words}", file=sys.stderr, flush=True)


def log_folder() -> Path:
    """Return the folder of all logs; make it if possible."""
    return storage.private_folder(storage.data_folder() / "logs")
