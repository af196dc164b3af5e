"""Plays whole games of Less on a busy machine, and counts needless greetings of the board.

    python -m tests.tools.rig.busy_games [--games 20] [--busy 16] [--at-once 2] [--setup SETUP]

Session, pyserial, pseudo terminal and time are real. The board is simulated in a process with
priority (given by root), because a real board has a processor of its own. Other processes use the
rest of the machine. A HELLO after an answered greeting means that a good line was given up.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.link import SerialPort
from hardware.host.session import BoardSession
from hardware.wire.codec import Decoder
from hardware.wire.messages import Hello, Palette
from tests.table.homeward import homeward
from tools.rig.clumsy import Habits
from tools.rig.exercise import Exercise, ExerciseReport
from tools.rig.table import BoardTable, LiveLine

FIRST = -15  # priority of a board's process
BRISK = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.25, 0.4))


class Board:
    """A simulated board in its own process, with a player who moves its pieces."""

    def __init__(self, setup: str, points: Sequence[str], folder: Path) -> None:
        self.link = folder / "board"
        self._points = points
        command = (sys.executable, "main.py", "board", "simulate", "--headless", "--game", setup)
        self._process = subprocess.Popen(
            [*command, "--link", str(self.link)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            # Only a separate process group can get priority over others.
            start_new_session=True,
        )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, FIRST)
            Path(f"/proc/{self._process.pid}/autogroup").write_text(str(FIRST), encoding="ascii")

    def _do(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def set(self, point: int, face: int) -> None:
        self._do(f"set {self._points[point]} {face}")

    def press(self) -> None:
        self._do("press")

    def pull(self) -> None:
        self._do("unplug")

    def plug(self) -> None:
        self._do("plug")

    def close(self) -> None:
        self._do("quit")
        self._process.wait(60.0)


class CountingPort(SerialPort):
    """A port that counts the greetings sent after the first conversation has begun."""

    greetings: ClassVar[dict[str, int]] = {}  # number of greetings by the port's name
    talking: ClassVar[set[str]] = set()

    def write(self, data: bytes) -> None:
        for item in Decoder().feed(data):
            if isinstance(item, Hello) and self.name in self.talking:
                self.greetings[self.name] = self.greetings.get(self.name, 0) + 1
            elif isinstance(item, Palette):
                self.talking.add(self.name)
        super().write(data)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game; `greetings` counts the HELLOs that were not needed."""

    account: ExerciseReport
    greetings: int
    exact: bool

    def __str__(self) -> str:
        said = f"{self.account.turns} turns, {self.greetings} HELLO too many"
        return f"{said}, {'exact' if self.exact else self.account.wrong or 'otherwise'}"


def play(setup: str, seed: int, longest: int = 1000) -> Outcome:
    """Play one game in real time, without mistakes."""
    game = parse_setup(setup)
    match = Match(two_people(game.setup, game.seats), game=game)
    with tempfile.TemporaryDirectory() as folder:
        board = Board(setup, game.topology.points, Path(folder))
        name = str(board.link)
        session = BoardSession.open(name, window=False, opener=CountingPort)
        made: list[Exercise] = []
        table = BoardTable(
            match, LiveLine(session, board), answer=lambda said: made[0].answer(said)
        )
        made.append(Exercise(table, seed, BRISK, longest, homeward))
        try:
            table.run_until(lambda: session.view().connection == "connected", 60.0)
            account = made[0].play()
        finally:
            session.close()
            board.close()
    greetings = CountingPort.greetings.get(name, 0)
    return Outcome(account, greetings, made[0].recorded == made[0].intended)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep this many processes busy all the time."""
    spinning = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _number in range(processes)
    ]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print each game's outcome and the total; return 1 if a board was greeted again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--busy", type=int, default=16)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--setup", default="less seed=4")
    parser.add_argument("--longest", type=int, default=1000)
    given = parser.parse_args(arguments)
    said = threading.Lock()

    def one(seed: int) -> Outcome:
        outcome = play(given.setup, seed, given.longest)
        with said:
            print(f"{seed}: {outcome}, load {os.getloadavg()[0]:.0f}", flush=True)
        return outcome

    with busy(given.busy), ThreadPoolExecutor(given.at_once) as pool:
        outcomes = list(pool.map(one, range(1, given.games + 1)))
    spurious = sum(outcome.greetings for outcome in outcomes)
    exact = sum(outcome.exact for outcome in outcomes)
    turns = sum(outcome.account.turns for outcome in outcomes)
    print(f"{len(outcomes)} games, {turns} turns, {exact} exact, {spurious} greetings too many")
    return int(spurious > 0)


if __name__ == "__main__":
    raise SystemExit(main())
