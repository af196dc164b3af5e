"""Waiting for what takes real time: threads, processes, ports and windows.

The one place in the tests that sleeps.  What has a clock is given one instead of waiting.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

# Seconds, for what does come: a machine may be busy with twenty other things.
PATIENCE = float(os.environ.get("TEST_PATIENCE_S", "300"))
BREATH = 0.002  # seconds that others get to work in
COSTLY_BREATH = 0.02  # between looks that cost something: a frame, a question to a browser


def until(
    met: Callable[[], bool],
    seconds: float = PATIENCE,
    step: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    breath: float = BREATH,
) -> bool:
    """Call `step` until `met`, or for so many seconds of `clock`; whether it was met."""
    end = clock() + seconds
    while not met():
        if clock() >= end:
            return False
        step()
        time.sleep(breath)
    return True


async def until_async(met: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Let other tasks work until `met`, or for so many seconds; whether it was met."""
    end = time.monotonic() + seconds
    while not met():
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(BREATH)
    return True
