"""Whole games of Less on a busy machine: how often is a board greeted that never went away?

    python -m tests.hardware.rig.busy_games [--games 20] [--busy 16] [--at-once 2] [--setup "less seed=4"]

Session, pyserial, pseudo terminal and time are real; the board is simulated, and other processes
want the processor all the time.  Everything runs at the lowest priority, so that only these games
suffer.  One HELLO a game is the greeting; more are lines given up for nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from game.rules import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.session import BoardSession
from hardware.rig.bridge import LivingBoard
from hardware.rig.clumsy import Habits
from hardware.rig.exercise import Account, Exercise
from hardware.rig.table import LiveLine, Table
from hardware.simulator.server import PtyCable
from hardware.wire.protocol import Decoder, Hello
from tests.table.homeward import homeward

LOWEST = 19
BRISK = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.25, 0.4))


class CountingCable(PtyCable):
    """A pseudo terminal that counts the greetings which come through it."""

    def __init__(self) -> None:
        super().__init__()
        self._decoder = Decoder()
        self.greetings: list[int] = []  # their sequence numbers

    def read(self) -> bytes:
        data = super().read()
        self.greetings += [
            item.sequence for item in self._decoder.feed(data) if isinstance(item, Hello)
        ]
        return data


@dataclass(frozen=True)
class Outcome:
    """What came of one game; `greetings` counts the HELLOs that the board got."""

    account: Account
    greetings: int
    exact: bool

    def __str__(self) -> str:
        said = f"{self.account.turns} turns, {self.greetings} HELLO"
        return f"{said}, {'exact' if self.exact else self.account.wrong or 'otherwise'}"


def play(setup: str, seed: int, longest: int = 1000) -> Outcome:
    """One game in real time, by a hand that makes no mistakes."""
    game = parse_setup(setup)
    match = Match(two_people(game.setup, game.seats), game=game)
    cable = CountingCable()
    board = LivingBoard(cable, game.topology.name, len(game.topology))
    board.start()
    session = BoardSession.open(cable.name, window=False)
    made: list[Exercise] = []
    table = Table(match, LiveLine(session, board), answer=lambda said: made[0].answer(said))
    made.append(Exercise(table, seed, BRISK, longest, homeward))
    try:
        table.run_until(lambda: session.view().connection == "connected", 30.0)
        account = made[0].play()
    finally:
        session.close()
        board.stop()
    return Outcome(account, len(cable.greetings), made[0].recorded == made[0].intended)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that want the processor all the time."""
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
    """Play, print what came of each game, and the sum.  Returns 1 if a board was greeted again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--busy", type=int, default=16)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--setup", default="less seed=4")
    parser.add_argument("--longest", type=int, default=1000)
    given = parser.parse_args(arguments)
    os.nice(LOWEST)
    said = threading.Lock()

    def one(seed: int) -> Outcome:
        outcome = play(given.setup, seed, given.longest)
        with said:
            print(f"{seed}: {outcome}, load {os.getloadavg()[0]:.0f}", flush=True)
        return outcome

    with busy(given.busy), ThreadPoolExecutor(given.at_once) as pool:
        outcomes = list(pool.map(one, range(1, given.games + 1)))
    spurious = sum(outcome.greetings - 1 for outcome in outcomes)
    exact = sum(outcome.exact for outcome in outcomes)
    turns = sum(outcome.account.turns for outcome in outcomes)
    print(f"{len(outcomes)} games, {turns} turns, {exact} exact, {spurious} greetings too many")
    return int(spurious > 0)


if __name__ == "__main__":
    raise SystemExit(main())
