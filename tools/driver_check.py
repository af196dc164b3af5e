"""Checks that any driver must pass, whoever wrote it: hardware/DRIVERS.md, "Trying a driver".

    python -m tools.driver_check certabo:/dev/ttyUSB0 --seconds 60 --file my.jsonl   (records first)
    python -m tools.driver_check certabo:anything --file my.jsonl

The driver reads a recording of a board over and over: whole, in pieces, damaged, cut, late. Each
check is a function in `CHECKS`; it returns the fault in words, or an empty text.
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.platform.storage import free_path
from hardware.commands.cli import answered
from hardware.drivers.driver import Driver, Sensed, SensedPoint
from hardware.drivers.translation import TranslatedBoard
from hardware.host.board_connection import BoardConnection
from hardware.host.layouts import LayoutError
from hardware.host.link import Port, open_line
from hardware.host.other_boards import address_of
from hardware.host.ports import PortError
from hardware.host.recording import RecordingError, SessionRecorder, read_recording
from hardware.wire.messages import PointChanged
from tools.run import run

PROGRAM = "python -m tools.driver_check"
SEEDS = 8
DAMAGED_SHARE = 0.02  # share of bytes that are damaged
STALLS_S = (0.05, 0.35, 1.0, 3.0)
NOISE_BYTES = 20_000
HALVES_S = 60.0  # seconds for which only halves of lines arrive
FLOOD_BYTES, FLOOD_PIECE = 400_000, 256
MOST_KEPT_BYTES = 200_000  # maximum memory of a driver for an endless message
LAST_S = 1.0  # seconds to wait for the last answer of a recording

Chunk = tuple[float, bytes]  # time in seconds, and the bytes received then
Make = Callable[[], Driver]


@dataclass(frozen=True)
class Trial:
    """A maker of new drivers for one kind of board, and the recorded bytes of such a board."""

    make: Make
    chunks: Sequence[Chunk]

    @property
    def data(self) -> bytes:
        return b"".join(data for _t, data in self.chunks)

    def lies(self, *before: bytes) -> list[int]:
        """Return the states that a new driver reports after these bytes and the recording."""
        driver = self.make()
        states = [0] * driver.abilities.points
        for piece in (*before, self.data):
            for one in driver.feed(piece):
                if isinstance(one, SensedPoint):
                    states[one.point] = one.state
        return states


def says_what_it_should(trial: Trial) -> str:
    driver = trial.make()
    has, states = driver.abilities, [0] * driver.abilities.points
    found = driver.feed(trial.data)
    if not driver.understood:
        return "nothing of the recording was understood"
    for one in found:
        if not isinstance(one, SensedPoint):
            continue
        if not 0 <= one.point < has.points or not 0 <= one.state <= 1 + has.sides:
            return f"{one} is outside of {has}"
        if states[one.point] == one.state:
            return f"{one} is no change"
        states[one.point] = one.state
    return "" if any(isinstance(one, SensedPoint) for one in found) else "no point ever changed"


def reads_any_pieces(trial: Trial) -> str:
    wanted, understood = _told(trial.make(), [trial.data])
    for seed in range(SEEDS):
        dice = random.Random(seed)
        most = (1, 2, 7, 64, 700)[seed % 5]
        found = _told(trial.make(), _pieces(trial.data, dice, most))
        if found != (wanted, understood):
            at = next((n for n, pair in enumerate(zip(found[0], wanted)) if pair[0] != pair[1]), -1)
            return f"in pieces of up to {most} bytes other changes were told, from change {at} on"
    return ""


def _told(driver: Driver, pieces: Sequence[bytes] | Iterator[bytes]) -> tuple[list[Sensed], int]:
    return [one for piece in pieces for one in driver.feed(piece)], driver.understood


def _pieces(data: bytes, dice: random.Random, most: int) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = dice.randint(1, most)
        yield data[at : at + size]
        at += size


def recovers_from_noise(trial: Trial) -> str:
    wanted = trial.lies()
    for seed in range(SEEDS):
        dice = random.Random(seed)
        spoilt = bytes(_spoilt(trial.data, dice))
        if trial.lies(spoilt, dice.randbytes(NOISE_BYTES)) != wanted:
            return f"after damage number {seed} whole messages did not put it right"
    return ""


def _spoilt(data: bytes, dice: random.Random) -> Iterator[int]:
    for byte in data:
        fate = dice.random() / DAMAGED_SHARE
        if fate > 1:
            yield byte
        elif fate > 0.6:
            yield byte ^ 1 << dice.randrange(8)
        elif fate > 0.3:
            yield from (byte, dice.randrange(256))


def recovers_from_half_messages(trial: Trial) -> str:
    halves, passed = b"", 0.0
    span = max(1.0, trial.chunks[-1][0])
    while passed < HALVES_S:
        halves += b"".join(data[: len(data) // 2] for _t, data in trial.chunks)
        passed += span
    return "" if trial.lies(halves) == trial.lies() else "half messages were not got over"


def recovers_from_a_restart(trial: Trial) -> str:
    wanted = trial.lies()
    for seed in range(SEEDS):
        cut = random.Random(seed).randrange(len(trial.data))
        if trial.lies(trial.data[:cut]) != wanted:
            return f"a restart after byte {cut} was not got over"
    return ""


def survives_stalls(trial: Trial) -> str:
    wanted = _over_the_wire(trial.make(), trial.chunks, 0.0)
    for stall in STALLS_S:
        if _over_the_wire(trial.make(), trial.chunks, stall) != wanted:
            return f"with stalls of {stall:g} s other changes reached the program"
    return ""


def _over_the_wire(driver: Driver, chunks: Sequence[Chunk], stall: float) -> list[tuple[int, int]]:
    """Return, in order, the changes that reach a host that reads `stall` seconds late."""
    board, host = TranslatedBoard(driver, "check"), BoardConnection()
    out: list[tuple[int, int]] = []
    waiting, next_read = b"", 0.0
    first = [(0.0, data) for _t, data in chunks[:1]]
    for now, data in [*first, *chunks, (chunks[-1][0] + stall + 1, b"")]:
        waiting += data
        if now < next_read:
            continue
        board.heard(waiting, now)
        board.feed(host.due(now), now)
        told = host.feed(board.advance(now), now)
        out += [(one.point, one.state) for one in told if isinstance(one, PointChanged)]
        waiting, next_read = b"", now + stall
    return out


def bears_a_flood(trial: Trial) -> str:
    driver, dice = trial.make(), random.Random(1)
    head = max((data for _t, data in trial.chunks), key=len)
    endless = head[: len(head) // 2] + bytes(dice.choice(b"0123 .") for _n in range(FLOOD_PIECE))
    tracemalloc.start()
    try:
        for _n in range(FLOOD_BYTES // FLOOD_PIECE):
            driver.feed(endless[-FLOOD_PIECE:])
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return f"{kept} bytes are kept of a message without an end" if kept > MOST_KEPT_BYTES else ""


def lights_anything(trial: Trial) -> str:
    driver = trial.make()
    has = driver.abilities
    for codes in ([code] * has.points for code in range(16)):
        if bool(driver.light(codes)) != has.lights:
            return f"light({codes[:3]}...) does not fit lights={has.lights}"
    for short in ([], [1], [15] * (has.points + 5)):
        driver.light(short)
    return "" if isinstance(driver.ask(), bytes) else "ask() returns no bytes"


Check = Callable[[Trial], str]
CHECKS: dict[str, Check] = {
    "whole": says_what_it_should,
    "pieces": reads_any_pieces,
    "noise": recovers_from_noise,
    "halves": recovers_from_half_messages,
    "restart": recovers_from_a_restart,
    "stalls": survives_stalls,
    "floods": bears_a_flood,
    "lights": lights_anything,
}


def findings(trial: Trial, names: Sequence[str] = tuple(CHECKS)) -> Iterator[tuple[str, str]]:
    """Run the checks of these names; yield each name and the fault found."""
    for name in names:
        try:
            yield name, CHECKS[name](trial)
        # A driver must never raise, whichever bytes it receives.
        except Exception as error:
            yield name, f"{type(error).__name__}: {error}"


def record(line: Port, driver: Driver, file: Path, seconds: float) -> None:
    """Record a board for `seconds`.

    The board is asked for its points at the beginning and the end, and as often as the driver
    requires.
    """
    start = asked = time.monotonic()
    recorder = SessionRecorder(file, start)
    try:
        line.write(driver.ask())
        while (now := time.monotonic()) < start + seconds:
            if data := line.read():
                recorder.heard(time.monotonic(), data)
                driver.feed(data)
            if driver.abilities.ask_s and now - asked > driver.abilities.ask_s:
                asked = now
                line.write(driver.ask())
        line.write(driver.ask())
        while time.monotonic() < start + seconds + LAST_S:
            if data := line.read():
                recorder.heard(time.monotonic(), data)
    finally:
        recorder.close()


def check(target: str, file: Path, seconds: float) -> int:
    """Record if `seconds` is given, run all checks and print the faults; return 1 if there are any.

    Raises LayoutError or RecordingError.
    """

    try:
        found = address_of(target)
        if found is None:
            raise PortError(f"{target} names no kind of board: KIND:PORT was expected")
        if seconds:
            line, file = open_line(found), free_path(file)
            print(f"{file}: recording for {seconds:g} s. Lift pieces and set them down.")
            try:
                record(line, found.driver, file, seconds)
            finally:
                line.close()
    except PortError as error:
        raise LayoutError(str(error)) from None
    lines = read_recording(file)
    chunks = [(float(one["t"]), bytes.fromhex(one["in"])) for one in lines if one.get("in")]
    if not chunks:
        raise RecordingError(f"{file}: the board has said nothing")
    wrong = 0
    for name, words in findings(Trial(lambda: _driver_of(target), chunks)):
        print(f"{name}: {words or 'passed'}", flush=True)
        wrong += bool(words)
    return int(bool(wrong))


def _driver_of(target: str) -> Driver:
    found = address_of(target)
    assert found is not None
    return found.driver


def main(argv: Sequence[str]) -> int:
    """Run the checks; bad input ends with a sentence and exit code 2."""
    reader = argparse.ArgumentParser(prog=PROGRAM, description="Tries a driver of a board.")
    reader.add_argument("target", metavar="KIND:PORT", help="as after --board, with its options")
    reader.add_argument("--file", type=Path, default=Path("driver.jsonl"), help="the recording")
    words = "record for so long at first; without it the file is read"
    reader.add_argument("--seconds", type=float, default=0.0, help=words)
    reader.set_defaults(run=lambda given: check(given.target, given.file, given.seconds))
    return answered(reader, argv, PROGRAM)


if __name__ == "__main__":
    run("tools.driver_check:main")
