"""The delay from sensor to screen is short, measured by the emulated controller's own clock.

The program's thread takes steps of 10 ms of that clock, and the screen steps of a whole frame.
Therefore a busy machine changes nothing.
"""

from __future__ import annotations

import random
import statistics

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.tracking.expected_position import position_of
from tests.hardware.firmware_bench import both, needs_bench
from tools.rig.emulator.emulator import Emulator, LockstepDevice
from tools.rig.table import SteppedLine

pytestmark = needs_bench

CHANGES = 40
FRAME = 1 / 60
MEDIAN, MOST = 0.080, 0.150  # seconds allowed, including debouncing


def passes(line: SteppedLine, seconds: float) -> None:
    end = line.now + seconds
    while line.now < end:
        line.pass_step()


def seen_after(line: SteppedLine, point: str, lies: bool) -> float:
    """Return the seconds until the driver sees a change, and until a frame shows it."""
    begun = line.now
    while (point in line.driver.differences()) != lies:
        line.pass_step()
        assert line.now - begun < 1
    return line.now - begun + FRAME


@both
def test_from_the_sensor_to_the_screen(mcu: str) -> None:
    match = Match(two_people("more-or-less"), game=parse_setup("more-or-less"))
    points, dice = match.game.topology.points, random.Random(5)
    with Emulator(mcu=mcu) as board:
        board.noise(millivolts=40, bad_percent=0.5)
        line = SteppedLine(LockstepDevice(board))
        line.set_position(position_of(match))
        passes(line, 1.0)
        assert line.driver.connected
        times = []
        for number in range(CHANGES):
            passes(line, dice.uniform(0.02, 0.08))
            where, lies = number // 2 % len(points), number % 2 == 0
            line.set(where, int(lies))
            times.append(seen_after(line, points[where], lies))
    assert statistics.median(times) < MEDIAN
    assert max(times) < MOST
