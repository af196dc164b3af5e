"""A match handles undo, redo, clocks and declared ends, and informs its listeners."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from game.rules import IllegalAction, SetupError
from game.rules.proposals import (
    Accepted,
    AllAgreed,
    Amend,
    GoBack,
    Play,
    Redo,
    Refused,
    Resign,
    TimeUp,
)
from game.table import positions_json, undo
from game.table.conceded import ConcededCount
from game.table.errors import MatchError
from game.table.history import Ended, History, Played, Reopened, TakenBack
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from tests.support.waiting import until

WALLS = "less walls=" + "0" * 60


def new(setup: str, clock: ClockSpec | None = None, **seats: Any) -> Match:
    count = 4 if "seats=4" in setup else 2
    return Match(MatchSpec(setup, tuple(SeatSpec(**seats) for _ in range(count)), clock))


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
        match.submit_or_raise(GoBack(length - 1))
    assert match.state == match.game.start()
    while match.undone:
        match.submit_or_raise(Redo())
    assert match.state == states[9]


def test_undo_and_redo_by_turn() -> None:
    match = new("more-or-less")
    play_turns(match, str(match.game.topology.centre), "c1,c2", "b1,b2")
    gone = undo.last_turn(match)
    assert gone == GoBack(3)
    feed = match.feed()
    match.submit_or_raise(gone)
    ((_seq, told),) = feed.drain()
    assert isinstance(told, TakenBack)
    assert [entry.text for entry in told.entries] == ["b2", "b1"]
    assert match.to_move == 0
    assert match.turn_begun == 0
    again = undo.next_turn(match)
    assert again == Redo(2)
    match.submit_or_raise(again)
    assert [entry.text for entry in match.entries[-2:]] == ["b1", "b2"]
    match.submit_or_raise(GoBack(4))
    assert undo.last_turn(match) == GoBack(3)
    assert undo.last_action(match) == GoBack(3)


def test_the_same_action_keeps_the_rest_of_the_redo_and_another_drops_it() -> None:
    match = new("more-or-less")
    play_turns(match, str(match.game.topology.centre), "c1,c2")
    match.submit_or_raise(GoBack(1))
    play_turns(match, "c1")
    assert [entry.text for entry in match.undone] == ["c2"]
    match.submit_or_raise(GoBack(1))
    play_turns(match, "b3")
    assert match.undone == []


def test_undo_to_person_takes_the_engines_turn_too() -> None:
    seats = (SeatSpec("person"), SeatSpec("engine", 3))
    match = Match(MatchSpec(WALLS, seats))
    play_random(match, 2, 12)
    turns = match.turns
    last = max(i for i, turn in enumerate(turns) if turn.seat == 0)
    gone = undo.last_turn(match)
    assert gone is not None
    match.submit_or_raise(gone)
    assert len(match.turns) == last
    assert match.to_move == 0


def test_what_is_refused() -> None:
    match = new(WALLS)
    other = match.game.parse_action(match.state, match.legal()[0].text)
    match.play(other)
    with pytest.raises(IllegalAction):
        match.play(other)
    match.submit_or_raise(Resign(0))
    with pytest.raises(MatchError):
        match.play(match.game.legal(match.state)[0])
    for refused, at in (
        (Resign(1), match),
        (Redo(), match),
        (AllAgreed("draw"), new("more-or-less")),
        (AllAgreed("end"), new(WALLS)),
        (GoBack(1), new(WALLS)),
        (GoBack(-1), new(WALLS)),
        (Redo(), new(WALLS)),
        (TimeUp(), new(WALLS)),
    ):
        with pytest.raises(MatchError):
            at.submit_or_raise(refused)
    with pytest.raises(SetupError, match="1 seats given, expected 2"):
        Match(MatchSpec(WALLS, (SeatSpec(),)))


def test_resignation_in_the_team_game_loses_for_both_partners() -> None:
    match = Match(two_people("less seats=4 seed=1", 4))
    match.submit_or_raise(Resign(2))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.winners == (1, 3)
    assert outcome.result == "p2win"
    assert match.over
    assert match.legal() == []


def test_an_end_by_agreement_counts_what_lies() -> None:
    match = new("libra size=3 mode=target target=2")
    play_turns(match, "We3", "Wa3")
    match.submit_or_raise(AllAgreed("end"))
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.turns[-1].text == "agreed"
    match.submit_or_raise(GoBack(2))
    assert not match.over
    assert len(match.entries) == 2


def test_a_declared_end_is_taken_back_before_the_last_action() -> None:
    match = new(WALLS)
    play_random(match, 3, 5)
    match.submit_or_raise(Resign(match.to_move))
    gone = undo.last_turn(match)
    assert gone == GoBack(5)
    match.submit_or_raise(gone)
    assert not match.over
    assert len(match.entries) == 5


def test_listeners_hear_of_everything_once() -> None:
    match = new("libra size=3 mode=target target=19")
    feed = match.feed()
    play_turns(match, "We3")
    assert [type(event) for _seq, event in feed.drain()] == [Played]
    match.submit_or_raise(GoBack(0))
    assert [type(event) for _seq, event in feed.drain()] == [TakenBack]
    match.submit_or_raise(AllAgreed("draw"))
    match.submit_or_raise(GoBack(0))
    assert [type(event) for _seq, event in feed.drain()] == [Ended, Reopened]
    play_random(match, 4)
    kinds = [type(event) for _seq, event in feed.drain()]
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
    match.submit_or_raise(GoBack(0))
    assert match.clock.remaining(0, 300.0) == 60
    assert match.times == []


def test_a_fallen_flag_loses() -> None:
    match = new("multiplicity size=3", ClockSpec(10))
    match.clock.run(0, 0.0)
    assert isinstance(match.submit(TimeUp(), 9.9), Refused)
    assert match.submit(TimeUp(), 10.0) == Accepted(0, 1)
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason == "time"
    assert outcome.winners == (1,)
    assert isinstance(match.submit(TimeUp(), 11.0), Refused)


def test_a_match_without_limit_measures_time() -> None:
    match = new("multiplicity size=3")
    match.clock.run(0, 3.0)
    play_turns(match, "c3", now=7.5)
    assert match.times == [4.5]
    assert match.clock.remaining(0, 9.0) is None
    assert isinstance(match.submit(TimeUp(), 1e9), Refused)


# -- proposals -------------------------------------------------------------------------------------


def test_a_proposal_is_carried_out_whole_or_not_at_all() -> None:
    match = new("more-or-less")
    feed, watched = match.feed(), []
    match.watch(lambda seen: watched.append(len(seen.entries)))
    centre = match.legal()[0]
    after = match.game.play(match.state, centre).state
    first, second, third = match.game.legal(after)[:3]
    assert isinstance(match.submit(Play((centre, first, first))), Refused)
    assert isinstance(match.submit(Play((centre, first), start=(1, 2, 3))), Refused)
    assert (match.entries, feed.drain(), watched) == ([], [], [])
    answer = match.submit(Play((centre, first, second), start=match.state))
    assert answer == Accepted(0, 3)
    assert [seq for seq, _event in feed.drain()] == [0, 1, 2]
    assert watched == [3], "told once of all of it"
    turn = match.turns[1]
    assert turn.complete
    assert isinstance(match.submit(Amend(turn.before, (first, third))), Refused), "it is over"
    wrong = Amend(turn.before, (first, first), earlier=True)
    assert isinstance(match.submit(wrong), Refused)
    assert match.turns[1] == turn
    right = Amend(turn.before, (first, third), earlier=True)
    assert match.submit(right) == Accepted(3, 2)
    assert match.turns[1].text == f"{first},{third}"
    assert match.submit(right) == Accepted(5, 0), "it is so already"
    match.submit_or_raise(GoBack(2))
    assert match.submit(Amend(turn.before, (second,))) == Accepted(6, 2), "the turn in progress"
    assert isinstance(match.submit(Amend((0,), ())), Refused)
    assert match.submit(Amend(match.game.start(), earlier=True)) == Accepted(8, 1)
    assert match.entries == []


def test_a_refusal_says_why_as_data() -> None:
    match = new(WALLS)
    match.submit_or_raise(Resign(0))
    answer = match.submit(Play((match.game.legal(match.state)[0],)))
    assert isinstance(answer, Refused)
    assert answer.why.code == "match-over"
    assert set(answer.why.fields) == {"action"}


def test_a_history_cut_anywhere_groups_its_turns_as_if_played_so_far() -> None:
    match = new("less seats=4 seed=3")
    play_random(match, 7, 60)
    for length in (59, 41, 40, 39, 7, 1, 0):
        whole, part = match.history.copy(), History(match.game)
        whole.cut(length)
        for entry in match.entries[:length]:
            part.append(entry)
        assert (whole.entries, whole.turns) == (part.entries, part.turns)


def test_a_copy_of_a_history_has_its_declared_end_and_goes_its_own_way() -> None:
    match = new(WALLS)
    play_random(match, 7, 3)
    match.submit_or_raise(Resign(0))
    copied = match.history.copy()
    assert copied.over
    assert copied.outcome == match.outcome
    assert copied.turns == match.turns
    copied.cut(1)
    assert not copied.over, "an end that was declared goes with the turns"
    assert match.over
    assert len(match.entries) == 3


def test_a_page_may_try_turns_from_earlier_positions_once_the_match_is_over() -> None:
    match = new("libra size=3")
    play_random(match, 1, 3)
    assert positions_json.look(match.history, 1)["actions"] == [], "the match goes on"
    match.submit_or_raise(Resign(0))
    turn = match.turns[1]
    told = positions_json.look(match.history, 1)["actions"]
    assert [one["text"] for one in told] == [one.text for one in match.game.legal(turn.before)]
    play_random(match := new("libra size=3"), 1, 10_000)
    assert match.over
    last = positions_json.look(match.history, len(match.turns))
    assert last["actions"] == [], "the rules have ended it"


def test_a_page_is_told_the_turn_it_looks_at_and_the_kinds_of_actions() -> None:
    match = new("libra size=3")
    play_random(match, 1, 3)
    looked = [positions_json.look(match.history, number)["turn"] for number in (0, 2, 99)]
    assert looked == [0, 2, len(match.turns)]
    told = positions_json.actions(match.game, match.state)
    assert [one["kind"] for one in told] == [one.kind for one in match.legal()]


def test_what_giving_up_costs_is_ready_once_it_is_counted() -> None:
    counted = threading.Event()

    class Slow:
        counts_conceded = True

        def conceded(self, _state: Any, _side: int) -> int:
            counted.wait(60)
            return 3

    game: Any = Slow()
    state = new("libra size=3").state
    count = ConcededCount(game)
    assert not count.ready(state, 0)
    assert not count.ready(state, 0), "it is being counted"
    counted.set()
    assert until(lambda: count.ready(state, 0))
