"""Reviewed games show why turns were mistakes, with the right reasons."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.rules.events import Jumped
from game.rules.registry import GAMES
from game.screen.plugin.reasons import Reasons, reasons_of
from game.table.match import Match
from game.table.mistakes import Mistake, mistakes, turning_points, whole_turns
from game.table.record import load

FOLDER = Path(__file__).parent / "reviewed"
SAID = {
    "less": {
        4: "The better turn: Stands in Black's way, which costs them 3 moves. "
        "Then White makes 21, Black 23: fewer win.",
        5: "Black makes 24, with the better turn 23: fewer moves win.",
        6: "White makes 25, with the better turn 22: fewer moves win.",
        10: "White makes 30, with the better turn 28: fewer moves win.",
    },
    "libra": {
        20: "Makes one more group. LESS wants few.",
        28: "Lets a new group begin on 3 cells, the better turn on 2. LESS wants few.",
        65: "Misses joining 2 groups. LESS wants few.",
        66: "Joins 2 groups into one. MORE wants many.",
        70: "Joins 2 groups into one. MORE wants many.",
    },
    "more-or-less": {
        24: "After the reply 14 are black, with the better turn 11: fewer win in the end.",
        27: "After the reply 14 are green, with the better turn 12: fewer win in the end.",
        31: "After the reply 14 are green, with the better turn 12: fewer win in the end.",
        33: "Misses a train of 3. "
        "After the reply 14 are green, with the better turn 12: fewer win in the end.",
    },
    "multiplicity": {
        16: "White comes to 8, with the better turn to 12: the higher product wins.",
        35: "Joins 7 + 1: product 810, with the better turn 840. The higher product wins.",
    },
}


def reviewed(key: str) -> Match:
    return load((FOLDER / f"{key}.json").read_text())


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_every_mistake_has_its_reason(key: str) -> None:
    match = reviewed(key)
    found = mistakes(match.game, match.turns, match.evaluations)
    reasons = reasons_of(match.game)
    assert {one.number: reasons.reason(one) for one in found if one.better} == SAID[key]
    story = turning_points(found)
    assert 0 < len(story) <= 3
    assert json.loads((FOLDER / f"{key}.json").read_text())["version"] == 3


def test_a_train_that_is_left_to_the_other_side_is_counted() -> None:
    match = reviewed("more-or-less")
    number = next(n for n, turn in enumerate(match.turns) if turn.hops > 1 and n > 14)
    train = match.turns[number]
    played = (match.turns[number - 1], train)
    legal = match.game.legal(played[0].before)
    quiet = next(action for action in legal if action.text != played[0].entries[0].text)
    better = whole_turns(match.game, played[0].before, [(quiet,)])
    if not better:  # if the better turn has more than one action
        after = match.game.advance(played[0].before, quiet)
        better = whole_turns(match.game, played[0].before, [(quiet, match.game.legal(after)[0])])
    mistake = Mistake(number - 1, 0.8, 0.2, played, tuple(better))
    hops = sum(isinstance(event, Jumped) for event in train.events)
    said = reasons_of(match.game).reason(mistake)
    first = train.entries[0].action
    assert first is not None
    assert said.startswith("Leaves ")
    assert f"a train of {hops}, from {first.source}." in said


def test_a_win_that_is_missed_or_given_away_comes_first() -> None:
    for key in SAID:
        match = reviewed(key)
        before, last = match.turns[-2:]
        assert match.outcome is not None
        if before.seat in match.outcome.winners or last.seat not in match.outcome.winners:
            continue
        given = Mistake(0, 0.9, 0.0, (before, last), (before,))
        assert Reasons(match.game).reason(given).startswith("Lets ")
        missed = Mistake(0, 1.0, 0.5, (before,), (last,))
        assert Reasons(match.game).reason(missed) == ""
        missed = Mistake(0, 1.0, 0.5, (replace(last, entries=before.entries),), (last,))
        assert Reasons(match.game).reason(missed) == "Misses a win in this very turn."
        return
    raise AssertionError("no game is won by who moves last")


def test_a_game_without_a_room_gives_no_reason_it_does_not_count() -> None:
    match = reviewed("multiplicity")
    found = mistakes(match.game, match.turns, match.evaluations)
    assert {Reasons(match.game).reason(one) for one in found} == {""}
