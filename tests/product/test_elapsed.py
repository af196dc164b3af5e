"""Time awake and time asleep are measured separately."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from game.platform.elapsed import LEAST_SLEEP_S, Elapsed, ElapsedTime, clocks
from tests.support.waiting import until

CASES = (
    # Readings of the clock that stops during sleep, readings of the clock that does not, and the
    # result (seconds awake, seconds asleep).
    ([0.0, 0.016], [50.0, 50.016], Elapsed(0.016)),
    ([0.0, 30.0], [50.0, 80.0], Elapsed(30.0)),  # the program was busy, stopped or dragged
    ([0.0, 0.5], [50.0, 3650.5], Elapsed(0.5, 3600.0)),
    ([0.0, 20.0], [50.0, 130.0], Elapsed(20.0, 60.0)),  # both busy and asleep
    ([0.0, 0.25], [50.0, 50.25 + LEAST_SLEEP_S / 2], Elapsed(0.25)),
    ([0.0, 0.25], [50.0, 20.0], Elapsed(0.25)),  # a wall clock that was set back
    ([9.0, 8.0], [50.0, 50.0], Elapsed(0.0)),
)


@pytest.mark.parametrize(("awake", "always", "elapsed"), CASES)
def test_sleep_is_told_apart(awake: list[float], always: list[float], elapsed: Elapsed) -> None:
    passing = ElapsedTime(iter(awake).__next__, iter(always).__next__)
    found = passing.look()
    assert found.seconds == pytest.approx(elapsed.seconds)
    assert found.asleep == pytest.approx(elapsed.asleep)


def test_the_clocks_of_this_system_run_alike_while_it_is_awake() -> None:
    awake, always = clocks()
    first = awake(), always()
    assert until(lambda: awake() > first[0] + 0.01)
    assert always() > first[1]
    assert ElapsedTime().look().asleep == 0.0


STOPPED = """
import sys
from game.platform.elapsed import ElapsedTime
passing = ElapsedTime()
print("begun", flush=True)
sys.stdin.readline()
found = passing.look()
print(found.seconds, found.asleep)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only where processes can be stopped")
def test_a_process_that_was_stopped_is_charged_what_it_lasted() -> None:
    command = [sys.executable, "-c", STOPPED]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    os.kill(process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    assert until(lambda: time.monotonic() > begun + 0.2)
    os.kill(process.pid, signal.SIGCONT)
    said, _errors = process.communicate("\n", timeout=60)
    seconds, asleep = map(float, said.split())
    assert seconds >= 0.2
    assert asleep == 0.0
