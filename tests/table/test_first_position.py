"""A match may begin from a given position, and so do its record, its rematch and its followers."""

from __future__ import annotations

import contextlib
import json
import random

import pytest

from game.rules import PositionError, State
from game.rules.kernel import BEGUN
from game.rules.proposals import GoBack, Resign
from game.rules.registry import parse_setup
from game.table.begin import begin, rematch
from game.table.errors import RecordError
from game.table.history import History
from game.table.match import Match
from game.table.record import dump, from_record, load, to_record
from game.table.review import Review
from game.table.spec import MatchSpec, two_people
from game.table.wire_events import from_snapshot, snapshot
from tests.support.setups import SETUPS


def middle(setup: str, seed: int) -> tuple[MatchSpec, State]:
    """Return a match of people from a position in a random game, and that position."""
    game, dice = parse_setup(setup), random.Random(seed)
    states = [game.start()]
    while actions := game.legal(states[-1]):
        states.append(game.advance(states[-1], dice.choice(actions)))
    state = dice.choice([s for s in states if not s[BEGUN] and not game.over(s)])
    return two_people(game.setup, game.seats).with_(position=game.position_text(state)), state


def some_turns(match: Match, dice: random.Random, actions: int = 9) -> None:
    while not match.over and (len(match.entries) < actions or match.turn_begun):
        match.play(dice.choice(match.legal()))


@pytest.mark.parametrize("setup", SETUPS)
def test_a_match_goes_on_from_a_position_and_its_record_too(setup: str) -> None:
    spec, start = middle(setup, 3)
    match = begin(spec)
    assert match.state == start
    assert not match.entries
    some_turns(match, random.Random(1))
    again = load(dump(match))
    assert again.spec == match.spec
    assert (again.history.start, again.state) == (start, match.state)
    assert [turn.text for turn in again.turns] == [turn.text for turn in match.turns]
    assert to_record(again) == to_record(match)
    match.submit_or_raise(GoBack(0))
    assert match.state == start


@pytest.mark.parametrize("setup", SETUPS)
def test_whoever_follows_from_elsewhere_begins_there_too(setup: str) -> None:
    match = begin(middle(setup, 4)[0])
    some_turns(match, random.Random(2), 4)
    _seq, copy = from_snapshot(json.loads(json.dumps(snapshot(match))))
    assert (copy.history.start, copy.state) == (match.history.start, match.state)


def test_a_copy_of_the_history_begins_where_it_did() -> None:
    match = begin(middle("multiplicity size=4", 2)[0])
    assert match.history.copy().state == match.state
    assert History(match.game).state == match.game.start()


def test_a_rematch_is_played_from_the_same_position_with_the_seats_changed() -> None:
    spec, start = middle("libra size=4 mode=duel", 2)
    match = begin(spec)
    match.submit_or_raise(Resign(0))
    assert begin(rematch(match)).state == start
    larger = begin(rematch(match, larger=True))
    assert larger.state == larger.game.start()


def test_a_review_judges_the_first_position_too() -> None:
    match = begin(middle("multiplicity size=4", 2)[0])
    some_turns(match, random.Random(2), 4)
    review = Review(match)
    assert review.states[0] == match.history.start
    assert len(review.states) == len(match.turns) + 1


def test_a_position_that_is_over_makes_a_match_that_is_over() -> None:
    game = parse_setup("less seed=1")
    text = "white=a6,b6,a5,b5 black=e1,f1,e2,f2 spent=20,17 turns=14"
    match = begin(two_people(game.setup).with_(position=text))
    assert match.over
    assert match.legal() == []
    assert load(dump(match)).outcome == match.outcome


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(PositionError, match="d4 holds two pieces"):
        begin(two_people("multiplicity").with_(position="white=d4,d4"))
    record = to_record(begin(middle("multiplicity size=4", 2)[0]))
    with pytest.raises(RecordError, match="ours: multiplicity: 'nonsense' found"):
        from_record({**record, "position": "nonsense"}, "ours")
    wrong: tuple[object, ...] = (3, [], {"white": 1}, True, "", "white=a1")
    for value in wrong:
        with contextlib.suppress(RecordError):
            from_record({**record, "position": value})
