"""A server that crashes is restarted after a delay, and its state is reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.network.host import broadcast
from game.network.host.broadcast import (
    FIRST_RETRY_S,
    LONGEST_RETRY_S,
    MAX_FAILED_STARTS,
    STABLE_AFTER_S,
    ServerSupervisor,
)
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.network.served import HERE, about
from tests.support.waiting import until

LISTENS = 'print(\'{"is": "listening", "host": "127.0.0.1", "port": 8770}\', flush=True);'
FAILS = 'print(\'{"is": "failed", "errno": 99, "why": "no such address"}\', flush=True);'
WAITS = "import sys; sys.stdin.read()"
CRASHES = "raise SystemExit(7)"


class Supervised:
    """A broadcast whose server is the given program, with a clock set by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, program: str = LISTENS + WAITS) -> None:
        self.now, self.program, self.starts = 100.0, program, 0
        monkeypatch.setattr(broadcast, "helper_command", self._command)
        self.broadcast = ServerSupervisor(HERE)

    def _command(self, *_words: str) -> list[str]:
        self.starts += 1
        return [sys.executable, "-S", "-c", self.program]

    def until(self, met: Callable[[], bool]) -> None:
        assert until(met, step=lambda: self.broadcast.update(self.now))

    def is_now(self, state: str) -> None:
        self.until(lambda: self.broadcast.state == state)

    def crash(self) -> float:
        """Kill the running server; return the seconds until its restart."""
        self.broadcast.process.kill()
        self.is_now("crashed")
        at = self.broadcast.retry_at
        assert at is not None
        return at - self.now

    def comes_back(self) -> None:
        before, self.now = self.starts, self.now + LONGEST_RETRY_S
        self.is_now("on")
        assert self.starts == before + 1


# A server that reports the names of all messages up to "begin".
ECHOES = (
    "import sys, json\nsaid = []\nwhile 'begin' not in said: said.append("
    "json.loads(sys.stdin.readline())['is'])\n"
    "print(json.dumps({'is': 'failed', 'errno': 1, 'why': ' '.join(said)}), flush=True)\n" + WAITS
)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[Supervised]:
    found = Supervised(monkeypatch)
    yield found
    found.broadcast.close()


def test_each_crash_is_waited_out_longer_and_there_is_no_last_one(served: Supervised) -> None:
    served.is_now("on")
    waits = []
    for _crash in range(MAX_FAILED_STARTS + 1):
        waits.append(served.crash())
        assert not served.broadcast.on
        assert served.broadcast.trouble
        served.comes_back()
        assert not served.broadcast.trouble
    assert waits[:4] == [FIRST_RETRY_S * 2**number for number in range(4)]
    assert waits[-2:] == [LONGEST_RETRY_S] * 2
    assert not served.broadcast.problem


def test_a_server_that_has_lasted_has_its_crashes_forgotten(served: Supervised) -> None:
    served.is_now("on")
    for _crash in range(3):
        served.crash()
        served.comes_back()
    served.now += STABLE_AFTER_S - 1
    assert served.crash() == 8 * FIRST_RETRY_S
    served.comes_back()
    served.now += STABLE_AFTER_S
    assert served.crash() == FIRST_RETRY_S


def test_it_is_not_started_before_its_time(served: Supervised) -> None:
    served.is_now("on")
    wait = served.crash()
    served.now += wait - 0.01
    served.broadcast.update(served.now)
    assert (served.broadcast.state, served.starts) == ("crashed", 1)
    served.now += 0.01
    served.broadcast.update(served.now)
    assert (served.broadcast.state, served.starts) == ("starting", 2)


def test_what_becomes_of_it_is_said(served: Supervised, capfd: pytest.CaptureFixture[str]) -> None:
    served.is_now("on")
    served.program = LISTENS + WAITS
    served.crash()
    served.comes_back()
    said = capfd.readouterr().err.splitlines()
    assert [line.partition(": ")[2] for line in said] == [
        "the server has stopped (exit code -9); it is started again in 0.5 s",
        "the server is back at 127.0.0.1:8770",
    ]


def test_an_address_that_is_lost_for_a_while_is_tried_again(served: Supervised) -> None:
    served.is_now("on")
    served.program = FAILS + WAITS
    served.crash()
    served.now += LONGEST_RETRY_S
    served.until(lambda: served.starts == 2 and served.broadcast.state == "crashed")
    assert not served.broadcast.problem
    served.program = LISTENS + WAITS
    served.comes_back()


def test_a_server_that_never_listens_is_given_up(
    monkeypatch: pytest.MonkeyPatch, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    served = Supervised(monkeypatch, CRASHES)
    for _start in range(MAX_FAILED_STARTS):
        served.until(lambda: served.broadcast.state != "starting")
        served.now += LONGEST_RETRY_S
        served.broadcast.update(served.now)
    served.is_now("over")
    assert served.broadcast.problem
    assert served.starts <= MAX_FAILED_STARTS
    assert capfd.readouterr().err.splitlines()[-1].endswith("the server has stopped")


def test_what_a_crash_leaves_is_kept_in_a_file_of_its_own(served: Supervised, home: Path) -> None:
    served.is_now("on")
    served.program = "raise ValueError('broken')"
    served.crash()
    served.now += LONGEST_RETRY_S
    served.until(lambda: served.starts == 2 and served.broadcast.state == "crashed")
    file = home / "data" / "logs" / "network-crash.txt"
    assert "ValueError: broken" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == 0


def test_people_may_come_once_what_is_open_has_been_said(
    served: Supervised, capfd: pytest.CaptureFixture[str]
) -> None:
    match = Match(MatchSpec("libra size=3", (SeatSpec("person"), SeatSpec("person"))), date="")
    served.broadcast.open(match, about(match), holders={0: "a digest"})
    served.is_now("on")
    served.crash()
    served.program = ECHOES
    served.now += LONGEST_RETRY_S
    served.is_now("starting")
    served.is_now("crashed")
    assert "(table change change begin)" in capfd.readouterr().err
