"""Hosted games and games by letter store every turn exactly once, even if programs are killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.correspondence import game as games
from game.correspondence.game import DAY_S, CorrespondenceGame
from game.network.guest.guest import Guest
from game.network.host.broadcast import ServerSupervisor
from game.network.host.waiting_games import WaitingGames
from game.network.lines.tickets import Ticket
from game.network.lines.ws_client import WebSocketClient
from game.platform.codes import new_code
from game.rules.proposals import Play
from tests.network.served import HERE
from tests.support.waiting import until
from tools.correspondence_day import play_hosted, play_letters


@pytest.mark.parametrize("full", [pytest.param(False), pytest.param(True, marks=pytest.mark.slow)])
def test_hosts_that_are_killed_lose_and_double_nothing(tmp_path: Path, full: bool) -> None:
    numbers = (6, 20, 30) if full else (2, 5, 2)
    assert not play_hosted(tmp_path, *numbers, seed=3)


def test_commands_that_are_killed_lose_and_double_nothing(tmp_path: Path) -> None:
    assert not play_letters(tmp_path, 4, seed=5)


@pytest.fixture
def game(home: Path) -> CorrespondenceGame:
    made = games.begin("libra size=3", ["Anna", "Bernd"], [], 3.0, 2e9)
    made.url, made.codes = "http://127.0.0.1/", {str(seat): new_code() for seat in (0, 1)}
    games.save(made)
    return made


class Serving:
    """Hosted games on a real server, with a clock that the test moves on."""

    def __init__(self) -> None:
        self.wall, self.passed = 2e9, 0.0
        self.server = ServerSupervisor(HERE)
        self.games = WaitingGames(self.server, lambda: self.wall, lambda: self.passed)
        self.guests: list[Guest] = []
        self.codes: dict[int, str] = {}  # the code of each guest, by the guest's id
        assert self.until(lambda: self.server.on)

    def let_pass(self, days: float) -> None:
        self.wall += days * DAY_S
        self.passed += days * DAY_S
        self.games.update(time.monotonic())

    def until(self, met: Callable[[], object]) -> bool:
        def step() -> None:
            self.games.update(time.monotonic())
            for guest in self.guests:
                guest.update(time.monotonic())
                if guest.problem in ("wrong-code", "too-many"):
                    guest.claim(self.codes[id(guest)])

        return until(lambda: bool(met()), step=step)

    def guest(self, code: str) -> Guest:
        guest = Guest(WebSocketClient(self.server.address), Ticket(code))
        self.codes[id(guest)] = code
        self.guests.append(guest)
        assert self.until(lambda: guest.match is not None)
        return guest

    def close(self) -> None:
        for guest in self.guests:
            guest.line.close()
        self.server.close()


def test_a_link_leads_to_its_seat_again_and_again_also_after_a_restart(
    game: CorrespondenceGame,
) -> None:
    here = Serving()
    try:
        first = here.guest(game.codes["0"])
        assert (first.seat, first.match is not None) == (0, True)
        again = here.guest(game.codes["0"])
        assert again.seat == 0
        assert again.match is not None
        again.match.submit_or_raise(Play((again.match.legal()[0],)))
        assert here.until(lambda: not again.waiting and not again.ahead[1])
    finally:
        here.close()
    kept = games.find(game.number)
    assert len(kept.match.turns) == 1
    assert set(kept.holders) == {"0"}
    there = Serving()
    try:
        other = there.guest(game.codes["1"])
        assert other.match is not None
        assert len(other.match.turns) == 1
    finally:
        there.close()


def test_a_turn_whose_days_are_over_loses_and_the_file_says_so(game: CorrespondenceGame) -> None:
    here = Serving()
    try:
        here.let_pass(2.9)
        assert not games.find(game.number).match.over
        here.let_pass(0.2)  # the loss is saved immediately
    finally:
        here.close()
    outcome = games.find(game.number).match.outcome
    assert outcome is not None
    assert outcome.reason == "time"
    assert 1 in outcome.winners


def test_a_clock_that_is_set_forward_costs_nobody_the_game(game: CorrespondenceGame) -> None:
    here = Serving()
    try:
        here.wall += 400 * DAY_S  # the clock is wrong for an hour
        here.let_pass(0.05)
        here.wall -= 400 * DAY_S
        here.let_pass(2.0)
        assert not games.find(game.number).match.over
        here.wall += 2 * DAY_S  # the clock is right again, and is believed after a day
        here.let_pass(0.9)
        assert not games.find(game.number).match.over
        here.let_pass(1.1)
    finally:
        here.close()
    assert games.find(game.number).match.over
