"""An engine answers offers sensibly, and a person's take-back goes back to the right turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from game.rules.base import State
from game.rules.proposals import Accept, Decline, GoBack, Offer, Redo
from game.table.agreement import MatchOffer
from game.table.clock import Allowance
from game.table.engine_seat import EngineAnswer, EngineChosen, EngineFailed
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.table.undo import last_action, last_turn, next_turn, to_point

PERSON, ENGINE = SeatSpec(), SeatSpec("engine", 3)


@dataclass(frozen=True)
class Thought:
    value: float


@dataclass
class Thinker:
    """An engine with scripted answers: for each position, the value for the seat to move."""

    values: list[float | str | None]
    asked: list[tuple[State, Allowance | None]] = field(default_factory=list)

    def begin(self, state: State, allowed: Allowance | None = None) -> None:
        self.asked.append((state, allowed))

    def poll(self) -> Any:
        state, value = self.asked[-1][0], self.values[len(self.asked) - 1]
        if isinstance(value, str):
            return EngineFailed(state, value)
        return None if value is None else EngineChosen(state, (), Thought(value))


def answer(match: Match, seat: int, what: Any, *values: float | str | None) -> tuple[Any, Thinker]:
    thinker: Any = Thinker(list(values))
    offer = MatchOffer(what, 1 - seat, len(match.entries))
    told = EngineAnswer(match, seat, thinker, offer)
    for _frame in range(5):
        found = told.poll(100.0)
        if found is not None:
            return found, thinker
    return None, thinker


def stones(clock: ClockSpec | None = None) -> Match:
    return Match(MatchSpec("multiplicity size=3", (PERSON, ENGINE), clock))


@pytest.mark.parametrize(
    ("value", "agrees"), [(0.4, False), (0.47, False), (0.49, True), (0.5, True), (0.9, True)]
)
def test_a_draw_is_agreed_to_where_playing_on_is_no_better(value: float, agrees: bool) -> None:
    """The value is that of the seat to move, which is the person's."""
    found, thinker = answer(stones(), 1, "draw", value)
    assert found == (Accept if agrees else Decline)("draw", 1, "engine")
    assert [allowed for _state, allowed in thinker.asked] == [Allowance(movetime=0.8)]


def test_an_engine_to_move_compares_its_own_chance() -> None:
    match = Match(MatchSpec("multiplicity size=3", (ENGINE, PERSON)))
    assert answer(match, 0, "draw", 0.6)[0] == Decline("draw", 0, "engine")
    assert answer(match, 0, "draw", 0.5)[0] == Accept("draw", 0, "engine")


def test_an_engine_that_fails_declines_and_one_that_thinks_is_waited_for() -> None:
    assert answer(stones(), 1, "draw", "broken")[0] == Decline("draw", 1, "engine")
    found, thinker = answer(stones(), 1, "draw", None)
    assert found is None
    assert len(thinker.asked) == 1


def test_with_a_clock_it_thinks_a_small_part_of_what_is_left() -> None:
    _found, thinker = answer(stones(ClockSpec(8.0)), 1, "draw", 0.5)
    assert thinker.asked[0][1] == Allowance(movetime=0.4)
    _found, thinker = answer(stones(ClockSpec(600.0)), 1, "draw", 0.5)
    assert thinker.asked[0][1] == Allowance(movetime=0.8)


def test_an_end_is_agreed_to_by_what_lies() -> None:
    """In Libra with a target, the stones on the board are counted, and they decide the game."""
    for target, seat, agrees in ((1, 1, True), (3, 1, False), (1, 0, False), (3, 0, True)):
        people = (ENGINE, PERSON) if seat == 0 else (PERSON, ENGINE)
        match = Match(MatchSpec(f"libra size=3 mode=target target={target}", people))
        match.play(match.legal()[0])
        found, thinker = answer(match, seat, "end", 0.5)
        assert found == (Accept if agrees else Decline)("end", seat, "engine")
        assert [state for state, _allowed in thinker.asked] == [match.state]


def test_an_end_that_begins_another_round_is_searched_too() -> None:
    match = Match(MatchSpec("libra size=3", (PERSON, ENGINE)))
    match.play(match.legal()[0])
    step = match.game.agreed_end(match.state)
    assert step is not None
    for later, agrees in ((0.9, True), (0.1, False)):
        found, thinker = answer(match, 1, "end", 0.5, later)
        assert found == (Accept if agrees else Decline)("end", 1, "engine")
        assert [state for state, _allowed in thinker.asked] == [match.state, step.state]


# -- taking back ----------------------------------------------------------------------------------


def played(*turns: str, people: tuple[SeatSpec, ...] = (PERSON, PERSON)) -> Match:
    match = Match(MatchSpec("less walls=" + "0" * 60, people))
    for turn in turns:
        for text in turn.split(","):
            match.play(match.game.parse_action(match.state, text))
    return match


def test_the_last_action_of_a_turn_and_then_the_last_turn_is_taken_back() -> None:
    match = played("e2-d2,d2-c2,c2-b2", "a5-a4,a4-a3")
    assert last_action(match) == GoBack(4)
    assert last_turn(match) == GoBack(3)
    assert last_action(played("e2-d2,d2-c2,c2-b2")) == GoBack(0)
    assert last_action(played()) is None
    assert last_turn(played()) is None


def test_against_engines_the_persons_own_turn_is_taken_back() -> None:
    turns = ("e2-d2,d2-c2,c2-b2", "a5-a4,a4-a3,a3-a2", "b2-b3")
    assert last_turn(played(*turns[:2], people=(PERSON, ENGINE))) == GoBack(0)
    assert last_turn(played(*turns, people=(ENGINE, PERSON))) == GoBack(3)
    assert last_action(played(*turns, people=(ENGINE, PERSON))) == GoBack(3)
    assert last_turn(played(*turns[:2], people=(ENGINE, ENGINE))) == GoBack(3)
    assert last_turn(played(turns[0], people=(ENGINE, PERSON))) is None


def test_the_piece_of_a_turn_goes_back_to_a_point_where_it_stood() -> None:
    match = played("e2-d2,d2-c2,c2-b2", "a5-a4,a4-a3")
    assert to_point(match, "a5") == GoBack(3)
    assert to_point(match, "a4") == GoBack(4)
    assert to_point(match, "a3") is None
    assert to_point(match, "e2") is None
    assert to_point(played("e2-d2,d2-c2,c2-b2"), "e2") is None
    assert to_point(played("e2-d2", people=(ENGINE, PERSON)), "e2") is None


def test_what_was_taken_back_is_played_again_up_to_the_next_turn_of_a_person() -> None:
    for people, counts in (((PERSON, PERSON), (3, 2)), ((PERSON, ENGINE), (5, None))):
        match = played("e2-d2,d2-c2,c2-b2", "a5-a4,a4-a3", people=people)
        match.submit_or_raise(GoBack(0))
        assert next_turn(match) == Redo(counts[0])
        match.submit_or_raise(Redo(3))
        assert next_turn(match) == Redo(2)
    assert next_turn(played("e2-d2")) is None


def test_an_agreed_end_is_taken_back_alone() -> None:
    match = played("e2-d2,d2-c2,c2-b2", "a5-a4,a4-a3")
    match.submit_or_raise(Offer("draw", 0))
    match.submit_or_raise(Accept("draw", 1))
    assert match.over
    assert last_turn(match) == GoBack(5)
    assert last_action(match) == GoBack(5)
