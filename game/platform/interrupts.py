"""Signal handling: how every command ends after Ctrl+C (SIGINT) or SIGTERM.

The first signal raises KeyboardInterrupt in the main thread, so that commands clean up as after any
error; `game.program` turns it into an exit code. A thread ends the process after `GRACE_S` if the
main thread cannot react, as in compiled code, and immediately at a second signal. Child processes
end with this process, see `game.platform.processes`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import NoReturn

GRACE_S = 1.0  # seconds to end in an orderly way
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM
HELD = (signal.SIGINT, signal.SIGTERM)


class Terminated(KeyboardInterrupt):
    """The exception for SIGTERM, handled like Ctrl+C except for the exit code."""


def exit_code(stop: KeyboardInterrupt) -> int:
    """Return 130 after Ctrl+C, 143 after SIGTERM, as shells do."""
    return TERMINATED if isinstance(stop, Terminated) else INTERRUPTED


def install_handlers() -> None:
    """Install the signal handlers.  Call it once, in the main thread."""
    read, write = os.pipe()
    if sys.platform != "win32":
        os.set_blocking(write, False)  # set_wakeup_fd requires this
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    # an ignored Ctrl+C stays ignored, as under nohup
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _terminate)
    threading.Thread(target=_follow, args=(read,), name="signals", daemon=True).start()


def ignore_interrupts() -> None:
    """Ignore Ctrl+C in a worker process: its parent receives it too, and acts on it."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)


def _terminate(_number: int, _frame: object) -> NoReturn:
    raise Terminated


def _follow(read: int) -> None:
    """Read the numbers of signals as they arrive, independently of the main thread."""
    told = False
    while True:
        number = os.read(read, 1)[0]
        if number not in (signal.SIGINT, signal.SIGTERM):
            continue
        if told:
            os._exit(128 + number)
        told = True
        threading.Thread(target=_end_late, args=(number,), daemon=True).start()


def _end_late(number: int) -> None:
    time.sleep(GRACE_S)
    os._exit(128 + number)
