"""Search by whole turns: it knows every end of a turn, proves what is true, and thinks on."""

from __future__ import annotations

import pytest

from game.engine.bots.options import Options
from game.engine.bots.turn_bot import TurnBot
from game.engine.compile.compiler import can_compile
from game.engine.games.more_or_less.turn_forest import TurnTrees, way_to
from game.engine.games.registry import profile_of
from game.engine.search.analysis import Analysis, Limits, StopSignal
from game.engine.search.growing import Growth
from game.engine.search.turns import same_turn
from game.rules import Game, State, parse_setup
from game.rules.kernel import SEAT
from tests.engine.engine_tools import brute_value, movement

PLAIN = Growth(compiled=False, threads=1, hash_mb=1, seed=5)


def trees(game: Game, state: State, growth: Growth = PLAIN) -> TurnTrees:
    found = TurnTrees(game, profile_of(game), growth)
    assert found.knows(state)
    found.start(state)
    return found


def all_ends(game: Game, state: State) -> set[State]:
    """By trying every sequence of actions."""
    found, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for action in game.legal(here):
            after = game.advance(here, action)
            if same_turn(here, after, game):
                waiting.append(after)
            else:
                found.add(after)
    return found


@pytest.mark.parametrize("passing", ["stuck", "free"])
@pytest.mark.parametrize("board", ["decagon-51", "decagon-81"])
def test_the_ends_of_a_turn_are_all_there_are(board: str, passing: str) -> None:
    game = parse_setup(f"more-or-less board={board} pass={passing}")
    for seed in range(3):
        state = movement(game, seed, 24 - seed)
        assert state is not None
        forest = trees(game, state)
        forest.grow(1)
        ends = all_ends(game, state)
        ways = {forest.turn(child.code) for child in forest.ranked(0)}
        reached = set()
        for way in ways:
            here = state
            for action in way:
                here = game.advance(here, game.parse_action(here, action.text))
            reached.add(here)
        assert reached == ends
        assert len(ways) == len(ends), "no end is there twice"


@pytest.mark.parametrize("passing", ["stuck", "free"])
@pytest.mark.parametrize(("seed", "left"), [(1, 1), (2, 1), (3, 1), (1, 2), (9, 2), (12, 2)])
def test_what_is_proved_is_so(seed: int, left: int, passing: str) -> None:
    game = parse_setup(f"more-or-less board=decagon-51 pass={passing}")
    state = movement(game, seed, left)
    assert state is not None
    bot = TurnBot(game, profile_of(game), Options(), 7, lambda: False)
    found = bot.think(state, Limits(nodes=100_000), lambda analysis: None, StopSignal())
    side = game.to_move(state)
    won = brute_value(game, state) == float(side == 0)
    assert found.proof == ("win" if won else "loss")
    for action in found.best:
        state = game.advance(state, action)
    assert game.over(state) or game.to_move(state) != side
    if won:
        assert brute_value(game, state) == float(side == 0), "the turn keeps what is promised"


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed here: nothing to compile")
def test_compiled_and_plain_trees_of_turns_are_the_same() -> None:
    game = parse_setup("more-or-less")
    for left in (23, 9, 3):
        state = movement(game, 4, left)
        assert state is not None
        shown = []
        for compiled in (True, False):
            forest = trees(game, state, PLAIN._replace(compiled=compiled))
            forest.grow(150)
            shown.append([(c.code, c.visits, round(c.value, 9), c.proof) for c in forest.ranked(0)])
        assert shown[0] == shown[1]


def test_the_tree_is_used_on_one_and_two_turns_later() -> None:
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    for turns in (1, 2):
        forest = trees(game, state)
        forest.grow(400)
        here = state
        for turn in forest.line(forest.ranked(state[SEAT])[0].code, turns):
            for action in turn:
                here = game.advance(here, action)
        assert forest.start(here)
        assert forest.visits > 1
        assert not forest.start(state), "nobody plays backwards"


def test_a_turn_for_nothing_has_a_way() -> None:
    """A jump and back, where the counters lie as before and only the marker goes on."""
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    forest = trees(game, state)
    forest.grow(1)
    nothing = next(forest.turn(child.code) for child in forest.ranked(0) if child.code == 0)
    assert len(nothing) >= 2
    here = state
    for action in nothing:
        here = game.advance(here, action)
    assert game.pieces(here) == game.pieces(state)
    assert way_to(game, state, here) == nothing


def test_an_analysis_shows_first_actions_with_their_lines() -> None:
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    seen: list[Analysis] = []
    bot = TurnBot(game, profile_of(game), Options(lines=3), 7, lambda: False)
    found = bot.think(state, Limits(nodes=300), seen.append, StopSignal())
    firsts = [candidate.action for candidate in found.candidates]
    assert len(set(firsts)) == len(firsts)
    assert all(one.line[0][0] == one.action for one in found.candidates[:3])
    assert sum(one.share for one in found.candidates) <= 1.0
    assert found.best[0] == firsts[0]
