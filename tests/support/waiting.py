"""Waiting for threads, processes, ports and windows, which take real time.

This is the only module of the tests that sleeps. Where code has a clock, tests set the clock
instead.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

# Seconds before a wait fails; the machine may be busy with twenty other jobs.
PATIENCE = float(os.environ.get("TEST_PATIENCE_S", "300"))
BREATH = 0.002  # seconds between cheap checks, which let others work
COSTLY_BREATH = 0.02  # seconds between costly checks, such as a frame or a request to a browser


def until(
    met: Callable[[], bool],
    seconds: float = PATIENCE,
    step: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    breath: float = BREATH,
) -> bool:
    """Call `step` until `met`, for at most `seconds` of `clock`; return whether `met` came true."""
    end = clock() + seconds
    while not met():
        if clock() >= end:
            return False
        step()
        time.sleep(breath)
    return True


async def until_async(met: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Let other tasks work until `met`, for at most `seconds`; return whether `met` came true."""
    end = time.monotonic() + seconds
    while not met():
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(BREATH)
    return True
