"""A side that gives up concedes at least what it could have lost by playing on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.compile.compiler import can_compile
from game.games.less.engine.race import way_home
from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of
from game.games.less.rules import HOME, Less
from game.rules import Game, State
from game.rules.events import Outcome
from game.rules.proposals import Accepted, Close, Proposal, Resign, TimeUp
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.support.setups import SETUPS

RULED = 10  # margin in Less if no count of moves decides


def wandered(game: Game, seed: int, share: float) -> State:
    """Return the position of a random game after about this share of its actions."""
    dice, states = random.Random(seed), [game.start()]
    while not game.over(states[-1]) and len(states) < 700:
        states.append(game.advance(states[-1], dice.choice(game.legal(states[-1]))))
    return states[int(share * (len(states) - 2))]


def ended(game: Game, state: State, step: Callable[[State], State]) -> Outcome:
    while not game.over(state):
        state = step(state)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome


ENDS = ("resigned", "time", "letter")


def left(setup: str, state: State, seat: int, end: str) -> Outcome:
    """Return the outcome of a match that `seat` ends in this way, in the position `state`."""
    game = parse_setup(setup)
    seats = tuple(SeatSpec("person") for _ in range(game.seats))
    spec = MatchSpec(setup, seats, ClockSpec(60), position=game.position_text(state))
    match = Match(spec, game)
    if end == "time":
        assert match.to_move == seat
        match.clock.run(seat, 0.0)
    proposals: dict[str, Proposal] = {
        "resigned": Resign(seat),
        "time": TimeUp(),
        "letter": Close(game.time_up(state, seat)),
    }
    assert isinstance(match.submit(proposals[end], 61.0), Accepted)
    outcome = match.outcome
    assert outcome is not None
    assert load(dump(match)).outcome == outcome, "the record carries it"
    return outcome


@given(
    setup=st.sampled_from(SETUPS),
    seed=st.integers(0, 999),
    share=st.floats(0, 1),
    end=st.sampled_from(ENDS),
)
@settings(max_examples=25, deadline=None)
def test_no_way_out_is_cheaper_than_the_worst_end_of_playing_on(
    setup: str, seed: int, share: float, end: str
) -> None:
    game, dice = parse_setup(setup), random.Random(seed)
    state = wandered(game, seed, share)
    while game.turn_begun(state) and not game.over(state):
        state = game.advance(state, dice.choice(game.legal(state)))
    if game.over(state):
        return
    seat = game.to_move(state) if end != "resigned" else dice.randrange(game.seats)
    given_up = left(setup, state, seat, end)
    assert given_up.winners == game.side(1 - seat % 2)
    assert given_up.margin == game.conceded(state, seat % 2)
    if game.key == "less":
        assert given_up.margin >= RULED
    elif game.margins:
        step = lambda here: game.advance(here, dice.choice(game.legal(here)))  # noqa: E731
        for _ in range(2):
            outcome = ended(game, state, step)
            if outcome.winners == given_up.winners:
                assert given_up.margin >= outcome.margin


RACE = "white=a6,b6,a5,b5 black={} spent={},{} turns=14 turn=black"


@pytest.mark.parametrize(
    ("black", "spent", "margin"),
    [
        ("c1,f1,d3,d4", (6, 19), 21),
        ("c1,f1,d3,d4", (20, 6), 10),
        ("d1,f1,e2,f2", (6, 17), 12),
        ("d1,f1,e2,f2", (6, 4), 10),
        ("a1,a2,b1,b2", (10, 2), 10),
    ],
)
def test_a_race_given_up_costs_what_its_shortest_end_would(
    black: str, spent: tuple[int, int], margin: int
) -> None:
    game = parse_setup("less seed=1")
    state = game.from_position(RACE.format(black, *spent))
    need, way, exact = way_home(game, state)
    assert exact
    assert game.conceded(state, 1) == max(RULED, spent[1] + need - spent[0]) == margin
    assert game.conceded(state, 0) == max(RULED, spent[0] - spent[1] - need)
    for action in way:
        state = game.advance(state, action)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.margin <= margin


def test_before_the_race_each_side_is_counted_as_if_it_were_alone() -> None:
    """The numbers are those of the panel: moves spent, and the pieces' exact distance home."""
    game = parse_setup("less seed=1")
    start = game.position_text(game.start()).partition(" spent=")[0]
    alone = 18
    for spent, margins in (((30, 8), (22, 10)), ((8, 30), (10, 22)), ((20, 18), (10, 10))):
        state = game.from_position(f"{start} spent={spent[0]},{spent[1]} turns=20 turn=white")
        assert isinstance(game, Less)
        assert (game.to_go(state, 0), game.to_go(state, 1)) == (alone, alone)
        assert (game.conceded(state, 0), game.conceded(state, 1)) == margins


def test_moves_to_go_are_those_of_the_tables() -> None:
    """The tables hold the engine's distances for all placements of a seat's pieces."""
    game = parse_setup("less seed=5")
    assert isinstance(game, Less)
    tables = [solo_table(game, seat, can_compile(game.key)) for seat in range(game.seats)]
    for seed in range(3):
        state = wandered(game, seed, 0.2)
        for side in (0, 1):
            numbers = [
                int(tables[seat][number_of(binomial_table(), *squares_of(state, seat))])
                for seat in game.side(side)
            ]
            if not any(state[HOME : HOME + 2]):
                assert game.to_go(state, side) == sum(numbers)


DUEL = "libra size=3 mode=duel"


@pytest.mark.parametrize(
    ("turns", "side", "margin"),
    [
        # The 19 cells have five separate triangles, and each joins at least two stones.
        ((), 0, 14),
        ((), 1, 14),
        (("We1",), 0, 15),
    ],
)
def test_a_duel_of_libra_credits_what_is_still_possible_to_the_other_side_alone(
    turns: tuple[str, ...], side: int, margin: int
) -> None:
    game = parse_setup(DUEL)
    state = game.start()
    for text in turns:
        state = game.advance(state, game.parse_action(state, text))
    assert game.conceded(state, side) == margin


def test_a_finished_round_of_a_duel_is_credited() -> None:
    game = parse_setup(DUEL)
    state, dice = game.start(), random.Random(1)
    while game.tally(state)["round"] == 1:
        state = game.advance(state, dice.choice(game.legal(state)))
    first = game.tally(state)["first"]
    assert game.conceded(state, 0) == first
    assert game.conceded(state, 1) == 14 - first
