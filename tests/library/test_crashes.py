"""Programs that are killed while another one reads lose no game and store none twice.

Each program recovers what the last one left, plays games to their end, and reports what is saved.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from game.library.collection import GameCollection
from game.library.database import Database, open_library
from game.library.search import Query, count, page
from game.platform.paths import ROOT
from game.table import running_locks
from game.table.record_files import read_match
from tests.support.waiting import until

PROGRAM = """
import random, sys, time
from game.library.indexer import index_record
from game.rules.proposals import Resign
from game.table import running_locks
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from game.table.record_files import resume_game

number = int(sys.argv[1])
dice = random.Random(number)
for path in running_locks.unfinished_files():
    match, said = resume_game(path)
    print("left", match.date if match else "none", flush=True)
print("ready", flush=True)
for game in range(10_000):
    date = f"2026-01-01T{number:03}:{game:05}"
    seats = (SeatSpec(name="Ann"), SeatSpec(name="Ben"))
    match = Match(MatchSpec("libra size=2 mode=target target=3", seats), date=date)
    autosaver = AutoSaver(match, kept=index_record)
    while not match.over:
        match.play(dice.choice(match.legal()))
        if len(match.entries) == 1:
            # Until then it may be the game of the program before.
            while not autosaver.running.exists() or date not in autosaver.running.read_text():
                time.sleep(0.001)
            print("begun", date, flush=True)
    autosaver.close()
    print("ended", date, flush=True)
"""


class Reader:
    """A thread that reads all the time; `problems` holds everything that it should never see."""

    def __init__(self, path: Path) -> None:
        self.problems: list[str] = []
        self.reads = 0
        self._path, self._ending = path, threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        try:
            with Database(self._path) as database:
                while not self._ending.is_set():
                    self._look(database)
        except Exception as problem:
            self.problems.append(repr(problem))

    def _look(self, database: Database) -> None:
        self.reads += 1
        for game in page(database, Query(words="ann"), 0, 20):
            if game.names != ("Ann", "Ben") or not game.result:
                self.problems.append(f"half a game: {game}")

    def close(self) -> None:
        self._ending.set()
        self._thread.join()


def run_and_kill(number: int, home: Path, seconds: float) -> list[str]:
    """Return the output of a program that is killed `seconds` after its first game begins."""
    environment = {**os.environ, "LESS_IS_MORE_HOME": str(home)}
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(number)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    said = []
    for line in program.stdout:
        said.append(line.strip())
        if line.startswith("begun"):
            break
    until(lambda: False, seconds)
    program.kill()
    rest = program.communicate()[0].splitlines(keepends=True)
    # The last line is left out if it was cut.
    return said + [line.strip() for line in rest if line.endswith("\n")]


@pytest.mark.parametrize(
    "kills", [3, pytest.param(100, marks=pytest.mark.slow)], ids=["few", "hundred"]
)
def test_nothing_is_lost_and_nothing_twice(kills: int, home: Path) -> None:
    dice = random.Random(kills)
    folder = home / "data" / "games"
    open_library().close()
    reader = Reader(home / "data" / "library.sqlite")
    ended: set[str] = set()
    begun: set[str] = set()
    for number in range(kills):
        for line in run_and_kill(number, home, dice.uniform(0, 0.25)):
            word, _blank, date = line.partition(" ")
            (ended if word == "ended" else begun if word == "begun" else set()).add(date)
    reader.close()
    assert reader.problems == []
    assert reader.reads > kills
    with open_library() as database:
        collection = GameCollection(database, folder)
        collection.catch_up()
        assert collection.behind() == ([], [])
        assert database.value("PRAGMA integrity_check") == "ok"
        assert database.rows("SELECT * FROM refused") == []
        dates = [row["begun"] for row in database.rows("SELECT begun FROM games")]
        kept = {row["begun"] for row in database.rows("SELECT begun FROM games WHERE result <> ''")}
        assert len(dates) == len(set(dates)) == count(database, Query())
    assert ended <= kept, "a game that had ended is there"
    running = {read_match(path).date for path in running_locks.unfinished_files(folder)}
    lost = begun - set(dates) - running
    assert lost == set(), "a game with a turn in it is there, running or kept"
