"""The match: undo, redo, clocks, ends that are declared, and what listeners are told."""

from __future__ import annotations

import random

import pytest

from game.rules import IllegalAction, SetupError
from game.table.errors import MatchError
from game.table.history import Ended, Played, Reopened, TakenBack
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people

WALLS = "less walls=" + "0" * 60


def new(setup: str, clock: ClockSpec | None = None, **seats: object) -> Match:
    count = 4 if "seats=4" in setup else 2
    return Match(MatchSpec(setup, tuple(SeatSpec(**seats) for _ in range(count)), clock))  # type: ignore[arg-type]


def play_turns(match: Match, *turns: str, now: float = 0.0) -> None:
    for turn in turns:
        for action in match.game.parse_turn(match.state, turn):
            match.play(action, now)


def play_random(match: Match, seed: int, actions: int = 10_000) -> None:
    dice = random.Random(seed)
    while not match.over and len(match.entries) < actions:
        match.play(dice.choice(match.legal()))


def test_turns_group_the_actions_of_a_seat() -> None:
    match = new("more-or-less")
    centre = match.game.topology.centre
    play_turns(match, str(centre), "c1,c2", "b1")
    assert [turn.text for turn in match.turns] == [centre, "c1,c2", "b1"]
    assert [turn.seat for turn in match.turns] == [0, 1, 0]
    assert [turn.complete for turn in match.turns] == [True, True, False]
    assert match.turn_begun == 1


def test_undo_by_action_and_redo_give_the_position_back() -> None:
    match = new("multiplicity size=4")
    play_random(match, 1, 9)
    states = [entry.before for entry in match.entries] + [match.state]
    for length in range(9, 0, -1):
        assert match.state == states[length]
        match.undo()
    assert match.state == match.game.start()
    assert not match.can_undo
    while match.can_redo:
        match.redo()
    assert match.state == states[9]


def test_undo_and_redo_by_turn() -> None:
    match = new("more-or-less")
    play_turns(match, str(match.game.topology.centre), "c1,c2", "b1,b2")
    gone = match.undo_turn()
    assert [entry.text for entry in gone] == ["b2", "b1"]
    assert match.to_move == 0
    assert match.turn_begun == 0
    assert [entry.text for entry in match.redo_turn()] == ["b1", "b2"]
    match.undo()
    assert [entry.text for entry in match.undo_turn()] == ["b1"]


def test_the_same_action_keeps_the_rest_of_the_redo_and_another_drops_it() -> None:
    match = new("more-or-less")
    play_turns(match, str(match.game.topology.centre), "c1,c2")
    match.undo_turn()
    play_turns(match, "c1")
    assert match.can_redo
    match.undo()
    play_turns(match, "b3")
    assert not match.can_redo


def test_undo_to_person_takes_the_engines_turn_too() -> None:
    seats = (SeatSpec("person"), SeatSpec("engine", 3))
    match = Match(MatchSpec(WALLS, seats))
    play_random(match, 2, 12)
    turns = match.turns
    last = max(i for i, turn in enumerate(turns) if turn.seat == 0)
    match.undo_to_person()
    assert len(match.turns) == last
    assert match.to_move == 0


def test_what_is_refused() -> None:
    match = new(WALLS)
    other = match.game.parse_action(match.state, match.legal()[0].text)
    match.play(other)
    with pytest.raises(IllegalAction):
        match.play(other)
    match.resign(0)
    with pytest.raises(MatchError):
        match.play(match.game.legal(match.state)[0])
    with pytest.raises(MatchError):
        match.resign(1)
    with pytest.raises(MatchError):
        new("more-or-less").agree_draw()
    with pytest.raises(MatchError):
        new(WALLS).agree_end()
    with pytest.raises(SetupError, match="1 seats given, expected 2"):
        Match(MatchSpec(WALLS, (SeatSpec(),)))


def test_resignation_in_the_team_game_loses_for_both_partners() -> None:
    match = Match(two_people("less seats=4 seed=1", 4))
    outcome = match.resign(2)
    assert outcome.winners == (1, 3)
    assert outcome.result == "p2win"
    assert match.over
    assert match.legal() == []


def test_an_end_by_agreement_counts_what_lies() -> None:
    match = new("libra size=3 mode=target target=2")
    play_turns(match, "We3", "Wa3")
    match.agree_end()
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.turns[-1].text == "agreed"
    match.undo()
    assert not match.over
    assert len(match.entries) == 2


def test_a_declared_end_is_taken_back_before_the_last_action() -> None:
    match = new(WALLS)
    play_random(match, 3, 5)
    match.resign(match.to_move)
    match.undo()
    assert not match.over
    assert len(match.entries) == 5


def test_listeners_hear_of_everything_once() -> None:
    match = new("libra size=3 mode=target target=19")
    feed = match.feed()
    play_turns(match, "We3")
    assert [type(change) for change in feed.drain()] == [Played]
    match.undo()
    assert [type(change) for change in feed.drain()] == [TakenBack]
    match.agree_draw()
    match.undo()
    assert [type(change) for change in feed.drain()] == [Ended, Reopened]
    play_random(match, 4)
    kinds = [type(change) for change in feed.drain()]
    assert kinds == [Played] * 19 + [Ended]


def test_clock_counts_the_seat_to_move_and_adds_the_increment() -> None:
    match = new("multiplicity size=3", ClockSpec(60, 2))
    match.clock.run(0, 100.0)
    assert match.clock.remaining(0, 110.0) == 50
    play_turns(match, "c3", now=115.0)
    assert match.clock.remaining(0, 200.0) == 47
    assert match.times == [15.0]
    assert match.clock.remaining(1, 200.0) == 60
    match.clock.run(1, 200.0)
    match.clock.hold(205.0)
    assert match.clock.remaining(1, 300.0) == 55
    match.undo()
    assert match.clock.remaining(0, 300.0) == 60
    assert match.times == []


def test_a_fallen_flag_loses() -> None:
    match = new("multiplicity size=3", ClockSpec(10))
    match.clock.run(0, 0.0)
    assert match.check_time(9.9) is None
    outcome = match.check_time(10.0)
    assert outcome is not None
    assert outcome.reason == "time"
    assert outcome.winners == (1,)
    assert match.check_time(11.0) is None


def test_alarms_speak_once_each_and_again_after_more_time() -> None:
    match = new("multiplicity size=3", ClockSpec(40))
    clock = match.clock
    clock.run(0, 0.0)
    heard = [clock.alarm(now / 10) for now in range(400)]
    assert [bound for bound in heard if bound] == [30, 10, 5]
    assert heard.index(30) == 100
    assert heard.index(10) == 300
    assert heard.index(5) == 350


def test_a_match_without_limit_measures_time() -> None:
    match = new("multiplicity size=3")
    match.clock.run(0, 3.0)
    play_turns(match, "c3", now=7.5)
    assert match.times == [4.5]
    assert match.clock.remaining(0, 9.0) is None
    assert match.check_time(1e9) is None
