"""Bots play legal turns, take wins, avoid losses, bid, race, and keep to levels and budgets."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import ENGINES, EngineOptions
from game.engine.bots.simple_bots import GreedyBot
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.budget import Budget, seconds_for_turn
from game.engine.search.levels import LEVELS, Ladder, pick
from game.games.less.engine.profile import LEVELS as LESS
from game.games.less.rules import HOME
from game.games.libra.engine.bidding import Bidder
from game.games.libra.engine.profile import LEVELS as LIBRA
from game.games.libra.rules import Libra
from game.rules import Game, State
from game.rules.registry import parse_setup
from tests.engine.engine_tools import brute_value, play_randomly, play_turns, race

ACTIONS = 3  # maximum number of actions in a turn of Less
SETUPS = (
    "more-or-less board=decagon-51",
    "more-or-less board=decagon-51 pass=free",
    "less seed=4",
    "less reading=first seed=4",
    "less seats=4 seed=4",
    "libra size=3",
    "libra size=2",
    "libra size=2 mode=bid",
    "libra size=8",
    "libra size=3 mode=bid",
    "libra size=3 mode=target target=5 obstacles=c3",
    "multiplicity size=3",
    "multiplicity size=3 end=full",
    "multiplicity size=3 opening=free",
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def choose(game: Game, state: State, limits: SearchLimits, **options: Any) -> Analysis:
    bot = make_bot(game, EngineOptions(**options), lambda text: None)
    return bot.think(state, limits, lambda analysis: None, StopSignal())


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("engine", ["full", "greedy", "uct", "random"])
def test_turns_are_legal_and_complete(setup: str, engine: str) -> None:
    game = parse_setup(setup)
    for actions in (0, 5, 17):
        state = play_randomly(game, game.start(), actions, 7)
        if game.over(state) or (engine == "uct" and game.key == "less"):
            continue
        turn = choose(game, state, SearchLimits(nodes=8), engine=engine, seed=3).best
        assert turn
        before = game.turns(state)
        for action in turn:
            assert game.turns(state) == before
            state = game.play(state, action).state
        assert game.turns(state) > before or game.over(state)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_whole_game_of_the_weakest_level(setup: str) -> None:
    game = parse_setup(setup)
    state = game.start()
    bot = make_bot(game, EngineOptions(level=1, seed=5), lambda text: None)
    while not game.over(state):
        before = game.turns(state)
        for action in bot.think(state, SearchLimits(), lambda analysis: None, stopped()).best:
            state = game.play(state, action).state
        assert game.turns(state) > before or game.over(state)
    assert game.outcome(state) is not None


def stopped() -> StopSignal:
    signal = StopSignal()
    signal.stop()
    return signal


def test_greedy_takes_a_win_and_avoids_handing_one_over() -> None:
    """With one or two stones left to lay, the greedy bot never gives away the position's value."""
    game = Libra(3, "target", 5)
    for seed in range(8):
        for left in (1, 2):
            state = play_randomly(game, game.start(), 19 - left, seed)
            turn = (
                GreedyBot(game, seed)
                .think(state, SearchLimits(), lambda analysis: None, StopSignal())
                .best
            )
            best = brute_value(game, state)
            after = game.advance(state, turn[0])
            assert brute_value(game, after) == best


def test_greedy_goes_home_when_the_race_is_lost() -> None:
    game = parse_setup("less seed=5")
    state = race(game, ["c2", "d3", "e3", "f4"])
    bot = GreedyBot(game, 2)
    for _ in range(15):
        if game.over(state):
            break
        for action in bot.think(state, SearchLimits(), lambda analysis: None, StopSignal()).best:
            state = game.advance(state, action)
    assert state[HOME + 1] == 1


def test_same_seed_and_nodes_same_turn() -> None:
    game = parse_setup("multiplicity size=4")
    state = play_turns(game, ["d4"])
    found = {choose(game, state, SearchLimits(nodes=200), seed=9, level=6).best for _ in range(3)}
    assert len(found) == 1


def test_other_seeds_can_differ() -> None:
    game = parse_setup("multiplicity size=4")
    found = {
        choose(game, game.start(), SearchLimits(nodes=40), seed=seed).best for seed in range(1, 9)
    }
    assert len(found) > 1


def test_nodes_are_kept_to() -> None:
    game = parse_setup("libra size=4")
    analysis = choose(game, game.start(), SearchLimits(nodes=100), seed=1)
    assert analysis.nodes == 100
    assert sum(candidate.share for candidate in analysis.candidates) <= 1


def test_the_tree_is_used_on_after_a_turn() -> None:
    from game.engine.search.action_search import ActionTree
    from game.engine.search.search_tree import TreeConfig

    game = parse_setup("multiplicity size=3")
    tree = ActionTree(game, profile_of(game), TreeConfig(False, 50_000, 1))
    tree.start(game.start())
    tree.grow(400)
    best = tree.best(1, 0)
    assert best is not None
    state = game.advance(game.start(), game.action(best.code))
    assert tree.start(state)
    assert tree.visits == best.visits
    assert {child.code for child in tree.children()} == {a.code for a in game.legal(state)}
    assert not tree.start(play_randomly(game, game.start(), 9, 1))
    assert tree.visits == 0


# -- bids ----------------------------------------------------------------------------------------


def test_bids_are_sensible() -> None:
    game = parse_setup("libra size=5 mode=bid")
    bidder = Bidder(game, profile_of(game), 1)
    opening = bidder.choose(game.start())
    assert 5 <= opening.cost <= 10
    over = play_turns(game, [f"bid{opening.cost + 1}"])
    assert bidder.choose(over).kind == "pass"
    under = play_turns(game, [f"bid{opening.cost - 2}"])
    assert bidder.choose(under).cost == opening.cost


def test_an_own_bid_is_even_and_less_to_a_high_one_is_not() -> None:
    game = parse_setup("libra size=5 mode=bid")
    bidder = Bidder(game, profile_of(game), 1)

    def chance(state: State) -> float:
        budget = Budget(SearchLimits(nodes=1), 0, StopSignal(), time.monotonic)
        return bidder.think(state, budget, compiled=False).value

    wanted = bidder.choose(game.start()).cost
    assert chance(game.start()) == 0.5
    assert chance(play_turns(game, [f"bid{wanted - 2}"])) == 0.5
    assert chance(play_turns(game, [f"bid{wanted + 1}"])) > 0.5
    assert chance(play_turns(game, [f"bid{wanted + 4}"])) > 0.9


def test_a_larger_board_is_worth_more() -> None:
    worths = [
        Bidder(Libra(size, "bid"), profile_of(Libra(size, "bid")), 1).worth
        for size in (2, 3, 4, 5, 6, 7, 8)
    ]
    assert worths == sorted(worths)


# -- levels and time -----------------------------------------------------------------------------


@pytest.mark.parametrize("ladder", [LEVELS, LESS, LIBRA])
def test_ten_levels_of_growing_effort(ladder: Ladder) -> None:
    assert len(ladder) == 10
    nodes = [level.nodes or 0 for level in ladder[:-1]]
    assert nodes == sorted(nodes)
    assert ladder[-1].nodes is None
    spreads = [level.spread for level in ladder]
    assert spreads == sorted(spreads, reverse=True)


def test_a_level_is_that_of_the_game() -> None:
    """Each action of a turn is searched, even if earlier actions have used up the nodes."""
    for setup, ladder in (("less seed=4", LESS), ("multiplicity size=4", LEVELS)):
        game = parse_setup(setup)
        for level in (1, 3):
            analysis = choose(game, game.start(), SearchLimits(nodes=10**6), level=level, seed=3)
            assert 0 < analysis.nodes < (ladder[level - 1].nodes or 0) + ACTIONS


def test_softmax_errs_less_with_a_smaller_spread() -> None:
    visits = [60, 30, 9, 1]
    rights = []
    for spread in (1.0, 0.4, 0.0):
        dice = random.Random(4)
        rights.append(sum(pick(visits, spread, dice) == 0 for _ in range(500)))
    assert rights[0] < rights[1] < rights[2] == 500


def test_engine_names() -> None:
    assert {"full", "greedy", "uct"} <= set(ENGINES)


def test_time_for_a_turn() -> None:
    assert seconds_for_turn(SearchLimits(), 0) is None
    assert seconds_for_turn(SearchLimits(movetime=1.0), 1) == pytest.approx(0.98)
    long = seconds_for_turn(SearchLimits(clock=(300, 5)), 0)
    short = seconds_for_turn(SearchLimits(clock=(300, 5)), 1)
    assert long is not None
    assert short is not None
    assert 5 < long < 60
    assert short < 2.5
    gained = seconds_for_turn(SearchLimits(clock=(300, 5), increment=(0, 3)), 1)
    assert gained is not None
    assert short < gained < 5


def test_budget_by_a_clock_that_is_passed_in() -> None:
    now = [100.0]
    budget = Budget(SearchLimits(movetime=1.0, nodes=50), 0, StopSignal(), lambda: now[0])
    deadline, nodes = budget.part(0.5)
    assert not budget.used_up(deadline, nodes)
    now[0] += 0.6
    assert budget.used_up(deadline, nodes)
    assert not budget.used_up(budget.deadline, budget.nodes)
    budget.spent = 50
    assert budget.used_up(budget.deadline, budget.nodes)
