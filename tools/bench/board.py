"""Figures of the sensor board: time from sensor to mirrored piece, and the cost of the tracker.

The bars are a median under 80 ms and a 99th percentile under 150 ms, debounce included. They hold
for the emulated firmware in real time, through pyserial.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from game.platform.processes import own_command, start_piped
from game.rules import Point
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_driver import BoardDriver
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import position_of
from tools.rig.exercise import rehearse
from tools.rig.table import SteppedLine

SAMPLES = 200
FRAME = 1 / 60


def run() -> Iterator[str]:
    for mcu in ("atmega328p", "rp2040"):
        yield from latency(mcu)
    yield from over_the_air()
    for kind in ("socket", "rfc2217"):
        yield from through_a_bridge(kind)
    yield from thinking()


def latency(mcu: str, samples: int = SAMPLES) -> Iterator[str]:
    """Measure the time from a sensor's change to the frame with the piece, on emulated firmware."""
    from tools.rig.emulator.emulator import Emulator, TerminalHands
    from tools.rig.emulator.tools import MissingToolsError

    try:
        with tempfile.TemporaryDirectory() as folder:
            port = Path(folder) / "board"
            with Emulator(mcu, terminal=port) as emulator:
                session = BoardSession.open(str(port))
                try:
                    times = _mirrored(session, TerminalHands(emulator), samples)
                finally:
                    session.close()
    except MissingToolsError as error:
        yield f"sensor to mirrored piece, {mcu}: NOT MEASURED, {error}"
        return
    yield (
        f"sensor to mirrored piece, emulated {mcu}, {len(times)} changes: "
        f"{_spread(times)} (bars 80 and 150 ms)"
    )


def over_the_air(samples: int = SAMPLES) -> Iterator[str]:
    """Measure `latency` for a simulated board in another process, over TCP."""
    simulated = start_piped(own_command("board", "simulate", "--tcp", "0", "--headless"))
    assert simulated.stdout is not None
    try:
        yield _at(simulated.stdout.readline().strip(), ScriptedHands(simulated), "", samples)
    finally:
        simulated.terminate()
        simulated.wait(5.0)


def through_a_bridge(kind: str, samples: int = SAMPLES) -> Iterator[str]:
    """Measure `latency` for a board whose serial line is offered by a bridge like ser2net."""
    from tools.rig.bridge import bridged

    with bridged(kind, "decagon-81", 81) as (board, bridge):
        yield _at(bridge.url, board, f" through a bridge ({kind})", samples)


def _at(address: str, hands: PieceMover, how: str, samples: int) -> str:
    session = BoardSession.open(address)
    try:
        times = _mirrored(session, hands, samples)
        latency = session.view().latency
    finally:
        session.close()
    words = latency.words if latency is not None else "no answers were timed"
    return (
        f"sensor to mirrored piece, simulated board over TCP{how}, {len(times)} changes: "
        f"{_spread(times)}; the board {words}"
    )


class PieceMover(Protocol):
    """Sets down and lifts pieces on a board."""

    def set(self, point: int, face: int) -> object: ...


class ScriptedHands:
    """Moves pieces on a board in another process, by commands line by line."""

    def __init__(self, simulated: subprocess.Popen[str]) -> None:
        self._simulated = simulated

    def set(self, point: int, face: int) -> None:
        assert self._simulated.stdin is not None
        self._simulated.stdin.write(f"set {point} {face}\n")
        self._simulated.stdin.flush()


def _mirrored(session: BoardSession, hands: PieceMover, samples: int) -> list[float]:
    """Return the seconds from a change to the end of the first frame that shows the change."""
    match = Match(two_people("more-or-less"))
    session.set_position(position_of(match))
    _until(lambda: session.view().connection == "connected", 20.0)
    points = match.game.topology.points
    dice, times = random.Random(1), []
    lying = False
    for number in range(samples + 5):
        point = points[number // 2 % len(points)]
        time.sleep(dice.uniform(0.02, 0.08))
        lying = not lying
        start = time.perf_counter()
        hands.set(number // 2 % len(points), int(lying))
        if not _until(partial(_shows, session, point, lying), 3.0):
            continue
        if number >= 5:
            times.append(time.perf_counter() - start)
    return times


def _shows(session: BoardSession, point: Point, lying: bool) -> bool:
    return (point in session.view().differences) == lying


def _until(done: Callable[[], bool], seconds: float) -> bool:
    """Check once per frame, as the screen does; return whether `done` became true in time."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        frame_ends = time.perf_counter() + FRAME
        if done():
            time.sleep(max(0.0, frame_ends - time.perf_counter()))
            return True
        time.sleep(max(0.0, frame_ends - time.perf_counter()))
    return False


def thinking() -> Iterator[str]:
    """Measure the tracker's cost while a clumsy hand plays on the simulated board."""
    for setup in ("more-or-less", "less seed=1", "libra size=4 mode=target target=8"):
        game = parse_setup(setup)
        match = Match(two_people(setup, game.seats), game=game)
        board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)), 1)
        board.troubles.noise = 0.01
        exercise = rehearse(match, board, 1, longest=24)
        assert isinstance(exercise.table.line, SteppedLine)
        times = _timed_steps(exercise.table.line.driver)
        account = exercise.play()
        yield (
            f"tracker, {setup}: {account.turns} turns, {len(times)} steps of its thread, "
            f"{_spread(times, 1e6, 'µs')}, longest {max(times) * 1000:.1f} ms; wrong: "
            f"{account.wrong or 'none'}"
        )


def _timed_steps(driver: BoardDriver) -> list[float]:
    """Return a list to which the duration of each later step of a driver, in seconds, is added."""
    times: list[float] = []
    step = driver.step

    def timed(now: float) -> bytes:
        start = time.perf_counter()
        try:
            return step(now)
        finally:
            times.append(time.perf_counter() - start)

    driver.step = timed  # type: ignore[method-assign]
    return times


def _spread(times: Sequence[float], factor: float = 1e3, unit: str = "ms") -> str:
    ordered = sorted(times)
    median = statistics.median(ordered) * factor
    high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))] * factor
    return f"median {median:.0f} {unit}, 99th percentile {high:.0f} {unit}"
