"""Every event of every game survives a round trip over a line; the error for rubbish names it."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.base import Action
from game.rules.events import Event
from game.rules.proposals import (
    Accept,
    AllAgreed,
    Decline,
    GoBack,
    Offer,
    Play,
    Redo,
    Resign,
    TimeUp,
    Withdraw,
)
from game.rules.registry import parse_setup
from game.table.errors import RecordError, WireError
from game.table.history import (
    Ended,
    History,
    MatchEvent,
    Played,
    Reopened,
    TakenBack,
)
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.table.wire_events import decode, encode, from_snapshot, snapshot
from tests.support.setups import SETUPS
from tests.table.homeward import homeward


def eventful(setup: str, seed: int) -> Match:
    """Play a random game with take-backs, redone actions and every kind of end."""
    game, dice = parse_setup(setup), random.Random(seed)
    spec = MatchSpec(setup, tuple(SeatSpec() for _ in range(game.seats)), ClockSpec(10_000, 2))
    match, now = Match(spec, game), 0.0
    while not match.over and len(match.entries) < 400:
        match.clock.run(match.to_move, now)
        now += dice.random()
        match.submit_or_raise(Play(_choice(match, dice), by="board"), now)
        if dice.random() < 0.1:
            match.submit_or_raise(GoBack(max(0, len(match.entries) - dice.randrange(4))), now)
            match.submit(Redo(dice.randrange(1, 3)), now)
        if not match.over and dice.random() < 0.2:
            length = len(match.entries)
            said = dice.choice((Offer, Accept, Decline))
            match.submit(said(dice.choice(("draw", "end")), dice.randrange(game.seats)), now)
            match.submit(Withdraw(dice.randrange(game.seats)), now)
            if match.over:
                match.submit_or_raise(GoBack(length), now)
        if dice.random() < 0.05:
            ends = (Resign(match.to_move), AllAgreed("draw"), AllAgreed("end"), TimeUp())
            length = len(match.entries)
            for end in ends:
                match.submit(end, now)
                match.submit_or_raise(GoBack(length), now)
    return match


def _choice(match: Match, dice: random.Random) -> tuple[Action, ...]:
    """Return a random action; in Less a turn towards home, as random play never gets there."""
    if match.game.key == "less" and not match.turn_begun:
        return tuple(homeward(match.game, match.state, dice))
    return (dice.choice(match.legal()),)


def there_and_back(match: Match, seq: int, event: MatchEvent) -> tuple[int, MatchEvent]:
    return decode(match.game, json.loads(json.dumps(encode(seq, event))))


@pytest.mark.parametrize("setup", SETUPS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=3)
def test_every_event_comes_back_the_same(setup: str, seed: int) -> None:
    match = eventful(setup, seed)
    events = match.feed(since=0).drain()
    assert [there_and_back(match, seq, event) for seq, event in events] == events


def test_the_games_above_show_every_kind_of_event() -> None:
    kinds: set[type[Any]] = set()
    for setup in (*SETUPS, "more-or-less board=decagon-51", "libra size=3 mode=duel"):
        for seed in range(3):
            for _seq, event in eventful(setup, seed).feed(since=0).drain():
                kinds.add(type(event))
                if isinstance(event, Played):
                    kinds.update(map(type, event.entry.events))
    assert {*get_args(MatchEvent), *get_args(Event)} <= kinds


@pytest.mark.parametrize("setup", SETUPS)
def test_whoever_comes_late_follows_from_a_snapshot(setup: str) -> None:
    whole, part = eventful(setup, 5), 30
    match = Match(whole.spec, whole.game)
    log = whole.feed(since=0).drain()
    for _seq, event in log[:part]:
        _repeat(match.history, event)
    late = History(match.game)
    for entry in match.history.entries:
        late.append(entry)
    for seq, event in log[part:]:
        _seq, told = there_and_back(whole, seq, event)
        _repeat(late, told)
    assert late.entries == whole.entries
    assert late.turns == whole.turns
    assert (late.state, late.outcome) == (whole.state, whole.outcome)
    seq, copy = from_snapshot(json.loads(json.dumps(snapshot(whole))))
    assert seq == whole.seq == len(log)
    assert (copy.state, copy.outcome) == (whole.state, whole.outcome)
    assert copy.offers == whole.offers


def _repeat(history: History, event: MatchEvent) -> None:
    """Apply an event as a follower of the match does."""
    if isinstance(event, Played):
        history.append(event.entry)
    elif isinstance(event, TakenBack):
        history.cut(len(history.entries) - len(event.entries))
    elif isinstance(event, Ended):
        history.declared = event.outcome if event.declared else None
    elif isinstance(event, Reopened):
        history.declared = None


@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=6,
    ),
    field=st.sampled_from(["v", "seq", "event", "by", "again", "entry", "action", "seen", "left"]),
)
@settings(max_examples=150)
def test_rubbish_is_refused_by_name(data: Any, field: str) -> None:
    match = eventful("multiplicity size=3", 1)
    good = json.loads(json.dumps(encode(0, match.feed(since=0).drain()[0][1])))
    for bad in (data, {**good, field: data}, {**good, "entry": {**good["entry"], field: data}}):
        try:
            decode(match.game, bad)
        except WireError:
            continue
    for bad in (data, {"v": 2, "seq": 0, "record": data}):
        with pytest.raises((WireError, RecordError)):
            from_snapshot(bad)


@pytest.mark.parametrize("wrong", [{"v": 1}, {"v": "2"}, {"seq": "0"}, {"seq": True}])
def test_a_snapshot_of_another_version_or_without_number_is_refused(
    wrong: dict[str, Any],
) -> None:
    good: dict[str, Any] = {**snapshot(eventful("multiplicity size=3", 1))}
    from_snapshot(good)
    with pytest.raises(WireError):
        from_snapshot({**good, **wrong})
