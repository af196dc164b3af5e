"""Matches are conducted around engine seats; no engine is started in these tests."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.base import State
from game.screen.play.turn_controller import TurnController
from game.table.engine_seat import EngineChosen, EngineFailed, EngineSeat
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.table.time_control import with_clocks
from tests.screen.play.play_helpers import Dice
from tests.support.waiting import until


class Broken(Dice):
    def poll(self) -> Any:
        raise RuntimeError("out of order")


def answer(seat: EngineSeat) -> EngineChosen | EngineFailed:
    found: list[EngineChosen | EngineFailed | None] = [None]
    assert until(lambda: found[-1] is not None, step=lambda: found.append(seat.poll()))
    assert found[-1] is not None
    return found[-1]


def new(make: Any = Dice, clock: ClockSpec | None = None) -> tuple[Match, TurnController]:
    seats = (SeatSpec("engine", 3), SeatSpec("person"))
    match = Match(MatchSpec("multiplicity size=3", seats, clock))
    return match, TurnController(match, make)


def conduct(match: Match, conductor: TurnController, now: float = 1.0) -> str:
    """Run frames until the engine has played or is in trouble; return its message."""
    said = [""]

    def frame() -> None:
        time = now + len(said) * 0.01
        said.append(conductor.update(time, moving=False, held=False))

    assert until(lambda: bool(said[-1]) or bool(match.entries), step=frame)
    return said[-1]


def test_an_engine_chooses_a_whole_legal_turn() -> None:
    match, _ = new()
    seat = EngineSeat(match.game, 3, 1, Dice)
    seat.begin(match.state)
    chosen = answer(seat)
    assert isinstance(chosen, EngineChosen)
    assert chosen.state == match.state
    for action in chosen.actions:
        match.play(action)
    assert len(match.turns) == 1
    assert match.turns[0].complete
    seat.close()


def test_an_answer_for_a_position_given_up_is_lost() -> None:
    match, _ = new()
    seat = EngineSeat(match.game, 3, 1, Dice)
    seat.begin(match.state)
    seat.cancel()
    assert seat.thinking is None
    later = match.game.play(match.state, match.legal()[0]).state
    seat.begin(later)
    assert answer(seat).state == later, "nothing comes of the one before"
    seat.close()


def test_a_failure_is_told_and_a_person_may_go_on() -> None:
    match, conductor = new(Broken)
    assert conduct(match, conductor) == "out of order"
    assert conductor.person_to_move
    assert conductor.update(50.0, moving=False, held=False) == ""
    conductor.close()


def test_the_engine_waits_a_breath_and_its_clock_stops_with_its_answer() -> None:
    match, conductor = new(clock=ClockSpec(60))
    conductor.update(0.0, moving=False, held=False)
    engine = conductor.thinking
    assert engine is not None
    assert until(lambda: engine.thought is not None), "it has chosen"
    conductor.update(0.1, moving=False, held=False)
    assert match.entries == [], "it can be followed"
    assert conduct(match, conductor, 0.4) == ""
    assert match.turns[0].complete
    left = match.clock.remaining(0, 0.4)
    assert match.clock.remaining(0, 1000.0) == left
    conductor.close()


def test_the_engine_thinks_while_the_turn_before_is_shown_and_plays_a_breath_after() -> None:
    match, conductor = new(clock=ClockSpec(60))
    for frame in range(200):
        conductor.update(frame * 0.01, moving=True, held=False)
        assert match.entries == []
        assert match.clock.remaining(0, 100.0) == 60
    engine = conductor.thinking
    assert engine is not None
    assert engine.thinking == match.state
    conductor.update(2.3, moving=False, held=False)
    assert match.entries == [], "not before a breath"
    assert conduct(match, conductor, 2.4) == ""
    conductor.close()


def test_nothing_happens_while_the_match_is_held() -> None:
    match, conductor = new(clock=ClockSpec(60))
    assert conductor.update(5.0, moving=False, held=True) == ""
    assert conductor.thinking is None
    assert match.clock.remaining(0, 100.0) == 60
    conductor.close()


def test_a_seat_of_the_team_game_is_given_its_own_clock() -> None:
    asked: list[object] = []

    class Asked(Dice):
        def start(self, state: State, limits: Any = None) -> None:
            asked.append(limits.clock)
            super().start(state, limits)

    seats = (SeatSpec("engine", 3), SeatSpec("person"), SeatSpec("engine", 3), SeatSpec("person"))
    match = Match(MatchSpec("less seats=4 seed=3", seats, ClockSpec(60)))
    for _turn in range(2):
        seat = match.to_move
        while match.to_move == seat:
            match.play(match.legal()[0])
    match.clock.left = [50.0, 40.0, 3.0, 20.0]
    conductor = TurnController(match, Asked)
    played = len(match.entries)
    now = iter(range(1, 1_000_000))
    assert until(
        lambda: len(match.entries) > played,
        step=lambda: conductor.update(next(now) * 0.001, moving=False, held=False),
    )
    assert asked == [(3.0, 20.0)]
    conductor.close()


class Endless(Dice):
    """A player that thinks until it is stopped, and is ready only after some polls."""

    looks, ready = 0, False

    def start(self, state: State, limits: Any = None) -> None:
        super().start(state, limits)
        self.found, self.turn = self.turn, None

    def poll(self) -> Any:
        self.looks += 1
        self.ready = self.looks > 5
        return super().poll() if self.turn else None

    def stop(self) -> None:
        self.turn = self.found


@pytest.mark.parametrize("text", ["1s", "1s+1", "1s delay 1", "1s byo 2x1", "turn 1"])
def test_an_engine_never_loses_on_time_however_it_thinks(text: str) -> None:
    match = Match(with_clocks(new()[0].spec, text))
    conductor = TurnController(match, Endless)
    times = [1.0]

    def frame() -> None:
        """Let time pass until hardly any is left, then wait for the engine."""
        left = match.clock.remaining(0, times[-1]) or 0.0
        times.append(times[-1] + (0.05 if left > 0.2 else 0.0))
        conductor.update(times[-1], moving=False, held=False)

    assert until(lambda: bool(match.entries), step=frame)
    assert not match.over
    conductor.close()


def test_neither_its_start_nor_the_breath_is_charged_to_an_engine() -> None:
    match, conductor = new(Endless, ClockSpec(60))
    assert until(
        lambda: conductor.engines[0].ready,
        step=lambda: conductor.update(1000.0, moving=False, held=False),
    )
    assert match.clock.left == [60, 60]
    conductor.close()
