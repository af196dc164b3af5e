"""Figures of codec and firmware: memory, scan time, latency in the emulator's own time.

Emulated figures are in simulated time and do not depend on the machine that runs the bench.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence

from hardware.wire.codec import Decoder, encode
from hardware.wire.messages import BoardState, Health, Lights, Ping, PointChanged, SelfTest, SetName
from tools.rig.emulator.emulator import CYCLES_PER_MS, ONE, Emulator
from tools.rig.emulator.host import LockstepHost
from tools.rig.emulator.tools import (
    CONTROLLERS,
    advice,
    build_firmware,
    missing_tools,
)

EVENTS = 300
SCAN_BAR_MS = 15


def run() -> Iterator[str]:
    yield from _codec()
    for mcu in ("atmega328p", "rp2040"):
        if missing := missing_tools(mcu):
            yield f"firmware of {mcu} NOT MEASURED: {advice(missing, mcu)}"
            continue
        yield from _sizes(mcu)
        yield from _scans(mcu)
        yield from _latency(mcu)


def _codec() -> Iterator[str]:
    frames = encode(BoardState(0, 1, 1, (0, 1, 2) * 27)) + encode(PointChanged(40, 1, 99))
    stream = frames * 2000
    begun = time.perf_counter()
    count = len(Decoder().feed(stream))
    spent = time.perf_counter() - begun
    yield f"decoder: {count / spent:,.0f} messages/s ({len(stream) / spent / 1e6:.1f} MB/s)"
    noise = random.Random(1).randbytes(1_000_000)
    begun = time.perf_counter()
    faults = len(Decoder().feed(noise))
    spent = time.perf_counter() - begun
    yield f"decoder: 1,000,000 random bytes in {spent:.2f} s, {faults:,} faults, no exception"


def _sizes(mcu: str) -> Iterator[str]:
    for sensing in ("side", "occupancy"):
        elf = build_firmware(mcu, sensing).with_name("board.elf")
        command = [f"{CONTROLLERS[mcu].compiler}-size", str(elf)]
        size = subprocess.run(command, capture_output=True, text=True, check=True)
        text, data, bss = map(int, size.stdout.splitlines()[1].split()[:3])
        yield f"{mcu} {sensing}: flash {text + data:,} bytes, RAM {data + bss:,} bytes"


def _scans(mcu: str) -> Iterator[str]:
    for points in (81, 128):
        with Emulator(mcu) as board:
            host = LockstepHost(board)
            host.greet()
            host.order(SetName(points, "bench", ""), 3000)
            host.run(100)
            whole = [_longest_scan(board, host) for _ in range(100)]
            health = host.ask_for(Health, SelfTest())
            # Lights with this code blink four times a second.
            host.order(Lights(255, (9,) * points))
            lit = [_longest_scan(board, host) for _ in range(100)]
        yield (
            f"{mcu}, scan of {points} points: {health.scan_us / 1000:.2f} ms of controller time "
            f"(bar {SCAN_BAR_MS} ms); from first to last reading "
            f"median {statistics.median(whole):.2f} ms, with all lights blinking longest "
            f"{max(lit):.2f} ms; free RAM {health.free_ram} bytes"
        )


def _longest_scan(board: Emulator, host: LockstepHost) -> float:
    host.run(25)
    return board.stats().scan_cycles / CYCLES_PER_MS


def _latency(mcu: str) -> Iterator[str]:
    for points, noise in ((81, 0), (81, 60), (128, 60)):
        with Emulator(mcu) as board:
            host = LockstepHost(board)
            host.greet()
            host.order(SetName(points, "bench", ""), 3000)
            board.noise(noise, 1.0 if noise else 0.0)
            latencies = [_event(board, host, number, points) for number in range(EVENTS)]
            pings = [_ping(board, host) for _ in range(50)]
        words = f"noise ±{noise} mV and 1% bad readings" if noise else "no noise"
        yield (
            f"{mcu}, sensor to end of EVENT on the wire, {points} points, {words}: "
            f"{_spread(latencies)}; ping {_spread(pings)}"
        )


def _event(board: Emulator, host: LockstepHost, number: int, points: int) -> float:
    point = number * 7 % points
    host.run(20 + number * 13 % 31)  # avoids being in step with the scans
    begun = board.ms
    board.set_point(point, ONE if number // points % 2 == 0 else 0)
    host.wait_for(lambda item: isinstance(item, PointChanged) and item.point == point, 500)
    return board.ms - begun


def _ping(board: Emulator, host: LockstepHost) -> float:
    host.run(17)
    begun = board.ms
    host.order(Ping())
    return board.ms - begun


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"median {statistics.median(ordered):.1f} ms, 99 % {last:.1f} ms"
