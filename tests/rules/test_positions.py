"""Positions are read back from their text, and impossible positions are refused."""

from __future__ import annotations

import doctest
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.platform.paths import ROOT
from game.rules import (
    Game,
    PositionError,
    RulesError,
    State,
)
from game.rules.kernel import BEGUN
from game.rules.position import position_line, split_line
from game.rules.registry import parse_setup
from tests.support.setups import SETUPS


def random_line(game: Game, dice: random.Random) -> list[State]:
    """Return the positions of a random game, one after each action."""
    states = [game.start()]
    while actions := game.legal(states[-1]):
        states.append(game.advance(states[-1], dice.choice(actions)))
    return states


@pytest.mark.parametrize("setup", SETUPS)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_every_position_of_a_random_game_is_read_back_as_it_was(setup: str, seed: int) -> None:
    game = parse_setup(setup)
    states = random_line(game, random.Random(seed))
    for state in (state for state in states if not state[BEGUN]):
        text = game.position_text(state)
        assert "\n" not in text
        assert game.from_position(text) == state, text
    assert game.over(states[-1])


@pytest.mark.parametrize("setup", SETUPS)
def test_the_game_goes_on_from_a_text_as_it_would_have(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(5)
    states = [state for state in random_line(game, dice) if not state[BEGUN]]
    state = dice.choice(states)
    again = game.from_position(game.position_text(state))
    while actions := game.legal(state):
        assert game.legal(again) == actions
        action = dice.choice(actions)
        state, again = game.advance(state, action), game.play(again, action).state
    assert game.outcome(again) == game.outcome(state)


@pytest.mark.parametrize("setup", SETUPS)
def test_the_middle_of_a_turn_has_no_text(setup: str) -> None:
    game = parse_setup(setup)
    for state in random_line(game, random.Random(1)):
        if state[BEGUN]:
            with pytest.raises(PositionError, match="expected a position at its start"):
                game.position_text(state)


@pytest.mark.parametrize("setup", SETUPS)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), noise=st.text(max_size=4))
def test_damaged_texts_are_refused_by_name(setup: str, seed: int, noise: str) -> None:
    game, dice = parse_setup(setup), random.Random(seed)
    states = [state for state in random_line(game, dice) if not state[BEGUN]]
    text = game.position_text(dice.choice(states))
    at, length = dice.randrange(len(text)), dice.randrange(4)
    damaged = text[:at] + noise + text[at + length :]
    read = None
    refused = ""
    try:
        read = game.from_position(damaged)
    except RulesError as error:
        refused = str(error)
    if read is None:
        assert refused.startswith(f"{game.key}: ")
    else:
        assert game.from_position(game.position_text(read)) == read


COUNTERS = [point for point in parse_setup("more-or-less").topology.points if point != "e5"]
FULL = f"black=e5,{','.join(COUNTERS[:12])} green={','.join(COUNTERS[12:24])}"
REFUSED = [
    (
        "more-or-less",
        f"black={','.join(COUNTERS[:20])} green={','.join(COUNTERS[20:26])}",
        "26 count",
    ),
    ("more-or-less", FULL + " markers=3,5", "markers=3,5, expected them equal or Green one ahead"),
    ("more-or-less", FULL + " markers=3,2", "markers=3,2, expected them equal or Green one ahead"),
    ("more-or-less", FULL + " markers=3", "markers=3, expected two numbers 0 to 12, as 3,2"),
    ("more-or-less", FULL + " markers=13,13", "markers=13,13, expected two numbers 0 to 12"),
    ("more-or-less", FULL + f" markers={0:05000},3", "markers=00000"),
    ("more-or-less", FULL + " markers=3,3 turn=black", "turn=black, expected green"),
    ("more-or-less", FULL + " markers=3,4 turn=green", "turn=green, expected black"),
    ("libra size=2", "round=2 first=3 turns=30", "turns=30, expected 0 to 7"),
    ("libra size=2", "white=a2 round=2 first=3 turns=9", "turns=9, expected 0 to 8"),
    ("libra size=2", "round=2 first=3 turns=0", "turns=0, expected 1, 2, 3, 4, ..."),
    ("libra size=2", "white=a2 round=2 first=3 turns=1", "turns=1, expected 2, 3, 4, 5, ..."),
    ("libra size=2", "white=a2,a3 turn=p2", "turn=p2, expected p1"),
    ("libra size=2", "white=a2 round=2 first=3 turn=p2", "turn=p2, expected p1"),
    ("libra size=3 mode=bid", "bid=4 more=p1 turn=p2 white=c3", "turn=p2, expected p1"),
    ("multiplicity opening=free size=3", "white=a3,a4 black=c3 turns=2", "turns=2, expected 3"),
    (
        "multiplicity opening=free size=3",
        "white=a3 black=c3 turn=black",
        "turn=black, expected white",
    ),
    ("more-or-less", "black=zz turn=black", "'zz', which is no point of"),
    ("more-or-less", "black=e5 green=e5", "e5 holds two pieces"),
    ("more-or-less", "black=e5 turn=black", "expected the first one there"),
    ("more-or-less", "black=e5,e6", "expected an odd number"),
    ("more-or-less", "black=e5,e6,d5", "expected 1 black and 2 green"),
    ("more-or-less", "black=e5 markers=1,1", "markers= with 1 counters"),
    ("more-or-less", "colour=e5", "unknown option colour="),
    ("more-or-less", "black", "'black' found"),
    ("less seed=1", "white=e1,f1,e2", "white= has 3 pieces, expected 4"),
    ("less seed=1", "white=a1,b1,c1,d1 black=a6,b6,a5,z9", "'z9'"),
    ("less seed=1", "white=a1,b1,c1,d1 black=a3,b3,c3,d3 spent=7", "expected two numbers"),
    ("less seed=1", "white=a1,b1,c1,d1 black=a3,b3,c3,d3 turns=1 turn=white", "0, 2, 4, 6"),
    (
        "less seed=1",
        "white=a1,b1,c1,d1 black=a3,b3,c3,d3 turns=2 spent=4,3 turn=white",
        "expected at most three moves",
    ),
    ("less seed=1", "white=a6,b6,a5,b5 black=a3,b3,c3,d3 turn=white", "expected black"),
    ("less seed=1", "white=a6,b6,a5,b5 black=a3,b3,c3,d3 turns=201", "expected 0 to 200"),
    ("libra size=3 obstacles=c3", "white=c3", "c3 holds two pieces"),
    ("libra size=2", "white=a2,a3,b1,b2,b3,c1,c2", "round 1 is over"),
    ("libra size=3", "white=c3 turn=p1", "turn=p1, expected p2"),
    ("libra size=3", "round=3", "round=3, expected 1 to 2"),
    ("libra size=3", "round=2 first=20", "first=20, expected 0 to 19"),
    ("libra size=3 mode=bid", "bid=20", "bid=20, expected 0 to 19"),
    ("libra size=3 mode=bid", "bid=1 turn=p1", "turn=p1, expected p2"),
    ("libra size=3 mode=bid", "bid=1 more=p2", "expected a higher bid"),
    ("libra size=3 mode=bid", "bid=5 white=c3", "while the seats bid"),
    ("libra size=3 mode=bid", "bid=5 turns=9 turn=p2", "turns=9, expected 0 to 5"),
    ("multiplicity", "white=e5", "expected last="),
    ("multiplicity", "white=e5 last=d5", "last=d5, expected a lone stone"),
    ("multiplicity", "white=e5 black=e6,a5 last=e6", "last=e6"),
    ("multiplicity", "white=e5,e6,a5 last=a5", "3 white and 0 black"),
    ("multiplicity opening=free", "white=e5,e6", "2 white and 0 black"),
    ("multiplicity opening=free", "white=e5 last=e5", "last=e5"),
]


@pytest.mark.parametrize(("setup", "text", "complaint"), REFUSED)
def test_impossible_positions_are_refused_with_a_reason(
    setup: str, text: str, complaint: str
) -> None:
    with pytest.raises(RulesError) as caught:
        parse_setup(setup).from_position(text)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(f"{setup.split()[0]}: ")
    assert not re.search(r"\bNone\b", str(caught.value))


@pytest.mark.parametrize("setup", SETUPS)
def test_a_position_line_carries_its_setup(setup: str) -> None:
    game = parse_setup(setup)
    state = game.advance(game.start(), game.legal(game.start())[0])
    state = game.start() if state[BEGUN] else state
    found, text = split_line(position_line(game, state))
    assert (found, parse_setup(found).from_position(text)) == (game.setup, state)
    assert split_line(game.setup) == (game.setup, "")


def test_a_game_that_is_over_may_be_written_down() -> None:
    game = parse_setup("less seed=1")
    home = "white=a6,b6,a5,b5 black=e1,f1,e2,f2 spent=20,17 turns=14"
    outcome = game.outcome(game.from_position(home))
    assert outcome is not None
    assert (outcome.result, outcome.margin) == ("p2win", 3)


def test_the_page_of_the_notation_shows_what_is_so() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "reference" / "notation.md"), module_relative=False
    )
    assert (failed, tried > 5) == (0, True)
