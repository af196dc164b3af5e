"""Engine seats and the conduct of a match around them; no engine is started here."""

from __future__ import annotations

import time
from typing import Any

from game.screen.play.conduct import Conductor, Trouble, Turn
from game.table.match import Match
from game.table.players import Chosen, EngineSeat, Failed
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.screen.play.play_helpers import Dice


class Broken(Dice):
    def poll(self) -> Any:
        raise RuntimeError("out of order")


def answer(seat: EngineSeat) -> Chosen | Failed:
    for _ in range(2000):
        found = seat.poll()
        if found is not None:
            return found
        time.sleep(0.002)
    raise AssertionError("no answer")


def new(make: Any = Dice, clock: ClockSpec | None = None) -> tuple[Match, Conductor]:
    seats = (SeatSpec("engine", 3), SeatSpec("person"))
    match = Match(MatchSpec("multiplicity size=3", seats, clock))
    return match, Conductor(match, make)


def order(conductor: Conductor, now: float = 1.0) -> Turn | Trouble:
    for step in range(2000):
        found = conductor.update(now + step * 0.01, moving=False, held=False)
        if found is not None:
            return found
        time.sleep(0.002)
    raise AssertionError("no order")


def test_an_engine_chooses_a_whole_legal_turn() -> None:
    match, _ = new()
    seat = EngineSeat(match.game, 3, 1, Dice)
    seat.begin(match.state)
    chosen = answer(seat)
    assert isinstance(chosen, Chosen)
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
    time.sleep(0.05)
    assert seat.poll() is None
    assert seat.thinking is None
    seat.close()


def test_a_failure_is_told_and_a_person_may_go_on() -> None:
    _match, conductor = new(Broken)
    trouble = order(conductor)
    assert isinstance(trouble, Trouble)
    assert trouble.why == "out of order"
    assert conductor.person_to_move
    assert conductor.update(50.0, moving=False, held=False) is None
    conductor.close()


def test_the_engine_waits_a_breath_and_its_clock_stops_with_its_answer() -> None:
    match, conductor = new(clock=ClockSpec(60))
    assert conductor.update(0.0, moving=False, held=False) is None
    time.sleep(0.1)
    assert conductor.update(0.1, moving=False, held=False) is None, "it can be followed"
    turn = order(conductor, 0.4)
    assert isinstance(turn, Turn)
    left = match.clock.remaining(0, 0.4)
    assert match.clock.remaining(0, 1000.0) == left
    conductor.close()


def test_nothing_happens_while_the_match_is_held_or_shown() -> None:
    match, conductor = new(clock=ClockSpec(60))
    for held, moving in ((True, False), (False, True)):
        assert conductor.update(5.0, moving=moving, held=held) is None
        assert conductor.thinking is None
        assert match.clock.remaining(0, 100.0) == 60
    conductor.close()
