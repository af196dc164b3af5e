"""Engines that play each other by clocks get the right times, and the right one loses on time."""

from __future__ import annotations

from itertools import count

import pytest

from game.engine.search.analysis import SearchLimits
from game.library.entry import player_of
from game.table.opponents import OPPONENTS
from game.table.record import load
from game.table.spec import SeatSpec
from game.table.time_control import parse_clock
from tools.match.command import record_of, seat_of
from tools.match.play import play_game
from tools.match.workers import ArenaJob

SETUP = "multiplicity size=3"


@pytest.mark.parametrize(("text", "step"), [("1", 1), ("10s+3", 1), ("turn 2", 1), ("none", 99)])
def test_a_game_within_its_time_ends_by_the_rules(text: str, step: int) -> None:
    ticks = count(0, step)
    control = parse_clock(text)
    played = play_game(
        SETUP, "greedy", "random", 0, SearchLimits(), 1, lambda: next(ticks), (), control
    )
    assert played.result in ("p1win", "p2win", "draw")


@pytest.mark.parametrize("text", ["5s", "5s+1", "1s delay 1", "turn 2", "0 byo 2x2"])
def test_whoever_runs_out_of_time_has_lost_and_the_record_says_so(text: str) -> None:
    ticks = count(0, 4)
    control = parse_clock(text)
    played = play_game(
        SETUP, "greedy", "random", 1, SearchLimits(), 1, lambda: next(ticks), (), control
    )
    assert played.result == "time"
    job = ArenaJob(0, SETUP, "greedy", "random", 1, None, None, 1, text)
    outcome = load(record_of(job, played, "2026-11-22")).outcome
    assert outcome is not None
    assert outcome.reason == "time"
    names = ("random", "greedy")
    winner = {"first": "greedy", "second": "random"}[played.winner]
    assert names[outcome.winners[0]] == winner


@pytest.mark.parametrize(
    ("asked", "seat"),
    [
        ("level:3", SeatSpec("engine", 3)),
        ("opponent:juno", SeatSpec("engine", OPPONENTS["juno"].level or 0, opponent="juno")),
        ("random", SeatSpec("engine", 10, "random")),
    ],
)
def test_a_record_names_an_engine_as_it_was_asked_for(asked: str, seat: SeatSpec) -> None:
    assert seat_of(asked) == seat
    shown = player_of(seat.kind, seat.name, seat.level, seat.opponent)
    assert shown.key == {"level:3": "level-3", "opponent:juno": "juno"}.get(asked, "random")
